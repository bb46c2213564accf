// Leaders, their stake events and suspension skips, and the staking policy (spec 2.3, 4.4).
import { ContractError } from '@/lib/contract/errors';
import type { Leader, LeaderRegistry, StakeEvent, SuspensionSkip } from '@/lib/contract/leaders';
import type { Handlers } from '@/lib/index-service/http/handlers';
import type { Database } from '@/lib/index-service/store/database';
import {
  asNumber,
  conditions,
  createdWithin,
  entryOf,
  list,
  NEWEST_OBJECTS,
  NEWEST_RECORDS,
  shownRows,
} from '@/lib/index-service/store/listing';
import { POLICY_KEY } from './leader-registry';
import { leaders } from './leaders';
import { stakeEvents } from './stake-events';

const SELECT = `t.key as leader_cap_id, t.is_founding, t.leader_address, t.network_object_id, t.registry_object_id, t.status,
  t.claim_token, t.claimed_tx_digest, t.issued_tx_digest, first.tx_digest as created_tx_digest,
  t.stake_pool_total, t.stake_total_shares, t.created_at, t.updated_at, created.onchain_at as onchain_created_at`;
const JOINS = `join log_entries first on first.id = t.first_entry_id ${entryOf('t.created_entry_id', 'created')}`;

/** The id as text. Throws NOT_FOUND when no event has named the cap. */
async function knownLeader(db: Database, id: unknown): Promise<string> {
  const key = String(id);
  const [row] = await db.query('select 1 as known from leaders where key = $1', [key]);
  if (row === undefined) throw new ContractError('NOT_FOUND', `there is no leader cap ${key}`);
  return key;
}

export const leaderHandlers = {
  'leaders.list': ({ db, query }) => {
    const where = createdWithin(shownRows(leaders), query)
      .and('t.status = ?', query.status, 'status')
      .and('t.is_founding = ?', query.is_founding)
      .and('(t.claim_token is not null) = ?', query.claimed)
      .and('t.leader_address = ?', query.leader_address, 'leader_address')
      .and('t.network_object_id = ?', query.network_object_id, 'network_object_id');
    return list<Leader>(db, {
      select: SELECT,
      from: 'leaders',
      joins: JOINS,
      where,
      order: NEWEST_OBJECTS,
      page: query,
    });
  },
  'leaders.get': async ({ db, params }) => {
    const id = await knownLeader(db, params['leader_cap_id']);
    const [leader] = await db.query<Leader>(`select ${SELECT} from leaders t ${JOINS} where t.key = $1`, [
      id,
    ]);
    if (leader === undefined) throw new ContractError('NOT_FOUND', `there is no leader cap ${id}`);
    return leader;
  },
  'leaders.stake-events': async ({ db, params, query }) => {
    const id = await knownLeader(db, params['leader_cap_id']);
    return list<StakeEvent>(db, {
      select: `${asNumber('t.id')} as id, t.leader_cap_id, t.kind, t.staker, t.amount, t.shares, t.total_shares, t.pool_total, t.unlock_at, t.at, t.tx_digest, t.created_at`,
      from: 'stake_events',
      where: shownRows(stakeEvents)
        .and('t.leader_cap_id = ?', id, 'leader_cap_id')
        .and('t.kind = ?', query.kind)
        .and('t.staker = ?', query.staker),
      order: NEWEST_RECORDS,
      page: query,
    });
  },
  'leaders.suspension-skips': async ({ db, params, query }) => {
    const id = await knownLeader(db, params['leader_cap_id']);
    return list<SuspensionSkip>(db, {
      select: `${asNumber('t.id')} as id, t.leader_cap_id, t.registry_object_id, t.attempted_claim_token, t.owner_claim_token, t.tx_digest, t.created_at`,
      from: 'suspension_skips',
      where: conditions().and('t.leader_cap_id = ?', id),
      order: NEWEST_RECORDS,
      page: query,
    });
  },
  'leaders.registry': async ({ db }) => {
    const [policy] = await db.query<LeaderRegistry>(
      `select min_stake_us, max_transaction_budget, ${asNumber('unbonding_duration_ms')} as unbonding_duration_ms
       from leader_registry where key = $1`,
      [POLICY_KEY],
    );
    return policy ?? { min_stake_us: null, max_transaction_budget: null, unbonding_duration_ms: null };
  },
} satisfies Handlers;
