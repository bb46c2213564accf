// The pool ledger of a leader (spec 4.4): one record per movement. A deposit's totals are the state after it.
import { timeOfMs } from './event-time';
import { recordProjection } from './projection';

export const stakeEvents = recordProjection({
  table: 'stake_events',
  columns: {
    leader_cap_id: 'text',
    kind: 'text',
    staker: 'text?',
    amount: 'whole?',
    shares: 'whole?',
    total_shares: 'whole?',
    pool_total: 'whole?',
    unlock_at: 'time?',
    at: 'time?',
  },
  indexes: ['leader_cap_id, id', 'leader_cap_id, kind, id', 'leader_cap_id, staker, id'],
  counts: { shown: [], by: ['leader_cap_id'] },
  kinds: ['StakeDepositedEvent', 'UnstakeRequestedEvent', 'UnstakeClaimedEvent', 'StakeSlashedEvent'],
  evolve(event) {
    const { leader_cap_id } = event.payload;
    switch (event.kind) {
      case 'StakeDepositedEvent': {
        const { staker, amount, minted_shares: shares, total_shares, pool_total, at_ms } = event.payload;
        const at = timeOfMs(at_ms);
        return { leader_cap_id, kind: 'deposited', staker, amount, shares, total_shares, pool_total, at };
      }
      case 'UnstakeRequestedEvent': {
        const { staker, shares, unlock_at_ms } = event.payload;
        return {
          leader_cap_id,
          kind: 'unstake_requested',
          staker,
          shares,
          unlock_at: timeOfMs(unlock_at_ms),
        };
      }
      case 'UnstakeClaimedEvent': {
        const { staker, shares, amount, at_ms } = event.payload;
        return { leader_cap_id, kind: 'unstake_claimed', staker, shares, amount, at: timeOfMs(at_ms) };
      }
      case 'StakeSlashedEvent': {
        const { amount, at_ms } = event.payload;
        return { leader_cap_id, kind: 'slashed', amount, at: timeOfMs(at_ms) };
      }
    }
  },
});
