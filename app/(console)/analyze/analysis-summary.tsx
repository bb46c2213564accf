'use client';
import { type StackedColumn, StackedBars } from '@/components/charts/stacked-bars';
import { PlainLink } from '@/components/ui/plain-link';
import { Cell, Row, Table } from '@/components/values/table';
import { truncated } from '@/lib/text/foreign-text';
import type { Answer } from '@/lib/contract/endpoints';
import { type MeasureUnit, valueText } from '@/lib/view/analyze-values';
import { changeOf, changeText } from '@/lib/view/periods';
import { addsUp, type Analysis, type AnalysisResult, type AnalysisRow, isDivided } from './analysis';
import { previousOf } from './period';
import { axisText, bucketName, durationTicks, measureHead, rowText, SERIES, tickOf } from './presentation';
import { MeasureValue } from './values';

/** The row that most of a change comes from, with its share of it in percent. */
function mainChange(
  rows: readonly AnalysisRow[],
  change: number,
): { row: AnalysisRow; share: number } | null {
  let largest: { row: AnalysisRow; share: number } | null = null;
  for (const row of rows) {
    if (row.value === null || row.before === null) continue;
    const share = Math.round(((Number(row.value) - Number(row.before)) / change) * 100);
    if (share > 0 && (largest === null || share > largest.share)) largest = { row, share };
  }
  return largest;
}

/** `12 %`, `2.5 points`, without direction. */
function sizeOf(change: number, unit: MeasureUnit): string {
  if (unit === 'percent') return `${Math.abs(change)} ${Math.abs(change) === 1 ? 'point' : 'points'}`;
  return change === 0 ? 'less than 1 %' : `${Math.abs(change)} %`;
}

