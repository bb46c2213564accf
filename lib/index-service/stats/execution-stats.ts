// GET /stats/executions and /stats/costs (spec 10.5): one statement over the executions of a window, exact at any size.
// Invariant: an execution whose cost or duration is not known is counted, and is not in the figures of it.
import type { QueryOutput } from '@/lib/contract/endpoints';
import { type CostGroup, type ExecutionGroup, sortedCosts, type sortedFigures } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { COST_MIST, CREATED, DURATION_MS, FAILED_TOOL } from '@/lib/index-service/projections/executions';
import { CAPS_OF_WALLETS } from '@/lib/index-service/projections/leader-names';
import type { Database } from '@/lib/index-service/store/database';
import { MEAN_DURATION, PERCENTILES } from './duration-figures';
import { executionsWithin, undatedExecutions, withListFilters } from './execution-filters';
import { countOfEach, type GroupedSelect, groupColumns, statistics, summed } from './grouped-answer';
import { EXECUTION_GROUPS } from './shared-groups';
import { bucketOf } from './window';

type Query = QueryOutput<'stats.executions'> | QueryOutput<'stats.costs'>;

const GROUPS: Readonly<Record<NonNullable<Query['group_by']>[number], string>> = {
  ...EXECUTION_GROUPS,
  task: 't.task_object_id',
  invoker: 't.invoker',
  funder: 'paid.funder',
  tool: 'used.tool_fqn',
  leader: 'committed.leader',
  failure_class: 't.failure_class',
  failure_reason: 't.failure_reason',
  failed_vertex: `t.dag_object_id || '/' || t.failed_vertex`,
  failed_tool: FAILED_TOOL,
  weekday: `to_char(${CREATED} at time zone 'UTC', 'FMDay')`,
  hour_of_day: `to_char(${CREATED} at time zone 'UTC', 'HH24:"00 UTC"')`,
};

/** What a grouping needs joined. An execution is counted under each tool of its DAG, and under each leader that committed a result. */
const JOINS: Readonly<Record<string, string>> = {
  funder: 'left join payments paid on paid.key = t.payment_object_id',
  tool: `left join (select distinct dag_object_id, tool_fqn from dag_vertices) used on used.dag_object_id = t.dag_object_id`,
  leader: `left join (
      select l.execution, coalesce(caps.key, l.leader) as leader
      from execution_leaders l left join (
        select c.*, exists (select 1 from execution_leaders named where named.leader = c.key) as has_both from (${CAPS_OF_WALLETS}) c
      ) caps on caps.leader_address = l.leader
      -- An execution that names a leader by both is in its group once.
      where caps.has_both is not true
        or not exists (select 1 from execution_leaders other where other.leader = caps.key and other.execution = l.execution)
    ) committed on committed.execution = t.first_entry_id`,
};

/** In costs by tool: what the tool itself was paid; where the tools of a DAG are unknown, what all of them were paid. */
const PAID_TO_TOOL = {
  join: `left join tool_payments paid_tool on paid_tool.key = t.key || '/' || used.tool_fqn`,
  tool_cost_mist:
    'case when used.tool_fqn is null then t.tool_cost_mist else coalesce(paid_tool.paid_mist, 0) end',
};

/** An execution is in several of their groups. */
const OVERLAPPING: ReadonlySet<string> = new Set(['tool', 'leader']);

const COSTS = `count(gas_mist)::int as priced,
  coalesce(sum(gas_mist), 0) as gas_mist,
  coalesce(sum(tool_cost_mist), 0) as tool_cost_mist,
  coalesce(sum(priority_fee_mist), 0) as priority_fee_mist`;

const SORTED: Readonly<Record<(typeof sortedFigures)[number], string>> = {
  ...PERCENTILES,
  agents: 'count(distinct agent_object_id)::int',
  dags: 'count(distinct dag_object_id)::int',
  invokers: 'count(distinct invoker)::int',
};
const BY_DEFAULT: readonly string[] = Object.keys(PERCENTILES);

const ENDED = 'nullif(succeeded + failed + aborted, 0)';
const ORDERS = {
  failures: 'failed + aborted',
  failure_rate: `(failed + aborted)::float8 / ${ENDED}`,
  success_rate: `succeeded::float8 / ${ENDED}`,
  loop_iterations: 'loop_iterations / nullif(looped, 0)',
};

const COMBINED_COSTS = `${summed(['priced'], '::int')}, ${summed(['gas_mist', 'tool_cost_mist', 'priority_fee_mist'])}`;

