'use client';
import { flexRender, type Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { Term } from '@/components/values/term';
import { definitionOf } from '@/lib/view/glossary';
import { belowClass, valueReader } from './columns';
import { nextSort } from './sort-rows';
import type { TableTools } from './table-view';

const HEAD = 'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-3';

interface HeaderCellProps<Row> {
  header: Header<Row, unknown>;
  name: string;
  tools: TableTools<Row> | undefined;
}

/** A column header. With tools, a click sorts. */
export function HeaderCell<Row>({ header, name, tools }: HeaderCellProps<Row>) {
  const { columnDef, id } = header.column;
  const { meta } = columnDef;
  const text = flexRender(columnDef.header, header.getContext());
  const plainHead = typeof columnDef.header === 'string' ? <Term>{columnDef.header}</Term> : text;
  const definition = definitionOf(name);
  const sort = tools?.sort?.column === id ? tools.sort : null;
  const direction = sort?.descending === true ? 'descending' : 'ascending';
  const sortable = tools !== undefined && valueReader(columnDef as never) !== undefined;
  return (
    <th
      scope="col"
      aria-sort={sort === null ? undefined : direction}
      className={classNames(
        HEAD,
        meta?.numeric && 'text-right',
        meta?.wide && 'w-full',
        meta?.moment && 'sm:min-w-[172px]',
        meta?.width,
        belowClass(meta?.below),
      )}
    >
      {sortable ? (
        <button
          type="button"
          data-tip={[definition, `Sort ${tools.orders.has(id) ? 'the whole list' : 'loaded rows'} by ${name}`]
            .filter(Boolean)
            .join('\n')}
          onClick={() => tools.onSort(nextSort(tools.sort, id))}
          className={classNames(
            'inline-flex items-center gap-1 hover:text-text',
            sort !== null && 'text-text',
            definition !== undefined && 'term',
          )}
        >
          {text}
          {sort !== null &&
            (sort.descending ? <ArrowDown size={11} aria-hidden /> : <ArrowUp size={11} aria-hidden />)}
        </button>
      ) : (
        plainHead
      )}
    </th>
  );
}
