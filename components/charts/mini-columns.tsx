import { classNames } from '@/components/ui/class-names';

export interface MiniColumn {
  key: string;
  /** One count for each series, from the bottom. */
  counts: readonly number[];
  /** Shown on hover: the time and the counts in words. */
  tip: string;
}

interface MiniColumnsProps {
  /** The accessible name: what is counted, over which time, and the gist. */
  label: string;
  /** Fill classes of the series, from the bottom. */
  fills: readonly string[];
  columns: readonly MiniColumn[];
  /** Gives the height. */
  className: string;
}

const HEIGHT = 100;
/** A count is never too small to see. */
const LEAST = 2;

/** Small stacked columns without axes, for a trend beside its figures. */
export function MiniColumns({ label, fills, columns, className }: MiniColumnsProps) {
  const totals = columns.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const most = Math.max(1, ...totals);
  const height = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT));
  return (
    <div role="img" aria-label={label} className={classNames('flex items-end gap-px', className)}>
      {columns.map(({ key, counts, tip }) => (
        <span
          key={key}
          data-tip={tip}
          className="flex h-full min-w-0 flex-1 flex-col-reverse bg-surface-2 hover:bg-surface-3"
        >
          {counts.map((count, series) => (
            <span
              key={fills[series]}
              style={{ height: `${height(count)}%` }}
              className={fills[series] ?? ''}
            />
          ))}
        </span>
      ))}
    </div>
  );
}
