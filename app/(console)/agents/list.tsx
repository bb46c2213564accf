'use client';
import {
  CountLink,
  GroupFigure,
  type GroupedStats,
  NO_RUNS,
  Percent,
  useHasStats,
} from '@/components/listing/group-figures';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { ColumnAmount } from '@/components/values/column-amount';
import { isNotProvided } from '@/lib/client/failure';
import type { Agent } from '@/lib/contract/agents';
import { stringifyJson } from '@/lib/json/exact';
import { agent, executions } from '@/lib/view/paths';
import { meanCost, successRate } from '@/lib/view/run-statistics';
import { AgentsById } from './agents-by-id';

const column = columnsOf<Agent>('agent');

const RUNS: GroupedStats<'stats.executions'> = {
  name: 'stats.executions',
  query: { group_by: 'agent' },
  counted: 'its executions',
};
/** Columns of statistics, which an index may lack. */
const RUN_COLUMNS: ReadonlySet<unknown> = new Set(['runs', 'success_rate', 'mean_cost']);

/** What an agent does: the descriptions of its skills. */
function titleOf({ skills }: Agent): string | null {
  const texts = skills?.flatMap(({ description }) => description || []) ?? [];
  return texts.length === 0 ? null : texts.join(' · ');
}

export const agentList: List<'agents.list'> = {
  name: 'agents.list',
  noun: { one: 'agent', many: 'agents' },
  columns: [
    column.named('agent_object_id', 'Agent', 'agent', titleOf),
    column.computed(
      'skill_count',
      'Skills',
      { numeric: true, bar: 'w-6' },
      (row) => row.skills?.length ?? null,
    ),
    column.display('runs', 'Runs', { numeric: true, bar: 'w-8' }, ({ agent_object_id }) => (
      <GroupFigure stats={RUNS} group={agent_object_id} none={NO_RUNS}>
        {({ count }) => (
          <CountLink count={count} href={executions({ agent_object_id: agent_object_id ?? undefined })} />
        )}
      </GroupFigure>
    )),
    column.display('success_rate', 'Success rate', { numeric: true, bar: 'w-10' }, ({ agent_object_id }) => (
      <GroupFigure stats={RUNS} group={agent_object_id} none={NO_RUNS}>
        {(runs) => <Percent value={successRate(runs)} reason="no execution has finished" />}
      </GroupFigure>
    )),
    column.display(
      'mean_cost',
      'Cost per run, SUI',
      { numeric: true, bar: 'w-14', below: 'sm' },
      ({ agent_object_id }) => (
        <GroupFigure stats={RUNS} group={agent_object_id} none={NO_RUNS}>
          {(runs) => (
            <ColumnAmount value={meanCost(runs)} unit="sui" reason="no execution has a known cost" />
          )}
        </GroupFigure>
      ),
    ),
    column.id('creator', 'Creator', 'address', { below: 'xl' }),
    column.id('vault_object_id', 'Vault', 'object', { below: '2xl' }),
    column.onChain({ below: '2xl' }),
    column.updated({ below: 'lg' }),
  ],
  labels: { creator: 'Creator', created: 'Indexed' },
  rowId: (row) => row.agent_object_id ?? stringifyJson(row),
  rowHref: (row) => (row.agent_object_id === null ? undefined : agent(row.agent_object_id)),
};

const withoutRuns = agentList.columns.filter(({ id }) => !RUN_COLUMNS.has(id));

export function AgentsTable() {
  const hasRuns = useHasStats(RUNS);
  return (
    <ListingTable
      {...agentList}
      columns={hasRuns ? agentList.columns : withoutRuns}
      title="Agents"
      params={{}}
      instead={(state) => (isNotProvided(state.failure) ? <AgentsById /> : undefined)}
      empty="Agents appear when they are created on chain."
    />
  );
}
