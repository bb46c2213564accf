'use client';
import { type ColumnDef, createColumnHelper } from '@tanstack/react-table';
import { indexedClockColumn, transactionColumn, vertexColumn } from '@/components/listing/row-columns';
import { CopyButton } from '@/components/ui/copy-button';
import { Id } from '@/components/values/id';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { SubmissionFailure } from '@/lib/contract/executions';
import { shortId } from '@/lib/view/ids';
import { nullReason } from '@/lib/view/null-reasons';
import type { Part } from '@/app/(console)/executions/[execution_object_id]/data/use-execution';
import { FilteredRows, RowLink } from './rows-table';

const NOUN = { one: 'submission failure', many: 'submission failures' };
const column = createColumnHelper<SubmissionFailure>();

const FILTERS = [
  { name: 'at_vertex', label: 'Vertex', of: (row: SubmissionFailure) => row.vertex_name },
  { name: 'failed_leader', label: 'Failed leader', of: (row: SubmissionFailure) => row.failed_leader },
];

const columns = [
  column.accessor('id', {
    header: 'Row',
    meta: { numeric: true, bar: 'w-10' },
    cell: ({ row: { original } }) => <RowLink anchor={`sf-${original.id}`} id={original.id} />,
  }),
  vertexColumn<SubmissionFailure>(),
  column.accessor('walk_index', {
    header: 'Walk',
    meta: { numeric: true, bar: 'w-6' },
    cell: (cell) => <span className="mono">{String(cell.getValue())}</span>,
  }),
  column.accessor('failed_leader', {
    header: 'Failed leader',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="leader" value={cell.getValue()} />,
  }),
  column.accessor('winning_leader', {
    header: 'Winner (wallet)',
    meta: { bar: 'w-28' },
    cell: (cell) => (
      <Id
        family="address"
        value={cell.getValue()}
        reason={nullReason('submissionFailure', 'winning_leader')}
      />
    ),
  }),
  column.accessor('reason', {
    header: 'Reason',
    meta: { bar: 'w-40' },
    cell: (cell) => <span className="whitespace-normal">{cell.getValue()}</span>,
  }),
  column.accessor('err_eval_hash', {
    header: 'Evidence hash',
    meta: { bar: 'w-24', below: 'lg' },
    cell: (cell) => (
      <span className="inline-flex items-center gap-1 mono" title={cell.getValue()}>
        {shortId(cell.getValue())}
        <CopyButton text={cell.getValue()} label="evidence hash" />
      </span>
    ),
  }),
  transactionColumn<SubmissionFailure>('xl'),
  indexedClockColumn<SubmissionFailure>(),
] as ColumnDef<SubmissionFailure, never>[];

interface FailuresTableProps {
  query: Part<AllPages<SubmissionFailure>>;
  open: string | null;
}

/** Leaders that did not submit in time, and who took over. */
export function FailuresTable({ query, open }: FailuresTableProps) {
  return (
    <FilteredRows
      name="executions.submission-failures"
      query={query}
      noun={NOUN}
      columns={columns}
      prefix="sf"
      open={open}
      filters={FILTERS}
      empty="No leader missed its turn in this execution."
    />
  );
}
