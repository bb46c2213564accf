// GET /stats/executions and /stats/costs (spec 10.5): one statement over the executions of a window, exact at any size.
// Invariant: an execution whose cost or duration is not known is counted, and is not in the figures of it.
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { CostGroup, ExecutionGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { COST_MIST, CREATED, DURATION_MS, FAILED_TOOL } from '@/lib/index-service/projections/executions';
import type { Database } from '@/lib/index-service/store/database';
import { DURATIONS } from './duration-figures';
import { EXECUTION_GROUPS, executionsWithin, undatedExecutions, withCause } from './execution-filters';
import { groupsOf, statistics } from './grouped-answer';
import { bucketOf } from './window';

type Query = QueryOutput<'stats.executions'> | QueryOutput<'stats.costs'>;

const GROUPS: Readonly<Record<Query['group_by'], string>> = {
  ...EXECUTION_GROUPS,
  task: 't.task_object_id',
  invoker: 't.invoker',
  failure_class: 't.failure_class',
  failure_reason: 't.failure_reason',
  failed_tool: FAILED_TOOL,
};

const COSTS = `count(gas_mist)::int as priced,
  coalesce(sum(gas_mist), 0) as gas_mist,
  coalesce(sum(tool_cost_mist), 0) as tool_cost_mist,
  coalesce(sum(priority_fee_mist), 0) as priority_fee_mist`;

const OUTCOMES = `count(*)::int as count,
  (count(*) filter (where status = 'succeeded'))::int as succeeded,
  (count(*) filter (where status = 'failed'))::int as failed,
  (count(*) filter (where status = 'aborted'))::int as aborted,
  ${DURATIONS},
  ${COSTS}`;

const AMOUNTS = `count(*)::int as count,
  ${COSTS},
  coalesce(sum(cost_mist), 0) as total_mist,
  round(avg(cost_mist)) as mean_mist,
  percentile_disc(0.5) within group (order by cost_mist) as cost_p50_mist,
  percentile_disc(0.95) within group (order by cost_mist) as cost_p95_mist,
  max(cost_mist) as cost_max_mist`;

/** `measure`: the column that the figures need beside status and fees. */
function executionGroups<Group>(db: Database, query: Query, measure: string, figures: string) {
  const where = withCause(executionsWithin(query), query);
  const rows = `select ${bucketOf(query.bucket, CREATED)} as bucket_start, ${GROUPS[query.group_by]} as "group",
      t.status, t.gas_mist, t.tool_cost_mist, t.priority_fee_mist, ${measure}
    from executions t where ${where.sql()}`;
  return groupsOf<Group>(db, { rows, values: where.params(), figures, group_by: query.group_by });
}

const undated = (db: Database, query: Query) => undatedExecutions(db, query, withCause);

export const executionStatsHandlers = {
  'stats.executions': statistics(undated, (db, query: QueryOutput<'stats.executions'>) =>
    executionGroups<ExecutionGroup>(db, query, `${DURATION_MS} as duration_ms`, OUTCOMES),
  ),
  'stats.costs': statistics(undated, (db, query: QueryOutput<'stats.costs'>) =>
    executionGroups<CostGroup>(db, query, `${COST_MIST} as cost_mist`, AMOUNTS),
  ),
} satisfies Handlers;