/** The answer in one or two sentences. */
export function Verdict({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { measure } = analysis;
  const { totalValue, totalBefore, totalHref, rows, isTimeline } = result;
  const change = changeOf(totalValue, totalBefore, measure.unit);
  const difference = Number(totalValue) - Number(totalBefore);
  const main =
    change === null || !addsUp(analysis) || isTimeline || difference === 0
      ? null
      : mainChange(rows, difference);
  const largest = rows.find((row) => row.share !== null);
  return (
    <p className="mb-2 text-base leading-6">
      {measure.label}:{' '}
      <PlainLink href={totalHref ?? '#'} className="font-semibold hover:text-accent hover:underline">
        {valueText(totalValue, measure.unit)}
      </PlainLink>
      {change !== null && (
        <span className="text-2">
          ,{' '}
          {difference === 0
            ? `unchanged from the ${previousOf(analysis)}`
            : `${sizeOf(change, measure.unit)} ${difference > 0 ? 'more' : 'less'} than in the ${previousOf(analysis)}`}
        </span>
      )}
      .{' '}
      {main !== null && (
        <span className="text-2">
          <RowLink row={main.row} analysis={analysis} />{' '}
          {/* Where others changed the other way, one can have changed by more than all together. */}
          {main.share > 100 ? 'has the largest' : `makes up ${main.share} % of the`}{' '}
          {difference > 0 ? 'increase' : 'decrease'}.
        </span>
      )}
      {main === null && largest !== undefined && !isTimeline && (
        <span className="text-2">
          <RowLink row={largest} analysis={analysis} /> has the largest share, {largest.share} %.
        </span>
      )}
      {analysis.dimensions.map((dimension) => (
        <span key={dimension} className="text-3">
          {measure.dimensions[dimension]?.overlaps}{' '}
        </span>
      ))}
    </p>
  );
}

/** Enough to recognise a description. */
const MOST_SIGNS = 48;

function RowLink({ row, analysis }: { row: AnalysisRow; analysis: Analysis }) {
  const text = rowText(row, analysis);
  if (row.href === null) return <>{text}</>;
  return (
    <PlainLink
      href={row.href}
      data-tip={text}
      className="text-text underline decoration-line-strong underline-offset-4 hover:text-accent"
    >
      {truncated(text, MOST_SIGNS)}
    </PlainLink>
  );
}

interface Part {
  label: string;
  value: bigint | number | null;
  unit: MeasureUnit;
}

/** What a total consists of. */
function partsOf({ measure }: Analysis, { total }: AnalysisResult): Part[] {
  if (total === null) return [];
  if (measure.endpoint === 'stats.costs') {
    const costs = total as Answer<'stats.costs'>['groups'][number];
    return [
      { label: 'Gas', value: costs.gas_mist, unit: 'sui' },
      { label: 'Tool cost', value: costs.tool_cost_mist, unit: 'sui' },
      { label: 'Priority fees', value: costs.priority_fee_mist, unit: 'sui' },
      { label: 'Mean per execution', value: costs.mean_mist, unit: 'sui' },
      { label: 'Executions', value: costs.count, unit: 'count' },
      ...(costs.priced < costs.count
        ? [{ label: 'Without a known cost', value: costs.count - costs.priced, unit: 'count' } as const]
        : []),
    ];
  }
  if (measure.endpoint === 'stats.executions') {
    const runs = total as Answer<'stats.executions'>['groups'][number];
    return [
      { label: 'Succeeded', value: runs.succeeded, unit: 'count' },
      { label: 'Failed', value: runs.failed, unit: 'count' },
      { label: 'Aborted', value: runs.aborted, unit: 'count' },
      {
        label: 'Not finished',
        value: runs.count - runs.succeeded - runs.failed - runs.aborted,
        unit: 'count',
      },
    ];
  }
  if (measure.endpoint === 'stats.payments') {
    const paid = total as Answer<'stats.payments'>['groups'][number];
    return [
      { label: 'Accomplished', value: paid.accomplished, unit: 'count' },
      { label: 'Refunded', value: paid.refunded, unit: 'count' },
      { label: 'Pending', value: paid.pending, unit: 'count' },
      { label: 'Refilled', value: paid.refilled, unit: 'count' },
    ];
  }
  return [];
}

export function Parts({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const parts = partsOf(analysis, result);
  const before = partsOf(analysis, { ...result, total: result.before });
  if (parts.length === 0) return null;
  return (
    <Table
      aria-label="Parts of the total"
      className="max-w-md [&_td]:border-0 [&_td]:py-1 [&_td:first-child]:pl-0"
    >
      <tbody>
        {parts.map(({ label, value, unit }) => {
          const earlier = before.find((part) => part.label === label)?.value ?? null;
          const change = changeOf(value, earlier, unit);
          return (
            <Row key={label}>
              <Cell className="text-2">{label}</Cell>
              <Cell numeric>
                <MeasureValue value={value} unit={unit} />
              </Cell>
              <Cell numeric className="text-3">
                {earlier !== null && <MeasureValue value={earlier} unit={unit} />}
              </Cell>
              <Cell numeric className="text-2">
                {change !== null && changeText(change, unit)}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

/** A chart's heights are whole: percent and means in tenths. */
const SCALE: Readonly<Partial<Record<MeasureUnit, number>>> = { percent: 10, mean: 10 };

export function Chart({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { measure, time } = analysis;
  const { rows, buckets } = result;
  if (time === null || measure.signed === true) return null;
  const scale = SCALE[measure.unit] ?? 1;
  const height = (value: bigint | number | null): bigint =>
    typeof value === 'bigint' ? value : BigInt(Math.max(0, Math.round(Number(value ?? 0) * scale)));
  const stacked =
    addsUp(analysis) && isDivided(analysis)
      ? rows.slice(0, SERIES.length).filter(({ cells }) => cells !== null)
      : [];
  const text = (value: bigint | number | null) => valueText(value, measure.unit);
  const columns = buckets.map((bucket, place): StackedColumn => {
    const counts = stacked.map((row) => height(row.cells?.get(bucket.start)?.value ?? 0));
    const whole = height(bucket.value);
    const others = counts.reduce((rest, count) => rest - count, whole);
    const parts = stacked.flatMap((row, at) =>
      (counts[at] ?? 0n) > 0n
        ? [`${rowText(row, analysis)}  ${text(row.cells?.get(bucket.start)?.value ?? 0)}`]
        : [],
    );
    return {
      key: String(bucket.start),
      counts: [...counts, others > 0n ? others : 0n],
      tip: [
        `${bucketName(bucket.start, time, 'long')} UTC${bucket.growing ? ', so far' : ''}`,
        text(bucket.value),
        ...parts,
        ...(bucket.before === null ? [] : [`previous: ${text(bucket.before)}`]),
      ].join('\n'),
      tick: tickOf(bucket.start, place, time, buckets.length),
      growing: bucket.growing,
      before: bucket.before === null ? null : height(bucket.before),
    };
  });
  const series = [
    ...stacked.map((row, at) => ({ name: `${at} ${rowText(row, analysis)}`, fill: SERIES[at]?.fill ?? '' })),
    { name: 'others', fill: stacked.length === 0 ? 'fill-fam-execution' : 'fill-line-strong' },
  ];
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap justify-between gap-x-3 px-3 pt-2 text-xs text-3">
        <span>
          {measureHead(measure)}, by {time} in UTC
        </span>
        {columns.some(({ before }) => before !== null) && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden className="h-px w-5 bg-text" /> {previousOf(analysis)}
          </span>
        )}
      </figcaption>
      <StackedBars
        title={`${measure.label} by ${time}`}
        description={`${buckets.length} columns. See the table for values.`}
        series={series}
        columns={columns}
        format={(value) => axisText(value / scale, measure.unit)}
        ticksTo={measure.unit === 'duration' ? durationTicks : undefined}
      />
    </figure>
  );
}
