'use client';
import { PageHeader } from '@/components/ui/page-header';
import { ListingTable } from '@/components/listing/listing-table';
import { task } from '@/lib/view/paths';
import { taskColumns } from './columns';
import { taskFilterLabels } from './filters';

const NOUN = { one: 'task', many: 'tasks' };

export function TasksTable() {
  return (
    <ListingTable
      name="tasks.list"
      params={{}}
      noun={NOUN}
      columns={taskColumns}
      labels={taskFilterLabels}
      rowId={(row) => row.object_id}
      rowHref={(row) => task(row.object_id)}

      empty="A task appears when one is scheduled."
      header={(state, columnsMenu) => (
        <PageHeader
          title="Tasks"
          note={state.total === null ? undefined : state.total.toLocaleString('en-GB')}
          actions={columnsMenu}
        />
      )}
    />
  );
}
