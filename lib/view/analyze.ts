// What the Analyze page measures, by what, and where a figure's rows are listed.
// Invariant: a row of MEASURES names the endpoint that computes it and the list whose rows it is of.
import type { Answer, EndpointName } from '@/lib/contract/endpoints';
import { callOutcomes } from '@/lib/contract/events';
import {
  CAUSES,
  type Dimension,
  OF_EXECUTIONS,
  OF_VERTICES,
  OF_FAILURES,
  OF_PAYMENTS,
  LEADER,
  MISSED_REASON,
  OF_EVENTS,
  TOOL,
} from './analyze-dimensions';
import type { MeasureUnit } from './analyze-values';
import { events, executions, fees, payments, type Query } from './paths';
import { percent } from './percent';
import { finished } from './run-statistics';

export type StatsName = Exclude<Extract<EndpointName, `stats.${string}`>, 'stats.tasks'>;
type GroupOf<Name extends StatsName> = Answer<Name>['groups'][number];
/** A group of any of them. */
export type StatsGroup = {
  [
    Field in 'bucket_start' | 'group' | 'subgroup' | 'title' | 'subtitle' | 'count'
  ]: GroupOf<StatsName>[Field];
};

export interface Measure {
  label: string;
  /** In a heading of the list of measures. */
  topic: 'Executions' | 'Cost' | 'Calls' | 'Payments' | 'Leaders' | 'Events';
  endpoint: StatsName;
  unit: MeasureUnit;
  dimensions: Readonly<Record<string, Dimension>>;
  /** What the index orders groups by. */
  order: string;
  figures?: string;
  /** Null where nothing that would decide it is known. `whole`: the group without the cause, of which it is a share. */
  value: (group: StatsGroup, whole: StatsGroup) => bigint | number | null;
  /** What adds up where the values, as rates, do not. */
  part?: Measure['value'];
  /** Groups add up to the total. */
  additive: boolean;
  /** What `count` of a group counts: "execution". */
  base: string;
  /** Null where no list has such rows. */
  page: ((query: Query) => string) | null;
  /** The bounds of the list's time. */
  bounds: readonly [after: string, before: string];
  /** Narrows the list to what `count` of a group counts. */
  all?: Query;
  /** Narrows the list to the rows that the value counts; without it they are all of those. */
  rows?: Query;
  /** The value is the number of the rows that it leads to. */
  counts: boolean;
}

/** The figures of one endpoint's group. A measure is only given groups of its endpoint. */
const figure =
  <Name extends StatsName>(pick: (group: GroupOf<Name>, whole: GroupOf<Name>) => bigint | number | null) =>
  (group: StatsGroup, whole: StatsGroup) =>
    pick(group as GroupOf<Name>, whole as GroupOf<Name>);

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
/** A figure of sorted durations; the index computes those that are named. */
const durationOfRun = (label: string, field: 'duration_p50_ms' | 'duration_p95_ms' | 'duration_max_ms') =>
  ({
    ...EXECUTIONS,
    label,
    unit: 'duration',
    order: field,
    figures: field,
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
const LEADERS = {
  topic: 'Leaders',
  endpoint: 'stats.leaders',
  dimensions: { leader: LEADER },
  base: 'record',
  additive: true,
  counts: false,
} as const;
const FEES = { ...LEADERS, page: fees, bounds: ['onchain_after', 'onchain_before'] } as const;
const TURNS = {
  ...LEADERS,
  unit: 'count',
  page: events,
  bounds: ['created_after', 'created_before'],
  counts: true,
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
  cost: {
    ...COST,
    label: 'Cost',
    order: 'total_mist',
    value: figure<'stats.costs'>((group) => group.total_mist),
  },
  gas: { ...COST, label: 'Gas', order: 'gas_mist', value: figure<'stats.costs'>((group) => group.gas_mist) },
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
  call_p50: {
    ...CALLS,
    label: 'Median call duration',
    unit: 'duration',
    order: 'duration_p50_ms',
    value: figure<'stats.vertices'>((group) => group.duration_p50_ms),
  },
  call_p95: {
    ...CALLS,
    label: 'p95 call duration',
    unit: 'duration',
    order: 'duration_p95_ms',
    value: figure<'stats.vertices'>((group) => group.duration_p95_ms),
  },
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
  fees: {
    ...FEES,
    label: 'Fees to leaders',
    unit: 'sui',
    order: 'priority_fee_mist',
    rows: { kind: 'deposit_created' },
    value: figure<'stats.leaders'>((group) => group.priority_fee_mist),
  },
  deposits: {
    ...FEES,
    label: 'Fee deposits',
    unit: 'count',
    order: 'deposits',
    rows: { kind: 'deposit_created' },
    counts: true,
    value: figure<'stats.leaders'>((group) => group.deposits),
  },
  withdrawn: {
    ...FEES,
    label: 'Paid out to leaders',
    unit: 'us',
    order: 'withdrawn_us',
    rows: { kind: 'withdrawn' },
    value: figure<'stats.leaders'>((group) => group.withdrawn_us),
  },
  slashed: {
    ...TURNS,
    label: 'Stake slashed',
    unit: 'us',
    order: 'slashed_us',
    rows: { kinds: 'StakeSlashed' },
    counts: false,
    value: figure<'stats.leaders'>((group) => group.slashed_us),
  },
  commits: {
    ...TURNS,
    label: 'Commits',
    order: 'commits',
    rows: { turn: 'committed' },
    value: figure<'stats.leaders'>((group) => group.commits),
  },
  missed_turns: {
    ...TURNS,
    label: 'Missed turns',
    dimensions: { leader: LEADER, reason: MISSED_REASON },
    order: 'missed_turns',
    rows: { turn: 'missed' },
    value: figure<'stats.leaders'>((group) => group.missed_turns),
  },
  missed_rate: {
    ...TURNS,
    label: 'Missed turn rate',
    unit: 'percent',
    order: 'missed_rate',
    rows: { turn: 'missed' },
    additive: false,
    counts: false,
    value: figure<'stats.leaders'>(({ commits, missed_turns }) =>
      percent(missed_turns, commits + missed_turns),
    ),
  },
  lost_races: {
    ...TURNS,
    label: 'Lost races',
    order: 'lost_races',
    rows: { turn: 'lost' },
    value: figure<'stats.leaders'>((group) => group.lost_races),
  },
  won_races: {
    ...TURNS,
    label: 'Won races',
    order: 'won_races',
    rows: { turn: 'won' },
    value: figure<'stats.leaders'>((group) => group.won_races),
  },
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
