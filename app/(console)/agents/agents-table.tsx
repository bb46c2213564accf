'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { isNotProvided } from '@/lib/client/failure';
import { agent } from '@/lib/view/paths';
import { AgentsById } from './agents-by-id';
import { agentColumns } from './columns';
import { agentFilterLabels } from './filters';

const NOUN = { one: 'agent', many: 'agents' };

export function AgentsTable() {
  return (
    <ListingTable
      title="Agents"
      name="agents.list"
      params={{}}
      noun={NOUN}
      columns={agentColumns}
      labels={agentFilterLabels}
      rowId={(row) => row.agent_object_id}
      rowHref={(row) => agent(row.agent_object_id)}
      instead={(state) => (isNotProvided(state.failure) ? <AgentsById /> : undefined)}
      empty="Agents appear when they are created on chain."
    />
  );
}
