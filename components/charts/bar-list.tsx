import type { ReactNode } from 'react';

export interface BarListRow {
  name: string;
  count: bigint;
  /** The count as text. */
  words: string;
  /** A class of Tailwind that fills. */
  fill: string;
  note?: ReactNode;
}

/** Names with a bar each, the longest first: for a few sums that no time divides. It is a list, and reads as one. */
export function BarList({ label, rows }: { label: string; rows: readonly BarListRow[] }) {
  const most = rows.reduce((highest, row) => (row.count > highest ? row.count : highest), 1n);
  return (
    <ul aria-label={label} className="flex flex-col gap-0.5 px-3 py-2">
      {rows.map((row) => (
        <li
          key={row.name}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1 sm:grid-cols-[minmax(120px,280px)_minmax(0,1fr)_auto]"
        >
          <span className="truncate mono" title={row.name}>
            {row.name}
          </span>
          <svg
            viewBox="0 0 1000 10"
            preserveAspectRatio="none"
            aria-hidden
            className="order-last col-span-2 h-2.5 w-full sm:order-none sm:col-span-1"
          >
            <rect width="1000" height="10" rx="2" className="fill-surface-3" />
            <rect width={Number((row.count * 1000n) / most)} height="10" className={row.fill} opacity="0.9" />
          </svg>
          <span className="text-right whitespace-nowrap">
            {row.words} {row.note !== undefined && <span className="ml-2 text-3">{row.note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
