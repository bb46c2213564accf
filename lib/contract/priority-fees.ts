// Priority-fee events (spec 4.4). us_* are US base units, sui_out is MIST.
import * as z from 'zod/mini';
import { int64 } from './int64';
import { paging } from './query-params';
import { openEnum, record, timestamp } from './record';

export const priorityFeeEventKinds = [
  'deposit_created',
  'swap',
  'shares_collected',
  'withdrawn',
  'vault_configured',
] as const;

export const priorityFeeEvent = record({
  id: z.int(),
  kind: openEnum(priorityFeeEventKinds),
  vault_object_id: z.nullable(z.string()),
  leader_cap_id: z.nullable(z.string()),
  amount: z.nullable(int64),
  us_in: z.nullable(int64),
  us_refunded: z.nullable(int64),
  sui_out: z.nullable(int64),
  tx_digest: z.string(),
  created_at: timestamp,
});
export type PriorityFeeEvent = z.output<typeof priorityFeeEvent>;

export const priorityFeeFilters = z.object({ ...paging });
