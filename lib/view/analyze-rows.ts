// The periods of the Analyze page, the queries of its figures, and the lists of the rows behind them.
// Invariant: a figure and its list have the same bounds, in UTC, and the same filters.
import type { QueryInput } from '@/lib/contract/endpoints';
import type { Family } from '@/lib/contract/event-kinds/catalogue';
import {
  isCause,
  isTime,
  kindsOf,
  type Measure,
  type MeasureUnit,
  type StatsName,
  type TimeDimension,
} from './analyze';
import type { Query } from './paths';

export const PERIODS = {
  '24h': { label: 'Last 24 hours', before: '24 hours before', step: 'hour', steps: 24 },
  '7d': { label: 'Last 7 days', before: '7 days before', step: 'day', steps: 7 },
  '30d': { label: 'Last 30 days', before: '30 days before', step: 'day', steps: 30 },
  '90d': { label: 'Last 90 days', before: '90 days before', step: 'day', steps: 90 },
} as const;
export type PeriodName = keyof typeof PERIODS;

const STEP_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
/** Weeks begin on Mondays: 1970 did on a Thursday. */
const MONDAY_MS = 4 * STEP_MS.day;

/** In ms since 1970; `to` is not part of it. */
export interface Span {
  from: number;
  to: number;
}

/** A period in whole UTC hours or days, the current one as far as it has come, and the one before, as far. `now`: ISO time. */
export function spansOf(period: PeriodName, now: string): { current: Span; before: Span } {
  const { step, steps } = PERIODS[period];
  const size = STEP_MS[step];
  const to = Date.parse(now);
  const from = Math.floor(to / size) * size - (steps - 1) * size;
  return { current: { from, to }, before: { from: from - steps * size, to: to - steps * size } };
}

/** The hours, days or weeks of a span, cut to it. `start`: of the whole one, as the index names it. */
export function bucketsOf({ from, to }: Span, time: TimeDimension): (Span & { start: number })[] {
  const size = STEP_MS[time];
  const offset = time === 'week' ? MONDAY_MS : 0;
  const buckets: (Span & { start: number })[] = [];
  for (let start = Math.floor((from - offset) / size) * size + offset; start < to; start += size)
    buckets.push({ start, from: Math.max(start, from), to: Math.min(start + size, to) });
  return buckets;
}

/** What both select; null when nothing can be both. Values separated by commas are alternatives. */
function both(first: Query, second: Query): Query | null {
  const merged: Record<string, string | undefined> = { ...first };
  for (const [field, value] of Object.entries(second)) {
    const other = merged[field];
    if (other === undefined || value === undefined) {
      merged[field] = other ?? value;
      continue;
    }
    const shared = value.split(',').filter((word) => other.split(',').includes(word));
    if (value !== other && shared.length === 0) return null;
    merged[field] = value === other ? value : shared.join(',');
  }
  return merged;
}

/** The list of the rows behind a figure; null where the list has no filter for them. `values`: of the dimensions that are no time. */
export function rowsHref(
  measure: Measure,
  span: Span,
  filters: Query,
  values: readonly (readonly [dimension: string, value: string | null])[],
): string | null {
  let query: Query | null = both(filters, measure.rows ?? {});
  for (const [dimension, value] of values) {
    const more = measure.dimensions[dimension]?.filter(value) ?? null;
    query = query === null || more === null ? null : both(query, more);
  }
  if (query === null) return null;
  const [after, before] = measure.bounds;
  const { family, ...named } = query;
  // Events are listed by kind.
  const listed = family === undefined ? named : both(named, { kinds: kindsOf(family as Family) });
  if (listed === null) return null;
  return measure.page({
    ...listed,
    [after]: new Date(span.from).toISOString(),
    // The list's bound is inclusive.
    [before]: new Date(span.to - 1).toISOString(),
  });
}

/** The query of a measure's groups within a span. */
export function groupsQuery(
  { order, figures, endpoint }: Measure,
  { from, to }: Span,
  filters: Query,
  dimensions: readonly string[],
  more: Pick<QueryInput<StatsName>, 'limit' | 'total'> = {},
): QueryInput<StatsName> {
  const group_by = dimensions.filter((dimension) => !isTime(dimension));
  const bucket = dimensions.find(isTime);
  // Groups of a cause consist of failed executions only.
  const by = order === 'failure_rate' && group_by.some(isCause) ? 'count' : order;
  return {
    ...filters,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ...more,
    ...(group_by.length > 0 && { group_by: group_by.join(',') }),
    ...(bucket !== undefined && { bucket }),
    order_by: `${by}.desc`,
    ...(endpoint === 'stats.executions' && { figures: figures ?? 'duration_max_ms' }),
  };
}

/** Percent more than before, rounded, or points of a percentage, to a tenth; null where that says nothing. */
export function changeOf(
  value: bigint | number | null,
  before: bigint | number | null,
  unit: MeasureUnit,
): number | null {
  if (value === null || before === null) return null;
  if (unit === 'percent') return Math.round((Number(value) - Number(before)) * 10) / 10;
  return Number(before) === 0 ? null : Math.round((Number(value) / Number(before) - 1) * 100);
}

/** `+15 %`, `−2.5 pts`. */
export function changeText(change: number, unit: MeasureUnit): string {
  const sign = change > 0 ? '+' : '';
  return `${sign}${change}${unit === 'percent' ? ' pts' : ' %'}`.replace('-', '−');
}
