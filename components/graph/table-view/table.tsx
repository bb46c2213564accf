'use client';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { groupDigits } from '@/lib/view/amount';

/** Rows that are put on the screen at once; the others come when asked for. */
const PORTION = 200;

interface PlainTableProps<Row> {
  /** Names the table; also says how many rows it has. */
  caption: string;
  head: readonly string[];
  /** What to say when there is no row. */
  none: string;
  rows: readonly Row[];
  /** Which rows belong to what is selected: they are shown also where others have to be asked for. */
  chosen: (row: Row) => boolean;
  /** A row of the table, with its key. */
  children: (row: Row) => ReactNode;
}

/** A plain table of the twin: caption, column heads, rows. */
export function PlainTable<Row>({ caption, head, none, rows, chosen, children }: PlainTableProps<Row>) {
  const [portions, setPortions] = useState(1);
  const inTurn = portions * PORTION;
  const shown = [...rows.slice(0, inTurn), ...rows.slice(inTurn).filter(chosen)];
  const left = rows.length - shown.length;
  return (
    <section className="border-t border-line first:border-t-0">
      <h3 className="px-3 pt-2.5 pb-1 font-semibold">
        {caption} <span className="font-normal text-3">{groupDigits(rows.length)}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="px-3 pb-2.5 text-3">{none}</p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={caption}>
          <table aria-rowcount={rows.length + 1} className="stacked-table w-full border-collapse text-left">
            <caption className="sr-only">
              {caption}, {rows.length}
            </caption>
            <thead>
              <tr>
                {head.map((word) => (
                  <th
                    key={word}
                    scope="col"
                    className="border-b border-line px-3 py-1.5 text-xs font-medium whitespace-nowrap text-3 max-sm:px-1.5 max-sm:first:pl-3"
                  >
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{shown.map(children)}</tbody>
          </table>
        </div>
      )}
      {left > 0 && (
        <p className="flex items-center gap-3 px-3 py-2 text-3">
          {groupDigits(left)} more
          <Button size="small" onClick={() => setPortions(portions + 5)}>
            Show {Math.min(left, 5 * PORTION)} of them
          </Button>
        </p>
      )}
    </section>
  );
}

interface TableRowProps {
  selected: boolean;
  /** Attributes by which a row is found: data-table-vertex and the like. */
  marks: Record<`data-${string}`, string>;
  children: ReactNode;
}

export function TableRow({ selected, marks, children }: TableRowProps) {
  return (
    <tr
      {...marks}
      {...(selected && { 'aria-current': true, 'data-selected': true })}
      className={classNames('scroll-my-16 hover:bg-surface-2', selected && 'bg-accent-weak')}
    >
      {children}
    </tr>
  );
}

interface CellProps {
  children?: ReactNode;
  /** The name of the column, which stands beside it on a phone; the first cell is the card's head and has none. */
  label?: string;
  /** Holds a sentence. */
  wide?: boolean;
  /** Holds a long name, which wraps on a phone. */
  name?: boolean;
}

export function Cell({ children, label, wide = false, name = false }: CellProps) {
  return (
    <td
      data-label={label}
      className={classNames(
        'border-b border-line/70 px-3 py-1.5 align-top',
        wide ? 'sm:min-w-52' : name ? 'wrap-anywhere sm:whitespace-nowrap' : 'whitespace-nowrap',
      )}
    >
      {children}
    </td>
  );
}

/** A vertex's name as the way to choose it. */
export function VertexButton({
  name,
  selected,
  onSelect,
}: {
  name: string;
  selected: boolean;
  onSelect: (name: string) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={() => onSelect(name)}
      className="mono hover:text-accent hover:underline"
    >
      {name}
    </button>
  );
}

/** What went along an edge, as the way to look at the values. */
export function EdgeButton({
  text,
  selected,
  onChoose,
}: {
  text: string;
  selected: boolean;
  onChoose: (() => void) | null | undefined;
}) {
  if (!onChoose) return text;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onChoose}
      className="underline decoration-dotted underline-offset-2 hover:text-accent"
    >
      {text}
    </button>
  );
}
