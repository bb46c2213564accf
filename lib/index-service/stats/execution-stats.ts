// GET /stats/executions and /stats/costs (spec 10.5): one statement over the executions of a window, exact at any size.
// Invariant: an execution whose cost or duration is not known is counted, and is not in the figures of it.
import type { QueryOutput } from '@/lib/contract/endpoints';
import { type CostGroup, type ExecutionGroup, sortedCosts } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { FAILED_TOOL } from '@/lib/index-service/projections/executions';
import { CAPS_OF_WALLETS } from '@/lib/index-service/projections/leader-names';
import { createParameters } from '@/lib/index-service/store/conditions';
import { MEAN_DURATION, PERCENTILES } from './duration-figures';
import { FIGURES_OF_ALL, figuresWithin, undatedListed } from './execution-filters';
import {
  countOfEach,
  type GroupedSelect,
  type Grouping,
  groupColumns,
  statistics,
  summed,
} from './grouped-answer';
import { EXECUTION_GROUPS } from './shared-groups';
import { bucketOf } from './window';

type Query = QueryOutput<'stats.executions'> | QueryOutput<'stats.costs'>;
type Dimension = NonNullable<Query['group_by']>[number];

const GROUPS: Readonly<Record<Dimension, string>> = {
  ...EXECUTION_GROUPS,
  revision: 't.interface_revision::text',
  task: 't.task_object_id',
  invoker: 't.invoker',
  funder: 't.funder',
  tool: 'used.tool_fqn',
  leader: 'committed.leader',
  failure_class: 't.failure_class',
  failure_reason: 't.failure_reason',
  failed_vertex: `t.dag_object_id || '/' || t.failed_vertex`,
  failed_tool: FAILED_TOOL,
  weekday: `to_char(t.created_on_chain at time zone 'UTC', 'FMDay')`,
  hour_of_day: `to_char(t.created_on_chain at time zone 'UTC', 'HH24:"00 UTC"')`,
};

/** The columns that a group is derived from: executions are counted by these first. */
const COLUMNS_OF: Readonly<Record<string, readonly string[]>> = {
  dag: ['dag_object_id'],
  agent: ['agent_object_id'],
  skill: ['agent_object_id', 'skill_id'],
  revision: ['interface_revision'],
  task: ['task_object_id'],
  tool: ['dag_object_id'],
  leader: ['leaders'],
  failed_vertex: ['dag_object_id', 'failed_vertex'],
  failed_tool: ['dag_object_id', 'failed_vertex'],
  weekday: ['created_on_chain'],
  hour_of_day: ['created_on_chain'],
};

/** An execution is in several of their groups: under each tool of its DAG, and under each leader that committed a result, named by its cap or by its wallet. */
const OVERLAPPING: Readonly<Record<string, string>> = {
  tool: `left join (select distinct dag_object_id, tool_fqn from dag_vertices) used on used.dag_object_id = t.dag_object_id`,
  leader: `left join lateral (
      select distinct coalesce(caps.key, names.name) as leader
      from unnest(t.leaders) names (name) left join caps on caps.leader_address = names.name
    ) committed on true`,
};

const costs = (toolCost: string) => `count(gas_mist)::int as priced,
  coalesce(sum(gas_mist), 0) as gas_mist,
  coalesce(sum(${toolCost}), 0) as tool_cost_mist,
  coalesce(sum(priority_fee_mist), 0) as priority_fee_mist`;

/** A figure of different values. */
interface Distinct {
  /** The column that it is counted from. */
  column: string;
  sql: string;
}
const valuesOf = (column: string): Distinct => ({ column, sql: `count(distinct ${column})::int` });
const DISTINCT: Readonly<Record<string, Distinct>> = {
  agents: valuesOf('agent_object_id'),
  dags: valuesOf('dag_object_id'),
  invokers: valuesOf('invoker'),
  funders: valuesOf('funder'),
  tools: {
    column: 'dag_object_id',
    sql: `(select count(distinct tool_fqn)::int from (select dag_object_id as dag, tool_fqn from dag_vertices) v
      where dag = any(array_agg(dag_object_id)))`,
  },
};
const BY_DEFAULT: readonly string[] = Object.keys(PERCENTILES);

const ENDED = 'nullif(succeeded + failed + aborted, 0)';
const ORDERS = {
  failures: 'failed + aborted',
  failure_rate: `(failed + aborted)::float8 / ${ENDED}`,
  success_rate: `succeeded::float8 / ${ENDED}`,
  loop_iterations: 'loop_iterations / nullif(looped, 0)',
};
const COST_ORDERS = { gas_share: 'gas_mist / nullif(total_mist, 0)' };

