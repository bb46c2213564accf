// How an analysis is worded and coloured.
import { counted, decimalsFor, formatRounded } from '@/lib/view/amount';
import type { Measure } from '@/lib/view/analyze-measure';
import { valueText } from '@/lib/view/analyze-values';
import { isTime, type TimeDimension } from '@/lib/view/analyze-dimensions';
import { dayAndMonth, formatDuration, hourOfDay, weekdayOf } from '@/lib/view/time';
import { type Analysis, type AnalysisResult, type AnalysisRow, selectedDimensions } from './analysis';
import { dimensionText } from './values';

/** The first groups; the others are grey. */
export const SERIES = [
  { fill: 'fill-fam-execution', background: 'bg-fam-execution' },
  { fill: 'fill-fam-dag', background: 'bg-fam-dag' },
  { fill: 'fill-fam-agent', background: 'bg-fam-agent' },
  { fill: 'fill-fam-leader', background: 'bg-fam-leader' },
  { fill: 'fill-fam-key', background: 'bg-fam-key' },
] as const;

const UNIT_NAMES: Readonly<Partial<Record<Measure['unit'], string>>> = { sui: ', SUI', us: ', US' };

const nounOf = (label: string) => (label === label.toUpperCase() ? label : label.toLowerCase());

/** `Cost by DAG and day`. */
export function titleOf(analysis: Analysis): string {
  const { measure } = analysis;
  const labels = selectedDimensions(analysis).map((dimension) =>
    isTime(dimension) ? dimension : nounOf(measure.dimensions[dimension]?.label ?? dimension),
  );
  return `${measure.label} by ${labels.join(' and ')}`;
}

/** `Cost, SUI`. */
export const measureHead = ({ label, unit }: Measure) => `${label}${UNIT_NAMES[unit] ?? ''}`;

/** `Wed 18` or `Wed 18 Nov`; `18 Nov 14:00` for hours and minutes. Buckets are UTC. */
export function bucketName(start: number, time: TimeDimension | null, form: 'short' | 'long'): string {
  const day = dayAndMonth(start, 'utc');
  if (time === 'hour' || time === 'minute')
    return form === 'short' ? hourOfDay(start, 'utc') : `${day} ${hourOfDay(start, 'utc')}`;
  if (time === 'week') return form === 'short' ? day : `Week of ${day}`;
  return form === 'short' ? weekdayOf(start) : `${weekdayOf(start).slice(0, 3)} ${day}`;
}

/** The label below a chart's column; null for most where there are many. */
export function tickOf(start: number, place: number, time: TimeDimension, columns: number): string | null {
  if (columns <= 14) return bucketName(start, time, 'short');
  const hour = hourOfDay(start, 'utc');
  if (time === 'minute') return hour.endsWith('0') ? hour : null;
  if (time === 'hour' && hour === '00:00') return dayAndMonth(start, 'utc');
  if (time === 'hour') return columns <= 48 && Number(hour.slice(0, 2)) % 3 === 0 ? hour : null;
  return place % Math.ceil(columns / 12) === 0 ? dayAndMonth(start, 'utc') : null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Durations that are one number in words. */
const ROUND_DURATIONS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 6, 12].map((hours) => hours * HOUR),
];
const MOST_TICKS = 5;

/** The heights on the axis of a chart of durations, in ms: four minutes rather than 3 m 20 s. */
export function durationTicks(highest: number): number[] {
  const days = 24 * HOUR * Math.ceil(highest / (24 * HOUR * MOST_TICKS));
  const step = ROUND_DURATIONS.find((duration) => highest <= duration * MOST_TICKS) ?? days;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, place) => place * step);
}

/** A height on the axis of a chart whose caption names the unit. */
export function axisText(value: number, unit: Measure['unit']): string {
  if (unit === 'duration') return value === 0 ? '0' : formatDuration(value);
  if (unit === 'sui' || unit === 'us') return formatRounded(BigInt(Math.round(value)));
  if (unit === 'percent') return `${value} %`;
  return unit === 'mean' ? String(value) : valueText(BigInt(Math.round(value)), unit);
}

/** What the row is of along one of its dimensions, in words. */
export function nameText({ names }: AnalysisRow, place: number, { measure }: Analysis): string {
  const name = names[place];
  return name === undefined
    ? ''
    : dimensionText({ ...name, look: measure.dimensions[name.dimension]?.look ?? 'text' });
}

/** What the figures are of. Calls and failures have the time of their execution. */
export function basis({ measure }: Analysis, { total, undated }: AnalysisResult): string {
  const ofExecutions = measure.endpoint === 'stats.vertices' || measure.endpoint === 'stats.failures';
  const dated = ofExecutions ? 'execution' : measure.base;
  const unknown = undated > 0 ? `, excluding ${counted(undated, dated)} with unknown time` : '';
  return `Based on ${counted(total?.count ?? 0, measure.base)}${unknown}`;
}

/** What a row is of, in words. */
export function rowText(row: AnalysisRow, analysis: Analysis): string {
  if (row.bucket !== null) return bucketName(row.bucket.start, analysis.time, 'long');
  return row.names.map((_, place) => nameText(row, place, analysis)).join(', ');
}

/** Decimals of a table's amounts. */
export function decimalsOf({ rows }: AnalysisResult): number {
  return decimalsFor(
    rows
      .flatMap(({ value, cells }) => [value, ...[...(cells?.values() ?? [])].map((cell) => cell.value)])
      .map(Number),
  );
}
