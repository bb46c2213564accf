'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { useParams } from 'next/navigation';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ledgerList } from '@/app/(console)/payments/[payment_object_id]/ledger-list';
import type { Noun } from '@/components/data-table/table-view';
import { useSaveExport } from '@/components/export/use-save-export';
import { AllRowsTable, type RowFilter } from '@/components/listing/all-rows-table';
import { columnsOf } from '@/components/listing/row-columns';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Fqn } from '@/components/values/fqn';
import { Id, ShortId } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { PortValue } from '@/components/values/port-value';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { ExecutionEvent, GasEvent, SubmissionFailure } from '@/lib/contract/executions';
import type { LedgerEvent } from '@/lib/contract/payments';
import { nullReason } from '@/lib/view/null-reasons';
import {
  executionEventReasons,
  gasEventReasons,
  submissionFailureReasons,
} from '@/lib/view/null-reasons/executions';
import { statusWords } from '@/lib/view/status';
import type { Part } from './use-execution';
import { LongText } from '@/components/values/long-text';
import { Mono } from '@/components/ui/mono';

interface RowsProps<Row> {
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
  filters: readonly RowFilter<Row>[];
}

function RowLink({ prefix, id }: { prefix: string; id: number }) {
  return (
    <a
      translate="no"
      id={`${prefix}-${id}`}
      href={`#${prefix}-${id}`}
      className="scroll-mt-24 mono text-2 hover:text-accent hover:underline"
      aria-label={`Link to row ${id}`}
    >
      {id}
    </a>
  );
}

/** The table of a listing of the execution: its rows by id, which are links, then the columns of the listing. */
function rowTable<Row extends { id: number }>({
  name,
  noun,
  prefix,
  filters,
  empty,
  ...table
}: RowTable<Row>) {
  const idColumn: ColumnDef<Row, never> = {
    accessorKey: 'id',
    header: 'Row',
    meta: { numeric: true, bar: 'w-10' },
    cell: ({ row: { original } }) => <RowLink prefix={prefix} id={original.id} />,
  };
  const columns = [idColumn, ...table.columns];
  return function RowsOfExecution({ query, open }: RowsProps<Row>) {
    const saveExport = useSaveExport();
    const execution = useParams<{ execution_object_id: string }>()?.execution_object_id ?? '';
    const rows = useMemo(() => query.data?.items.toSorted((a, b) => a.id - b.id), [query.data]);
    const openId = open !== null && open.startsWith(`${prefix}-`) ? open.slice(prefix.length + 1) : null;
    const has = openId !== null && rows !== undefined;
    // The browser looked for the anchor before the rows were loaded.
    useEffect(() => {
      if (has) document.getElementById(`${prefix}-${openId}`)?.scrollIntoView({ block: 'center' });
    }, [has, openId]);
    const save = (items: readonly Row[], filteredBy: string) =>
      void saveExport({
        form: 'ndjson',
        items,
        facts: {
          what: `execution ${noun.plural}`,
          request: requestPath(name, { execution_object_id: decodeURIComponent(execution) }),
          rows_from: 'every page of the listing',
          total_items: rows?.length ?? null,
          complete: filteredBy === '' && query.data?.complete === true,
          ...(filteredBy !== '' && { note: `filtered in the browser by ${filteredBy}` }),
        },
      });
    return (
      <AllRowsTable
        query={query}
        rows={rows}
        noun={noun}
        columns={columns}
        rowId={(row) => String(row.id)}
        openId={openId}
        empty={empty}
        filters={filters}
        onExport={save}
      />
    );
  };
}

const mono = (value: bigint | number | string) => <Mono>{String(value)}</Mono>;

/** Not applicable; omitted from cards on a phone. */
const QUIET = (
  <span data-nothing className="text-3">
    ·
  </span>
);

/** Only these carry a variant and ports; elsewhere a missing one is not unknown. */
const CARRIES_RESULT = new Set(['WalkAdvanced', 'EndStateReached']);
const CARRIES_FAILURE = new Set(['WalkFailed', 'TerminalErrEvalRecorded']);

function Failure({ event }: { event: ExecutionEvent }) {
  const { failure_reason: reason } = event;
  if (reason === null)
    return <Maybe value={null} reason={nullReason(executionEventReasons, 'failure_reason', event)} />;
  return (
    <div className="max-w-96 whitespace-normal text-fail">
      <LongText text={reason} label="reason" />
    </div>
  );
}