/** SQL of the figures that take sorting: those requested and the one that orders the groups; null for the others. */
function sortedOf(
  all: Readonly<Record<string, string>>,
  { figures, order_by }: Query,
  byDefault: readonly string[],
) {
  const requested: readonly string[] = figures ?? byDefault;
  const isComputed = (name: string) => requested.includes(name) || order_by?.split('.')[0] === name;
  const columnsOf = (sqlOf: (name: string, sql: string) => string) =>
    Object.entries(all)
      .map(([name, sql]) => `${isComputed(name) ? sqlOf(name, sql) : 'null::bigint'} as ${name}`)
      .join(', ');
  return {
    figures: columnsOf((_name, sql) => sql),
    /** Undefined if one of them cannot be combined from the figures of groups. */
    combined: Object.keys(all).some((name) => isComputed(name) && !name.includes('_max_'))
      ? undefined
      : columnsOf((name) => `max(${name})`),
  };
}

const ENDS = ['succeeded', 'failed', 'aborted'] as const;

function outcomes(query: QueryOutput<'stats.executions'>): Pick<GroupedSelect, 'figures' | 'combined'> {
  const { figures, combined } = sortedOf(SORTED, query, BY_DEFAULT);
  return {
    figures: `count(*)::int as count,
      ${countOfEach('status', ENDS)},
      ${MEAN_DURATION},
      ${figures},
      count(loop_iterations)::int as looped,
      coalesce(sum(loop_iterations), 0) as loop_iterations,
      ${COSTS},
      sum(duration_ms::float8) as total_ms`,
    combined:
      combined &&
      `${summed(['count', ...ENDS, 'timed'], '::int')},
      round(sum(total_ms)::numeric / nullif(sum(timed), 0)) as duration_mean_ms,
      ${combined},
      ${summed(['looped'], '::int')}, ${summed(['loop_iterations'])},
      ${COMBINED_COSTS}, ${summed(['total_ms'])}`,
  };
}

const SORTED_COSTS: Readonly<Record<(typeof sortedCosts)[number], string>> = {
  cost_p50_mist: 'percentile_disc(0.5) within group (order by cost_mist)',
  cost_p95_mist: 'percentile_disc(0.95) within group (order by cost_mist)',
  cost_max_mist: 'max(cost_mist)',
};

function amounts(query: QueryOutput<'stats.costs'>): Pick<GroupedSelect, 'figures' | 'combined'> {
  const { figures, combined } = sortedOf(SORTED_COSTS, query, sortedCosts);
  return {
    figures: `count(*)::int as count,
      ${COSTS},
      coalesce(sum(cost_mist), 0) as total_mist,
      round(avg(cost_mist)) as mean_mist,
      ${figures}`,
    combined:
      combined &&
      `${summed(['count'], '::int')},
      ${COMBINED_COSTS},
      ${summed(['total_mist'])},
      round(sum(total_mist) / nullif(sum(priced), 0)) as mean_mist,
      ${combined}`,
  };
}

/** The executions of the window. `measure`: what the figures need beside status and fees. `more`: joined last. */
function executionRows(
  query: Query,
  measure: string,
  more = { join: '', tool_cost_mist: 't.tool_cost_mist' },
): Omit<GroupedSelect, 'figures'> {
  const where = withListFilters(executionsWithin(query), query);
  const joins = [...(query.group_by ?? []).map((dimension) => JOINS[dimension] ?? ''), more.join].join(' ');
  const rows = `select ${bucketOf(query.bucket, CREATED)} as bucket_start, ${groupColumns(query.group_by, GROUPS)},
      t.status, t.gas_mist, ${more.tool_cost_mist} as tool_cost_mist, t.priority_fee_mist, ${measure}
    from executions t ${joins} where ${where.sql()}`;
  return {
    rows,
    values: where.params(),
    ofGrouping: query.group_by?.some((dimension) => OVERLAPPING.has(dimension)) === true,
  };
}

const undated = (db: Database, query: Query) => undatedExecutions(db, query, withListFilters);

export const executionStatsHandlers = {
  'stats.executions': statistics<QueryOutput<'stats.executions'>, ExecutionGroup>(undated, (query) => ({
    ...executionRows(
      query,
      `${DURATION_MS} as duration_ms, t.loop_iterations, t.agent_object_id, t.dag_object_id, t.invoker`,
    ),
    ...outcomes(query),
    orders: ORDERS,
  })),
  'stats.costs': statistics<QueryOutput<'stats.costs'>, CostGroup>(undated, (query) => ({
    ...executionRows(
      query,
      `${COST_MIST} as cost_mist`,
      query.group_by?.includes('tool') === true ? PAID_TO_TOOL : undefined,
    ),
    ...amounts(query),
  })),
} satisfies Handlers;
