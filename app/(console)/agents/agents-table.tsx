'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { isNotProvided } from '@/lib/client/failure';
import { AgentsById } from './agents-by-id';
import { agentList } from './list';

export function AgentsTable() {
  return (
    <ListingTable
      {...agentList}
      title="Agents"
      params={{}}
      instead={(state) => (isNotProvided(state.failure) ? <AgentsById /> : undefined)}
      empty="Agents appear when they are created on chain."
    />
  );
}
