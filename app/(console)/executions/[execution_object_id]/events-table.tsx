'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { ExecutionEvent } from '@/lib/contract/executions';
import { AllRowsTable } from './all-rows-table';
import { eventColumns } from './event-columns';

const NOUN = { one: 'event', many: 'events' };

interface EventsTableProps {
  query: UseQueryResult<AllPages<ExecutionEvent>>;
  /** The event the address ends in: marked, and scrolled to. */
  open: string | null;
}

/** What happened, in the order in which it happened. */
export function EventsTable({ query, open }: EventsTableProps) {
  const rows = useMemo(() => query.data?.items.toSorted((a, b) => a.id - b.id), [query.data]);
  const has = open !== null && rows !== undefined;
  // The browser looked for the anchor before the rows had come.
  useEffect(() => {
    if (has) document.getElementById(`ev-${open}`)?.scrollIntoView({ block: 'center' });
  }, [has, open]);
  return (
    <AllRowsTable
      name="executions.events"
      query={query}
      rows={rows}
      noun={NOUN}
      columns={eventColumns}
      rowId={(row) => String(row.id)}
      openId={open}
      empty="An event appears when a vertex is requested, committed or settled."
    />
  );
}
