import { classNames } from '@/components/ui/class-names';
import { PlainLink } from '@/components/ui/plain-link';
import { groupDigits } from '@/lib/view/amount';

export interface MiniColumn {
  key: string;
  /** One count for each series, from the bottom. */
  counts: readonly number[];
  /** Shown on hover: the time and the counts in words. */
  tip: string;
  /** To what it counts; for the pointer only, since a table beside it has the same links. */
  href?: string;
  /** The total of the period before, drawn as a thin line. */
  before?: number;
  /** The label below it. */
  tick?: string | null;
  /** What happened in it, as a line with a word above the chart. */
  mark?: { text: string; tone: 'fail' | 'warn' } | undefined;
}

interface MiniColumnsProps {
  /** The accessible name: what is counted, over which time, and the gist. */
  label: string;
  /** Fill classes of the series, from the bottom. */
  fills: readonly string[];
  columns: readonly MiniColumn[];
  /** Gives the height. */
  className: string;
  /** Draws lines at whole counts, and the labels of both axes. */
  hasAxes?: boolean;
  /** Of the labels below, where it is not the reader's. */
  zone?: string | undefined;
  /** A count on the axis. */
  format?: (count: number) => string;
}

const MARKS = { fail: 'border-fail text-fail', warn: 'border-warn text-warn' } as const;

const HEIGHT = 100;
/** A count is never too small to see. */
const LEAST = 2;

const totalOf = ({ counts }: MiniColumn) => counts.reduce((sum, count) => sum + count, 0);

/** Up to five whole counts from 0 on, the last one at or above `most`. */
function axisCounts(most: number): number[] {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(most / 4)));
  const step =
    [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate * 4 >= most) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step);
}

/** Small stacked columns, for a trend beside its figures. */
export function MiniColumns({
  label,
  fills,
  columns,
  className,
  hasAxes = false,
  zone,
  format = groupDigits,
}: MiniColumnsProps) {
  const highest = Math.max(1, ...columns.map(totalOf), ...columns.map(({ before = 0 }) => before));
  const axis = hasAxes ? axisCounts(highest) : [];
  const most = axis.at(-1) ?? highest;
  const height = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT));
  const line = columns.flatMap(({ before }, place) => {
    if (before === undefined) return [];
    const y = HEIGHT - (before / most) * HEIGHT;
    return `${columns[place - 1]?.before === undefined ? `M${place} ${y}` : `V${y}`}H${place + 1}`;
  });
  const bars = (
    <div
      // A picture has no links in it.
      role={columns.some(({ href }) => href !== undefined) ? 'group' : 'img'}
      aria-label={label}
      className={classNames('relative flex items-end', hasAxes ? 'gap-0.5' : 'gap-px', className)}
    >
      {axis.map((count) => (
        <span
          key={count}
          style={{ bottom: `${(count / most) * HEIGHT}%` }}
          className="absolute inset-x-0 h-px bg-line"
        />
      ))}
      {columns.map(({ key, counts, tip, href }) => {
        const looks = {
          'data-tip': tip,
          className: classNames(
            'relative flex h-full min-w-0 flex-1 flex-col-reverse hover:bg-surface-3',
            !hasAxes && 'bg-surface-2',
          ),
          children: counts.map((count, series) => (
            <span
              key={fills[series]}
              style={{ height: `${height(count)}%` }}
              className={fills[series] ?? ''}
            />
          )),
        };
        return href === undefined ? (
          <span key={key} {...looks} />
        ) : (
          <PlainLink key={key} href={href} tabIndex={-1} aria-hidden {...looks} />
        );
      })}
      {columns.map(({ key, mark }, place) =>
        mark === undefined ? null : (
          <span
            key={`mark ${key}`}
            style={{ left: `${((place + 0.5) / columns.length) * 100}%` }}
            className={`pointer-events-none absolute inset-y-0 border-l border-dashed ${MARKS[mark.tone]}`}
          >
            <span className="absolute right-0 bottom-full text-2xs whitespace-nowrap">{mark.text}</span>
          </span>
        ),
      )}
      {line.length > 0 && (
        <svg
          viewBox={`0 0 ${columns.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full"
        >
          <path
            d={line.join('')}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-text-3 opacity-80"
          />
        </svg>
      )}
    </div>
  );
  if (!hasAxes) return bars;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-2xs text-3">
      {/* Same width, so that the days of two charts align. */}
      <div aria-hidden className="relative min-w-9 text-right">
        <span className="invisible">{format(most)}</span>
        {axis.map((count) => (
          <span
            key={count}
            style={{ bottom: `${(count / most) * HEIGHT}%` }}
            className="absolute right-0 translate-y-1/2"
          >
            {format(count)}
          </span>
        ))}
      </div>
      {bars}
      <span aria-hidden className="mt-1 text-right">
        {zone}
      </span>
      <div aria-hidden className="relative mt-1 h-4">
        {columns.map(({ key, tick }, place) =>
          tick ? (
            <span
              key={key}
              style={{ left: `${(place / columns.length) * 100}%` }}
              // On a phone every second one, or they would touch.
              className="absolute whitespace-nowrap max-sm:even:hidden"
            >
              {tick}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}
