// One row of the event catalogue: payload fields, and whether the event uses the wrapper for work requests.
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';

/** The second wrapper's fields. `task_id` is a pickup id, not always the task: never merged into the payload. */
export const distribution = z.looseObject({
  deadline_ms: z._default(z.nullable(u64), null),
  requested_at_ms: z._default(z.nullable(u64), null),
  task_id: z._default(z.nullable(objectId), null),
  leaders: z._default(z.array(objectId), []),
});

export type Distribution = z.output<typeof distribution>;

export interface EventKindRow<Payload extends z.ZodMiniType = z.ZodMiniType> {
  payload: Payload;
  distributed: boolean;
}

/** One kind: its payload's fields by name. Unknown fields pass, a missing or mistyped one makes the event undecodable. */
export function kind<const Fields extends Record<string, z.ZodMiniType>>(
  fields: Fields,
  options: { distributed?: boolean } = {},
) {
  const payload = z.looseObject({ ...fields, distribution: z.optional(distribution) });
  return { payload, distributed: options.distributed ?? false };
}
