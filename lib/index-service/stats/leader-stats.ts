// GET /stats/leaders (spec 10.5): commits, missed turns, races and earnings of leaders, from the records of executions and vault.
// Invariant: a record counts for the leader's cap, whether it names the cap or the wallet (leader-names.ts).
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { LeaderGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { STATISTICS } from '@/lib/index-service/limits';
import { toolOfVertex } from '@/lib/index-service/projections/dag-vertices';
import { leaderRecords } from '@/lib/index-service/projections/leader-counts';
import { CAPS_OF_WALLETS, NAMES_OF_LEADER } from '@/lib/index-service/projections/leader-names';
import type { Database } from '@/lib/index-service/store/database';
import {
  conditions,
  conditionsIn,
  createParameters,
  type Parameters,
} from '@/lib/index-service/store/conditions';
import { type GroupedSelect, groupColumns, statistics } from './grouped-answer';
import { piecesOf, unitsWithin, type Piece } from './time-units';
import { bucketOf, within } from './window';

type Query = QueryOutput<'stats.leaders'>;

const UNITS = ['day', 'hour', 'minute'] as const;

const CAPS = `caps as (${CAPS_OF_WALLETS})`;

/** The records of some ids, by which the tables are looked up rather than read. */
const recordsOfIds = (ids: string) => leaderRecords(`t.id = any(array(${ids}))`);

/** The kinds of records that name it: grouped by it, only those are counted, one by one, because the counters name none of it. They are few. */
const NAMING = {
  tool: `('missed', 'lost', 'won')`,
  staker: `('deposited', 'unstake_claimed')`,
} as const;
const isNamed = (dimension: string): dimension is keyof typeof NAMING => dimension in NAMING;

/** SQL of the tool of the vertex that a record's turn was about. */
const TOOL = `(select ${toolOfVertex('run.dag_object_id', 'named.vertex_name')} from executions run where run.key = named.execution_id)`;

const SHOWN = { leader: 'leader', reason: 'reason', tool: 'tool', staker: 'staker' };

/** Conditions on a record: that it is of the kinds that name what is grouped by. */
const ofNamingKinds = ({ group_by = [] }: Query) =>
  group_by.filter(isNamed).map((dimension) => `named.what in ${NAMING[dimension]}`);

/** One row per record that names what is grouped by. */
function namingRecords(query: Query, parameters: Parameters): string {
  const where = within(
    conditionsIn(parameters, 'e.onchain_at is not null', ...ofNamingKinds(query)),
    query,
    'e.onchain_at',
  );
  const tool = query.group_by?.includes('tool') === true ? TOOL : 'null::text';
  return `select ${bucketOf(query.bucket, 'e.onchain_at')}, leader, what, 1, amount, nullif(reason, ''), ${tool}, staker
    from (${leaderRecords('true')}) named join log_entries e on e.id = named.id where ${where.sql()}`;
}

/** One row per record of a piece at the edge of the window. */
function edgeOf(query: Query, piece: Piece, parameters: Parameters): string {
  const where = within(conditionsIn(parameters, 'onchain_at is not null'), piece, 'onchain_at');
  const ids = `select id from log_entries where ${where.sql()}`;
  return `select ${bucketOf(query.bucket, 'e.onchain_at')}, leader, what, 1, amount, nullif(reason, ''), null::text, null::text
    from (${recordsOfIds(ids)}) named join log_entries e on e.id = named.id`;
}

/** One row per leader, kind of record and unit of a piece, from the counters. */
function countersOf(query: Query, piece: Piece, parameters: Parameters): string {
  const where = within(conditionsIn(parameters, `unit = '${piece.unit}'`), piece, 'start');
  return `select ${bucketOf(query.bucket, 'start')}, nullif(leader, ''), what, records, amount, nullif(reason, ''), null::text, null::text
    from leader_counts where ${where.sql()}`;
}

/** One row per leader, kind of record and time: from the counters, except at the edges of the window. */
function recordsOf(query: Query, parameters: Parameters): string {
  const pieces =
    ofNamingKinds(query).length > 0
      ? [namingRecords(query, parameters)]
      : piecesOf(query, unitsWithin(query.bucket, UNITS)).map((piece) =>
          piece.unit === 'entry' ? edgeOf(query, piece, parameters) : countersOf(query, piece, parameters),
        );
  const where = conditionsIn(parameters).and('leader = ?', query.leader_cap_id);
  return `select bucket_start, ${groupColumns(query.group_by, SHOWN)}, what, records, amount, reason
    from (
      select bucket_start, coalesce(caps.key, pieces.leader) as leader, what, records, amount, reason, tool, staker
      from (${pieces.join(' union all ')}) pieces (bucket_start, leader, what, records, amount, reason, tool, staker)
      left join caps on caps.leader_address = pieces.leader
    ) named where ${where.sql()}`;
}

/** What the records of a turn are. */
const RECORDED_AS = {
  committed: `('commit')`,
  missed: `('missed', 'lost')`,
  lost: `('lost')`,
  won: `('won')`,
} as const;

/** SQL of the events with records of leaders that match: those that the statistics count. */
export function eventsOfLeaders(
  {
    leader_cap_id,
    turn,
    missed_reason,
    missed_tool_fqn,
    staker,
  }: Pick<
    QueryOutput<'events.list'>,
    'leader_cap_id' | 'turn' | 'missed_reason' | 'missed_tool_fqn' | 'staker'
  >,
  parameters: Parameters,
): string {
  const where = conditionsIn(
    parameters,
    ...(turn === undefined ? [] : [`named.what in ${RECORDED_AS[turn]}`]),
  )
    .and(`named.leader in (${NAMES_OF_LEADER})`, leader_cap_id)
    .and('named.reason = ?', missed_reason)
    .and(`${TOOL} = ?`, missed_tool_fqn)
    .and('named.staker = ?', staker);
  return `select named.id from (${leaderRecords('true')}) named where ${where.sql()}`;
}

const countSql = (what: string) => `coalesce(sum(records) filter (where what in ${what}), 0)::int`;
const amountSql = (what: string) => `coalesce(sum(amount) filter (where what = '${what}'), 0)`;

const FIGURES = `sum(records)::int as count,
  ${countSql(RECORDED_AS.committed)} as commits,
  ${countSql(RECORDED_AS.missed)} as missed_turns,
  ${countSql(RECORDED_AS.lost)} as lost_races,
  ${countSql(RECORDED_AS.won)} as won_races,
  ${countSql(`('deposit_created')`)} as deposits,
  ${amountSql('deposit_created')} as priority_fee_mist,
  ${amountSql('withdrawn')} as withdrawn_us,
  ${amountSql('deposited')} as stake_deposited_us,
  ${amountSql('unstake_claimed')} as stake_withdrawn_us,
  ${amountSql('slashed')} as slashed_us`;

const ORDERS = {
  missed_rate: 'missed_turns::float8 / nullif(commits + missed_turns, 0)',
  stake_net_us: 'stake_deposited_us - stake_withdrawn_us',
};

interface Reason {
  bucket_start: string | null;
  group: string | null;
  subgroup: string | null;
  reason: string;
  count: number;
}

/** The most frequent reasons of each group. */
async function reasonsOf(db: Database, query: Query): Promise<Reason[]> {
  const parameters = createParameters();
  const rows = recordsOf(query, parameters);
  return db.query<Reason>(
    `with ${CAPS} select bucket_start, "group", subgroup, reason, count from (
       select bucket_start, "group", subgroup, reason, sum(records)::int as count,
         row_number() over (partition by bucket_start, "group", subgroup order by sum(records) desc, reason) as place
       from (${rows}) named where reason is not null group by bucket_start, "group", subgroup, reason
     ) ranked where place <= ${STATISTICS.reasons} order by place`,
    parameters.values,
  );
}

function leaderRows(query: Query): GroupedSelect {
  const parameters = createParameters();
  const rows = recordsOf(query, parameters);
  return { tables: [CAPS], rows, values: parameters.values, figures: FIGURES, orders: ORDERS };
}

async function withReasons(db: Database, query: Query, groups: LeaderGroup[]): Promise<LeaderGroup[]> {
  const reasons = groups.some(({ missed_turns }) => missed_turns > 0) ? await reasonsOf(db, query) : [];
  return groups.map((group) => ({
    ...group,
    reasons: reasons
      .filter(
        (row) =>
          row.bucket_start === group.bucket_start &&
          row.group === group.group &&
          row.subgroup === group.subgroup,
      )
      .map(({ reason, count }) => ({ reason, count })),
  }));
}

async function undatedRecords(db: Database, query: Query): Promise<number> {
  const where = conditions(...ofNamingKinds(query)).and(
    'coalesce(caps.key, named.leader) = ?',
    query.leader_cap_id,
  );
  const [row] = await db.query<{ count: number }>(
    `with ${CAPS} select count(*)::int as count from (${recordsOfIds('select id from leader_undated')}) named
     left join caps on caps.leader_address = named.leader where ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}

export const leaderStatsHandlers = {
  'stats.leaders': statistics<Query, LeaderGroup>(undatedRecords, leaderRows, withReasons),
} satisfies Handlers;
