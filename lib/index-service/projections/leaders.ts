// Leader caps (spec 2.3), their pool ledger, suspension skips, and the staking policy (spec 4.4).
// Invariant: stake totals are never negative. A deposit sets them, claims and slashes subtract.
import type { Leader, LeaderRegistry, StakeEvent, SuspensionSkip } from '@/lib/contract/leaders';
import { snakeCase } from '@/lib/contract/tagged';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { timeOfMs } from './payload-values';
import { objectProjection, recordProjection } from './projection';
import { asNumber, listOf, tableReader } from './table-reader';

function minus(total: bigint, part: bigint): bigint {
  return part > total ? 0n : total - part;
}

export const leaders = objectProjection({
  table: 'leaders',
  columns: {
    is_founding: 'flag',
    leader_address: 'text?',
    network_object_id: 'text?',
    registry_object_id: 'text?',
    status: 'text?',
    claim_token: 'text?',
    claimed_tx_digest: 'text?',
    issued_tx_digest: 'text?',
    created_entry_id: 'entry?',
    stake_pool_total: 'whole',
    stake_total_shares: 'whole',
  },
  initial: { is_founding: false, stake_pool_total: 0n, stake_total_shares: 0n },
  indexes: ['leader_address', 'network_object_id', 'status', 'created_at'],
  counts: { shown: [], by: ['status', 'leader_address', 'network_object_id'] },
  kinds: [
    'FoundingLeaderCapCreatedEvent',
    'LeaderCapIssuedEvent',
    'LeaderClaimedEvent',
    'LeaderUpsertedEvent',
    'LeaderStatusChangedEvent',
    'LeaderSuspensionSkippedEvent',
    'StakeDepositedEvent',
    'UnstakeRequestedEvent',
    'UnstakeClaimedEvent',
    'StakeSlashedEvent',
  ],
  keysOf: (event) => [
    event.kind === 'FoundingLeaderCapCreatedEvent' ? event.payload.leader_cap : event.payload.leader_cap_id,
  ],
  evolve(row, event) {
    if (event.kind === 'FoundingLeaderCapCreatedEvent')
      return {
        ...row,
        is_founding: true,
        network_object_id: event.payload.network,
        created_entry_id: event.id,
      };
    const known = { ...row, registry_object_id: event.payload.registry };
    switch (event.kind) {
      case 'LeaderCapIssuedEvent':
        return {
          ...known,
          leader_address: event.payload.leader,
          network_object_id: event.payload.network,
          issued_tx_digest: event.tx_digest,
          created_entry_id: event.id,
        };
      case 'LeaderClaimedEvent':
        return {
          ...known,
          claim_token: event.payload.claim_token,
          claimed_tx_digest: event.tx_digest,
        };
      case 'LeaderUpsertedEvent':
        return { ...known, status: snakeCase(event.payload.status.variant) };
      case 'LeaderStatusChangedEvent':
        return { ...known, status: snakeCase(event.payload.new_status.variant) };
      case 'StakeDepositedEvent':
        return {
          ...known,
          stake_pool_total: event.payload.pool_total,
          stake_total_shares: event.payload.total_shares,
        };
      case 'UnstakeClaimedEvent':
        return {
          ...known,
          stake_pool_total: minus(known.stake_pool_total, event.payload.amount),
          stake_total_shares: minus(known.stake_total_shares, event.payload.shares),
        };
      case 'StakeSlashedEvent':
        return { ...known, stake_pool_total: minus(known.stake_pool_total, event.payload.amount) };
      case 'UnstakeRequestedEvent':
      case 'LeaderSuspensionSkippedEvent':
        // These only show that the cap exists.
        return row.registry_object_id === event.payload.registry ? row : known;
    }
  },
});

/** One record per movement of a pool. A deposit's totals are the state after it. */
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

/** Refused shutdown suspensions: these records are their only trace. */
export const suspensionSkips = recordProjection({
  table: 'suspension_skips',
  columns: {
    leader_cap_id: 'text',
    registry_object_id: 'text',
    attempted_claim_token: 'text',
    owner_claim_token: 'text',
  },
  indexes: ['leader_cap_id, id'],
  kinds: ['LeaderSuspensionSkippedEvent'],
  evolve: ({ payload }) => ({
    leader_cap_id: payload.leader_cap_id,
    registry_object_id: payload.registry,
    attempted_claim_token: payload.attempted,
    owner_claim_token: payload.owner,
  }),
});

const POLICY_KEY = 'policy';

/** The staking policy: one row, each field null until its event; the last one wins. */
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

const leaderReader = tableReader<Leader>(leaders, 'leader cap', {
  fields: { leader_cap_id: 't.key', created_tx_digest: 'first.tx_digest' },
  joins: 'join log_entries first on first.id = t.first_entry_id',
});
const stakeEventReader = tableReader<StakeEvent>(stakeEvents, 'stake event');
const suspensionSkipReader = tableReader<SuspensionSkip>(suspensionSkips, 'suspension skip');

export const leaderHandlers = {
  'leaders.list': ({ db, query }) =>
    leaderReader.page(db, query, (where) => where.and('(t.claim_token is not null) = ?', query.claimed)),
  'leaders.get': ({ db, params }) => leaderReader.get(db, params['leader_cap_id']),
  'leaders.stake-events': listOf(leaderReader, 'leader_cap_id', stakeEventReader),
  'leaders.suspension-skips': listOf(leaderReader, 'leader_cap_id', suspensionSkipReader),
  'leaders.registry': async ({ db }) => {
    const [policy] = await db.query<LeaderRegistry>(
      `select min_stake_us, max_transaction_budget, ${asNumber('unbonding_duration_ms')} as unbonding_duration_ms
       from leader_registry where key = $1`,
      [POLICY_KEY],
    );
    return policy ?? { min_stake_us: null, max_transaction_budget: null, unbonding_duration_ms: null };
  },
} satisfies Handlers;
