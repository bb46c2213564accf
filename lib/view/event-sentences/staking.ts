// Sentences of the staking family.
import type { stakingKinds } from '@/lib/contract/event-kinds/leader';
import { address, amount, duration, leader, object, say, time, us } from './part';
import type { Sentences } from './sentences';

export const stakingSentences: Sentences<keyof typeof stakingKinds> = {
  LeaderRegistryCreatedEvent: (it) => say`leader registry ${object(it.registry)} created`,
  LeaderUpsertedEvent: (it) =>
    say`leader ${leader(it.leader_cap_id)} entered in the registry, ${it.status.variant.toLowerCase()}`,
  LeaderStatusChangedEvent: (it) =>
    say`leader ${leader(it.leader_cap_id)} went from ${it.old_status.variant.toLowerCase()} to ${it.new_status.variant.toLowerCase()}`,
  LeaderSuspensionSkippedEvent: (it) =>
    say`suspension of ${leader(it.leader_cap_id)} refused: the claim token presented is not the one on record`,
  UnbondingDurationUpdatedEvent: (it) => say`unbonding now takes ${duration(it.unbonding_duration_ms)}`,
  MinStakeUsUpdatedEvent: (it) => say`smallest stake of a leader is now ${us(it.min_stake_us)}`,
  MaxTransactionBudgetUpdatedEvent: (it) =>
    say`largest budget of a transaction is now ${amount(it.max_transaction_budget)}`,
  StakeDepositedEvent: (it) =>
    say`${address(it.staker)} staked ${us(it.amount)} on ${leader(it.leader_cap_id)}, pool ${us(it.pool_total)}`,
  UnstakeRequestedEvent: (it) =>
    say`${address(it.staker)} asked for ${it.shares} shares back from ${leader(it.leader_cap_id)}, free at ${time(it.unlock_at_ms)}`,
  UnstakeClaimedEvent: (it) =>
    say`${address(it.staker)} withdrew ${us(it.amount)} from ${leader(it.leader_cap_id)}`,
  StakeSlashedEvent: (it) => say`stake of ${leader(it.leader_cap_id)} slashed by ${us(it.amount)}`,
};
