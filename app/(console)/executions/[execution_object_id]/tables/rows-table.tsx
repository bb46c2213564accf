'use client';
import { Download } from 'lucide-react';
import { useParams } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ColumnDef } from '@tanstack/react-table';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { Noun } from '@/components/data-table/table-view';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, Select } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { statusWords } from '@/lib/view/status';
import { useSaveExport } from '@/components/export/use-save-export';
import type { Part } from '@/app/(console)/executions/[execution_object_id]/data/use-execution';
import { ignore, queryView } from '@/components/listing/query-view';
import { DataTable } from '@/components/data-table/data-table';
import type { ListingName } from '@/lib/contract/endpoints';

interface FilteredRowsProps<Row> {
  name:
    'executions.events' | 'executions.gas' | 'executions.payment-ledger' | 'executions.submission-failures';
  query: Part<AllPages<Row>>;
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  /** `ev`, `sf`, `pl`, `gas`: the prefix of row links. */
  prefix: string;
  /** The row in the URL hash. */
  open: string | null;
  empty: ReactNode;
  filters: readonly { name: string; label: string; of: (row: Row) => string }[];
}

/** A complete listing by id, filtered in the browser, with links to rows and an export of the rows shown. */
export function FilteredRows<Row extends { id: number }>(props: FilteredRowsProps<Row>) {
  const { query, prefix, open, filters, noun } = props;
  const saveExport = useSaveExport();
  // The page of a saved file has no id in its address.
  const id = useParams<{ execution_object_id?: string }>()?.execution_object_id;
  const from = () =>
    id === undefined
      ? { request: null, rows_from: 'a saved file of an execution', index: null }
      : {
          request: requestPath(props.name, { execution_object_id: decodeURIComponent(id) }),
          rows_from: 'every page of the listing',
        };
  const [first, second] = filters;
  const [one, setOne] = useQueryState(first?.name ?? 'filter', parseAsString);
  const [two, setTwo] = useQueryState(second?.name ?? 'filter2', parseAsString);
  const chosen = useMemo(() => [one, two], [one, two]);
  const set = [setOne, setTwo];
  const all = useMemo(() => query.data?.items.toSorted((a, b) => a.id - b.id), [query.data]);
  const rows = useMemo(
    () =>
      all?.filter((row) =>
        filters.every((filter, index) => chosen[index] === null || filter.of(row) === chosen[index]),
      ),
    [all, filters, chosen],
  );
  const openId = open !== null && open.startsWith(`${prefix}-`) ? open.slice(prefix.length + 1) : null;
  const has = openId !== null && rows !== undefined;
  // The browser looked for the anchor before the rows were loaded.
  useEffect(() => {
    if (has) document.getElementById(`${prefix}-${openId}`)?.scrollIntoView({ block: 'center' });
  }, [has, openId, prefix]);

  const clear = () => set.forEach((change) => void change(null));
  const kept = filters.flatMap(({ name }, index) => {
    const value = chosen[index];
    return typeof value === 'string' ? [`${name}=${value}`] : [];
  });
  const filtered = kept.length > 0;
  return (
    <>
      {all !== undefined && all.length > 0 && (
        <div className="mb-2 flex flex-wrap items-end gap-2">
          {filters.map((filter, index) => {
            const values = [...new Set(all.map(filter.of))].sort();
            return (
              <Field key={filter.name} label={filter.label}>
                {(control) => (
                  <Select
                    {...control}
                    className="max-w-56"
                    value={chosen[index] ?? ''}
                    onChange={(event) =>
                      void set[index]?.(event.target.value === '' ? null : event.target.value)
                    }
                  >
                    <option value="">Any</option>
                    {values.map((value) => (
                      <option key={value} value={value}>
                        {statusWords(value)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            );
          })}
          <span className="pb-1 text-3">
            {rows?.length ?? 0} of {all.length} {all.length === 1 ? noun.one : noun.many}
          </span>
          <Button
            className="ml-auto"
            onClick={() =>
              void saveExport({
                form: 'ndjson',
                items: rows ?? [],
                facts: {
                  ...from(),
                  what: `execution ${noun.many}`,
                  total_items: all.length,
                  complete: !filtered && query.data?.complete === true,
                  ...(filtered && { note: `filtered in the browser by ${kept.join(' and ')}` }),
                },
              })
            }
          >
            <Download size={14} aria-hidden />
            Export rows
          </Button>
        </div>
      )}
      {filtered && rows?.length === 0 ? (
        <Panel>
          <EmptyState
            kind="filtered-out"
            title={`No matching ${noun.many}`}
            action={{ label: 'Clear filters', onAct: clear }}
          />
        </Panel>
      ) : (
        <AllRowsTable
          name={props.name}
          query={query}
          rows={rows}
          noun={noun}
          columns={props.columns}
          rowId={(row) => String(row.id)}
          openId={openId}
          empty={props.empty}
        />
      )}
    </>
  );
}

/** Rows shown initially. */
const FIRST = 200;

export interface AllRowsTableProps<Row> {
  name: ListingName;
  query: Part<AllPages<Row>>;
  /** Rows to show; the query's own by default. */
  rows?: readonly Row[] | undefined;
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  rowId: (row: Row) => string;
  openId?: string | null;
  empty: ReactNode;
}

/** A completely loaded listing as a table. */
export function AllRowsTable<Row>(props: AllRowsTableProps<Row>) {
  const { name, query, noun, columns, rowId, openId = null, empty } = props;
  const [limit, setLimit] = useState(FIRST);
  const all = props.rows ?? query.data?.items ?? [];
  // A linked row is always shown.
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
          Only the first {query.data.items.length} of {query.data.total_items} {noun.many} were loaded.
        </p>
      )}
    </>
  );
}

/** A row id as a link to that row. */
export function RowLink({ anchor, id }: { anchor: string; id: number }) {
  return (
    <a
      id={anchor}
      href={`#${anchor}`}
      className="scroll-mt-24 mono text-2 hover:text-accent hover:underline"
      aria-label={`Link to row ${id}`}
    >
      {id}
    </a>
  );
}