const combinedCosts = (toolCost: string) =>
  `${summed(['priced'], '::int')}, ${summed(['gas_mist', 'priority_fee_mist'])}, sum(${toolCost}) as tool_cost_mist`;

/** Figures of executions, and of groups of them. `toolCost`: the column that has it. */
interface Figures {
  single: (toolCost: string) => string;
  /** Undefined if one of them cannot be combined from those of groups. */
  combined: ((toolCost: string) => string) | undefined;
  /** Columns whose values are counted: groups combine if they are of these, too. */
  distinct: readonly string[];
  /** The columns of an execution that they are computed from. */
  measures: readonly string[];
}

/** SQL of the figures that take sorting: those requested and the one that orders the groups; null for the others. */
function sortedOf(
  percentiles: Readonly<Record<string, string>>,
  { figures, order_by }: Query,
  byDefault: readonly string[],
  distinct: Readonly<Record<string, Distinct>> = {},
) {
  const requested: readonly string[] = figures ?? byDefault;
  const isComputed = (name: string) => requested.includes(name) || order_by?.split('.')[0] === name;
  const columnsOf = (sqlOf: (name: string, sql: string) => string, countOf = ({ sql }: Distinct) => sql) =>
    [
      ...Object.entries(percentiles).map(([name, sql]) => [name, sqlOf(name, sql)]),
      ...Object.entries(distinct).map(([name, figure]) => [name, countOf(figure)]),
    ]
      .map(([name = '', sql]) => `${isComputed(name) ? sql : 'null::bigint'} as ${name}`)
      .join(', ');
  return {
    /** The different values are not counted in groups that are combined. */
    single: (isCombined: boolean) =>
      columnsOf((_name, sql) => sql, isCombined ? () => 'null::bigint' : undefined),
    combined: Object.keys(percentiles).some((name) => isComputed(name) && !name.includes('_max_'))
      ? undefined
      : columnsOf((name) => `max(${name})`),
    distinct: Object.entries(distinct).flatMap(([name, { column }]) => (isComputed(name) ? [column] : [])),
  };
}

const ENDS = ['succeeded', 'failed', 'aborted'] as const;

function outcomes(query: QueryOutput<'stats.executions'>): Figures {
  const { single, combined, distinct } = sortedOf(PERCENTILES, query, BY_DEFAULT, DISTINCT);
  return {
    single: (toolCost) => `count(*)::int as count,
      ${countOfEach('status', ENDS)},
      ${MEAN_DURATION},
      ${single(combined !== undefined)},
      count(loop_iterations)::int as looped,
      coalesce(sum(loop_iterations), 0) as loop_iterations,
      max(loop_iterations) as loop_iterations_max,
      ${costs(toolCost)},
      sum(duration_ms::float8) as total_ms`,
    combined:
      combined === undefined
        ? undefined
        : (toolCost) => `${summed(['count', ...ENDS, 'timed'], '::int')},
      round(sum(total_ms)::numeric / nullif(sum(timed), 0)) as duration_mean_ms,
      ${combined},
      ${summed(['looped'], '::int')}, ${summed(['loop_iterations'])}, max(loop_iterations_max) as loop_iterations_max,
      ${combinedCosts(toolCost)}, ${summed(['total_ms'])}`,
    distinct,
    measures: ['status', 'duration_ms', 'loop_iterations', 'gas_mist', 'tool_cost_mist', 'priority_fee_mist'],
  };
}

const SORTED_COSTS: Readonly<Record<(typeof sortedCosts)[number], string>> = {
  cost_p50_mist: 'percentile_disc(0.5) within group (order by cost_mist)',
  cost_p95_mist: 'percentile_disc(0.95) within group (order by cost_mist)',
  cost_max_mist: 'max(cost_mist)',
};

function amounts(query: QueryOutput<'stats.costs'>): Figures {
  const { single, combined, distinct } = sortedOf(SORTED_COSTS, query, sortedCosts);
  return {
    single: (toolCost) => `count(*)::int as count,
      ${costs(toolCost)},
      coalesce(sum(cost_mist), 0) as total_mist,
      round(avg(cost_mist)) as mean_mist,
      ${single(combined !== undefined)}`,
    combined:
      combined === undefined
        ? undefined
        : (toolCost) => `${summed(['count'], '::int')},
      ${combinedCosts(toolCost)},
      ${summed(['total_mist'])},
      round(sum(total_mist) / nullif(sum(priced), 0)) as mean_mist,
      ${combined}`,
    distinct,
    measures: ['gas_mist', 'tool_cost_mist', 'priority_fee_mist', 'cost_mist'],
  };
}

