// GET /stats/leaders (spec 10.5): commits, missed turns, races and earnings of leaders, from the records of executions and vault.
// Invariant: a wallet in a record stands for the first cap of that address; one without a cap stays itself.
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { LeaderGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { chainTime } from '@/lib/index-service/projections/table-reader';
import type { Database } from '@/lib/index-service/store/database';
import { conditions, type Conditions } from '@/lib/index-service/store/conditions';
import { asAsked, bucketOf, groupsOf, readOnce, within } from './window';

type Query = QueryOutput<'stats.leaders'>;

const GROUPS: Readonly<Record<Query['group_by'], string>> = { none: 'null::text', leader: 'leader' };
const MOST_REASONS = 10;

const COMMITS = `select id, leader, 'commit' as what, null::numeric as amount, null::text as reason, on_chain
  from execution_events where event_type = 'CommittedToolResult'`;
const MISSED_TURNS = `select id, failed_leader as leader, case when winning_leader is null then 'missed' else 'lost' end as what,
    null::numeric as amount, reason, on_chain
  from submission_failures`;
const WON_RACES = `select id, winning_leader, 'won', null, null, on_chain
  from submission_failures where winning_leader is not null`;
const EARNINGS = `select id, leader_cap_id, kind, amount, null, on_chain
  from priority_fee_events where leader_cap_id is not null and kind in ('deposit_created', 'withdrawn')`;

/** One row per record that names a leader. */
function recordsOf(...sources: string[]): string {
  return `with caps as (
      select distinct on (leader_address) leader_address, key from leaders
      where leader_address is not null order by leader_address, first_entry_id
    ), records as (
      select coalesce(caps.key, named.leader) as leader, what, amount, reason,
        ${chainTime('named.on_chain', 'named.id')} as onchain_at
      from (${sources.join(' union all ')}) named left join caps on caps.leader_address = named.leader
    )`;
}
const RECORDS = recordsOf(COMMITS, MISSED_TURNS, WON_RACES, EARNINGS);

const counted = (...what: string[]) =>
  `(count(*) filter (where what in (${what.map((one) => `'${one}'`).join(', ')})))::int`;

const FIGURES = `count(*)::int as count,
  ${counted('commit')} as commits,
  ${counted('missed', 'lost')} as missed_turns,
  ${counted('lost')} as lost_races,
  ${counted('won')} as won_races,
  coalesce(sum(amount) filter (where what = 'deposit_created'), 0) as priority_fee_mist,
  coalesce(sum(amount) filter (where what = 'withdrawn'), 0) as withdrawn_us`;

function matching({ leader_cap_id }: Query, always: string): Conditions {
  return conditions(always).and('leader = ?', leader_cap_id);
}

interface Reason {
  bucket_start: string | null;
  group: string | null;
  reason: string;
  count: number;
}

/** The most frequent reasons of each group. */
async function reasonsOf(db: Database, rows: string, where: Conditions): Promise<Reason[]> {
  return db.query<Reason>(
    `${recordsOf(MISSED_TURNS)} select bucket_start, "group", reason, count from (
       select bucket_start, "group", reason, count(*)::int as count,
         row_number() over (partition by bucket_start, "group" order by count(*) desc, reason) as place
       from (${rows}) named where reason is not null group by bucket_start, "group", reason
     ) ranked where place <= ${MOST_REASONS} order by place`,
    where.params(),
  );
}

async function leaderGroups(db: Database, query: Query) {
  const where = within(matching(query, 'onchain_at is not null'), query, 'onchain_at');
  const rows = `select ${bucketOf(query.bucket, 'onchain_at')} as bucket_start, ${GROUPS[query.group_by]} as "group",
      what, amount, reason
    from records where ${where.sql()}`;
  // The reasons are added below.
  const { groups, left_out } = await groupsOf<LeaderGroup>(
    db,
    { tables: RECORDS, rows, figures: FIGURES },
    where,
  );
  const reasons = await reasonsOf(db, rows, where);
  return {
    left_out,
    groups: groups.map((group) => ({
      ...group,
      reasons: reasons
        .filter((one) => one.bucket_start === group.bucket_start && one.group === group.group)
        .map(({ reason, count }) => ({ reason, count })),
    })),
  };
}

async function undatedRecords(db: Database, query: Query): Promise<number> {
  const where = matching(query, 'onchain_at is null');
  const [row] = await db.query<{ count: number }>(
    `${RECORDS} select count(*)::int as count from records where ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}

export const leaderStatsHandlers = {
  'stats.leaders': ({ db, query }) =>
    readOnce(db, async (tx) => ({
      ...asAsked(query),
      undated: await undatedRecords(tx, query),
      ...(await leaderGroups(tx, query)),
    })),
} satisfies Handlers;
