// The staking policy (spec 4.4): one row, each field null until its event; the last one wins.
import { objectProjection } from './projection';

export const POLICY_KEY = 'policy';
export const leaderRegistry = objectProjection({
  table: 'leader_registry',
  columns: { min_stake_us: 'whole?', max_transaction_budget: 'whole?', unbonding_duration_ms: 'whole?' },
  indexes: [],
  kinds: ['MinStakeUsUpdatedEvent', 'MaxTransactionBudgetUpdatedEvent', 'UnbondingDurationUpdatedEvent'],
  keysOf: () => [POLICY_KEY],
  evolve(row, event) {
    switch (event.kind) {
      case 'MinStakeUsUpdatedEvent':
        return { ...row, min_stake_us: event.payload.min_stake_us };
      case 'MaxTransactionBudgetUpdatedEvent':
        return { ...row, max_transaction_budget: event.payload.max_transaction_budget };
      case 'UnbondingDurationUpdatedEvent':
        return { ...row, unbonding_duration_ms: event.payload.unbonding_duration_ms };
    }
  },
});
