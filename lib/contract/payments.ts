// Execution payments (spec 2.12), their ledger (spec 2.13) and priority fees. *_mist is MIST; `consumed_total`, `amount` and `cost` have no stated unit.
import * as z from 'zod/mini';
import { hexId, int64, integer, openEnum, record, rowTimes, timestamp, unspecified } from './record';
import {
  countParam,
  createdBetween,
  enumParam,
  idParam,
  integerParam,
  nameParam,
  onchainBetween,
  openEnumParam,
  orderParam,
  paging,
} from './query-params';

export const paymentStates = ['pending', 'accomplished', 'refunded'] as const;
export const paymentSources = ['user_funded', 'agent_funded'] as const;

export const payment = record({
  payment_object_id: hexId,
  execution_object_id: hexId,
  agent_object_id: z.nullable(hexId),
  skill_id: z.nullable(int64),
  interface_revision: z.nullable(int64),
  funder: z.nullable(hexId),
  source_kind: openEnum(paymentSources),
  final_state: openEnum(paymentStates),
  refund_reason: z.nullable(z.string()),
  consumed_total: int64,
  gas_budget_mist: int64,
  locked_budget_mist: int64,
  max_budget_mist: int64,
  priority_fee_percentage: int64,
  priority_fee_reserve_mist: int64,
  /** Beyond the specification, like those after it. */
  refills: unspecified(int64),
  /** From the fee records of its execution: gas, and the sum of gas, tools and priority fee. */
  gas_mist: unspecified(int64),
  cost_mist: unspecified(int64),
  skill_description: unspecified(z.string()),
  ...rowTimes,
});
export type Payment = z.output<typeof payment>;

export const paymentFilters = z.object({
  final_state: z.optional(enumParam(paymentStates)),
  source_kind: z.optional(enumParam(paymentSources)),
  execution_object_id: z.optional(idParam),
  agent_object_id: z.optional(idParam),
  /** Not in the specification. */
  skill_id: z.optional(integerParam),
  funder: z.optional(idParam),
  /** Of its execution. */
  dag_object_id: z.optional(idParam),
  task_object_id: z.optional(idParam),
  ...createdBetween,
  /** These are not in the specification either. */
  refund_reason: z.optional(nameParam),
  min_refills: z.optional(countParam),
  max_refills: z.optional(countParam),
  ...onchainBetween,
  order_by: z.optional(
    orderParam([
      'payment_object_id',
      'final_state',
      'execution_object_id',
      'source_kind',
      'agent_object_id',
      'max_budget_mist',
      'locked_budget_mist',
      'consumed_total',
      'used',
      'onchain_created_at',
      'created_at',
    ]),
  ),
  ...paging,
});

export const writtenLedgerKinds = [
  'refilled',
  'insufficient_settlement',
  'fees_recorded',
  'tool_cost_snapshotted',
] as const;
/** Those after the written ones are documented, and written by nothing in this release. */
export const ledgerKinds = [...writtenLedgerKinds, 'vertex_locked', 'vertex_settled'] as const;

export const ledgerEvent = record({
  id: integer,
  kind: openEnum(ledgerKinds),
  tx_digest: z.string(),
  created_at: timestamp,
  payment_object_id: z.nullable(hexId),
  agent_object_id: z.nullable(hexId),
  skill_id: z.nullable(int64),
  tool_fqn: z.nullable(z.string()),
  vertex_key: z.nullable(z.string()),
  walk_index: z.nullable(int64),
  amount: z.nullable(int64),
  cost: z.nullable(int64),
  gas_fee_mist: z.nullable(int64),
  priority_fee_mist: z.nullable(int64),
  priority_fee_percentage: z.nullable(int64),
  tool_fee_mist: z.nullable(int64),
  refill_amount: z.nullable(int64),
  refill_source: z.nullable(z.string()),
  required_shortfall: z.nullable(int64),
  settlement_kind: z.nullable(z.string()),
  was_refunded: z.nullable(z.boolean()),
});
export type LedgerEvent = z.output<typeof ledgerEvent>;

export const ledgerFilters = z.object({ kind: z.optional(enumParam(ledgerKinds)), ...paging });

export const priorityFeeEventKinds = [
  'deposit_created',
  'swap',
  'shares_collected',
  'withdrawn',
  'vault_configured',
] as const;

/** us_* are US base units, sui_out is MIST; the unit of `amount` depends on the kind (spec 4.4). */
export const priorityFeeEvent = record({
  id: unspecified(integer),
  kind: unspecified(openEnum(priorityFeeEventKinds)),
  vault_object_id: unspecified(hexId),
  leader_cap_id: unspecified(hexId),
  amount: unspecified(int64),
  us_in: unspecified(int64),
  us_refunded: unspecified(int64),
  sui_out: unspecified(int64),
  /** Of a deposit: the execution whose payment it was taken from. */
  execution_object_id: unspecified(hexId),
  onchain_created_at: unspecified(timestamp),
  tx_digest: unspecified(z.string()),
  created_at: unspecified(timestamp),
});
export type PriorityFeeEvent = z.output<typeof priorityFeeEvent>;

/** The specification shows none. */
export const priorityFeeFilters = z.object({
  kind: z.optional(openEnumParam(priorityFeeEventKinds)),
  leader_cap_id: z.optional(idParam),
  ...createdBetween,
  ...onchainBetween,
  order_by: z.optional(
    orderParam(['kind', 'leader_cap_id', 'sui', 'us', 'tx_digest', 'onchain_created_at', 'created_at']),
  ),
  ...paging,
});
