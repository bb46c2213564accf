// Statistics of executions and of their vertices for a period, and of executions for the one before, refreshed on a timer.
import { keepPreviousData } from '@tanstack/react-query';
import type { Read } from '@/lib/client/read';
import type { QueryInput } from '@/lib/contract/endpoints';
import { PERIODS, type PeriodName, type Span, spansOf } from '@/lib/view/periods';
import { endpointQuery } from './endpoint-query';

const STEP_MS = 5 * 60_000;
/** Tabs and visitors with the same key share figures of this age. */
const SHARED_MS = 30_000;

export type ExecutionFilters = QueryInput<'stats.executions'>;

export type Period = '24h' | '7d' | '30d';
export const PERIOD_CHOICES = (['24h', '7d', '30d'] as const).map((value) => ({
  value,
  label: PERIODS[value].short,
}));
export const DEFAULT_PERIOD: Period = '7d';
/** The period a URL names. */
export function periodOf(requested: string | null): Period {
  return PERIOD_CHOICES.find(({ value }) => value === requested)?.value ?? DEFAULT_PERIOD;
}

/** Columns of a period's trend. */
export const BUCKET: Readonly<Record<Period, 'hour' | 'day'>> = { '24h': 'hour', '7d': 'day', '30d': 'day' };

/** When a period ends, in steps of five minutes so that the figures stay cached. */
export function periodEnd(now: number): string {
  return new Date(Math.floor(now / STEP_MS) * STEP_MS).toISOString();
}

/** How every figure of a period is read and kept; `end` is empty while it is not known. */
function figure<Options extends { queryKey: readonly unknown[] }>(options: Options, end: string) {
  return {
    ...options,
    // Live events do not refresh it.
    queryKey: ['figure', ...options.queryKey],
    staleTime: STEP_MS,
    refetchInterval: STEP_MS,
    enabled: end !== '',
    placeholderData: keepPreviousData,
  };
}

/** When a period ends where the time is not known yet. */
const NO_END = '1970-12-31T00:00:00.000Z';

/** The period that ends at `end` and the one before it, as Analyze has them: in whole hours or days. */
export const spansTo = (period: PeriodName, end: string) => spansOf(period, end || NO_END);

const windowOf = ({ from, to }: Span) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
const fromOf = (period: Period, end: string) => windowOf(spansTo(period, end).current).from;

export type StatsName =
  | 'stats.executions'
  | 'stats.costs'
  | 'stats.vertices'
  | 'stats.failures'
  | 'stats.payments'
  | 'stats.leaders'
  | 'stats.events';

/** A statistic of the period that ends at `end`, and that of the one before; `end` is empty while it is not known. */
export function beforeAndNow<Name extends StatsName>(
  name: Name,
  period: PeriodName,
  end: string,
  about: QueryInput<Name>,
  by?: Read,
) {
  const { current, before } = spansTo(period, end);
  const ask = (span: Span) =>
    figure(endpointQuery<Name>(name, {} as never, { ...about, ...windowOf(span) }, by, SHARED_MS), end);
  return [ask(current), ask(before)] as const;
}

/** Visits of the vertices of a DAG, in executions of the period that ends at `end`. */
export function vertexQuery(period: Period, end: string, dag_object_id: string) {
  return beforeAndNow('stats.vertices', period, end, { group_by: 'vertex', dag_object_id })[0];
}

/** Calls of a tool and its failures in the executions of the period, each beside the period before; then by vertex and by cause. */
export function toolQueries(period: Period, end: string, tool_fqn: string) {
  const [calls, callsBefore] = beforeAndNow('stats.vertices', period, end, { tool_fqn });
  const [failures, failuresBefore] = beforeAndNow('stats.failures', period, end, { tool_fqn });
  const failuresBy = (group_by: string) =>
    beforeAndNow('stats.failures', period, end, { tool_fqn, group_by })[0];
  return {
    calls,
    callsBefore,
    failures,
    failuresBefore,
    callsByVertex: beforeAndNow('stats.vertices', period, end, { tool_fqn, group_by: 'vertex' })[0],
    failuresByClass: failuresBy('failure_class'),
    failuresByReason: failuresBy('failure_reason'),
    failuresByVertex: failuresBy('vertex'),
  };
}

/** Calls of every tool in the executions of the period that ends at `end` and since. */
export function callsByToolQuery(period: Period, end: string) {
  const query = { from: fromOf(period, end), group_by: 'tool' };
  return figure(endpointQuery('stats.vertices', {}, query, undefined, SHARED_MS), end);
}
