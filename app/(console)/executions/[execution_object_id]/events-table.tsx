'use client';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { ExecutionEvent } from '@/lib/contract/executions';
import { eventColumns } from './event-columns';
import type { Part } from './execution-parts';
import { FilteredRows } from './filtered-rows';

const NOUN = { one: 'event', many: 'events' };
const FILTERS = [
  { name: 'event_type', label: 'What happened', of: (row: ExecutionEvent) => row.event_type },
  { name: 'at_vertex', label: 'Vertex', of: (row: ExecutionEvent) => row.vertex_name },
];

interface EventsTableProps {
  query: Part<AllPages<ExecutionEvent>>;
  /** The row the address ends in. */
  open: string | null;
}

/** What happened, in the order in which it happened. */
export function EventsTable({ query, open }: EventsTableProps) {
  return (
    <FilteredRows
      name="executions.events"
      query={query}
      noun={NOUN}
      columns={eventColumns}
      prefix="ev"
      open={open}
      filters={FILTERS}
      empty="An event appears when a vertex is requested, committed or settled."
    />
  );
}
