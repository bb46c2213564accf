'use client';
import { PageHeader } from '@/components/ui/page-header';
import { ListingTable } from '@/components/listing/listing-table';
import { isNotProvided } from '@/lib/client/failure';
import { execution } from '@/lib/view/paths';
import { executionColumns } from './columns';
import { executionFilterLabels } from './filters';
import { PaidExecutions } from './paid-executions';

const NOUN = { one: 'execution', many: 'executions' };

export function ExecutionsTable() {
  return (
    <ListingTable
      name="executions.list"
      params={{}}
      noun={NOUN}
      columns={executionColumns}
      labels={executionFilterLabels}
      rowId={(row) => row.object_id}
      rowHref={(row) => execution(row.object_id)}
      empty="An execution appears when a walk of a DAG is requested."
      header={(state, columnsMenu) => (
        <PageHeader
          title="Executions"
          note={state.total === null ? undefined : state.total.toLocaleString('en-GB')}
          actions={state.failure === null ? columnsMenu : undefined}
        />
      )}
      instead={(state) => (isNotProvided(state.failure) ? <PaidExecutions /> : undefined)}
    />
  );
}
