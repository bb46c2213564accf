'use client';
import { Amount } from '@/components/values/amount';
import { Maybe } from '@/components/values/maybe';
import { groupDigits } from '@/lib/view/amount';
import { formatDuration } from '@/lib/view/time';
import type { ColumnSum } from './column-sums';
import type { ColumnUnit } from './columns';
import { Tip } from '@/components/ui/tip';

function Value({ value, unit }: { value: bigint; unit: ColumnUnit }) {
  if (unit !== 'ms') return <Amount value={value} unit={unit} showUnit={false} />;
  return (
    <Tip data-exact={value.toString()} tip={`${groupDigits(value)} ms`}>
      {formatDuration(Number(value))}
    </Tip>
  );
}

const FIGURES = [
  { key: 'sum', label: 'Sum' },
  { key: 'mean', label: 'Mean' },
  { key: 'min', label: 'Min' },
  { key: 'max', label: 'Max' },
] as const;

interface RowSumsProps {
  label: string;
  sums: readonly ColumnSum[];
}

/** Sum, mean, min and max of rows, a line per column. */
export function RowSums({ label, sums }: RowSumsProps) {
  if (sums.length === 0) return null;
  return (
    <ul aria-label={label} className="flex basis-full flex-col gap-0.5 text-xs">
      {sums.map(({ id, name, unit, rows, unknown, figures }) => (
        <li key={id} data-sum={id} className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-24 text-2">{name}</span>
          {figures === null && <Maybe value={null} reason="Unknown in each of these rows" />}
          {figures !== null &&
            FIGURES.map(({ key, label: figure }) => (
              <span key={key} data-figure={key} className="whitespace-nowrap tabular-nums">
                <span className="text-3">{figure} </span>
                <Value value={figures[key]} unit={unit} />
              </span>
            ))}
          {unknown > 0 && (
            <span className="text-3">
              of {groupDigits(rows)}, {groupDigits(unknown)} unknown
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
