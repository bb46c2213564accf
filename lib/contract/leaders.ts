// Leader caps (spec 2.3), their stake events, refused suspensions and the staking policy (spec 4.4; columns from decisions.md).
// Stake amounts are US base units (nine decimals). The two aggregates of a cap are lower bounds; stake events are the record.
import * as z from 'zod';
import { int64 } from './int64';
import { booleanParam, createdBetween, enumParam, idParam, paging } from './query-params';
import { openEnum, record, rowTimes, timestamp } from './record';

export const leaderStatuses = ['active', 'suspended', 'slashed'] as const;

export const leader = record({
  leader_cap_id: z.string(),
  is_founding: z.boolean(),
  leader_address: z.string().nullable(),
  network_object_id: z.string().nullable(),
  registry_object_id: z.string().nullable(),
  status: openEnum(leaderStatuses).nullable(),
  claim_token: z.string().nullable(),
  claimed_tx_digest: z.string().nullable(),
  issued_tx_digest: z.string().nullable(),
  created_tx_digest: z.string(),
  stake_pool_total: int64,
  stake_total_shares: int64,
  ...rowTimes,
});
export type Leader = z.output<typeof leader>;

export const leaderFilters = z.object({
  status: enumParam(leaderStatuses).optional(),
  is_founding: booleanParam.optional(),
  claimed: booleanParam.optional(),
  leader_address: idParam.optional(),
  network_object_id: idParam.optional(),
  ...createdBetween,
  ...paging,
});

export const stakeEventKinds = ['deposited', 'unstake_requested', 'unstake_claimed', 'slashed'] as const;

/** One movement of a pool. Columns outside the row's kind are null; a deposit's totals are the state after it. */
export const stakeEvent = record({
  id: z.int(),
  leader_cap_id: z.string(),
  kind: openEnum(stakeEventKinds),
  staker: z.string().nullable(),
  amount: int64.nullable(),
  shares: int64.nullable(),
  total_shares: int64.nullable(),
  pool_total: int64.nullable(),
  unlock_at: timestamp.nullable(),
  at: timestamp.nullable(),
  tx_digest: z.string(),
  created_at: timestamp,
});
export type StakeEvent = z.output<typeof stakeEvent>;

export const stakeEventFilters = z.object({
  kind: enumParam(stakeEventKinds).optional(),
  staker: idParam.optional(),
  ...paging,
});

export const suspensionSkip = record({
  id: z.int(),
  leader_cap_id: z.string(),
  registry_object_id: z.string().nullable(),
  attempted_claim_token: z.string().nullable(),
  owner_claim_token: z.string().nullable(),
  tx_digest: z.string(),
  created_at: timestamp,
});
export type SuspensionSkip = z.output<typeof suspensionSkip>;

/** The staking policy; each field null until its updated event has been seen. */
export const leaderRegistry = record({
  min_stake_us: int64.nullable(),
  max_transaction_budget: int64.nullable(),
  unbonding_duration_ms: z.int().nullable(),
});
export type LeaderRegistry = z.output<typeof leaderRegistry>;
