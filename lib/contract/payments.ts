// Execution payments (spec 2.12) and their ledger (spec 2.13). Amounts named *_mist are MIST (10^-9 SUI); `consumed_total`, `amount` and `cost` name no unit.
import * as z from 'zod';
import { int64 } from './int64';
import { createdBetween, enumParam, idParam, paging } from './query-params';
import { openEnum, record, rowTimes, timestamp } from './record';

export const paymentStates = ['pending', 'accomplished', 'refunded'] as const;
export const paymentSources = ['user_funded', 'agent_funded'] as const;

export const payment = record({
  payment_object_id: z.string(),
  execution_object_id: z.string(),
  agent_object_id: z.string().nullable(),
  skill_id: int64.nullable(),
  interface_revision: int64.nullable(),
  funder: z.string().nullable(),
  source_kind: openEnum(paymentSources),
  final_state: openEnum(paymentStates),
  refund_reason: z.string().nullable(),
  consumed_total: int64,
  gas_budget_mist: int64,
  locked_budget_mist: int64,
  max_budget_mist: int64,
  priority_fee_percentage: int64,
  priority_fee_reserve_mist: int64,
  ...rowTimes,
});
export type Payment = z.output<typeof payment>;

export const paymentFilters = z.object({
  final_state: enumParam(paymentStates).optional(),
  source_kind: enumParam(paymentSources).optional(),
  execution_object_id: idParam.optional(),
  agent_object_id: idParam.optional(),
  funder: idParam.optional(),
  ...createdBetween,
  ...paging,
});

/** vertex_locked and vertex_settled are documented, and written by nothing in this release. */
export const ledgerKinds = [
  'refilled',
  'insufficient_settlement',
  'fees_recorded',
  'tool_cost_snapshotted',
  'vertex_locked',
  'vertex_settled',
] as const;

export const ledgerEvent = record({
  id: z.int(),
  kind: openEnum(ledgerKinds),
  tx_digest: z.string(),
  created_at: timestamp,
  payment_object_id: z.string().nullable(),
  agent_object_id: z.string().nullable(),
  skill_id: int64.nullable(),
  tool_fqn: z.string().nullable(),
  vertex_key: z.string().nullable(),
  walk_index: int64.nullable(),
  amount: int64.nullable(),
  cost: int64.nullable(),
  gas_fee_mist: int64.nullable(),
  priority_fee_mist: int64.nullable(),
  priority_fee_percentage: int64.nullable(),
  tool_fee_mist: int64.nullable(),
  refill_amount: int64.nullable(),
  refill_source: z.string().nullable(),
  required_shortfall: int64.nullable(),
  settlement_kind: z.string().nullable(),
  was_refunded: z.boolean().nullable(),
});
export type LedgerEvent = z.output<typeof ledgerEvent>;

export const ledgerFilters = z.object({ kind: enumParam(ledgerKinds).optional(), ...paging });
