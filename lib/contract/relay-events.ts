// What the relay adds to the stream of events: named events that no index sends. Shared by relay and browser.
// Invariant: a named event moves no cursor, except the beat, whose `id` is a cursor up to which everything was delivered.
import * as z from 'zod/mini';
import { integer, record } from './record';

/** State of the relay's connection to the index. unusable: the index answers reads, but its event stream delivers nothing. */
const linkStates = ['live', 'stale', 'unusable'] as const;
export type LinkState = (typeof linkStates)[number];

/** Why the relay ended a stream for good: asking again changes nothing until the session does. */
export const closeReasons = ['unauthenticated', 'missing_scope'] as const;
export type CloseReason = (typeof closeReasons)[number];

const eventId = z.string().check(z.regex(/^\d{1,19}$/));
const state = z.enum(linkStates);

export const relayEvents = {
  /** First, and again when something of it changes: the life of the log, its tip as far as known. */
  'relay-hello': record({ log_id: z.nullable(z.string()), tip: z.nullable(eventId), state }),
  /** Every 15 s: a heartbeat. Comments would do for proxies, but a page never sees them. */
  'relay-beat': record({ tip: z.nullable(eventId), state }),
  /** That state changed. */
  'relay-status': record({ state }),
  /** The index was unreachable for this many milliseconds, too short for a status; the stream continued where it stopped, complete. */
  'relay-away': record({ ms: integer }),
  /** The log started again, or the cursor was beyond its end: what was seen before is no part of it. */
  'relay-reset': record({ log_id: z.nullable(z.string()), tip: z.nullable(eventId) }),
  /** Events after `after` could not be passed on: one that was too long, or all up to `to`. */
  'relay-gap': record({ after: z.nullable(eventId), to: z.nullable(eventId) }),
  'relay-closed': record({ reason: z.enum(closeReasons) }),
} as const;

export type RelayEventName = keyof typeof relayEvents;
export type RelayEvent<Name extends RelayEventName> = z.output<(typeof relayEvents)[Name]>;
