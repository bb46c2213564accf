// Event kinds: leader caps, stake, and the keys of leaders and tools (spec 6.3, 11.7).
import * as z from 'zod/mini';
import { address, objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/record';
import { bytes, keyIdentity, kind, leaderState } from './payload-fields';

const leaderFields = { registry: objectId, leader_cap_id: objectId };

export const leaderKinds = {
  FoundingLeaderCapCreatedEvent: kind({ leader_cap: objectId, network: objectId }),
  LeaderCapIssuedEvent: kind({ ...leaderFields, network: objectId, leader: address }),
  LeaderClaimedEvent: kind({ ...leaderFields, claim_token: bytes }),
};

export const stakingKinds = {
  LeaderRegistryCreatedEvent: kind({ registry: objectId }),
  LeaderUpsertedEvent: kind({ ...leaderFields, status: leaderState }),
  LeaderStatusChangedEvent: kind({
    ...leaderFields,
    old_status: leaderState,
    new_status: leaderState,
  }),
  LeaderSuspensionSkippedEvent: kind({ ...leaderFields, attempted: bytes, owner: bytes }),
  UnbondingDurationUpdatedEvent: kind({ registry: objectId, unbonding_duration_ms: u64 }),
  MinStakeUsUpdatedEvent: kind({ registry: objectId, min_stake_us: u64 }),
  MaxTransactionBudgetUpdatedEvent: kind({ registry: objectId, max_transaction_budget: u64 }),
  StakeDepositedEvent: kind({
    ...leaderFields,
    staker: address,
    amount: u64,
    minted_shares: u64,
    total_shares: u64,
    pool_total: u64,
    at_ms: u64,
  }),
  UnstakeRequestedEvent: kind({ ...leaderFields, staker: address, shares: u64, unlock_at_ms: u64 }),
  UnstakeClaimedEvent: kind({
    ...leaderFields,
    staker: address,
    shares: u64,
    amount: u64,
    at_ms: u64,
  }),
  StakeSlashedEvent: kind({ ...leaderFields, amount: u64, at_ms: u64 }),
};

export const keyManagementKinds = {
  NetworkAuthCreatedEvent: kind({ registry: objectId, registered_key_witness: objectId }),
  KeyBindingCreatedEvent: kind({ binding: objectId, identity: keyIdentity }),
  KeyRegisteredEvent: kind({
    binding: objectId,
    key_id: u64,
    scheme: u64,
    public_key: bytes,
    added_at_ms: u64,
  }),
  KeyRevokedEvent: kind({ binding: objectId, key_id: u64, revoked_at_ms: u64 }),
  ActiveKeyUpdatedEvent: kind({
    binding: objectId,
    active_key_id: z._default(z.nullable(u64), null),
  }),
};
