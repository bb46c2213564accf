// The queries of the Analyze page's figures, and the lists of the rows behind them.
// Invariant: a figure and its list have the same bounds, in UTC, and the same filters.
import type { QueryInput } from '@/lib/contract/endpoints';
import type { Family } from '@/lib/contract/event-kinds/catalogue';
import type { Measure, StatsName } from './analyze-measure';
import { isCause, isTime, kindsOf, type TimeDimension } from './analyze-dimensions';
import type { Query } from './paths';
import { type Span, STEP_MS } from './periods';

/** Weeks begin on Mondays: 1970 did on a Thursday. */
const MONDAY_MS = 4 * STEP_MS.day;

/** The minutes, hours, days or weeks of a span, cut to it. `start`: of the whole one, as the index names it. */
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
  // Nothing is before the first time of the API.
  if (measure.page === null || span.to <= span.from) return null;
  let query: Query | null = both(filters, measure.rows ?? measure.all ?? {});
  for (const [dimension, value] of values) {
    const more = measure.dimensions[dimension]?.filter(value) ?? null;
    query = query === null || more === null ? null : both(query, more);
  }
  if (query === null) return null;
  const [after, before] = measure.bounds;
  const { family, ...otherFilters } = query;
  // Events are listed by kind.
  const combined =
    family === undefined ? otherFilters : both(otherFilters, { kinds: kindsOf(family as Family) });
  if (combined === null) return null;
  return measure.page({
    ...combined,
    [after]: new Date(span.from).toISOString(),
    // The list's bound is inclusive.
    [before]: new Date(span.to - 1).toISOString(),
  });
}

/** A figure that takes no sorting, of endpoints that compute the requested ones. */
const CHEAPEST: Partial<Record<StatsName, string>> = {
  'stats.executions': 'duration_max_ms',
  'stats.costs': 'cost_max_mist',
};

/** The query of all weeks of an endpoint's history. */
export const weeksQuery = (name: StatsName): QueryInput<StatsName> => ({
  bucket: 'week',
  ...(name in CHEAPEST && { figures: CHEAPEST[name] }),
});

/** The query of a measure's groups within a span. */
export function groupsQuery(
  { order, figures, endpoint, asks }: Measure,
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
    ...asks,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ...more,
    ...(group_by.length > 0 && { group_by: group_by.join(',') }),
    ...(bucket !== undefined && { bucket }),
    order_by: `${by}.desc`,
    ...((figures !== undefined || endpoint in CHEAPEST) && { figures: figures ?? CHEAPEST[endpoint] }),
  };
}
