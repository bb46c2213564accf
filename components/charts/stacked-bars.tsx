'use client';
import { scaleBand, scaleLinear } from '@visx/scale';
import { memo, useId } from 'react';
import { useWidth } from './use-width';
import { groupDigits } from '@/lib/view/amount';

export interface Series {
  name: string;
  /** A class of Tailwind that fills, e.g. `fill-fam-tool`. */
  fill: string;
}

export interface StackedColumn {
  key: string;
  counts: readonly bigint[];
  tip: string;
  /** The label below it; null for most, so that labels do not touch. */
  tick: string | null;
  /** Not over yet: drawn hatched, with an open top. */
  growing: boolean;
  /** The total of the period before, drawn as a line across the column. */
  before?: bigint | null;
}

interface StackedBarsProps {
  /** The accessible name: what is counted, over which time. */
  title: string;
  /** The gist in words, for those who do not see the bars. */
  description: string;
  series: readonly Series[];
  columns: readonly StackedColumn[];
  height?: number;
  /** The most that a column can count, drawn as a line where it fits the scale; null for unknown. */
  limit?: number | null;
  limitText?: string;
  /** A height in words, on the axis. */
  format?: (value: number) => string;
  /** The heights on the axis, where round numbers are not round in words; the last is the top. */
  ticksTo?: ((highest: number) => number[]) | undefined;
}

const MARGIN = { top: 12, right: 16, bottom: 26 };
const TICK = { className: 'fill-text-3 font-sans tabular-nums', fontSize: 11 };
/** Of the axis at the left: at least, and for each character of its longest label. */
const LABELS = { least: 52, character: 6, gap: 6 };
/** From the columns to a label: of the axis at the left to its end, of the one below to its baseline. */
const TICK_OFFSET = { left: 10, below: 21 };
/** From the middle of a label at the left to its baseline. */
const HALF_HEIGHT = 3.5;
/** A limit further above the busiest column is named but not drawn: it would flatten the columns. */
const LIMIT_SHARE = 3;
/** For geometry only; text shows exact figures. */
const pixels = (count: bigint) => Number(count);

/** As many of the labelled columns as have room, the last among them. */
function apart(labelled: readonly StackedColumn[], room: number): readonly StackedColumn[] {
  const longest = Math.max(0, ...labelled.map(({ tick }) => tick?.length ?? 0));
  const every = Math.ceil((labelled.length * (longest * LABELS.character + LABELS.gap)) / Math.max(1, room));
  return labelled.filter((_, place) => (labelled.length - 1 - place) % every === 0);
}

/** Counts are whole: an axis of a quiet window must not say 0.5. */
const wholeTicks = (highest: number) =>
  scaleLinear({ domain: [0, highest], nice: 4 })
    .ticks(4)
    .filter((tick) => Number.isInteger(tick));

/** Stacked columns over time; callers provide a table with the same figures. */
export const StackedBars = memo(function StackedBars(props: StackedBarsProps) {
  const {
    title,
    description,
    series,
    columns,
    height = 240,
    limit = null,
    limitText = '',
    format = groupDigits,
    ticksTo = wholeTicks,
  } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const id = useId();
  const bottom = height - MARGIN.top - MARGIN.bottom;
  const totals = columns.map((column) => column.counts.reduce((sum, count) => sum + pixels(count), 0));
  const busiest = Math.max(1, ...totals, ...columns.map(({ before }) => pixels(before ?? 0n)));
  const limitFits = limit !== null && limit <= busiest * LIMIT_SHARE;
  const highest = limitFits ? Math.max(limit, busiest) : busiest;
  const ticks = ticksTo(highest);
  const y = scaleLinear({ domain: [0, Math.max(highest, ticks.at(-1) ?? 0)], range: [bottom, 0] });
  const longest = Math.max(...ticks.map((tick) => format(tick).length));
  const left = Math.max(LABELS.least, 2 * LABELS.gap + longest * LABELS.character);
  const right = Math.max(0, width - left - MARGIN.right);
  const x = scaleBand({ domain: columns.map((column) => column.key), range: [0, right], paddingInner: 0.3 });
  const labelled = apart(
    columns.filter((column) => column.tick !== null),
    right,
  );

  return (
    <div ref={box} style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
          className="block"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{description}</desc>
          <pattern
            id={`${id}-hatch`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="2" height="5" className="fill-surface" opacity="0.75" />
          </pattern>
          <g transform={`translate(${left}, ${MARGIN.top})`}>
            {ticks.map((tick) => (
              <g key={tick}>
                <line x2={right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
                <text {...TICK} x={-TICK_OFFSET.left} y={y(tick) + HALF_HEIGHT} textAnchor="end">
                  {format(tick)}
                </text>
              </g>
            ))}
            {columns.map((column, place) => (
              <Column
                key={column.key}
                column={column}
                series={series}
                left={x(column.key) ?? 0}
                width={Math.max(1, x.bandwidth())}
                step={x.step()}
                y={y}
                bottom={bottom}
                total={totals[place] ?? 0}
                hatch={`url(#${id}-hatch)`}
              />
            ))}
            {limitFits && (
              <line x2={right} y1={y(limit)} y2={y(limit)} className="stroke-warn" strokeDasharray="6 3" />
            )}
            {limit !== null && (
              <text
                x={right}
                y={limitFits ? y(limit) - 4 : -2}
                textAnchor="end"
                className="fill-text-3"
                fontSize={TICK.fontSize}
              >
                {limitText}
                {!limitFits && ' ↑'}
              </text>
            )}
            {labelled.map(({ key, tick }) => (
              <text
                key={key}
                {...TICK}
                x={(x(key) ?? 0) + x.bandwidth() / 2}
                y={bottom + TICK_OFFSET.below}
                textAnchor="middle"
              >
                {tick}
              </text>
            ))}
          </g>
        </svg>
      )}
    </div>
  );
});

interface ColumnProps {
  column: StackedColumn;
  series: readonly Series[];
  left: number;
  width: number;
  step: number;
  y: (value: number) => number;
  bottom: number;
  total: number;
  hatch: string;
}

function Column({ column, series, left, width, step, y, bottom, total, hatch }: ColumnProps) {
  return (
    <g className="group/column">
      {column.counts.map((count, index) => {
        const from = column.counts.slice(0, index).reduce((sum, below) => sum + pixels(below), 0);
        const top = y(from + pixels(count));
        return (
          count > 0n && (
            <rect
              key={series[index]?.name ?? index}
              x={left}
              width={width}
              y={top}
              height={y(from) - top}
              className={series[index]?.fill ?? 'fill-idle'}
              opacity={0.9}
            />
          )
        );
      })}
      {column.growing && (
        <>
          <rect x={left} width={width} y={y(total)} height={bottom - y(total)} fill={hatch} />
          <rect
            x={left + 0.5}
            width={Math.max(1, width - 1)}
            y={0.5}
            height={bottom - 1}
            fill="none"
            className="stroke-line-strong"
            strokeDasharray="3 3"
          />
        </>
      )}
      {column.before !== undefined && column.before !== null && (
        <line
          x1={left - 3}
          x2={left + width + 3}
          y1={y(pixels(column.before))}
          y2={y(pixels(column.before))}
          className="stroke-text"
          strokeWidth={1.5}
        />
      )}
      {/* As wide as the column's whole step, so that a quiet hour can be pointed at too. */}
      <rect
        data-tip={column.tip}
        x={left - (step - width) / 2}
        width={step}
        y={0}
        height={bottom}
        className="fill-text opacity-0 group-hover/column:opacity-[0.06]"
      />
    </g>
  );
}
