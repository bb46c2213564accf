// The time range and grouping in the URL of the key page, and what is requested for them.
import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { type DroppedFilter, readFilters } from '@/lib/client/filter-url';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';
import { granularities, usageGroupings } from '@/lib/contract/usage';

const HOUR_MS = 3_600_000;
const WINDOWS = { '48h': 48, '7d': 7 * 24, '30d': 30 * 24 } as const;
const RANGES = ['48h', '7d', '30d', 'custom'] as const;
const VIEWS = ['chart', 'table'] as const;

export const usageParsers = {
  window: parseAsStringLiteral(RANGES).withDefault('48h'),
  /** RFC 3339, for a custom range: `from` inclusive, `to` exclusive. */
  from: parseAsString,
  to: parseAsString,
  granularity: parseAsStringLiteral(granularities).withDefault('hour'),
  group_by: parseAsStringLiteral(usageGroupings).withDefault('scope'),
  view: parseAsStringLiteral(VIEWS).withDefault('chart'),
};
type UsageUrl = inferParserType<typeof usageParsers>;
export const loadUsageUrl = createLoader(usageParsers);

/** What of the URL is not used. */
export function droppedOf(search: URLSearchParams): DroppedFilter[] {
  const unread = ([key, known]: readonly [string, readonly string[]]) => {
    const value = search.get(key) || null;
    return value === null || known.includes(value)
      ? []
      : [{ key, value, reason: `must be one of ${known.join(', ')}` }];
  };
  return [
    ...readFilters('keys.usage', search).dropped,
    ...(
      [
        ['window', RANGES],
        ['view', VIEWS],
      ] as const
    ).flatMap(unread),
  ];
}

/** The bounds of a custom range, as the endpoint takes them. */
export function boundsOf({ from, to }: Pick<UsageUrl, 'from' | 'to'>): { from?: string; to?: string } {
  const { query } = readFilters('keys.usage', new URLSearchParams({ from: from ?? '', to: to ?? '' }));
  return query;
}

/** The range to request; null while the current time is unknown. */
function windowOf(url: UsageUrl, now: number | null): { from?: string; to?: string } | null {
  if (url.window === 'custom') return boundsOf(url);
  if (now === null) return null;
  // Whole hours, including the current one.
  const start = (Math.floor(now / HOUR_MS) + 1 - WINDOWS[url.window]) * HOUR_MS;
  return { from: new Date(start).toISOString() };
}

/** The report of the chart, and that of the tables: by route, whatever the chart is grouped by. */
export function usageQueries(url: UsageUrl, now: number | null, by?: Read) {
  const range = windowOf(url, now);
  const { granularity, group_by } = url;
  const query = (as: { granularity: typeof granularity; group_by: typeof group_by }) => ({
    ...endpointQuery('keys.usage', {}, { ...range, ...as }, by),
    enabled: range !== null,
  });
  return {
    chart: query({ granularity, group_by }),
    routes: query({ granularity: 'total', group_by: 'route' }),
  };
}
