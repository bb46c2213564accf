'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { Download } from 'lucide-react';
import { useParams } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Noun } from '@/components/data-table/table-view';
import { useSaveExport } from '@/components/export/use-save-export';
import { AllRowsTable } from '@/components/listing/all-rows-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, Select } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { requestPath } from '@/lib/contract/endpoint-url';
import { statusWords } from '@/lib/view/status';
import type { Part } from './use-execution';

export interface RowsProps<Row> {
  query: Part<AllPages<Row>>;
  /** The row in the URL hash: `ev-12`. */
  open: string | null;
}

interface RowTable<Row> {
  name:
    | 'executions.events'
    | 'executions.gas'
    | 'executions.payment-ledger'
    | 'executions.submission-failures';
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  /** `ev`, `sf`, `pl`, `gas`: the prefix of row links. */
  prefix: string;
  empty: ReactNode;
  /** Constant, since their names are URL keys. */
  filters: readonly { name: string; label: string; read: (row: Row) => string }[];
}

/** A complete listing by id, filtered in the browser, with links to rows and an export of the rows shown. */
function FilteredRows<Row extends { id: number }>(props: RowTable<Row> & RowsProps<Row>) {
  const { name, query, prefix, open, filters, noun } = props;
  const saveExport = useSaveExport();
  const id = useParams<{ execution_object_id: string }>()?.execution_object_id ?? '';
  const keys = useMemo(
    () => Object.fromEntries(filters.map((filter) => [filter.name, parseAsString])),
    [filters],
  );
  const [chosen, choose] = useQueryStates(keys);
  const all = useMemo(() => query.data?.items.toSorted((a, b) => a.id - b.id), [query.data]);
  const applied = filters.filter((filter) => typeof chosen[filter.name] === 'string');
  const rows = all?.filter((row) => applied.every((filter) => filter.read(row) === chosen[filter.name]));
  const openId = open !== null && open.startsWith(`${prefix}-`) ? open.slice(prefix.length + 1) : null;
  const has = openId !== null && rows !== undefined;
  // The browser looked for the anchor before the rows were loaded.
  useEffect(() => {
    if (has) document.getElementById(`${prefix}-${openId}`)?.scrollIntoView({ block: 'center' });
  }, [has, openId, prefix]);

  const filtered = applied.length > 0;
  const save = () => {
    const words = applied.map((filter) => `${filter.name}=${chosen[filter.name]}`).join(' and ');
    void saveExport({
      form: 'ndjson',
      items: rows ?? [],
      facts: {
        what: `execution ${noun.many}`,
        request: requestPath(name, { execution_object_id: decodeURIComponent(id) }),
        rows_from: 'every page of the listing',
        total_items: all?.length ?? null,
        complete: !filtered && query.data?.complete === true,
        ...(filtered && { note: `filtered in the browser by ${words}` }),
      },
    });
  };
  return (
    <>
      {all !== undefined && all.length > 0 && (
        <div className="mb-2 flex flex-wrap items-end gap-2">
          {filters.map((filter) => (
            <Field key={filter.name} label={filter.label}>
              {(control) => (
                <Select
                  {...control}
                  className="max-w-56"
                  value={chosen[filter.name] ?? ''}
                  onChange={({ target }) =>
                    void choose({ [filter.name]: target.value === '' ? null : target.value })
                  }
                >
                  <option value="">Any</option>
                  {[...new Set(all.map(filter.read))].sort().map((value) => (
                    <option key={value} value={value}>
                      {statusWords(value)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
          <span className="pb-1 text-3">
            {rows?.length ?? 0} of {all.length} {all.length === 1 ? noun.one : noun.many}
          </span>
          <Button className="ml-auto" onClick={save}>
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
            action={{ label: 'Clear filters', onAct: () => void choose(null) }}
          />
        </Panel>
      ) : (
        <AllRowsTable
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

function RowLink({ prefix, id }: { prefix: string; id: number }) {
  return (
    <a
      id={`${prefix}-${id}`}
      href={`#${prefix}-${id}`}
      className="scroll-mt-24 mono text-2 hover:text-accent hover:underline"
      aria-label={`Link to row ${id}`}
    >
      {id}
    </a>
  );
}

/** The table of a listing of the execution: its rows' ids as links, then the given columns. */
export function rowTable<Row extends { id: number }>(table: RowTable<Row>) {
  const idColumn: ColumnDef<Row, never> = {
    accessorKey: 'id',
    header: 'Row',
    meta: { numeric: true, bar: 'w-10' },
    cell: ({ row: { original } }) => <RowLink prefix={table.prefix} id={original.id} />,
  };
  const columns = [idColumn, ...table.columns];
  return function RowsOfExecution(props: RowsProps<Row>) {
    return <FilteredRows {...table} {...props} columns={columns} />;
  };
}
