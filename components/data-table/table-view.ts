// What a table shows, as data, and what a list's table can do beyond showing rows.
import type { UseQueryResult } from '@tanstack/react-query';
import { answeredAt } from '@/lib/client/answered-at';
import { failureOf, type Failure } from '@/lib/client/api-error';
import { counted, groupDigits } from '@/lib/view/amount';
import type { ColumnLayout } from './column-layout';
import type { Sort } from './sort-rows';

export interface TableView<Row> {
  rows: readonly Row[];
  /** `offset`: rows before these; null where it is not known. */
  position: { size: number; offset: number | null };
  /** A page follows. */
  more?: boolean;
  loading: boolean;
  fetching?: boolean;
  /** Other rows are on their way. */
  changing?: boolean;
  failure: Failure | null;
  /** A failed attempt that is being retried. */
  retrying: Failure | null;
  /** When the rows were answered, in ms since 1970; 0 before the first answer. */
  answered_at: number;
  /** Rows must not move. */
  pinned?: boolean;
  /** Ids of shown rows that are no longer in the list. */
  removed?: ReadonlySet<string>;
  filters?: Readonly<Record<string, string>>;
  retry: () => void;
}

/** The part of a query's result that a table needs. */
export interface QueryState extends Pick<
  UseQueryResult,
  'data' | 'error' | 'isPending' | 'failureReason' | 'dataUpdatedAt'
> {
  refetch: () => unknown;
}

/** The view of a query without pages or filters: the first rows of a listing, or all of them. `size`: how many rows are expected while loading. */
export function queryView<Row>(query: QueryState, rows: readonly Row[], size: number): TableView<Row> {
  return {
    rows,
    position: { size, offset: 0 },
    loading: query.isPending,
    // Rows that could not be refreshed are reported above the page (components/shell/stale-reads).
    failure: query.data === undefined ? failureOf(query.error) : null,
    retrying: failureOf(query.error === null ? query.failureReason : null),
    answered_at: answeredAt(query),
    retry: () => void query.refetch(),
  };
}

export interface Noun {
  /** `leader` */
  singular: string;
  plural: string;
}

/** Which state is shown. Rows stay when a refresh fails. */
export function stateOf(
  view: Pick<TableView<unknown>, 'rows' | 'loading' | 'failure' | 'filters' | 'position' | 'more'>,
) {
  if (view.rows.length > 0) return 'rows';
  if (view.failure !== null) return 'failed';
  if (view.loading) return 'loading';
  // An index may end any page early: only the first one without a next one is the whole list.
  if (view.more === true) return 'empty-page';
  if (view.position.offset !== 0) return 'beyond-the-end';
  return Object.keys(view.filters ?? {}).length > 0 ? 'filtered-out' : 'empty';
}

interface Counted extends Pick<TableView<unknown>, 'rows' | 'position'> {
  /** Null: not known yet. */
  total: number | null;
  /** The index does not count the rows. */
  uncounted?: boolean;
  /** Filters because of which the total can't be known. */
  ignored?: readonly string[];
  unchecked?: readonly string[];
}

/** `1 to 20 of 128`, `20 of 128`, `no leaders`, `total unknown` or `Checking the total…`. */
export function rangeText(
  { rows, total, position, uncounted = false, ignored = [], unchecked = [] }: Counted,
  noun: Noun,
): string {
  if (ignored.length + unchecked.length > 0) return 'total unknown';
  const { offset } = position;
  const range =
    offset === null
      ? groupDigits(rows.length)
      : `${groupDigits(offset + 1)} to ${groupDigits(offset + rows.length)}`;
  // Rows without a total: it is not known yet whether the index applied the filters.
  if (total === null && uncounted) return rows.length > 0 ? `${range}, total unknown` : 'total unknown';
  if (total === null) return rows.length > 0 ? 'Checking the total…' : '';
  if (total === 0) return `no ${noun.plural}`;
  const all = groupDigits(total);
  if (rows.length === 0) return counted(total, noun.singular, noun.plural);
  return `${range} of ${all}`;
}

export interface TableTools<Row> {
  layout: ColumnLayout;
  onLayout: (layout: Omit<ColumnLayout, 'unknown'>) => void;
  sort: Sort | null;
  /** Whether sorting by the column covers the whole list, rather than the loaded rows. */
  coversList: (column: string) => boolean;
  /** Columns that are hidden, unless they were chosen, because all rows show the same in them. */
  constant: ReadonlySet<string>;
  onSort: (sort: Sort | null) => void;
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  peek: string | null;
  onPeek: (id: string | null) => void;
  /** The filter for rows with the same value; null where the index has none. */
  filterOf: (column: string, row: Row) => Readonly<Record<string, string>> | null;
  onFilter: (change: Readonly<Record<string, string>>) => void;
}
