'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { Download } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo, type ReactNode } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { queryView, type Noun, type QueryState } from '@/components/data-table/table-view';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, Select } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { useMountedRows } from '@/components/ui/use-mounted-rows';
import { ShowMore } from '@/components/values/show-more';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { statusWords } from '@/lib/view/status';
import { partOf } from '@/lib/view/amount';
import { useRowLimit } from '@/components/ui/use-row-limit';

/** Rows shown initially. */
const FIRST = 200;

export interface RowFilter<Row> {
  /** The filter's key in the URL. */
  name: string;
  label: string;
  read: (row: Row) => string;
}

interface AllRowsTableProps<Row> {
  query: QueryState & { data: AllPages<unknown> | undefined };
  /** The query's rows or what was computed from them; undefined while loading. */
  rows: readonly Row[] | undefined;
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  rowId: (row: Row) => string;
  openId?: string | null;
  empty: ReactNode;
  /** Applied in the browser. Constant, since their names are URL keys. */
  filters?: readonly RowFilter<Row>[];
  /** Saves the filtered rows; `filteredBy` is empty when those are all. */
  onExport?: (rows: readonly Row[], filteredBy: string) => void;
}

const NO_FILTERS: readonly never[] = [];

function useRowFilters<Row>(filters: readonly RowFilter<Row>[]) {
  const keys = useMemo(
    () => Object.fromEntries(filters.map((filter) => [filter.name, parseAsString])),
    [filters],
  );
  const [chosen, choose] = useQueryStates(keys);
  const applied = filters.filter((filter) => typeof chosen[filter.name] === 'string');
  const matches = (row: Row) => applied.every((filter) => filter.read(row) === chosen[filter.name]);
  return { chosen, choose, applied, matches };
}

interface FilterSelectProps<Row> {
  filter: RowFilter<Row>;
  rows: readonly Row[];
  /** Empty for any. */
  value: string;
  onChange: (value: string) => void;
}

/** One of the values in the rows, which can be thousands: they are mounted like rows. */
function FilterSelect<Row>({ filter, rows, value, onChange }: FilterSelectProps<Row>) {
  const values = useMemo(() => [...new Set(rows.map(filter.read))].sort(), [rows, filter]);
  const mounted = useMountedRows(values.length);
  return (
    <Field label={filter.label}>
      {(control) => (
        <Select
          {...control}
          className="max-w-56"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">Any</option>
          {values.map((text, index) =>
            index < mounted || text === value ? (
              <option key={text} value={text}>
                {statusWords(text)}
              </option>
            ) : null,
          )}
        </Select>
      )}
    </Field>
  );
}

/** A completely loaded listing as a table, on request with filters in the URL and an export. */
export function AllRowsTable<Row>(props: AllRowsTableProps<Row>) {
  const { query, rows, noun, columns, rowId, openId = null, empty, filters = NO_FILTERS, onExport } = props;
  const { chosen, choose, applied, matches } = useRowFilters(filters);
  const [limit, setLimit] = useRowLimit(FIRST);
  const all = rows ?? [];
  const filtered = applied.length === 0 ? all : all.filter(matches);
  // A linked row is always shown.
  const linked = openId === null ? -1 : filtered.findIndex((row) => rowId(row) === openId);
  const visibleRows = filtered.slice(0, Math.max(limit, linked + 1));
  const filteredBy = applied.map(({ name }) => `${name}=${chosen[name]}`).join(' and ');
  return (
    <>
      {onExport !== undefined && rows !== undefined && rows.length > 0 && (
        <div className="mb-2 flex flex-wrap items-end gap-2">
          {filters.map((filter) => (
            <FilterSelect
              key={filter.name}
              filter={filter}
              rows={rows}
              value={chosen[filter.name] ?? ''}
              onChange={(value) => void choose({ [filter.name]: value === '' ? null : value })}
            />
          ))}
          <span className="pb-1 text-3">
            {filtered.length} of {all.length} {all.length === 1 ? noun.singular : noun.plural}
          </span>
          <Button className="ml-auto" onClick={() => onExport(filtered, filteredBy)}>
            <Download size={14} aria-hidden />
            Export rows
          </Button>
        </div>
      )}
      {applied.length > 0 && rows !== undefined && filtered.length === 0 ? (
        <Panel>
          <EmptyState
            kind="filtered-out"
            title={`No matching ${noun.plural}`}
            action={{ label: 'Clear filters', onAct: () => void choose(null) }}
          />
        </Panel>
      ) : (
        <>
          <DataTable
            label={noun.plural}
            noun={noun}
            columns={columns}
            view={queryView(query, visibleRows, 6)}
            rowId={rowId}
            openId={openId}
            empty={empty}
          />
          <ShowMore
            shown={visibleRows.length}
            total={filtered.length}
            noun={noun.plural}
            onMore={() => setLimit(visibleRows.length + FIRST)}
            className="mt-2"
          />
          {query.data && !query.data.complete && (
            <p role="note" className="mt-2 text-warn">
              Only the first {partOf(query.data.items.length, query.data.total_items)} {noun.plural} were
              loaded.
            </p>
          )}
        </>
      )}
    </>
  );
}
