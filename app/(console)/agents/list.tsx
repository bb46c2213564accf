'use client';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { isNotProvided } from '@/lib/client/failure';
import type { Agent } from '@/lib/contract/agents';
import { stringifyJson } from '@/lib/json/exact';
import { agent } from '@/lib/view/paths';
import { AgentsById } from './agents-by-id';

const column = columnsOf<Agent>('agent');

export const agentList: List<'agents.list'> = {
  name: 'agents.list',
  noun: { one: 'agent', many: 'agents' },
  columns: [
    column.id('agent_object_id', 'Agent', 'agent'),
    column.computed('skills', 'Skills', { numeric: true, bar: 'w-6' }, (row) => row.skills?.length ?? null),
    column.id('creator', 'Creator', 'address'),
    column.id('vault_object_id', 'Vault', 'object', { below: 'lg' }),
    column.onChain(),
    column.updated(),
  ],
  labels: { creator: 'Creator', created: 'Indexed' },
  rowId: (row) => row.agent_object_id ?? stringifyJson(row),
  rowHref: (row) => (row.agent_object_id === null ? undefined : agent(row.agent_object_id)),
};

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
