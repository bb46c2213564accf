'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { useState, type ReactNode } from 'react';
import { ignore, queryView } from '@/components/listing/query-view';
import { DataTable } from '@/components/data-table/data-table';
import type { Noun } from '@/components/data-table/table-view';
import { Button } from '@/components/ui/button';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { ListingName } from '@/lib/contract/endpoints';
import type { Part } from './execution-parts';

/** Rows drawn at first; the rest come when asked for. */
const FIRST = 200;

export interface AllRowsTableProps<Row> {
  name: ListingName;
  query: Part<AllPages<Row>>;
  /** In the order to be drawn; the query's own where left out. */
  rows?: readonly Row[] | undefined;
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  rowId: (row: Row) => string;
  openId?: string | null;
  empty: ReactNode;
}

/** A listing that was read whole, in the look of every other table. */
export function AllRowsTable<Row>(props: AllRowsTableProps<Row>) {
  const { name, query, noun, columns, rowId, openId = null, empty } = props;
  const [limit, setLimit] = useState(FIRST);
  const all = props.rows ?? query.data?.items ?? [];
  // A link to a row far down draws everything down to it.
  const wanted = openId === null ? -1 : all.findIndex((row) => rowId(row) === openId);
  const shown = all.slice(0, Math.max(limit, wanted + 1));
  const view = queryView(name, query, { rows: shown, total: query.data?.total_items ?? null, size: 6 });
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
        onClear={ignore}
        onFirst={ignore}
      />
      {shown.length < all.length && (
        <div className="mt-2 flex items-center gap-2 text-3">
          {shown.length} of {all.length} {noun.many}
          <Button size="small" onClick={() => setLimit(limit + FIRST)}>
            Show more
          </Button>
        </div>
      )}
      {query.data && !query.data.complete && (
        <p role="note" className="mt-2 text-warn">
          Only the first {query.data.items.length} of {query.data.total_items} {noun.many} were read.
        </p>
      )}
    </>
  );
}
