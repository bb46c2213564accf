'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { useMedia } from '@/components/ui/use-media';
import { orderAfterMove } from './column-layout';
import { columnId, columnName, hiddenQuery, valueReader } from './columns';
import { readSort, sortText } from './sort-rows';
import type { TableTools } from './table-view';

export interface ColumnsListProps<Row> {
  columns: readonly ColumnDef<Row, never>[];
  tools: TableTools<Row>;
}

interface ChoiceProps<Row> {
  id: string;
  column: ColumnDef<Row, never> | undefined;
  tools: TableTools<Row>;
  first: boolean;
  last: boolean;
}

/** A checkbox for one column. Checking one that hides itself, or is extra, shows it in any window, whatever it holds. */
function Choice<Row>({ id, column, tools, first, last }: ChoiceProps<Row>) {
  const { layout, onLayout, constant } = tools;
  const name = columnName(column, id);
  const below = column?.meta?.below;
  const isTooNarrow = useMedia(below === undefined ? null : hiddenQuery(below));
  const isExtra = column?.meta?.extra === true;
  const hidesItself = isTooNarrow || ((isExtra || constant.has(id)) && tools.sort?.column !== id);
  const isAutoHidden = hidesItself && !layout.always.includes(id);
  const hidden = layout.hidden.includes(id);
  const isVisible = !hidden && !isAutoHidden;
  const without = (ids: readonly string[]) => ids.filter((other) => other !== id);
  const toggle = () =>
    onLayout({
      ...layout,
      hidden: isVisible ? [...layout.hidden, id] : without(layout.hidden),
      always: isVisible || !isAutoHidden ? without(layout.always) : [...layout.always, id],
    });
  return (
    <li className="flex items-center gap-1">
      <label className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-0.5">
        <input type="checkbox" className="accent-(--color-accent)" checked={isVisible} onChange={toggle} />
        <span className="truncate">{name}</span>
        {isAutoHidden && !isExtra && !hidden && (
          <span className="ml-auto shrink-0 text-xs text-3">
            hidden: {constant.has(id) ? 'the same in these rows' : 'window too narrow'}
          </span>
        )}
      </label>
      {([-1, 1] as const).map((by) => (
        <IconButton
          key={by}
          label={by === -1 ? `Move ${name} left` : `Move ${name} right`}
          size="tiny"
          disabled={!isVisible || (by === -1 ? first : last)}
          onClick={() => onLayout({ ...layout, order: orderAfterMove(layout, id, by) })}
        >
          {by === -1 ? <ChevronUp size={13} aria-hidden /> : <ChevronDown size={13} aria-hidden />}
        </IconButton>
      ))}
    </li>
  );
}

/** The columns and their order, without the first one, which is fixed. */
export function ColumnsList<Row>({ columns, tools }: ColumnsListProps<Row>) {
  const { layout, onLayout } = tools;
  const all = columns.map(columnId);
  const defaults = { hidden: [], always: [], order: all };
  return (
    <>
      <ul className="max-h-[60vh] overflow-auto">
        {layout.order.slice(1).map((id, index, others) => (
          <Choice
            key={id}
            id={id}
            column={columns.find((column) => columnId(column) === id)}
            tools={tools}
            first={index === 0}
            last={index === others.length - 1}
          />
        ))}
      </ul>
      <Button size="small" className="mt-2" onClick={() => onLayout(defaults)}>
        Reset
      </Button>
      {/* Cards have no column headers to click. */}
      <Field label="Sort by" className="mt-3 sm:hidden">
        {(ids) => (
          <Select
            {...ids}
            value={tools.sort === null ? '' : sortText(tools.sort)}
            onChange={(event) => tools.onSort(readSort(event.target.value))}
          >
            <option value="">Index order</option>
            {columns.filter(valueReader).flatMap((column) =>
              [true, false].map((descending) => {
                const text = sortText({ column: columnId(column), descending });
                return (
                  <option key={text} value={text}>
                    {columnName(column, columnId(column))}, {descending ? 'descending' : 'ascending'}
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
