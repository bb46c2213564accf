// Leader caps (spec 2.3), their pool ledger, suspension skips, and the staking policy (spec 4.4).
// Invariant: stake totals are never negative. A deposit sets them, claims and slashes subtract.
import type { Leader, LeaderRegistry, StakeEvent, SuspensionSkip } from '@/lib/contract/leaders';
import { snakeCase } from '@/lib/contract/tagged';
import type { Handlers } from '@/lib/index-service/http/handler-types';
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
  keysOf: (event) => [
    event.kind === 'FoundingLeaderCapCreatedEvent' ? event.payload.leader_cap : event.payload.leader_cap_id,
  ],
  always: (event) =>
    event.kind === 'FoundingLeaderCapCreatedEvent' ? {} : { registry_object_id: event.payload.registry },
  on: {
    FoundingLeaderCapCreatedEvent: ({ id, payload }) => ({
      is_founding: true,
      network_object_id: payload.network,
      created_entry_id: id,
    }),
    LeaderCapIssuedEvent: ({ id, tx_digest, payload }) => ({
      leader_address: payload.leader,
      network_object_id: payload.network,
      issued_tx_digest: tx_digest,
      created_entry_id: id,
    }),
    LeaderClaimedEvent: ({ tx_digest, payload: { claim_token } }) => ({
      claim_token,
      claimed_tx_digest: tx_digest,
    }),
    LeaderUpsertedEvent: ({ payload }) => ({ status: snakeCase(payload.status.variant) }),
    LeaderStatusChangedEvent: ({ payload }) => ({ status: snakeCase(payload.new_status.variant) }),
    StakeDepositedEvent: ({ payload }) => ({
      stake_pool_total: payload.pool_total,
      stake_total_shares: payload.total_shares,
    }),
    UnstakeClaimedEvent: ({ payload }, row) => ({
      stake_pool_total: minus(row.stake_pool_total, payload.amount),
      stake_total_shares: minus(row.stake_total_shares, payload.shares),
    }),
    StakeSlashedEvent: ({ payload }, row) => ({
      stake_pool_total: minus(row.stake_pool_total, payload.amount),
    }),
    UnstakeRequestedEvent: onlyNamed,
    LeaderSuspensionSkippedEvent: onlyNamed,
  },
});

/** An event that only shows that the cap exists. */
function onlyNamed(
  { payload }: { payload: { registry: string } },
  row: { registry_object_id: string | null },
) {
  return row.registry_object_id === payload.registry ? undefined : {};
}

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
  on: {
    StakeDepositedEvent: ({ payload }) => ({
      leader_cap_id: payload.leader_cap_id,
      kind: 'deposited',
      staker: payload.staker,
      amount: payload.amount,
      shares: payload.minted_shares,
      total_shares: payload.total_shares,
      pool_total: payload.pool_total,
      at: timeOfMs(payload.at_ms),
    }),
    UnstakeRequestedEvent: ({ payload: { leader_cap_id, staker, shares, unlock_at_ms } }) => ({
      leader_cap_id,
      kind: 'unstake_requested',
      staker,
      shares,
      unlock_at: timeOfMs(unlock_at_ms),
    }),
    UnstakeClaimedEvent: ({ payload: { leader_cap_id, staker, shares, amount, at_ms } }) => ({
      leader_cap_id,
      kind: 'unstake_claimed',
      staker,
      shares,
      amount,
      at: timeOfMs(at_ms),
    }),
    StakeSlashedEvent: ({ payload: { leader_cap_id, amount, at_ms } }) => ({
      leader_cap_id,
      kind: 'slashed',
      amount,
      at: timeOfMs(at_ms),
    }),
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
  on: {
    LeaderSuspensionSkippedEvent: ({ payload: { leader_cap_id, registry, attempted, owner } }) => ({
      leader_cap_id,
      registry_object_id: registry,
      attempted_claim_token: attempted,
      owner_claim_token: owner,
    }),
  },
});

const POLICY_KEY = 'policy';

/** The staking policy: one row, each field null until its event; the last one wins. */
export const leaderRegistry = objectProjection({
  table: 'leader_registry',
  columns: { min_stake_us: 'whole?', max_transaction_budget: 'whole?', unbonding_duration_ms: 'whole?' },
  indexes: [],
  keysOf: () => [POLICY_KEY],
  on: {
    MinStakeUsUpdatedEvent: ({ payload: { min_stake_us } }) => ({ min_stake_us }),
    MaxTransactionBudgetUpdatedEvent: ({ payload: { max_transaction_budget } }) => ({
      max_transaction_budget,
    }),
    UnbondingDurationUpdatedEvent: ({ payload: { unbonding_duration_ms } }) => ({ unbonding_duration_ms }),
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
