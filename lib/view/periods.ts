// A period and the one before it, in whole UTC hours or days, and the change between them.
import { apiTime, asApiTime } from './time';
import type { MeasureUnit } from './analyze-values';

export const PERIODS = {
  '1h': { label: 'Last hour', short: '1 h', before: 'previous hour', step: 'minute', steps: 60 },
  '24h': { label: 'Last 24 hours', short: '24 h', before: 'previous 24 hours', step: 'hour', steps: 24 },
  '7d': { label: 'Last 7 days', short: '7 days', before: 'previous 7 days', step: 'day', steps: 7 },
  '30d': { label: 'Last 30 days', short: '30 days', before: 'previous 30 days', step: 'day', steps: 30 },
  '90d': { label: 'Last 90 days', short: '90 days', before: 'previous 90 days', step: 'day', steps: 90 },
} as const;
export type PeriodName = keyof typeof PERIODS;

/** Analyze also has all of the history, which nothing is before. */
export type AnalyzePeriod = PeriodName | 'all';
export const PERIOD_LABELS: Readonly<Record<AnalyzePeriod, string>> = {
  '1h': PERIODS['1h'].label,
  '24h': PERIODS['24h'].label,
  '7d': PERIODS['7d'].label,
  '30d': PERIODS['30d'].label,
  '90d': PERIODS['90d'].label,
  all: 'All time',
};

export const STEP_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/** In ms since 1970; `to` is not part of it. */
export interface Span {
  from: number;
  to: number;
}

/** A period of whole steps, the current one as far as it has come, and the one before, as far. `now`: ISO time. */
export function spansOf(period: PeriodName, now: string): { current: Span; before: Span } {
  const { step, steps } = PERIODS[period];
  const size = STEP_MS[step];
  const to = Date.parse(now);
  const from = Math.ceil(to / size) * size - steps * size;
  return { current: { from, to }, before: { from: from - steps * size, to: to - steps * size } };
}

/** A span as filters of a list by the time of creation, which are inclusive. */
export const within = ({ from, to }: Span) => ({
  created_after: new Date(from).toISOString(),
  created_before: new Date(to - 1).toISOString(),
});

/** The window that statistics state, likewise; they may state none. */
export const withinStated = ({ from, to }: { from: string | null; to: string | null }) => ({
  created_after: from === null ? undefined : asApiTime(from),
  created_before: to === null ? undefined : apiTime(Date.parse(to) - 1),
});

/** A half away from zero, so that a fall and a rise of 12.5 % are both 13 %. */
const rounded = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

/** Percent more than before, rounded, or points of a percentage, to a tenth; null where that says nothing. */
export function changeOf(
  value: bigint | number | null,
  before: bigint | number | null,
  unit: MeasureUnit,
): number | null {
  if (value === null || before === null) return null;
  if (unit === 'percent') return rounded((Number(value) - Number(before)) * 10) / 10;
  return Number(before) <= 0 ? null : rounded((Number(value) / Number(before) - 1) * 100);
}

/** `+15 %`, `−2.0 pts`: points with a decimal, so that a column aligns. */
export function changeText(change: number, unit: MeasureUnit): string {
  const sign = change > 0 ? '+' : '';
  return `${sign}${unit === 'percent' ? `${change.toFixed(1)} pts` : `${change} %`}`.replace('-', '−');
}