function Ports({ event }: { event: ExecutionEvent }) {
  if (event.ports_data === null)
    return CARRIES_RESULT.has(event.event_type) ? (
      <Maybe value={null} reason={nullReason(executionEventReasons, 'ports_data', event)} />
    ) : (
      QUIET
    );
  const ports = Object.entries(event.ports_data);
  if (ports.length === 0) return <span className="text-3">No ports</span>;
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 py-1.5 whitespace-normal sm:max-xl:grid-cols-1">
      {ports.map(([port, value]) => (
        <div key={port} className="contents">
          <dt translate="no" className="text-3 mono">
            {port}
          </dt>
          <dd className="min-w-0">
            <PortValue port={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const event = columnsOf<ExecutionEvent>('executionEvent', executionEventReasons);

const eventColumns = [
  event.value('event_type', 'What happened', { bar: 'w-36' }, (type) => (
    <span className="font-medium">{type}</span>
  )),
  event.vertex(),
  event.value('walk_index', 'Walk', { numeric: true, bar: 'w-6', below: 'lg' }, mono),
  event.row('variant', 'Variant', { bar: 'w-12', below: 'lg' }, (row) =>
    row.variant === null && !CARRIES_RESULT.has(row.event_type) ? (
      QUIET
    ) : (
      <Maybe value={row.variant} reason={nullReason(executionEventReasons, 'variant', row)}>
        {mono}
      </Maybe>
    ),
  ),
  event.row('ports_data', 'Ports or failure', { bar: 'w-32', wide: true, width: 'sm:min-w-[180px]' }, (row) =>
    row.failure_reason !== null || CARRIES_FAILURE.has(row.event_type) ? (
      <Failure event={row} />
    ) : (
      <Ports event={row} />
    ),
  ),
  event.row('leader', 'Leader', { bar: 'w-24', below: 'xl' }, (row) =>
    row.leader !== null || row.event_type === 'CommittedToolResult' ? (
      <Id family="leader" value={row.leader} reason={nullReason(executionEventReasons, 'leader', row)} />
    ) : (
      QUIET
    ),
  ),
  event.transaction({ below: 'xl' }),
  event.indexedClock(),
];

export const EventsTable = rowTable<ExecutionEvent>({
  name: 'executions.events',
  noun: { singular: 'event', plural: 'events' },
  columns: eventColumns,
  prefix: 'ev',
  filters: [
    { name: 'event_type', label: 'What happened', read: (row) => row.event_type },
    { name: 'at_vertex', label: 'Vertex', read: (row) => row.vertex_name },
  ],
  empty: 'An event appears when a vertex is requested, committed or settled.',
});

const failure = columnsOf<SubmissionFailure>('submissionFailure', submissionFailureReasons);

const failureColumns = [
  failure.vertex(),
  failure.value('walk_index', 'Walk', { numeric: true, bar: 'w-6' }, mono),
  failure.id('failed_leader', 'Failed leader', 'leader'),
  failure.id('winning_leader', 'Winner (wallet)', 'address'),
  failure.value('reason', 'Reason', { bar: 'w-40' }, (reason) => (
    <div className="whitespace-normal">
      <LongText text={reason} label="reason" />
    </div>
  )),
  failure.value('err_eval_hash', 'Evidence hash', { bar: 'w-24', below: 'lg' }, (hash) => (
    <span translate="no" className="inline-flex items-center gap-1 mono" title={hash}>
      <ShortId id={hash} />
      <CopyButton text={hash} label="evidence hash" />
    </span>
  )),
  failure.transaction({ below: 'xl' }),
  failure.indexedClock(),
];

/** Leaders that did not submit in time, and who took over. */
export const FailuresTable = rowTable<SubmissionFailure>({
  name: 'executions.submission-failures',
  noun: { singular: 'submission failure', plural: 'submission failures' },
  columns: failureColumns,
  prefix: 'sf',
  filters: [
    { name: 'at_vertex', label: 'Vertex', read: (row) => row.vertex_name },
    { name: 'failed_leader', label: 'Failed leader', read: (row) => row.failed_leader },
  ],
  empty: 'No leader missed its turn in this execution.',
});

export const LedgerTable = rowTable<LedgerEvent>({
  name: 'executions.payment-ledger',
  noun: { singular: 'ledger row', plural: 'ledger rows' },
  columns: ledgerList.columns,
  prefix: 'pl',
  filters: [{ name: 'kind', label: 'What happened', read: (row) => row.kind }],
  empty: 'Fees, costs and refills appear here as they are recorded.',
});

const gas = columnsOf<GasEvent>('gasEvent', gasEventReasons);

const gasColumns = [
  gas.value('kind', 'Kind', {}, statusWords),
  gas.value('vertex_name', 'Vertex', {}, mono),
  gas.value('tool_fqn', 'Tool', {}, (fqn) => <Fqn value={fqn} />),
  gas.amount('available_funds', 'Available'),
  gas.amount('required_tool_fee', 'Tool fee'),
  gas.value('was_refunded', 'Refunded', {}),
  gas.transaction(),
  gas.indexedClock(),
];

const RecordedGas = rowTable<GasEvent>({
  name: 'executions.gas',
  noun: { singular: 'gas event', plural: 'gas events' },
  columns: gasColumns,
  prefix: 'gas',
  filters: [
    { name: 'kind', label: 'Kind', read: (row) => row.kind },
    { name: 'at_vertex', label: 'Vertex', read: (row) => row.vertex_name },
  ],
  empty: null,
});

/** Gas events, which only earlier releases recorded. */
export function GasTable(props: RowsProps<GasEvent>) {
  if (props.query.data?.items.length === 0)
    return (
      <Panel>
        <EmptyState kind="not-produced" title="Not recorded by this release">
          The current release records no gas events. Gas reimbursed to leaders is in the payment ledger as
          fees.
        </EmptyState>
      </Panel>
    );
  return <RecordedGas {...props} />;
}
