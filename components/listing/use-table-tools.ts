'use client';
// A table's tools with their state in the page's URL; only the selection is lost when the page closes.
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { layoutKeys, readLayout } from '@/components/data-table/column-layout';
import { columnId, valueReader } from '@/components/data-table/columns';
import { readSort, sortText } from '@/components/data-table/sort-rows';
import type { TableTools } from '@/components/data-table/table-view';
import { withPageKeys } from '@/lib/client/filters';
import { endpoint, type ListingName } from '@/lib/contract/endpoints';
import type { PageUrl } from './use-url';

interface Options<Row> {
  name: ListingName;
  columns: readonly ColumnDef<Row, never>[];
  url: PageUrl;
  /** Fields whose unknown values can be filtered on. */
  unknowable: readonly string[];
  onFilter: (change: Readonly<Record<string, string>>) => void;
}

/** The filter for rows with this cell's value. */
function filterOf<Row>(
  { name, columns, unknowable }: Options<Row>,
  id: string,
  row: Row,
): Readonly<Record<string, string>> | null {
  const column = columns.find((one) => columnId(one) === id);
  const own = column?.meta?.filter?.(row);
  if (own !== undefined) return own;
  const value = column === undefined ? undefined : valueReader(column)?.(row);
  if (!(id in endpoint(name).query.shape) || value === undefined) return null;
  if (value === null) return unknowable.includes(id) ? { [id]: 'unknown' } : null;
  if (typeof value === 'string') return { [id]: value };
  const plain = typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number';
  return plain ? { [id]: value.toString() } : null;
}

export function useTableTools<Row>(options: Options<Row>): TableTools<Row> {
  const { columns, url } = options;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { search } = url;
  const all = useMemo(() => columns.map(columnId), [columns]);
  const layout = useMemo(() => readLayout(search, all), [search, all]);
  const set = (change: Readonly<Record<string, string | undefined>>) =>
    url.replace(withPageKeys(url.search, change));
  return {
    layout,
    onLayout: (next) => set(layoutKeys(next, all)),
    sort: readSort(url.search.get('sort')),
    onSort: (sort) => set({ sort: sort === null ? undefined : sortText(sort) }),
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
