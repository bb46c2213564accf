'use client';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import type { Task } from '@/lib/contract/tasks';
import { nullReason } from '@/lib/view/null-reasons';
import { task } from '@/lib/view/paths';

const column = columnsOf<Task>('task');

export const taskList: List<'tasks.list'> = {
  name: 'tasks.list',
  noun: { one: 'task', many: 'tasks' },
  columns: [
    column.id('object_id', 'Task', 'task'),
    column.status('status', 'Status', { bar: 'w-16' }),
    column.row(
      'controller_kind',
      'Controlled by',
      {
        bar: 'w-32',
        filter: (row) => {
          const controller = row.controller_address ?? row.controller_agent_id;
          return controller === null ? null : { controller };
        },
      },
      // The kind decides which field is set; the other is not applicable, not unknown.
      ({ controller_kind, controller_agent_id, controller_address }) => (
        <span className="inline-flex items-center gap-2">
          <span className="text-2">{controller_kind}</span>
          {controller_kind === 'agent' ? (
            <Id
              family="agent"
              value={controller_agent_id}
              reason={nullReason('task', 'controller_agent_id')}
            />
          ) : (
            <Id
              family="address"
              value={controller_address}
              reason={nullReason('task', 'controller_address')}
            />
          )}
        </span>
      ),
    ),
    column.id('agent_object_id', 'Agent', 'agent'),
    column.value('skill_id', 'Skill', { numeric: true, bar: 'w-6', below: 'lg' }),
    column.updated(),
  ],
  labels: {
    status: 'Status',
    controller: 'Controller',
    agent_object_id: 'Agent',
    skill_id: 'Skill',
    created: 'Indexed',
  },
  rowId: (row) => row.object_id,
  rowHref: (row) => task(row.object_id),
};

export function TasksTable() {
  return (
    <ListingTable {...taskList} title="Tasks" params={{}} empty="Tasks appear when they are scheduled." />
  );
}
