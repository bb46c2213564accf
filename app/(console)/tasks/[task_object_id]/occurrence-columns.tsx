import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { updatedColumn } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import { JsonView } from '@/components/values/text-block';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import type { Occurrence } from '@/lib/contract/tasks';
import { nullReason } from '@/lib/view/null-reasons';
import { Dispatched } from './dispatched';

const column = createColumnHelper<Occurrence>();

function Source({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <Maybe value={null} reason="no event says so" />;
  if (typeof value === 'string') return <>{value}</>;
  const entries = Object.entries(value);
  const [name, word] = entries[0] ?? [];
  if (entries.length === 1 && name === 'variant' && typeof word === 'string') return <>{word}</>;
  return <JsonView value={value} label="Source" className="my-1.5 min-w-0 max-sm:flex-1 sm:min-w-48" />;
}

const columns = [
  column.accessor('occurrence_id', {
    header: 'Occurrence',
    meta: { numeric: true, bar: 'w-8' },
    cell: (cell) => <span className="mono">{String(cell.getValue())}</span>,
  }),
  column.accessor('state', {
    header: 'State',
    meta: { bar: 'w-20' },
    cell: (cell) => <Status value={cell.getValue()} />,
  }),
  column.accessor('reason', {
    header: 'Reason',
    meta: { bar: 'w-32' },
    cell: ({ getValue, row: { original } }) => (
      <Maybe
        value={getValue()}
        reason={
          original.state === 'withdrawn'
            ? nullReason('occurrence', 'reason')
            : 'not applicable: only withdrawn and failed occurrences have a reason'
        }
      />
    ),
  }),
  column.accessor('source', {
    header: 'Source',
    meta: { bar: 'w-24', below: 'xl' },
    cell: (cell) => <Source value={cell.getValue()} />,
  }),
  column.accessor('execution_object_id', {
    header: 'Execution',
    meta: { bar: 'w-28' },
    cell: (cell) => (
      <Id
        family="execution"
        value={cell.getValue()}
        reason={nullReason('occurrence', 'execution_object_id')}
      />
    ),
  }),
  column.accessor('start_at', {
    header: 'Starts',
    meta: { moment: true, bar: 'w-16' },
    cell: (cell) => (
      <Time at={cell.getValue()} clock="on chain" reason={nullReason('occurrence', 'start_at')} />
    ),
  }),
  column.accessor('deadline_at', {
    header: 'Deadline',
    meta: { moment: true, bar: 'w-16', below: 'lg' },
    cell: (cell) => (
      <Time at={cell.getValue()} clock="on chain" reason={nullReason('occurrence', 'deadline_at')} />
    ),
  }),
  updatedColumn<Occurrence>('xl'),
] as ColumnDef<Occurrence, never>[];

export function occurrenceColumnsOf(task_object_id: string): ColumnDef<Occurrence, never>[] {
  const dispatched = column.display({
    id: 'dispatched',
    header: 'Dispatched',
    meta: { moment: true, bar: 'w-24', below: 'lg' },
    cell: ({ row: { original } }) => <Dispatched task_object_id={task_object_id} occurrence={original} />,
  }) as ColumnDef<Occurrence, never>;
  const start = columns.findIndex((one) => 'accessorKey' in one && one.accessorKey === 'start_at') + 1;
  return [...columns.slice(0, start), dispatched, ...columns.slice(start)];
}
