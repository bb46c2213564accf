import { MiniColumns, type MiniColumn } from '@/components/charts/mini-columns';
import { useHistoryGaps } from '@/components/shell/source-mark';
import { useZone } from '@/components/values/preferences';
import { BUCKET, type Period, spansTo } from '@/lib/client/queries/run-statistics-query';
import { counted, groupDigits } from '@/lib/view/amount';
import type { Span } from '@/lib/view/periods';
import { countsByBucket } from '@/lib/view/run-statistics';
import { bucketStart, dayAndMonth, hourOfDay, weekdayOf } from '@/lib/view/time';

const MOST_TICKS = 8;

export interface ColumnSeries {
  name: string;
  /** `bg-fail` */
  fill: string;
}

interface PeriodColumnsProps<Group> {
  /** What is counted: "Turns". */
  title: string;
  /** `turn` */
  noun: string;
  period: Period | '1h';
  end: string;
  /** In stacking order, the lowest first. */
  series: readonly ColumnSeries[];
  /** By hour or day. */
  groups: readonly Group[];
  /** Those of the period before, drawn as a line; undefined until they are known. */
  before: readonly Group[] | undefined;
  /** One count for each series. */
  countsOf: (group: Group) => readonly number[];
  /** A count in words. */
  format?: (count: number) => string;
  hrefOf?: (bucket: Span) => string;
  /** What happened, in ms. */
  marks?: readonly { at: number; mark: NonNullable<MiniColumn['mark']> }[];
  className?: string;
}

/** Counts by hour or day (UTC) of a period, stacked, with the totals of the period before as a line. */
export function PeriodColumns<Group extends { bucket_start: string | null }>(
  props: PeriodColumnsProps<Group>,
) {
  const { title, noun, period, end, series, groups, before, countsOf, format, hrefOf, marks = [] } = props;
  const zone = useZone();
  const bucket = period === '1h' ? 'minutes' : BUCKET[period];
  const unit = bucket === 'day' ? 'day' : 'hour';
  const spans = spansTo(period, end);
  const buckets = countsByBucket(groups, bucket, spans.current, countsOf);
  const earlier = before && countsByBucket(before, bucket, spans.before, countsOf);
  const gapOf = useHistoryGaps();
  const totalBefore = (place: number) => {
    const start = earlier?.[place]?.start ?? spans.before.from;
    const to = earlier?.[place + 1]?.start ?? spans.before.to;
    if (earlier === undefined || gapOf({ from: start, to }) === 'not indexed') return undefined;
    return earlier[place]?.counts.reduce((sum, count) => sum + count, 0) ?? 0;
  };
  const every = Math.ceil(buckets.length / MOST_TICKS);
  const dayOf = (start: number) => (every === 1 ? weekdayOf(start) : dayAndMonth(start, 'utc'));
  const tickOf = (start: number) => (bucket === 'day' ? dayOf(start) : hourOfDay(start, zone));
  const words = (count: number) => format?.(count) ?? counted(count, noun);
  return (
    <MiniColumns
      hasAxes
      zone={bucket === 'day' ? 'UTC' : undefined}
      label={`${title} by ${bucket === 'minutes' ? '5-minute interval' : bucket}`}
      fills={series.map(({ fill }) => fill)}
      format={format ?? groupDigits}
      className={props.className ?? 'h-28'}
      columns={buckets.map(({ start, counts }, place) => {
        const next = buckets[place + 1]?.start ?? spans.current.to;
        const total = totalBefore(place);
        const parts = series.flatMap(({ name }, at) => (counts[at] ? `${name}: ${words(counts[at])}` : []));
        return {
          key: String(start),
          counts: series.map((_, at) => counts[at] ?? 0),
          tip: [
            bucketStart(start, unit, zone),
            ...(parts.length === 0 ? ['none'] : parts),
            ...(total === undefined ? [] : [`previous: ${words(total)}`]),
          ].join('\n'),
          tick: place % every > 0 ? null : tickOf(start),
          mark: marks.find(({ at }) => at >= start && at < next)?.mark,
          ...(total !== undefined && { before: total }),
          ...(hrefOf && { href: hrefOf({ from: start, to: next }) }),
        };
      })}
    />
  );
}

/** The colours of series, and of the line of the period before. */
export function SeriesLegend({ series, before }: { series: readonly ColumnSeries[]; before: string }) {
  return (
    <span aria-hidden className="flex flex-wrap gap-x-3 text-xs text-3">
      {series.map(({ name, fill }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span className={`size-2 rounded-xs ${fill}`} />
          {name}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <span className="w-4 border-t border-text-2" />
        {before}
      </span>
    </span>
  );
}
