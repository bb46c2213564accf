'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { useState, type ReactNode } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import type { Noun } from '@/components/data-table/table-view';
import { ShowMore } from '@/components/values/show-more';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { queryView, type QueryState } from './query-view';

/** Rows shown initially. */
const FIRST = 200;

interface AllRowsTableProps<Row> {
  query: QueryState & { data: AllPages<unknown> | undefined };
  /** The query's rows or what was computed from them; undefined while loading. */
  rows: readonly Row[] | undefined;
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  rowId: (row: Row) => string;
  openId?: string | null;
  empty: ReactNode;
}

/** A completely loaded listing as a table. */
export function AllRowsTable<Row>(props: AllRowsTableProps<Row>) {
  const { query, rows, noun, columns, rowId, openId = null, empty } = props;
  const [limit, setLimit] = useState(FIRST);
  const all = rows ?? [];
  // A linked row is always shown.
  const wanted = openId === null ? -1 : all.findIndex((row) => rowId(row) === openId);
  const shown = all.slice(0, Math.max(limit, wanted + 1));
  const view = queryView(query, shown, 6);
  return (
    <>
      <DataTable
        label={noun.many}
        noun={noun}
        columns={columns}
        view={view}
        rowId={rowId}
        openId={openId}
        empty={empty}
      />
      <ShowMore
        shown={shown.length}
        total={all.length}
        noun={noun.many}
        onMore={() => setLimit(shown.length + FIRST)}
        className="mt-2"
      />
      {query.data && !query.data.complete && (
        <p role="note" className="mt-2 text-warn">
          Only the first {query.data.items.length} of {query.data.total_items} {noun.many} were loaded.
        </p>
      )}
    </>
  );
}
