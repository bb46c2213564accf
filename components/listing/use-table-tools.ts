'use client';
// A table's tools with their state in the page's URL; only the selection is lost when the page closes.
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import { layoutKeys, readLayout } from '@/components/data-table/column-layout';
import { columnId, valueReader } from '@/components/data-table/columns';
import { readSort, sortText } from '@/components/data-table/sort-rows';
import type { TableTools } from '@/components/data-table/table-view';
import { readFilters, withFilters, withPageKeys } from '@/lib/client/filter-url';
import { endpoint, type ListingName } from '@/lib/contract/endpoints';
import { paramMeta } from '@/lib/contract/query-params';
import type { PageUrl } from './use-url';

interface Options<Row> {
  name: ListingName;
  columns: readonly ColumnDef<Row, never>[];
  url: PageUrl;
  onFilter: (change: Readonly<Record<string, string>>) => void;
}

/** The filter for rows with this cell's value. */
function filterOf<Row>(
  { name, columns }: Options<Row>,
  id: string,
  row: Row,
): Readonly<Record<string, string>> | null {
  const column = columns.find((candidate) => columnId(candidate) === id);
  const columnFilter = column?.meta?.filter?.(row);
  if (columnFilter !== undefined) return columnFilter;
  const value = column === undefined ? undefined : valueReader(column)?.(row);
  if (!(id in endpoint(name).query.shape) || value === undefined) return null;
  if (typeof value === 'string') return { [id]: value };
  const plain = typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number';
  return plain ? { [id]: value.toString() } : null;
}

interface ListTools<Row> extends Omit<TableTools<Row>, 'constant' | 'coversList'> {
  /** Whether the index orders the list by the column. */
  ordersBy: (column: string) => boolean;
}

export function useTableTools<Row>(options: Options<Row>): ListTools<Row> {
  const { columns, url } = options;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { search } = url;
  const all = useMemo(() => columns.map(columnId), [columns]);
  const layout = useMemo(() => readLayout(search, all), [search, all]);
  const shape: Readonly<Record<string, z.ZodMiniType>> = endpoint(options.name).query.shape;
  const orders = shape['order_by'] === undefined ? [] : (paramMeta(shape['order_by'])?.known ?? []);
  const order = readFilters(options.name, search).query as { order_by?: string };
  const set = (change: Readonly<Record<string, string | undefined>>) =>
    url.replace(withPageKeys(url.search, change));
  return {
    layout,
    onLayout: (next) => set(layoutKeys(next, all)),
    sort: readSort(order.order_by ?? url.search.get('sort')),
    ordersBy: (column) => orders.includes(sortText({ column, descending: true })),
    onSort: (sort) => {
      const text = sort === null ? undefined : sortText(sort);
      const isOrder = text !== undefined && orders.includes(text);
      const next = withPageKeys(url.search, { sort: isOrder ? undefined : text });
      if (!isOrder && order.order_by === undefined) url.replace(next);
      else url.replace(withFilters(options.name, next, { order_by: isOrder ? text : undefined }));
    },
    selected,
    onSelected: setSelected,
    peek: url.search.get('peek'),
    onPeek: (id) => {
      // Back closes the panel, however many rows j and k moved on.
      const next = withPageKeys(url.search, { peek: id ?? undefined });
      if (id !== null && !url.search.has('peek')) url.push(next);
      else url.replace(next);
    },
    filterOf: (id, row) => filterOf(options, id, row),
    onFilter: options.onFilter,
  };
}
