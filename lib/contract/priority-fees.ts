// Events of the priority fee vault (spec 4.4; columns from decisions.md). us_* are US base units, sui_out is MIST.
import * as z from 'zod';
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
  vault_object_id: z.string().nullable(),
  leader_cap_id: z.string().nullable(),
  amount: int64.nullable(),
  us_in: int64.nullable(),
  us_refunded: int64.nullable(),
  sui_out: int64.nullable(),
  tx_digest: z.string(),
  created_at: timestamp,
});
export type PriorityFeeEvent = z.output<typeof priorityFeeEvent>;

export const priorityFeeFilters = z.object({ ...paging });
