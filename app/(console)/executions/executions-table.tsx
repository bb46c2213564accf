'use client';
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
      title="Executions"
      name="executions.list"
      params={{}}
      noun={NOUN}
      columns={executionColumns}
      labels={executionFilterLabels}
      rowId={(row) => row.object_id}
      rowHref={(row) => execution(row.object_id)}
      empty="Executions appear when a walk of a DAG is requested."
      instead={(state) => (isNotProvided(state.failure) ? <PaidExecutions /> : undefined)}
    />
  );
}
