'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { isNotProvided } from '@/lib/client/failure';
import { executionList } from './list';
import { PaidExecutions } from './paid-executions';

export function ExecutionsTable() {
  return (
    <ListingTable
      {...executionList}
      title="Executions"
      params={{}}
      empty="Executions appear when a walk of a DAG is requested."
      instead={(state) => (isNotProvided(state.failure) ? <PaidExecutions /> : undefined)}
    />
  );
}
