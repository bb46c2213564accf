// The usage page's URL state: time range, interval, grouping, chart or table.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { granularities, usageGroupings } from '@/lib/contract/usage';

const HOUR_MS = 3_600_000;
const WINDOWS = { '48h': 48, '7d': 7 * 24, '30d': 30 * 24 } as const;
export const WINDOW_WORDS = { '48h': 'last 48 hours', '7d': 'last 7 days', '30d': 'last 30 days' } as const;

const parsers = {
  window: parseAsStringLiteral(['48h', '7d', '30d', 'custom'] as const).withDefault('48h'),
  /** RFC 3339, for a custom range: `from` inclusive, `to` exclusive. */
  from: parseAsString,
  to: parseAsString,
  granularity: parseAsStringLiteral(granularities).withDefault('hour'),
  group_by: parseAsStringLiteral(usageGroupings).withDefault('scope'),
  view: parseAsStringLiteral(['chart', 'table'] as const).withDefault('chart'),
};

/** The page's choices; each change is a history entry. */
export function useUsageUrl() {
  return useQueryStates(parsers, { history: 'push' });
}

type UsageUrl = ReturnType<typeof useUsageUrl>[0];

function moment(text: string | null): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The range to request; null while the current time is unknown. */
export function windowOf(url: UsageUrl, now: number | null): { from?: string; to?: string } | null {
  if (url.window === 'custom') {
    const [from, to] = [moment(url.from), moment(url.to)];
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  }
  if (now === null) return null;
  // Whole hours, including the current one.
  const start = (Math.floor(now / HOUR_MS) + 1 - WINDOWS[url.window]) * HOUR_MS;
  return { from: new Date(start).toISOString() };
}
