import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { updatedColumn } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import type { Tool } from '@/lib/contract/tools';
import { nullReason } from '@/lib/view/null-reasons';
import { unitOf } from '@/lib/view/amount';

const column = createColumnHelper<Tool>();

export const toolColumns = [
  column.accessor('fqn', {
    header: 'Tool',
    meta: { bar: 'w-48' },
    cell: (cell) => <Fqn value={cell.getValue()} />,
  }),
  column.accessor('is_registered', {
    header: 'Registration',
    meta: { bar: 'w-20', filter: (row) => ({ registered: String(row.is_registered) }), below: 'lg' },
    cell: (cell) => <Status value={cell.getValue() ? 'registered' : 'unregistered'} />,
  }),
  column.accessor('kind', {
    header: 'Kind',
    meta: { bar: 'w-10' },
    cell: (cell) => <span className="text-2">{cell.getValue()}</span>,
  }),
  column.accessor('verified', {
    header: 'Verified',
    meta: { bar: 'w-8' },
    // The tool's page also looks for it in events, which would take a request per row here.
    cell: (cell) => <Maybe value={cell.getValue()} reason="Not read from chain yet" />,
  }),
  column.accessor('description', {
    header: 'Description',
    meta: { wide: true, bar: 'w-56', below: 'lg' },
    cell: (cell) => (
      <span className="text-2" title={cell.getValue()}>
        {cell.getValue() === '' ? '(empty)' : cell.getValue()}
      </span>
    ),
  }),
  column.accessor('vault_balance_us', {
    header: 'Collateral, US',
    meta: { numeric: true, bar: 'w-16' },
    cell: (cell) => (
      <Amount
        value={cell.getValue()}
        unit={unitOf('tool', 'vault_balance_us')}
        reason={nullReason('tool', 'vault_balance_us')}
        showUnit={false}
      />
    ),
  }),
  column.accessor('creator', {
    header: 'Creator',
    meta: { bar: 'w-28', below: 'xl' },
    cell: (cell) => <Id family="address" value={cell.getValue()} reason={nullReason('tool', 'creator')} />,
  }),
  updatedColumn<Tool>(),
] as ColumnDef<Tool, never>[];
