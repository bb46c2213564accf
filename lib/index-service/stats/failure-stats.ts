// GET /stats/failures (spec 10.5): the failed visits in the executions of a window, as stored in the executions' rows.
// Invariant: the cause of an execution is the one its row names (lib/contract/failure-cause.ts).
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { FailureGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { toolOfVertex } from '@/lib/index-service/projections/dag-vertices';
import { CREATED } from '@/lib/index-service/projections/executions';
import { executionsWithin, undatedExecutions } from './execution-filters';
import { type GroupedSelect, groupColumns, statistics } from './grouped-answer';
import { EXECUTION_GROUPS } from './shared-groups';
import { bucketOf } from './window';

type Query = QueryOutput<'stats.failures'>;

const TOOL = toolOfVertex('t.dag_object_id', 'f.vertex_name');

const GROUPS: Readonly<Record<NonNullable<Query['group_by']>[number], string>> = {
  ...EXECUTION_GROUPS,
  vertex: `t.dag_object_id || '/' || f.vertex_name`,
  tool: TOOL,
  failure_class: 'f.failure_class',
  failure_reason: 'f.failure_reason',
};

const GRAVITY = `case value ->> 'ends' when 'run' then 0 when 'walk' then 1 else 2 end`;

const FAILED_VISITS = `cross join lateral (
  select value ->> 'vertex' as vertex_name, value ->> 'ends' as ends, value ->> 'failure_class' as failure_class,
    coalesce(value ->> 'reason', value ->> 'missed_reason') as failure_reason,
    value ->> 'ends' is not null and row_number() over (order by ${GRAVITY}, place) = 1 as is_cause
  from json_array_elements(t.failed_visits::json) with ordinality as visits (value, place)
) f`;

const FIGURES = `count(*)::int as count,
  count(distinct key)::int as executions,
  (count(*) filter (where is_cause))::int as causes,
  (count(*) filter (where ends = 'run'))::int as aborted_execution,
  (count(*) filter (where ends = 'walk'))::int as failed_walk,
  (count(*) filter (where ends is null))::int as recovered`;

const ORDERS = { recovered_rate: 'recovered::float8 / count' };

function failureRows(query: Query): GroupedSelect {
  const where = executionsWithin(query)
    .and('f.vertex_name = ?', query.vertex_name)
    .and(`${TOOL} = ?`, query.tool_fqn)
    .and('f.failure_class = ?', query.failure_class)
    .and('f.failure_reason = ?', query.failure_reason);
  const rows = `select ${bucketOf(query.bucket, CREATED)} as bucket_start, ${groupColumns(query.group_by, GROUPS)},
      t.key, f.ends, f.is_cause
    from executions t ${FAILED_VISITS} where t.failed_visits <> '[]' and ${where.sql()}`;
  return { rows, values: where.params(), figures: FIGURES, orders: ORDERS };
}

export const failureStatsHandlers = {
  'stats.failures': statistics<Query, FailureGroup>(undatedExecutions<Query>, failureRows),
} satisfies Handlers;
