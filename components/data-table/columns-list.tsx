'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { moved } from './column-layout';
import { columnId, readSort, sortText, valueReader } from './sort-rows';
import type { TableTools } from './table-tools';

export interface ColumnsListProps<Row> {
  columns: readonly ColumnDef<Row, never>[];
  tools: TableTools<Row>;
}

function nameOf<Row>(column: ColumnDef<Row, never> | undefined, id: string): string {
  return column?.meta?.label ?? (typeof column?.header === 'string' ? column.header : id);
}

/** The columns and their order; the first one names the row and always stays. */
export function ColumnsList<Row>({ columns, tools }: ColumnsListProps<Row>) {
  const { layout, onLayout } = tools;
  const all = columns.map(columnId);
  const asItWas = { hidden: [], order: all, widths: {} };
  return (
    <>
      <ul className="max-h-[60vh] overflow-auto">
        {layout.order.slice(1).map((id, index, others) => {
          const shown = !layout.hidden.includes(id);
          const name = nameOf(
            columns.find((column) => columnId(column) === id),
            id,
          );
          return (
            <li key={id} className="flex items-center gap-1">
              <label className="flex min-w-0 flex-1 items-center gap-2 py-0.5">
                <input
                  type="checkbox"
                  className="accent-(--accent)"
                  checked={shown}
                  onChange={() =>
                    onLayout({
                      ...layout,
                      hidden: shown ? [...layout.hidden, id] : layout.hidden.filter((one) => one !== id),
                    })
                  }
                />
                <span className="truncate">{name}</span>
              </label>
              {([-1, 1] as const).map((by) => (
                <IconButton
                  key={by}
                  label={by === -1 ? `${name} one to the left` : `${name} one to the right`}
                  size="tiny"
                  disabled={!shown || (by === -1 ? index === 0 : index === others.length - 1)}
                  onClick={() => onLayout({ ...layout, order: moved(layout, id, by) })}
                >
                  {by === -1 ? <ChevronUp size={13} aria-hidden /> : <ChevronDown size={13} aria-hidden />}
                </IconButton>
              ))}
            </li>
          );
        })}
      </ul>
      <Button size="small" className="mt-2" onClick={() => onLayout(asItWas)}>
        As it was
      </Button>
      {/* Cards have no column heads to press. */}
      <Field label="Sort the loaded rows by" className="mt-3 sm:hidden">
        {(ids) => (
          <Select
            {...ids}
            value={tools.sort === null ? '' : sortText(tools.sort)}
            onChange={(event) => tools.onSort(readSort(event.target.value))}
          >
            <option value="">as the index lists them</option>
            {columns.filter(valueReader).flatMap((column) =>
              [true, false].map((descending) => {
                const text = sortText({ column: columnId(column), descending });
                return (
                  <option key={text} value={text}>
                    {nameOf(column, columnId(column))}, {descending ? 'largest first' : 'smallest first'}
                  </option>
                );
              }),
            )}
          </Select>
        )}
      </Field>
    </>
  );
}
