// What all statistics share (spec 10.5): the window and its buckets, the filters of executions, and the groups that are served.
// Invariant: what has no on-chain time is in no window and is counted apart.
import { MOST_GROUPS, type statsBuckets } from '@/lib/contract/stats';
import { CREATED, FAILED_TOOL, SHOWN } from '@/lib/index-service/projections/executions';
import { conditions, type Conditions } from '@/lib/index-service/store/conditions';
import type { Database } from '@/lib/index-service/store/database';

type Bucket = (typeof statsBuckets)[number];

export interface Window {
  from?: string | undefined;
  to?: string | undefined;
  bucket: Bucket;
}

export interface ExecutionQuery extends Window {
  status?: readonly string[] | undefined;
  dag_object_id?: string | undefined;
  agent_object_id?: string | undefined;
  skill_id?: bigint | undefined;
  task_object_id?: string | undefined;
  invoker?: string | undefined;
}

export interface CauseQuery {
  failure_class?: string | undefined;
  failure_reason?: string | undefined;
  failed_vertex?: string | undefined;
  failed_tool_fqn?: string | undefined;
}

const WIDTHS: Readonly<Record<Exclude<Bucket, 'none'>, string>> = {
  minute: '1 minute',
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
};
const A_MONDAY = `timestamptz '2001-01-01 00:00Z'`;

/** SQL of the start of the bucket that holds the time in `column`. In UTC date_bin equals date_trunc, in half the time. */
export function bucketOf(bucket: Bucket, column: string): string {
  return bucket === 'none' ? 'null::timestamptz' : `date_bin('${WIDTHS[bucket]}', ${column}, ${A_MONDAY})`;
}

/** The time in `column` is known and within the window. */
export function within(where: Conditions, { from, to }: Window, column: string): Conditions {
  return where.and(`${column} >= ?::timestamptz`, from).and(`${column} < ?::timestamptz`, to);
}

/** An execution (`t`) that has not finished; by its status, which is indexed. */
export const UNFINISHED = [...SHOWN, `t.status in ('running', 'pending_settlement')`].join(' and ');

/** The executions that match the filters, whenever they were created. `always`: a condition without values. */
function matching(query: ExecutionQuery, always: string): Conditions {
  return conditions(...SHOWN, always)
    .and('t.status = any(?::text[])', query.status)
    .and('t.dag_object_id = ?', query.dag_object_id)
    .and('t.agent_object_id = ?', query.agent_object_id)
    .and('t.skill_id = ?::numeric', query.skill_id)
    .and('t.task_object_id = ?', query.task_object_id)
    .and('t.invoker = ?', query.invoker);
}

export function withCause(where: Conditions, query: CauseQuery): Conditions {
  return where
    .and('t.failure_class = ?', query.failure_class)
    .and('t.failure_reason = ?', query.failure_reason)
    .and('t.failed_vertex = ?', query.failed_vertex)
    .and(`${FAILED_TOOL} = ?`, query.failed_tool_fqn);
}

/** What an index can narrow down: rows that hold a time on this side of the bound, or none. */
const heldIn = (side: string) => `t.created_on_chain ${side} ?::timestamptz or t.created_on_chain is null`;

/** SQL of what executions (`t`) are grouped by. */
export const EXECUTION_GROUPS = {
  none: 'null::text',
  status: 't.status',
  dag: 't.dag_object_id',
  agent: 't.agent_object_id',
  skill: `t.agent_object_id || '/' || t.skill_id`,
};

/** The executions (`t`) of the window that match the filters. */
export function executionsWithin(query: ExecutionQuery): Conditions {
  return within(matching(query, `${CREATED} is not null`), query, CREATED)
    .and(heldIn('>='), query.from)
    .and(heldIn('<'), query.to);
}

/** How many executions match and have no on-chain time. */
export async function undatedExecutions<Query extends ExecutionQuery>(
  db: Database,
  query: Query,
  more: (where: Conditions, query: Query) => Conditions = (where) => where,
): Promise<number> {
  const where = more(matching(query, `t.created_on_chain is null and ${CREATED} is null`), query);
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from executions t where ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}

/**
 * Median, 95th percentile and maximum of `duration_ms`, as durations that occurred, and their mean: milliseconds add up exactly as doubles,
 * which the embedded engine adds much faster than whole numbers.
 */
export const DURATIONS = `count(duration_ms)::int as timed,
  percentile_disc(0.5) within group (order by duration_ms) as duration_p50_ms,
  percentile_disc(0.95) within group (order by duration_ms) as duration_p95_ms,
  max(duration_ms) as duration_max_ms,
  round(sum(duration_ms::float8)::numeric / nullif(count(duration_ms), 0)) as duration_mean_ms`;

/** Sums of the amounts of executions. */
export const COSTS = `count(gas_mist)::int as priced,
  coalesce(sum(gas_mist), 0) as gas_mist,
  coalesce(sum(tool_cost_mist), 0) as tool_cost_mist,
  coalesce(sum(priority_fee_mist), 0) as priority_fee_mist`;

/** What a group is in words, where rows are grouped by what has some. */
const TITLES: Readonly<Record<string, string>> = {
  skill: '(select description from skills s where s.key = "group")',
};

interface GroupedSelect {
  /** What `rows` reads from, as a with clause. */
  tables?: string;
  /** A select with bucket_start and "group". */
  rows: string;
  /** Of each group; they include `count`. */
  figures: string;
  group_by?: string;
}

/** The largest groups of the rows of a select, in the order of their buckets. Without `offset 0` a duration would be computed once per figure. */
export async function groupsOf<Group>(
  db: Database,
  select: GroupedSelect,
  where: Conditions,
): Promise<{ groups: Group[]; left_out: number }> {
  const words = TITLES[select.group_by ?? 'none'];
  const title = words === undefined ? '' : `, ${words} as title`;
  const rows = await db.query<Group & { groups: number }>(
    `${select.tables ?? ''} select *${title} from (
       select *, (count(*) over ())::int as groups from (
         select bucket_start, "group", ${select.figures} from (${select.rows} offset 0) counted group by bucket_start, "group"
       ) grouped order by count desc, bucket_start, "group" limit ${MOST_GROUPS}
     ) largest order by bucket_start, count desc, "group"`,
    where.params(),
  );
  const groups = rows.map(({ groups: _groups, ...group }) => group as unknown as Group);
  return { groups, left_out: (rows[0]?.groups ?? 0) - rows.length };
}

/** Reads an answer from one state of the store. These statements take less time than PostgreSQL would take to compile them. */
export function readOnce<Answer>(db: Database, read: (tx: Database) => Promise<Answer>): Promise<Answer> {
  return db.transaction(async (tx) => {
    await tx.query('set local jit = off');
    return read(tx);
  });
}

/** A handler: the window as asked for, what is in none, and the groups, all from one state of the store. */
export function statistics<GroupBy extends string, Query extends Window & { group_by: GroupBy }, Group>(
  undated: (db: Database, query: Query) => Promise<number>,
  groups: (db: Database, query: Query) => Promise<{ groups: Group[]; left_out: number }>,
) {
  return ({ db, query }: { db: Database; query: Query }) =>
    readOnce(db, async (tx) => {
      const { from = null, to = null, bucket, group_by } = query;
      return { from, to, bucket, group_by, undated: await undated(tx, query), ...(await groups(tx, query)) };
    });
}
