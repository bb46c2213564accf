'use client';
import {
  figureColumns,
  type GroupedStats,
  NO_RUNS,
  runColumns,
  StatisticsListPage,
} from '@/components/listing/group-figures';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { ColumnAmount } from '@/components/values/amount';
import { isNotProvided } from '@/lib/client/api-error';
import type { Agent } from '@/lib/contract/agents';
import { stringifyJson } from '@/lib/json/exact';
import { skillsName } from '@/lib/view/names';
import { agent } from '@/lib/view/paths';
import { meanCost } from '@/lib/view/run-statistics';
import { AgentsById } from './agents-by-id';
import { agentReasons } from '@/lib/view/null-reasons/agents';

const column = columnsOf<Agent>('agent', agentReasons);

const RUNS: GroupedStats<'stats.executions'> = {
  name: 'stats.executions',
  query: { group_by: 'agent' },
  subject: 'its executions',
};
const ofAgent = {
  stats: RUNS,
  groupOf: (row: Agent) => row.agent_object_id,
  none: NO_RUNS,
};
const figure = figureColumns(ofAgent);

export const agentList: List<'agents.list'> = {
  name: 'agents.list',
  noun: { singular: 'agent', plural: 'agents' },
  columns: [
    column.named('agent_object_id', 'Agent', 'agent', ({ skills }) => skillsName(skills ?? [])),
    column.computed(
      'skill_count',
      'Skills',
      { numeric: true, bar: 'w-6' },
      (row) => row.skills?.length ?? null,
    ),
    ...runColumns(ofAgent, (row) => ({ agent_object_id: row.agent_object_id ?? undefined })),
    figure('mean_cost', 'Cost per run, SUI', { bar: 'w-14', below: 'sm' }, (runs) => (
      <ColumnAmount value={meanCost(runs)} unit="sui" reason="no execution has a known cost" />
    )),
    column.id('creator', 'Creator', 'address', { below: 'xl' }),
    column.id('vault_object_id', 'Vault', 'object', { extra: true }),
    column.onChain({ below: 'lg' }),
    column.updated({ extra: true }),
  ],
  labels: { creator: 'Creator', created: 'Indexed' },
  rowId: (row) => row.agent_object_id ?? stringifyJson(row),
  rowHref: (row) => (row.agent_object_id === null ? undefined : agent(row.agent_object_id)),
};

export function AgentsTable() {
  return (
    <StatisticsListPage
      {...agentList}
      stats={RUNS}
      title="Agents"
      analysis={{ measure: 'executions', by: 'agent', period: 'all', endpoint: 'stats.executions' }}
      instead={({ failure }) => (isNotProvided(failure) ? <AgentsById /> : undefined)}
      empty="Agents appear when they are created on chain."
    />
  );
}
