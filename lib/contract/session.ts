// What the relay answers about a session, and what it takes to open one. The one part of the contract that the index does not speak:
// relay and browser meet here. Invariant: no shape below can carry a key outwards; `connectRequest` is the only one that carries it inwards.
import * as z from 'zod';
import { API_KEY } from './keys';
import { record, timestamp } from './record';

/** The index behind the relay, as far as it says so itself; null is unknown. */
export const indexState = record({
  host: z.string(),
  /** False when the index did not answer just now; the other fields are then null. */
  reachable: z.boolean(),
  name: z.string().nullable(),
  release: z.string().nullable(),
  network: z.string().nullable(),
  simulated: z.boolean().nullable(),
  /** One life of the event log: with another value, ids remembered from before mean nothing. */
  log_id: z.string().nullable(),
});
export type IndexState = z.output<typeof indexState>;

/** GET /api/session, and the answer of every route that changes it. */
export const sessionState = record({
  connected: z.boolean(),
  key_id: z.string().nullable(),
  scopes: z.array(z.string()),
  expires_at: timestamp.nullable(),
  /** The operator offers a key of his own: `{"use": "operator"}` connects with it. */
  operator_key: z.boolean(),
  index: indexState,
});
export type SessionState = z.output<typeof sessionState>;

/** POST /api/session: a key of the visitor's, or the operator's. */
export const connectRequest = z.union([
  z.object({
    key: z
      .string()
      .trim()
      .regex(API_KEY, 'must look like <key id>.<secret>, with letters, digits, dashes and underscores only'),
  }),
  z.object({ use: z.literal('operator') }),
]);
