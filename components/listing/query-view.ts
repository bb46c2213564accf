// The table view of a query without pages or filters: the first rows of a listing, or all of them.
import type { TableView } from '@/components/data-table/table-view';
import { failureOf, scopeOf } from '@/lib/client/failure';
import type { ListingName } from '@/lib/contract/endpoints';

/** The part of a query's result that a table needs. */
export interface QueryState {
  data: unknown;
  error: Error | null;
  isPending: boolean;
  failureReason: Error | null;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface Shown<Row> {
  rows: readonly Row[];
  total: number | null;
  size: number;
}

const NONE: ReadonlySet<string> = new Set();
export const ignore = () => undefined;

export function queryView<Row>(
  name: ListingName,
  query: QueryState,
  { rows, total, size }: Shown<Row>,
): TableView<Row> {
  return {
    rows,
    total,
    position: { size, offset: 0 },
    next_token: null,
    loading: query.isPending,
    changing: false,
    // Rows that could not be refreshed are reported above the page (components/shell/stale-reads).
    failure: query.data === undefined ? failureOf(query.error) : null,
    retrying: failureOf(query.error === null ? query.failureReason : null),
    answered_at: query.dataUpdatedAt,
    newer: 0,
    left: NONE,
    filters: {},
    scope: scopeOf(name),
    showNewer: ignore,
    retry: () => void query.refetch(),
  };
}
