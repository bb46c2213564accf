// Event records (spec 2.17) and the parameters of history and stream (spec 6.1, 6.2).
// `payload` stays undecoded, so that an event of a later release cannot fail a page.
import * as z from 'zod/mini';
import { int64 } from './int64';
import { kindsParam } from './kinds-param';
import { digestParam, idParam, paging, timeParam } from './query-params';
import { record, timestamp } from './record';

const frameFields = {
  id: int64,
  kind: z.string(),
  tx_digest: z.string(),
  sender_address: z.string(),
  payload: z.unknown(),
};

/** What a stream frame carries: no timestamp. */
export const eventFrame = record(frameFields);

/** An item of GET /events: the frame's fields and the checkpoint time, null while the log does not know it. */
export const eventRecord = record({
  ...frameFields,
  onchain_at: z.pipe(
    z.nullish(timestamp),
    z.transform((at) => at ?? null),
  ),
});

export type EventFrame = z.output<typeof eventFrame>;
export type EventRecord = z.output<typeof eventRecord>;

export const eventFilters = z.object({
  kinds: z.optional(kindsParam),
  sender: z.optional(idParam),
  tx_digest: z.optional(digestParam),
  /** The time bounds of events apply to onchain_at. */
  created_after: z.optional(timeParam),
  created_before: z.optional(timeParam),
  ...paging,
});

/** A stream cursor: an event-log id, at most 19 digits. */
export const cursorParam = z
  .pipe(
    z.string().check(z.regex(/^\d{1,19}$/, 'must be an event id')),
    z.transform((text) => BigInt(text)),
  )
  .check(z.meta({ control: 'cursor' }));

export const streamParams = z.object({
  kinds: z.optional(kindsParam),
  last_event_id: z.optional(cursorParam),
});

/** Event ids are 0 to 19 digits in a frame; anything else is not an id. */
export function isEventId(text: string): boolean {
  return /^\d{1,19}$/.test(text);
}
