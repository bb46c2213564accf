import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { updatedColumn } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import type { Task } from '@/lib/contract/tasks';
import { nullReason } from '@/lib/view/null-reasons';

const column = createColumnHelper<Task>();

export const taskColumns = [
  column.accessor('object_id', {
    header: 'Task',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="task" value={cell.getValue()} />,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { bar: 'w-16' },
    cell: (cell) => <Status value={cell.getValue()} />,
  }),
  column.accessor('controller_kind', {
    header: 'Controlled by',
    meta: {
      bar: 'w-32',
      filter: (row) => {
        const controller = row.controller_address ?? row.controller_agent_id;
        return controller === null ? null : { controller };
      },
    },
    // The kind decides which field is set; the other is not applicable, not unknown.
    cell: ({ row: { original } }) => (
      <span className="inline-flex items-center gap-2">
        <span className="text-2">{original.controller_kind}</span>
        {original.controller_kind === 'agent' ? (
          <Id
            family="agent"
            value={original.controller_agent_id}
            reason={nullReason('task', 'controller_agent_id')}
          />
        ) : (
          <Id
            family="address"
            value={original.controller_address}
            reason={nullReason('task', 'controller_address')}
          />
        )}
      </span>
    ),
  }),
  column.accessor('agent_object_id', {
    header: 'Agent',
    meta: { bar: 'w-28' },
    cell: (cell) => (
      <Id family="agent" value={cell.getValue()} reason={nullReason('task', 'agent_object_id')} />
    ),
  }),
  column.accessor('skill_id', {
    header: 'Skill',
    meta: { numeric: true, bar: 'w-6', below: 'lg' },
    cell: (cell) => <Maybe value={cell.getValue()} reason={nullReason('task', 'skill_id')} />,
  }),
  updatedColumn<Task>(),
] as ColumnDef<Task, never>[];
