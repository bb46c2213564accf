// What of the usage page stands in its URL: the window, the width of a bucket, the grouping, and chart or table.
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { granularities, usageGroupings } from '@/lib/contract/usage';

export const WINDOWS = { '48h': 48, '7d': 7 * 24, '30d': 30 * 24 } as const;
export const WINDOW_WORDS = { '48h': '48 h', '7d': '7 d', '30d': '30 d' } as const;

const parsers = {
  window: parseAsStringLiteral(['48h', '7d', '30d'] as const).withDefault('48h'),
  granularity: parseAsStringLiteral(granularities).withDefault('hour'),
  group_by: parseAsStringLiteral(usageGroupings).withDefault('scope'),
  view: parseAsStringLiteral(['chart', 'table'] as const).withDefault('chart'),
};

/** The choices of the page and how to change them; each change is a step of Back. */
export function useUsageUrl() {
  return useQueryStates(parsers, { history: 'push' });
}
