// What the Analyze page measures, by what, and where a figure's rows are listed.
// Invariant: a row of MEASURES names the endpoint that computes it and the list whose rows it is of.
import { callOutcomes } from '@/lib/contract/events';
import {
  CAUSES,
  type Dimension,
  OF_EXECUTIONS,
  OF_VERTICES,
  OF_FAILURES,
  OF_PAYMENTS,
  OF_EVENTS,
  TASK,
  TOOL,
} from './analyze-dimensions';
import { OF_LEADERS } from './analyze-leaders';
import { figure, type Measure, type StatsGroup } from './analyze-measure';
import { events, executions, payments } from './paths';
import { percent } from './percent';
import { finished } from './run-statistics';

const ofExecutions = figure<'stats.executions'>;

function without(dimensions: Readonly<Record<string, Dimension>>, ...names: readonly string[]) {
  return Object.fromEntries(Object.entries(dimensions).filter(([name]) => !names.includes(name)));
}

const EXECUTIONS = {
  topic: 'Executions',
  endpoint: 'stats.executions',
  dimensions: OF_EXECUTIONS,
  base: 'execution',
  page: executions,
  bounds: ['created_after', 'created_before'],
  additive: false,
  counts: false,
} as const;
const COST = { ...EXECUTIONS, topic: 'Cost', endpoint: 'stats.costs', unit: 'sui', additive: true } as const;
type DurationField = 'duration_p50_ms' | 'duration_p95_ms' | 'duration_max_ms' | 'duration_mean_ms';
/** The index computes those figures of sorted durations that are named. */
const durationOfRun = (label: string, field: DurationField) =>
  ({
    ...EXECUTIONS,
    label,
    unit: 'duration',
    order: field,
    ...(field !== 'duration_mean_ms' && { figures: field }),
    value: ofExecutions((group) => group[field]),
  }) as const;
/** A figure of sorted costs, likewise. */
const costOfRun = (label: string, field: 'cost_p50_mist' | 'cost_p95_mist' | 'cost_max_mist') =>
  ({
    ...COST,
    label,
    order: field,
    figures: field,
    additive: false,
    value: figure<'stats.costs'>((group) => group[field]),
  }) as const;
const CALLS = {
  ...EXECUTIONS,
  topic: 'Calls',
  endpoint: 'stats.vertices',
  dimensions: OF_VERTICES,
  base: 'call',
  page: events,
  bounds: ['started_after', 'started_before'],
  all: { call: callOutcomes.join(',') },
} as const;
const durationOfCall = (label: string, field: DurationField) =>
  ({
    ...CALLS,
    label,
    unit: 'duration',
    order: field,
    value: figure<'stats.vertices'>((group) => group[field]),
  }) as const;
const FAILURES = {
  ...CALLS,
  endpoint: 'stats.failures',
  unit: 'count',
  dimensions: OF_FAILURES,
  base: 'failure',
  page: null,
  additive: true,
} as const;
const PAYMENTS = {
  topic: 'Payments',
  endpoint: 'stats.payments',
  dimensions: OF_PAYMENTS,
  base: 'payment',
  page: payments,
  bounds: ['onchain_after', 'onchain_before'],
  additive: true,
  counts: false,
} as const;
const EVENTS = {
  topic: 'Events',
  endpoint: 'stats.events',
  dimensions: OF_EVENTS,
  base: 'event',
  page: events,
  bounds: ['created_after', 'created_before'],
  additive: false,
  counts: false,
} as const;

/** Of one kind, which ends occurrences. */
const ended = (label: string, kinds: string) =>
  ({
    ...EVENTS,
    topic: 'Tasks',
    label,
    unit: 'count',
    dimensions: { task: TASK },
    base: 'occurrence',
    order: 'count',
    asks: { kinds },
    all: { kinds },
    value: ({ count }: StatsGroup) => count,
    additive: true,
    counts: true,
  }) as const;

