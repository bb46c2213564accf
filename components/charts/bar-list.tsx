import type { ReactNode } from 'react';

export interface BarListRow {
  name: string;
  count: bigint;
  words: string;
  fill: string;
  note?: ReactNode;
}

export function BarList({ label, rows }: { label: string; rows: readonly BarListRow[] }) {
  const most = rows.reduce((highest, row) => (row.count > highest ? row.count : highest), 1n);
  return (
    // The columns are the list's, so that equal counts have equal bars however wide their words are.
    <ul
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[minmax(120px,280px)_minmax(0,1fr)_auto]"
    >
      {rows.map((row) => (
        <li key={row.name} className="col-span-full grid grid-cols-subgrid items-center py-1">
          <span translate="no" className="truncate mono" title={row.name}>
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
            {row.words}{' '}
            {row.note !== undefined && <span className="ml-2 inline-block min-w-12 text-3">{row.note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
