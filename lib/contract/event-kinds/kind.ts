// What one row of the event catalogue is: the payload's fields, and whether the event travels in the distributed wrapper
// (work requests to leaders, which add deadline_ms, requested_at_ms, task_id and leaders under `payload.distribution`).
import * as z from 'zod';
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';

/** The second wrapper's fields. `task_id` is a pickup id, not always the task: never merged into the payload. */
export const distribution = z.looseObject({
  deadline_ms: u64.nullable().default(null),
  requested_at_ms: u64.nullable().default(null),
  task_id: objectId.nullable().default(null),
  leaders: z.array(objectId).default([]),
});

export type Distribution = z.output<typeof distribution>;

export interface EventKindRow<Payload extends z.ZodType = z.ZodType> {
  payload: Payload;
  distributed: boolean;
}

/** One kind: its payload's fields by name. Unknown fields pass, a missing or mistyped one makes the event undecodable. */
export function kind<const Fields extends Record<string, z.ZodType>>(
  fields: Fields,
  options: { distributed?: boolean } = {},
) {
  const payload = z.looseObject({ ...fields, distribution: distribution.optional() });
  return { payload, distributed: options.distributed ?? false };
}