/** SQL: the values are equal, or both null. Unlike `is not distinct from`, it can be looked up by hash. */
const isSame = (left: string, right: string) =>
  `coalesce('=' || ${left}::text, '') = coalesce('=' || ${right}::text, '')`;

/** The executions of the window, counted by what their groups are derived from if the figures allow it: those are few. */
function executionRows(query: Query, { single, combined, distinct, measures }: Figures): GroupedSelect {
  const { group_by = [] } = query;
  const parameters = createParameters();
  const where = figuresWithin(query, parameters).sql();
  const paysTools = measures.includes('cost_mist') && group_by.includes('tool');
  const keys = [
    ...new Set([
      ...group_by.flatMap((dimension) => COLUMNS_OF[dimension] ?? [dimension]),
      ...distinct,
      ...(paysTools && combined === undefined ? ['first_entry_id'] : []),
    ]),
  ];
  const columns = [...new Set([...keys, ...measures, ...(paysTools ? ['paid_tools', 'paid_mist'] : [])])];
  const grouping = ['bucket', ...keys].join(', ');
  const executions = `select ${bucketOf(query.bucket, 't.created_on_chain')} as bucket,
      ${columns.map((name) => (name === 'funder' ? 'paid.funder' : `t.${name}`)).join(', ')}
    from (${FIGURES_OF_ALL}) t ${keys.includes('funder') ? 'left join payments paid on paid.key = t.payment_object_id' : ''}
    where ${where}`;
  const tables = [`caps as (${CAPS_OF_WALLETS})`, `executions_within as (${executions})`];
  tables.push(
    combined === undefined
      ? 'runs as (select * from executions_within)'
      : `runs as (select ${grouping}, ${single('tool_cost_mist')} from executions_within group by ${grouping})`,
  );
  // What the tool itself was paid; where the tools of a DAG are unknown, what all of them were paid.
  if (paysTools)
    tables.push(`paid_tools as (
      select ${grouping}, tool_fqn, sum(paid.mist) as mist
      from executions_within cross join lateral unnest(paid_tools, paid_mist) paid (tool_fqn, mist)
      group by ${grouping}, tool_fqn
    )`);
  const regrouped = ({ bucket, group_by: by = [] }: Grouping) => {
    const joins = by.map((dimension) => OVERLAPPING[dimension] ?? '');
    const isByTool = paysTools && by.includes('tool');
    if (isByTool)
      joins.push(
        `left join paid_tools on paid_tools.tool_fqn = used.tool_fqn and ${['bucket', ...keys].map((name) => isSame(`paid_tools.${name}`, `t.${name}`)).join(' and ')}`,
      );
    const paid = isByTool
      ? 'case when used.tool_fqn is null then t.tool_cost_mist else coalesce(paid_tools.mist, 0) end'
      : 't.tool_cost_mist';
    return `select ${bucket === 'none' ? 'null::timestamptz' : 't.bucket'} as bucket_start, ${groupColumns(by, GROUPS)}, t.*, ${paid} as paid_to_tools
      from runs t ${joins.join(' ')}`;
  };
  const isOverlapping = group_by.some((dimension) => dimension in OVERLAPPING);
  return {
    tables,
    rows: regrouped(query),
    values: parameters.values,
    figures: combined === undefined ? single('paid_to_tools') : combined('paid_to_tools'),
    // Different values are counted in rows.
    combined: isOverlapping || distinct.length > 0 ? undefined : combined?.('tool_cost_mist'),
    regrouped: isOverlapping ? regrouped : undefined,
  };
}

export const executionStatsHandlers = {
  'stats.executions': statistics<QueryOutput<'stats.executions'>, ExecutionGroup>(undatedListed, (query) => ({
    ...executionRows(query, outcomes(query)),
    orders: ORDERS,
  })),
  'stats.costs': statistics<QueryOutput<'stats.costs'>, CostGroup>(undatedListed, (query) => ({
    ...executionRows(query, amounts(query)),
    orders: COST_ORDERS,
  })),
} satisfies Handlers;
