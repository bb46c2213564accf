'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { task } from '@/lib/view/paths';
import { taskColumns } from './columns';
import { taskFilterLabels } from './filters';

const NOUN = { one: 'task', many: 'tasks' };

export function TasksTable() {
  return (
    <ListingTable
      title="Tasks"
      name="tasks.list"
      params={{}}
      noun={NOUN}
      columns={taskColumns}
      labels={taskFilterLabels}
      rowId={(row) => row.object_id}
      rowHref={(row) => task(row.object_id)}
      empty="Tasks appear when they are scheduled."
    />
  );
}
