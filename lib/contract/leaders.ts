// Leader caps (spec 2.3), stake events, suspension skips and the staking policy (spec 4.4). Stake is in US base units (9 decimals).
import * as z from 'zod/mini';
import { hexId, int64, integer, openEnum, record, rowTimes, timestamp, unspecified } from './record';
import { booleanParam, createdBetween, enumParam, idParam, orderParam, paging } from './query-params';

export const leaderStatuses = ['active', 'suspended', 'slashed'] as const;

export const leader = record({
  leader_cap_id: hexId,
  is_founding: z.boolean(),
  leader_address: z.nullable(hexId),
  network_object_id: z.nullable(hexId),
  registry_object_id: z.nullable(hexId),
  status: z.nullable(openEnum(leaderStatuses)),
  claim_token: z.nullable(z.string()),
  claimed_tx_digest: z.nullable(z.string()),
  issued_tx_digest: z.nullable(z.string()),
  created_tx_digest: z.string(),
  stake_pool_total: int64,
  stake_total_shares: int64,
  ...rowTimes,
});
export type Leader = z.output<typeof leader>;

export const leaderFilters = z.object({
  status: z.optional(enumParam(leaderStatuses)),
  is_founding: z.optional(booleanParam),
  claimed: z.optional(booleanParam),
  leader_address: z.optional(idParam),
  network_object_id: z.optional(idParam),
  ...createdBetween,
  order_by: z.optional(
    orderParam([
      'leader_cap_id',
      'status',
      'is_founding',
      'leader_address',
      'claim_token',
      'stake_pool_total',
      'stake_total_shares',
      'onchain_created_at',
      'updated_at',
    ]),
  ),
  ...paging,
});

export const stakeEventKinds = ['deposited', 'unstake_requested', 'unstake_claimed', 'slashed'] as const;

/** One movement of a pool. Columns outside the row's kind are null; a deposit's totals are the state after it. */
export const stakeEvent = record({
  id: unspecified(integer),
  leader_cap_id: unspecified(hexId),
  kind: openEnum(stakeEventKinds),
  staker: unspecified(hexId),
  amount: unspecified(int64),
  shares: unspecified(int64),
  total_shares: unspecified(int64),
  pool_total: unspecified(int64),
  unlock_at: unspecified(timestamp),
  at: unspecified(timestamp),
  tx_digest: unspecified(z.string()),
  created_at: unspecified(timestamp),
});
export type StakeEvent = z.output<typeof stakeEvent>;

export const stakeEventFilters = z.object({
  kind: z.optional(enumParam(stakeEventKinds)),
  staker: z.optional(idParam),
  ...paging,
});

export const suspensionSkip = record({
  id: unspecified(integer),
  leader_cap_id: unspecified(hexId),
  registry_object_id: unspecified(hexId),
  attempted_claim_token: unspecified(z.string()),
  owner_claim_token: unspecified(z.string()),
  tx_digest: unspecified(z.string()),
  created_at: unspecified(timestamp),
});
export type SuspensionSkip = z.output<typeof suspensionSkip>;

/** The staking policy; each field null until its updated event has been seen. */
export const leaderRegistry = record({
  min_stake_us: z.nullable(int64),
  max_transaction_budget: z.nullable(int64),
  unbonding_duration_ms: z.nullable(integer),
});
export type LeaderRegistry = z.output<typeof leaderRegistry>;
