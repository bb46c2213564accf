// Event kinds: leader registry and stake (spec 6.3, 11.7).
import { address, objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { bytes, leaderState } from './payload-fields';

export const stakingKinds = {
  LeaderRegistryCreatedEvent: kind({
    registry: objectId,
  }),
  LeaderUpsertedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    status: leaderState,
  }),
  LeaderStatusChangedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    old_status: leaderState,
    new_status: leaderState,
  }),
  LeaderSuspensionSkippedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    attempted: bytes,
    owner: bytes,
  }),
  UnbondingDurationUpdatedEvent: kind({
    registry: objectId,
    unbonding_duration_ms: u64,
  }),
  MinStakeUsUpdatedEvent: kind({
    registry: objectId,
    min_stake_us: u64,
  }),
  MaxTransactionBudgetUpdatedEvent: kind({
    registry: objectId,
    max_transaction_budget: u64,
  }),
  StakeDepositedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    staker: address,
    amount: u64,
    minted_shares: u64,
    total_shares: u64,
    pool_total: u64,
    at_ms: u64,
  }),
  UnstakeRequestedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    staker: address,
    shares: u64,
    unlock_at_ms: u64,
  }),
  UnstakeClaimedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    staker: address,
    shares: u64,
    amount: u64,
    at_ms: u64,
  }),
  StakeSlashedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    amount: u64,
    at_ms: u64,
  }),
};
