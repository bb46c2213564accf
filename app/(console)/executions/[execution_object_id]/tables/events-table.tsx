'use client';
import { type ColumnDef, createColumnHelper } from '@tanstack/react-table';
import { indexedClockColumn, transactionColumn, vertexColumn } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { PortValue } from '@/components/values/port-value';
import type { ExecutionEvent } from '@/lib/contract/executions';
import { nullReason } from '@/lib/view/null-reasons';
import { FilteredRows, RowLink } from './rows-table';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { Part } from '@/app/(console)/executions/[execution_object_id]/data/use-execution';

const column = createColumnHelper<ExecutionEvent>();

/** Not applicable; omitted from cards on a phone. */
const QUIET = (
  <span data-nothing className="text-3">
    ·
  </span>
);

/** Only these carry a variant and ports; elsewhere a missing one is not unknown. */
const CARRIES_RESULT = new Set(['WalkAdvanced', 'EndStateReached']);
const CARRIES_FAILURE = new Set(['WalkFailed', 'TerminalErrEvalRecorded']);

function Failure({ reason }: { reason: string | null }) {
  if (reason === null) return <Maybe value={null} reason={nullReason('executionEvent', 'failure_reason')} />;
  return <span className="block max-w-96 whitespace-normal text-fail">{reason}</span>;
}

function Ports({ event }: { event: ExecutionEvent }) {
  if (event.ports_data === null)
    return CARRIES_RESULT.has(event.event_type) ? (
      <Maybe value={null} reason={nullReason('executionEvent', 'ports_data')} />
    ) : (
      QUIET
    );
  const ports = Object.entries(event.ports_data);
  if (ports.length === 0) return <span className="text-3">No ports</span>;
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 py-1.5 whitespace-normal sm:max-xl:grid-cols-1">
      {ports.map(([port, value]) => (
        <div key={port} className="contents">
          <dt className="text-3 mono">{port}</dt>
          <dd className="min-w-0">
            <PortValue port={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const eventColumns = [
  column.accessor('id', {
    header: 'Event',
    meta: { numeric: true, bar: 'w-10' },
    cell: ({ row: { original } }) => <RowLink anchor={`ev-${original.id}`} id={original.id} />,
  }),
  column.accessor('event_type', {
    header: 'What happened',
    meta: { bar: 'w-36' },
    cell: (cell) => <span className="font-medium">{cell.getValue()}</span>,
  }),
  vertexColumn<ExecutionEvent>(),
  column.accessor('walk_index', {
    header: 'Walk',
    meta: { numeric: true, bar: 'w-6', below: 'lg' },
    cell: (cell) => <span className="mono">{String(cell.getValue())}</span>,
  }),
  column.accessor('variant', {
    header: 'Variant',
    meta: { bar: 'w-12', below: 'lg' },
    cell: ({ row: { original } }) =>
      original.variant !== null ? (
        <span className="mono">{original.variant}</span>
      ) : CARRIES_RESULT.has(original.event_type) ? (
        <Maybe value={null} reason={nullReason('executionEvent', 'variant')} />
      ) : (
        QUIET
      ),
  }),
  column.accessor('ports_data', {
    header: 'Ports or failure',
    meta: { bar: 'w-32', wide: true, width: 'sm:min-w-[180px]' },
    cell: ({ row: { original } }) =>
      original.failure_reason !== null || CARRIES_FAILURE.has(original.event_type) ? (
        <Failure reason={original.failure_reason} />
      ) : (
        <Ports event={original} />
      ),
  }),
  column.accessor('leader', {
    header: 'Leader',
    meta: { bar: 'w-24', below: 'xl' },
    cell: ({ row: { original } }) =>
      original.leader !== null || original.event_type === 'CommittedToolResult' ? (
        <Id family="leader" value={original.leader} reason={nullReason('executionEvent', 'leader')} />
      ) : (
        QUIET
      ),
  }),
  transactionColumn<ExecutionEvent>('xl'),
  indexedClockColumn<ExecutionEvent>(),
] as ColumnDef<ExecutionEvent, never>[];

const NOUN = { one: 'event', many: 'events' };
const FILTERS = [
  { name: 'event_type', label: 'What happened', of: (row: ExecutionEvent) => row.event_type },
  { name: 'at_vertex', label: 'Vertex', of: (row: ExecutionEvent) => row.vertex_name },
];

interface EventsTableProps {
  query: Part<AllPages<ExecutionEvent>>;
  /** The row in the URL hash. */
  open: string | null;
}

/** The events of the execution in order. */
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
