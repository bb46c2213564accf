// GET / and GET /readyz (spec 9, 10.1).
import * as z from 'zod/mini';
import { number, record, timestamp } from './record';

/** How far an index that follows a chain has come, and what it could not use. */
export const chainProgress = record({
  /** The digest of the genesis checkpoint. */
  chain_id: z.string(),
  /** Every event up to this checkpoint is in the log. */
  checkpoint: number,
  behind_checkpoints: number,
  /** The first checkpoint read, its time, and whether nothing of the network lies before it. */
  history_from: number,
  history_from_at: z.nullable(timestamp),
  history_complete: z.boolean(),
  events_stored: number,
  /** Stored, but of a kind or form that this release does not know. */
  events_not_decodable: number,
  /** Dropped: of packages that are not the network's. */
  events_foreign: number,
});
export type ChainProgress = z.output<typeof chainProgress>;

export const serviceInfo = record({
  name: z.nullish(z.string()),
  release: z.nullish(z.string()),
  network: z.nullish(
    record({
      name: z.string(),
      /** True where the events come from the simulation; the console shows a mark. */
      simulated: z.nullish(z.boolean()),
      /** Identifies the log: another value means that ids start again. */
      log_id: z.nullish(z.string()),
      /** A mirror's source. */
      mirror_of: z.nullish(z.string()),
      /** Milliseconds since a mirror was known to hold all that its source has, or since the newest checkpoint of a chain, also in a mirror of its index; null before. */
      behind_ms: z.nullish(number),
      /** Of an index that follows a chain, and of its mirrors. */
      chain: z.nullish(chainProgress),
      /** False while the index refuses events because its disk is full; absent where another process writes. */
      accepting_events: z.nullish(z.boolean()),
    }),
  ),
});

/** GET /readyz: 503 until the index has its data; `message` is what it is doing. */
export const readiness = record({ ready: z.boolean(), message: z.nullish(z.string()) });
