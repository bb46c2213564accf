// GET / and GET /readyz (spec 9, 10.1).
import * as z from 'zod/mini';
import { number, record } from './record';

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
      /** Milliseconds since the mirror was known to hold all that its source has; null before it first did. */
      behind_ms: z.nullish(number),
      /** False while the index refuses events because its disk is full; absent where another process writes. */
      accepting_events: z.nullish(z.boolean()),
    }),
  ),
});

/** GET /readyz: 503 until the index has its data; `message` is what it is doing. */
export const readiness = record({ ready: z.boolean(), message: z.nullish(z.string()) });
