'use client';
import {
  CountLink,
  GroupFigure,
  type GroupedStats,
  Percent,
  useHasStats,
} from '@/components/listing/group-figures';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { KnownDuration } from '@/components/values/duration';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import type { Tool } from '@/lib/contract/tools';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { dags, tool } from '@/lib/view/paths';
import { failureRate } from '@/lib/view/run-statistics';
import { ToolsHead } from './tools-head';

const column = columnsOf<Tool>('tool');

const CALLS: GroupedStats<'stats.vertices'> = {
  name: 'stats.vertices',
  query: { group_by: 'tool' },
  counted: 'its calls',
};
const NO_CALLS = <span className="text-3">no calls</span>;
/** Columns of statistics, which an index may lack. */
const CALL_COLUMNS: ReadonlySet<unknown> = new Set(['calls', 'failed_calls', 'duration_p95']);

export const toolList: List<'tools.list'> = {
  name: 'tools.list',
  noun: { one: 'tool', many: 'tools' },
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
      <Maybe value={row.dags} reason={nullReason('tool', 'dags')}>
        {(count) => <CountLink count={count} href={dags({ tool_fqn: row.fqn })} />}
      </Maybe>
    )),
    column.display('calls', 'Calls', { numeric: true, bar: 'w-8' }, ({ fqn }) => (
      <GroupFigure stats={CALLS} group={fqn} none={NO_CALLS}>
        {({ count }) => <CountLink count={count} href={tool(fqn)} />}
      </GroupFigure>
    )),
    column.display('failed_calls', 'Failed calls', { numeric: true, bar: 'w-10' }, ({ fqn }) => (
      <GroupFigure stats={CALLS} group={fqn} none={NO_CALLS}>
        {({ succeeded, failed }) => (
          <Percent value={failureRate({ succeeded, failed, aborted: 0 })} reason="no call has ended" />
        )}
      </GroupFigure>
    )),
    column.display('duration_p95', 'Duration, 95 %', { numeric: true, bar: 'w-10' }, ({ fqn }) => (
      <GroupFigure stats={CALLS} group={fqn} none={NO_CALLS}>
        {({ duration_p95_ms }) => (
          <KnownDuration ms={duration_p95_ms} reason="no call has ended with known times" />
        )}
      </GroupFigure>
    )),
    // The tool's page also looks for it in events, which would take a request per row here.
    column.value('verified', 'Verified', { bar: 'w-8', below: 'sm', reason: 'Not read from chain yet' }),
    column.value('description', 'Description', { wide: true, bar: 'w-56', below: 'lg' }, (text) => (
      <span className="text-2" title={text}>
        {text === '' ? '(empty)' : text}
      </span>
    )),
    column.amount('vault_balance_us', 'Collateral, US', { below: 'sm' }),
    column.id('creator', 'Creator', 'address', { below: '2xl' }),
    column.updated({ below: '2xl' }),
  ],
  labels: {
    fqn: 'Name',
    registered: 'Registered',
    kind: 'Kind',
    verified: 'Verified',
    creator: 'Creator',
    created: 'Indexed',
  },
  rowId: (row) => row.fqn,
  rowHref: (row) => tool(row.fqn),
};

/** The index can't filter on unknown verification. */
const UNKNOWABLE = ['verified'];

const withoutCalls = toolList.columns.filter(({ id }) => !CALL_COLUMNS.has(id));

export function ToolsTable() {
  const hasCalls = useHasStats(CALLS);
  return (
    <ListingTable
      {...toolList}
      columns={hasCalls ? toolList.columns : withoutCalls}
      header={({ total }, actions) => (
        <ToolsHead
          tab={null}
          note={total === undefined || total === null ? undefined : groupDigits(total)}
          actions={actions}
        />
      )}
      params={{}}
      unknowable={UNKNOWABLE}
      empty="Tools appear once their registration is indexed and their object has a port contract."
    />
  );
}
