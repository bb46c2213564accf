// The time that a question is of, and the time that it is compared with.
import type { TimeDimension } from '@/lib/view/analyze-dimensions';
import { type AnalyzePeriod, PERIOD_LABELS, PERIODS, type Span, spansOf, STEP_MS } from '@/lib/view/periods';
import { clampTime } from '@/lib/view/time';

export const PERIOD_NAMES = Object.keys(PERIOD_LABELS) as AnalyzePeriod[];

export interface Period {
  period: AnalyzePeriod;
  /** Instead of the period, or when it ends; both inclusive, as in lists. */
  dates: Readonly<{ from?: string; to?: string }>;
  /** When all of time begins; null while that is not known. */
  begin: number | null;
}

/** More columns than these would be a table of a day's minutes. */
const MOST_BUCKETS = 200;
/** Dates further apart are cut to this: their weeks are columns. */
const LONGEST_MS = 520 * STEP_MS.week;

const NOMINAL = '2026-01-31T12:00:00.000Z';

/** Whether a span has few enough of these for columns. */
export function isDivisible(period: Period, time: TimeDimension, end: string): boolean {
  const { from, to } = spans(period, end).current;
  return to - from <= MOST_BUCKETS * STEP_MS[time];
}

export const isAllTime = ({ period, dates }: Period) => period === 'all' && dates.from === undefined;

/** Nothing is before all of time. */
export const isCompared = (period: Period) => !isAllTime(period);

/** Within the years that a time of the API has. */
const withinYears = ({ from, to }: Span): Span => ({ from: clampTime(from), to: clampTime(to) });

/** The spans of a question; before the time is known, of no importance. Before dates is a span of the same length, before all of time an empty one. */
export function spans({ period, dates, begin }: Period, end: string): { current: Span; before: Span } {
  const now = Date.parse(end || NOMINAL);
  const to = dates.to === undefined ? now : clampTime(Date.parse(dates.to) + 1);
  const beforeDates = (from: number) => ({
    current: { from, to },
    before: { from: from - (to - from), to: from },
  });
  const spansTo = () => {
    if (dates.from !== undefined)
      return beforeDates(Math.max(Date.parse(dates.from), Math.min(to, now) - LONGEST_MS));
    if (period !== 'all') return spansOf(period, new Date(to).toISOString());
    const from = Math.min(begin ?? to, to);
    return { current: { from, to }, before: { from, to: from } };
  };
  const { current, before } = spansTo();
  // Both end earlier by what is not over yet; dates that have not begun stay as they are.
  const future = current.from < now ? Math.max(0, to - now) : 0;
  return {
    current: withinYears({ from: current.from, to: to - future }),
    before: withinYears({ from: before.from, to: before.to - future }),
  };
}

/** What figures are compared with. */
export const previousOf = ({ period, dates }: Period) =>
  dates.from === undefined && period !== 'all' ? PERIODS[period].before : 'previous period';
