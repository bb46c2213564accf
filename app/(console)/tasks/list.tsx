'use client';
import { ListPage } from '@/components/listing/list-page';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import type { Task } from '@/lib/contract/tasks';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { task } from '@/lib/view/paths';

const column = columnsOf<Task>('task');

/** An index that counts no missed occurrences knows none. */
const unless = (none: string) => (row: Task) =>
  row.missed_occurrences === null ? nullReason('task', 'missed_occurrences') : `not applicable: ${none}`;

export const taskList: List<'tasks.list'> = {
  name: 'tasks.list',
  noun: { singular: 'task', plural: 'tasks' },
  columns: [
    column.named('object_id', 'Task', 'task', (row) => row.skill_description),
    column.status('status', 'Status', { bar: 'w-16' }),
    column.time('next_due_at', 'Next due', { reason: unless('no occurrence is scheduled') }),
    column.status('last_result', 'Last result', {
      bar: 'w-16',
      names: false,
      reason: unless('no occurrence has ended'),
    }),
    column.value('missed_occurrences', 'Missed', { numeric: true, bar: 'w-6' }, (missed) => (
      <span className={missed === 0n ? 'text-3' : 'text-warn'}>{groupDigits(missed)}</span>
    )),
    column.row(
      'controller_kind',
      'Controlled by',
      {
        bar: 'w-32',
        below: 'lg',
        filter: (row) => {
          const controller = row.controller_address ?? row.controller_agent_id;
          return controller === null ? null : { controller };
        },
      },
      // The kind decides which field is set; the other is not applicable, not unknown.
      (row) => (
        <span className="inline-flex items-center gap-2">
          <span className="text-2">{row.controller_kind}</span>
          {row.controller_kind === 'agent' ? (
            <Id
              family="agent"
              value={row.controller_agent_id}
              reason={nullReason('task', 'controller_agent_id', row)}
            />
          ) : (
            <Id
              family="address"
              value={row.controller_address}
              reason={nullReason('task', 'controller_address', row)}
            />
          )}
        </span>
      ),
    ),
    column.id('agent_object_id', 'Agent', 'agent', { below: '2xl' }),
    column.value('skill_id', 'Skill', { numeric: true, bar: 'w-6', below: '2xl' }),
    column.updated({ below: 'xl' }),
  ],
  labels: {
    status: 'Status',
    controller: 'Controller',
    agent_object_id: 'Agent',
    skill_id: 'Skill',
    due: 'Next due',
    last_result: 'Last result',
    created: 'Indexed',
  },
  rowId: (row) => row.object_id,
  rowHref: (row) => task(row.object_id),
};

export function TasksTable() {
  return <ListPage {...taskList} title="Tasks" empty="Tasks appear when they are scheduled." />;
}
