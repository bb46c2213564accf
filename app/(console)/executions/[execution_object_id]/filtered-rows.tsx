'use client';
import { Download } from 'lucide-react';
import { useParams } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useMemo } from 'react';
import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { Noun } from '@/components/data-table/table-view';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, Select } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { statusWords } from '@/lib/view/status';
import { useSaveExport } from '@/components/export/use-save-export';
import { AllRowsTable } from './all-rows-table';
import type { Part } from './execution-parts';

interface FilteredRowsProps<Row> {
  name:
    'executions.events' | 'executions.gas' | 'executions.payment-ledger' | 'executions.submission-failures';
  query: Part<AllPages<Row>>;
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  /** `ev`, `sf`, `pl`, `gas`: what a link to a row begins with. */
  prefix: string;
  /** The row the address ends in. */
  open: string | null;
  empty: ReactNode;
  /** What a row is of: event type, kind, vertex. */
  filters: readonly { name: string; label: string; of: (row: Row) => string }[];
}

/** A whole listing in order of its ids, filtered in the browser (all of it is here), with links to rows and an export of what is shown. */
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
  // The browser looked for the anchor before the rows had come.
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
                    <option value="">any</option>
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
                  ...(filtered && { note: `only the rows with ${kept.join(' and ')}, found in the browser` }),
                },
              })
            }
          >
            <Download size={14} aria-hidden />
            Export these rows
          </Button>
        </div>
      )}
      {filtered && rows?.length === 0 ? (
        <Panel>
          <EmptyState
            kind="filtered-out"
            title={`No ${noun.one} fits the filter`}
            action={{ label: 'Clear the filter', onAct: clear }}
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
