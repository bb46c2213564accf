// GET /stats/executions (spec 10.5): one statement over the executions of a window, exact at any size.
// Invariant: what is not known is counted apart (undated, timed, priced), never as zero.
import { type ExecutionStats, MOST_GROUPS } from '@/lib/contract/stats';
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { DURATION_MS, executions, FAILED_TOOL } from '@/lib/index-service/projections/executions';
import { entryOf } from '@/lib/index-service/projections/table-reader';
import { conditions, type Conditions } from '@/lib/index-service/store/conditions';
import type { Database } from '@/lib/index-service/store/database';

type Query = QueryOutput<'stats.executions'>;

const GROUPS: Readonly<Record<Query['group_by'], string>> = {
  none: 'null::text',
  status: 't.status',
  dag: 't.dag_object_id',
  agent: 't.agent_object_id',
  skill: `t.agent_object_id || '/' || t.skill_id`,
  failure_class: 't.failure_class',
  failure_reason: 't.failure_reason',
  failed_tool: FAILED_TOOL,
};

const BUCKETS: Readonly<Record<Query['bucket'], string>> = {
  none: 'null::timestamptz',
  hour: `date_trunc('hour', created.onchain_at, 'UTC')`,
  day: `date_trunc('day', created.onchain_at, 'UTC')`,
  week: `date_trunc('week', created.onchain_at, 'UTC')`,
};

const SHOWN = (executions.counts?.shown ?? []).map((column) => `t.${column} is not null`);
const JOINS = `${entryOf('t.created_entry_id', 'created')} ${entryOf('t.finished_entry_id', 'finished')}`;

/** The list's filters, without the window. */
function matching(query: Query): Conditions {
  return conditions(...SHOWN)
    .and('t.status = ?', query.status)
    .and('t.dag_object_id = ?', query.dag_object_id)
    .and('t.agent_object_id = ?', query.agent_object_id)
    .and('t.skill_id = ?::numeric', query.skill_id)
    .and('t.task_object_id = ?', query.task_object_id)
    .and('t.invoker = ?', query.invoker)
    .and('t.failed_vertex = ?', query.failed_vertex)
    .and(`${FAILED_TOOL} = ?`, query.failed_tool_fqn);
}

/** Median and 95th percentile as durations that occurred. */
const FIGURES = `count(*)::int as count,
  (count(*) filter (where status = 'succeeded'))::int as succeeded,
  (count(*) filter (where status = 'failed'))::int as failed,
  (count(*) filter (where status = 'aborted'))::int as aborted,
  count(duration_ms)::int as timed,
  percentile_disc(0.5) within group (order by duration_ms) as duration_p50_ms,
  percentile_disc(0.95) within group (order by duration_ms) as duration_p95_ms,
  max(duration_ms) as duration_max_ms,
  count(gas_mist)::int as priced,
  coalesce(sum(gas_mist), 0) as gas_mist,
  coalesce(sum(tool_cost_mist), 0) as tool_cost_mist,
  coalesce(sum(priority_fee_mist), 0) as priority_fee_mist`;

async function groupsOf(db: Database, query: Query) {
  const where = matching(query)
    .and('created.onchain_at >= ?::timestamptz', query.from)
    .and('created.onchain_at < ?::timestamptz', query.to);
  return db.query<ExecutionStats['groups'][number] & { groups: number }>(
    `select *, (count(*) over ())::int as groups from (
       select bucket_start, "group", ${FIGURES} from (
         select ${BUCKETS[query.bucket]} as bucket_start, ${GROUPS[query.group_by]} as "group", t.status,
           ${DURATION_MS} as duration_ms, t.gas_mist, t.tool_cost_mist, t.priority_fee_mist
         from executions t ${JOINS} where created.onchain_at is not null and ${where.sql()}
       ) runs group by bucket_start, "group"
     ) grouped order by bucket_start, count desc, "group" limit ${MOST_GROUPS}`,
    where.params(),
  );
}

async function undated(db: Database, query: Query): Promise<number> {
  const where = matching(query);
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from executions t ${entryOf('t.created_entry_id', 'created')}
     where created.onchain_at is null and ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}

export const executionStatsHandlers = {
  'stats.executions': ({ db, query }) =>
    db.transaction(async (tx) => {
      const rows = await groupsOf(tx, query);
      return {
        from: query.from ?? null,
        to: query.to ?? null,
        bucket: query.bucket,
        group_by: query.group_by,
        undated: await undated(tx, query),
        left_out: (rows[0]?.groups ?? 0) - rows.length,
        groups: rows.map(({ groups: _groups, ...figures }) => figures),
      };
    }),
} satisfies Handlers;
