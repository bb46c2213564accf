'use client';
import dynamic from 'next/dynamic';
import {
  CountLink,
  figureColumns,
  type GroupedStats,
  StatisticsListPage,
} from '@/components/listing/group-figures';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { KnownDuration } from '@/components/values/duration';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import type { Tool } from '@/lib/contract/tools';
import { ofCalls, rateText } from '@/lib/view/failures';
import { nullReason } from '@/lib/view/null-reasons';
import { toolReasons } from '@/lib/view/null-reasons/tools';
import { dags, tool } from '@/lib/view/paths';

const column = columnsOf<Tool>('tool', toolReasons);

const CALLS: GroupedStats<'stats.vertices'> = {
  name: 'stats.vertices',
  query: { group_by: 'tool' },
  subject: 'its calls',
};
const ofTool = { stats: CALLS, groupOf: (row: Tool) => row.fqn };
const count = figureColumns({ ...ofTool, none: '0' });
const figure = figureColumns({
  ...ofTool,
  none: <Maybe value={null} reason="none: no call has been indexed" />,
});

export const toolList: List<'tools.list'> = {
  name: 'tools.list',
  noun: { singular: 'tool', plural: 'tools' },
  columns: [
    column.value('fqn', 'Tool', { bar: 'w-48' }, (fqn) => <Fqn value={fqn} />),
    column.value(
      'is_registered',
      'Registration',
      { bar: 'w-20', filter: (row) => ({ registered: String(row.is_registered) }), below: 'lg' },
      (registered) => <Status value={registered ? 'registered' : 'unregistered'} />,
    ),
    column.value('kind', 'Kind', { bar: 'w-10', below: 'sm' }, (kind) => (
      <span className="text-2">{kind}</span>
    )),
    column.row('dags', 'Used by', { numeric: true, bar: 'w-8', below: 'lg' }, (row) => (
      <Maybe value={row.dags} reason={nullReason(toolReasons, 'dags', row)}>
        {(count) => <CountLink count={count} href={dags({ tool_fqn: row.fqn })} />}
      </Maybe>
    )),
    count('calls', 'Calls', { bar: 'w-8' }, ({ count }, { fqn }) => (
      <CountLink count={count} href={tool(fqn)} />
    )),
    figure('failed_calls', 'Call failure rate', { bar: 'w-10' }, (calls) => (
      <Maybe value={rateText(ofCalls(calls))} reason="not yet: no call has ended" />
    )),
    figure('duration_p95', 'p95 duration', { bar: 'w-10' }, ({ duration_p95_ms }) => (
      <KnownDuration ms={duration_p95_ms} reason="no call has ended with known times" />
    )),
    // The tool's page also looks for it in events, which would take a request per row here.
    column.value('verified', 'Verified', { bar: 'w-8', below: 'sm', reason: 'Not read from chain yet' }),
    column.value('description', 'Description', { wide: true, bar: 'w-56', below: 'lg' }, (text) => (
      <span className="text-2" title={text}>
        {text === '' ? '(empty)' : text}
      </span>
    )),
    column.amount('vault_balance_us', 'Collateral, US', { below: 'sm' }),
    column.id('creator', 'Creator', 'address', { extra: true }),
    column.updated({ extra: true }),
  ],
  labels: {
    fqn: 'Name',
    registered: 'Registered',
    used: 'Used by DAGs',
    kind: 'Kind',
    verified: 'Verified',
    creator: 'Creator',
    created: 'Indexed',
  },
  rowId: (row) => row.fqn,
  rowHref: (row) => tool(row.fqn),
};

const UnusedTools = dynamic(async () => (await import('./unused-tools')).UnusedTools);

export function ToolsPage() {
  return (
    <StatisticsListPage
      {...toolList}
      stats={CALLS}
      title="Tools"
      analysis={{ measure: 'calls', by: 'tool', endpoint: 'stats.vertices' }}
      other={{
        first: 'Tools',
        tab: 'unused',
        title: 'Unused',
        Shown: UnusedTools,
        scope: 'executions:read',
      }}
      empty="Tools appear once their registration is indexed and their object has a port contract."
    />
  );
}