export const MEASURES = {
  executions: {
    ...EXECUTIONS,
    label: 'Executions',
    unit: 'count',
    order: 'count',
    additive: true,
    counts: true,
    value: ({ count }) => count,
  },
  failure_rate: {
    ...EXECUTIONS,
    label: 'Failure rate',
    unit: 'percent',
    dimensions: without(OF_EXECUTIONS, 'status'),
    order: 'failure_rate',
    rows: { status: 'failed,aborted' },
    value: ofExecutions(({ failed, aborted }, whole) => percent(failed + aborted, finished(whole))),
    part: ofExecutions(({ failed, aborted }) => failed + aborted),
  },
  failed_executions: {
    ...EXECUTIONS,
    label: 'Failed executions',
    unit: 'count',
    dimensions: without(OF_EXECUTIONS, 'status'),
    order: 'failures',
    rows: { status: 'failed,aborted' },
    additive: true,
    counts: true,
    value: ofExecutions(({ failed, aborted }) => failed + aborted),
  },
  success_rate: {
    ...EXECUTIONS,
    label: 'Success rate',
    unit: 'percent',
    dimensions: without(OF_EXECUTIONS, 'status', ...CAUSES),
    order: 'success_rate',
    rows: { status: 'succeeded' },
    value: ofExecutions((group) => percent(group.succeeded, finished(group))),
  },
  duration_p50: durationOfRun('Median duration', 'duration_p50_ms'),
  duration_p95: durationOfRun('p95 duration', 'duration_p95_ms'),
  duration_mean: durationOfRun('Mean duration', 'duration_mean_ms'),
  duration_max: durationOfRun('Longest duration', 'duration_max_ms'),
  agents: {
    ...EXECUTIONS,
    label: 'Agents',
    unit: 'count',
    dimensions: without(OF_EXECUTIONS, 'agent', 'skill'),
    order: 'agents',
    figures: 'agents',
    value: ofExecutions((group) => group.agents),
  },
  dags: {
    ...EXECUTIONS,
    label: 'DAGs',
    unit: 'count',
    dimensions: without(OF_EXECUTIONS, 'dag', 'failed_vertex'),
    order: 'dags',
    figures: 'dags',
    value: ofExecutions((group) => group.dags),
  },
  invokers: {
    ...EXECUTIONS,
    label: 'Invokers',
    unit: 'count',
    dimensions: without(OF_EXECUTIONS, 'invoker'),
    order: 'invokers',
    figures: 'invokers',
    value: ofExecutions((group) => group.invokers),
  },
  funders: {
    ...EXECUTIONS,
    label: 'Funders',
    unit: 'count',
    dimensions: without(OF_EXECUTIONS, 'funder'),
    order: 'funders',
    figures: 'funders',
    value: ofExecutions((group) => group.funders),
  },
  tools: {
    ...EXECUTIONS,
    label: 'Tools',
    unit: 'count',
    dimensions: without(OF_EXECUTIONS, 'tool', 'failed_vertex', 'failed_tool'),
    order: 'tools',
    figures: 'tools',
    value: ofExecutions((group) => group.tools),
  },
  loop_iterations: {
    ...EXECUTIONS,
    label: 'Loop iterations per run',
    unit: 'mean',
    order: 'loop_iterations',
    rows: { min_loop_iterations: '1' },
    value: ofExecutions(({ looped, loop_iterations }) =>
      looped === null || looped === 0 || loop_iterations === null ? null : Number(loop_iterations) / looped,
    ),
  },
  loop_iterations_max: {
    ...EXECUTIONS,
    label: 'Most loop iterations',
    unit: 'count',
    order: 'loop_iterations_max',
    rows: { min_loop_iterations: '1' },
    value: ofExecutions((group) => group.loop_iterations_max),
  },
  cost: {
    ...COST,
    label: 'Cost',
    order: 'total_mist',
    value: figure<'stats.costs'>((group) => group.total_mist),
  },
  gas: { ...COST, label: 'Gas', order: 'gas_mist', value: figure<'stats.costs'>((group) => group.gas_mist) },
  gas_share: {
    ...COST,
    label: 'Gas share of cost',
    unit: 'percent',
    order: 'gas_share',
    additive: false,
    value: figure<'stats.costs'>(({ gas_mist, total_mist }) => percent(gas_mist, total_mist)),
  },
  tool_cost: {
    ...COST,
    label: 'Tool cost',
    // By tool, what each was paid, which adds up.
    dimensions: { ...OF_EXECUTIONS, tool: TOOL },
    order: 'tool_cost_mist',
    value: figure<'stats.costs'>((group) => group.tool_cost_mist),
  },
  priority_fee: {
    ...COST,
    label: 'Priority fee',
    order: 'priority_fee_mist',
    value: figure<'stats.costs'>((group) => group.priority_fee_mist),
  },
  mean_cost: {
    ...COST,
    label: 'Cost per run',
    order: 'mean_mist',
    additive: false,
    value: figure<'stats.costs'>((group) => group.mean_mist),
  },
  cost_p50: costOfRun('Median cost', 'cost_p50_mist'),
  cost_p95: costOfRun('p95 cost', 'cost_p95_mist'),
  cost_max: costOfRun('Highest cost', 'cost_max_mist'),
  calls: {
    ...CALLS,
    label: 'Calls',
    unit: 'count',
    order: 'count',
    additive: true,
    counts: true,
    value: ({ count }) => count,
  },
  failed_calls: {
    ...CALLS,
    label: 'Call failure rate',
    unit: 'percent',
    order: 'failure_rate',
    rows: { call: 'failed' },
    value: figure<'stats.vertices'>(({ succeeded, failed }) => percent(failed, succeeded + failed)),
  },
  calls_failed: {
    ...CALLS,
    label: 'Failed calls',
    unit: 'count',
    order: 'failed',
    rows: { call: 'failed' },
    additive: true,
    counts: true,
    value: figure<'stats.vertices'>((group) => group.failed),
  },
  calls_cancelled: {
    ...CALLS,
    label: 'Cancelled calls',
    unit: 'count',
    order: 'cancelled',
    rows: { call: 'cancelled' },
    additive: true,
    counts: true,
    value: figure<'stats.vertices'>((group) => group.cancelled),
  },
  failures: {
    ...FAILURES,
    label: 'Failures, including recovered',
    order: 'count',
    value: ({ count }) => count,
  },
  failures_recovered: {
    ...FAILURES,
    label: 'Recovered failures',
    order: 'recovered',
    value: figure<'stats.failures'>((group) => group.recovered),
  },
  recovery_rate: {
    ...FAILURES,
    label: 'Failure recovery rate',
    unit: 'percent',
    order: 'recovered_rate',
    additive: false,
    value: figure<'stats.failures'>(({ recovered, count }) => percent(recovered, count)),
  },
  call_p50: durationOfCall('Median call duration', 'duration_p50_ms'),
  call_p95: durationOfCall('p95 call duration', 'duration_p95_ms'),
  call_mean: durationOfCall('Mean call duration', 'duration_mean_ms'),
  call_max: durationOfCall('Longest call duration', 'duration_max_ms'),
  payments: {
    ...PAYMENTS,
    label: 'Payments',
    unit: 'count',
    order: 'count',
    counts: true,
    value: ({ count }) => count,
  },
  budget: {
    ...PAYMENTS,
    label: 'Budget',
    unit: 'sui',
    order: 'max_budget_mist',
    value: figure<'stats.payments'>((group) => group.max_budget_mist),
  },
  budget_used: {
    ...PAYMENTS,
    label: 'Budget used',
    unit: 'percent',
    order: 'budget_used',
    figures: 'cost_mist',
    additive: false,
    value: figure<'stats.payments'>(({ cost_mist, priced_budget_mist }) =>
      cost_mist === null || priced_budget_mist === null ? null : percent(cost_mist, priced_budget_mist),
    ),
  },
  consumed: {
    ...PAYMENTS,
    label: 'Gas consumed',
    unit: 'none',
    order: 'consumed_total',
    value: figure<'stats.payments'>((group) => group.consumed_total),
  },
  refunds: {
    ...PAYMENTS,
    label: 'Refunds',
    unit: 'count',
    dimensions: without(OF_PAYMENTS, 'state'),
    order: 'refunded',
    rows: { final_state: 'refunded' },
    counts: true,
    value: figure<'stats.payments'>((group) => group.refunded),
  },
  refund_rate: {
    ...PAYMENTS,
    label: 'Refund rate',
    unit: 'percent',
    dimensions: without(OF_PAYMENTS, 'state', 'refund_reason'),
    order: 'refund_rate',
    rows: { final_state: 'refunded' },
    additive: false,
    value: figure<'stats.payments'>(({ accomplished, refunded }) =>
      percent(refunded, accomplished + refunded),
    ),
  },
  refills: {
    ...PAYMENTS,
    label: 'Refills',
    unit: 'count',
    order: 'refills',
    rows: { min_refills: '1' },
    value: figure<'stats.payments'>((group) => group.refills),
  },
  refilled: {
    ...PAYMENTS,
    label: 'Refilled amount',
    unit: 'sui',
    order: 'refilled_mist',
    rows: { min_refills: '1' },
    value: figure<'stats.payments'>((group) => group.refilled_mist),
  },
  ...OF_LEADERS,
  missed_occurrences: ended('Missed occurrences', 'OccurrenceMissed'),
  missed_share: {
    ...ended('Missed occurrence rate', 'OccurrenceMissed,OccurrenceSettled,OccurrenceWithdrawn'),
    unit: 'percent',
    order: 'missed_rate',
    rows: { kinds: 'OccurrenceMissed' },
    value: figure<'stats.events'>(({ missed, count }) => (missed === null ? null : percent(missed, count))),
    additive: false,
    counts: false,
  },
  withdrawn_occurrences: ended('Withdrawn occurrences', 'OccurrenceWithdrawn'),
  events: {
    ...EVENTS,
    label: 'Events',
    unit: 'count',
    order: 'count',
    value: ({ count }) => count,
    additive: true,
    counts: true,
  },
  lag_mean: {
    ...EVENTS,
    label: 'Mean lag behind chain',
    unit: 'duration',
    order: 'lag_mean_ms',
    value: figure<'stats.events'>((group) => group.lag_mean_ms),
  },
  lag_max: {
    ...EVENTS,
    label: 'Max lag behind chain',
    unit: 'duration',
    order: 'lag_max_ms',
    value: figure<'stats.events'>((group) => group.lag_max_ms),
  },
} as const satisfies Record<string, Measure>;
export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];
