// The table view of a query without pages or filters: the first rows of a listing, or all of them.
import type { UseQueryResult } from '@tanstack/react-query';
import type { TableView } from '@/components/data-table/table-view';
import { failureOf } from '@/lib/client/failure';

/** The part of a query's result that a table needs. */
export interface QueryState extends Pick<
  UseQueryResult,
  'data' | 'error' | 'isPending' | 'failureReason' | 'dataUpdatedAt'
> {
  refetch: () => unknown;
}

/** `size`: how many rows are expected while loading. */
export function queryView<Row>(query: QueryState, rows: readonly Row[], size: number): TableView<Row> {
  return {
    rows,
    position: { size, offset: 0 },
    loading: query.isPending,
    // Rows that could not be refreshed are reported above the page (components/shell/stale-reads).
    failure: query.data === undefined ? failureOf(query.error) : null,
    retrying: failureOf(query.error === null ? query.failureReason : null),
    answered_at: query.dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}
