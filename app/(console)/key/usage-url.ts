// What of the usage page stands in its URL: the window (a span up to now, or a beginning and an end), the width of a bucket, the grouping, chart or table.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { granularities, usageGroupings } from '@/lib/contract/usage';

const HOUR_MS = 3_600_000;
const WINDOWS = { '48h': 48, '7d': 7 * 24, '30d': 30 * 24 } as const;
export const WINDOW_WORDS = { '48h': '48 h', '7d': '7 d', '30d': '30 d' } as const;

const parsers = {
  window: parseAsStringLiteral(['48h', '7d', '30d', 'custom'] as const).withDefault('48h'),
  /** RFC 3339, for a custom window: `from` is in it, `to` is not. */
  from: parseAsString,
  to: parseAsString,
  granularity: parseAsStringLiteral(granularities).withDefault('hour'),
  group_by: parseAsStringLiteral(usageGroupings).withDefault('scope'),
  view: parseAsStringLiteral(['chart', 'table'] as const).withDefault('chart'),
};

/** The choices of the page and how to change them; each change is a step of Back. */
export function useUsageUrl() {
  return useQueryStates(parsers, { history: 'push' });
}

type UsageUrl = ReturnType<typeof useUsageUrl>[0];

/** A moment of the URL in its full form; undefined when it is none. */
function moment(text: string | null): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The window as it is asked of the index; null while the present is not known. */
export function windowOf(url: UsageUrl, now: number | null): { from?: string; to?: string } | null {
  if (url.window === 'custom') {
    const [from, to] = [moment(url.from), moment(url.to)];
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  }
  if (now === null) return null;
  // Whole hours, the present one included.
  const start = (Math.floor(now / HOUR_MS) + 1 - WINDOWS[url.window]) * HOUR_MS;
  return { from: new Date(start).toISOString() };
}
