'use client';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Fqn } from '@/components/values/fqn';
import { Status } from '@/components/values/status';
import type { Tool } from '@/lib/contract/tools';
import { groupDigits } from '@/lib/view/amount';
import { tool } from '@/lib/view/paths';
import { ToolsHead } from './tools-head';

const column = columnsOf<Tool>('tool');

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
    column.value('kind', 'Kind', { bar: 'w-10' }, (kind) => <span className="text-2">{kind}</span>),
    // The tool's page also looks for it in events, which would take a request per row here.
    column.value('verified', 'Verified', { bar: 'w-8', reason: 'Not read from chain yet' }),
    column.value('description', 'Description', { wide: true, bar: 'w-56', below: 'lg' }, (text) => (
      <span className="text-2" title={text}>
        {text === '' ? '(empty)' : text}
      </span>
    )),
    column.amount('vault_balance_us', 'Collateral, US'),
    column.id('creator', 'Creator', 'address', { below: 'xl' }),
    column.updated(),
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

export function ToolsTable() {
  return (
    <ListingTable
      {...toolList}
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
