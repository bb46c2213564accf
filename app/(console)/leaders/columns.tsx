import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { onChainColumn, updatedColumn } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import type { Leader } from '@/lib/contract/leaders';
import { groupDigits, unitOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { PoolLine, StakeShare } from './stake-cells';
import { StateEvent } from './state-changes';

const column = createColumnHelper<Leader>();

export const leaderColumns = [
  column.accessor('leader_cap_id', {
    header: 'Leader cap',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="leader" value={cell.getValue()} />,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { bar: 'w-16' },
    cell: (cell) => <Status value={cell.getValue()} reason={nullReason('leader', 'status')} />,
  }),
  column.display({
    id: 'state_since',
    header: 'State since',
    meta: { bar: 'w-40', below: 'lg' },
    cell: ({ row: { original } }) => (
      <span className="text-2">
        <StateEvent leader_cap_id={original.leader_cap_id} />
      </span>
    ),
  }),
  column.accessor('is_founding', {
    header: 'Kind',
    meta: { bar: 'w-14', below: '2xl' },
    cell: (cell) => <span className="text-2">{cell.getValue() ? 'founding' : 'issued'}</span>,
  }),
  column.accessor('leader_address', {
    header: 'Operator',
    meta: { bar: 'w-28', below: 'xl' },
    cell: (cell) => (
      <Id family="address" value={cell.getValue()} reason={nullReason('leader', 'leader_address')} />
    ),
  }),
  column.accessor('claim_token', {
    header: 'Claimed',
    meta: {
      bar: 'w-8',
      below: '2xl',
      filter: (row) => ({ claimed: String(row.claim_token !== null) }),
    },
    cell: (cell) => <span className="text-2">{cell.getValue() === null ? 'no' : 'yes'}</span>,
  }),
  column.accessor('stake_pool_total', {
    header: 'Stake pool, US',
    meta: { numeric: true, bar: 'w-20' },
    cell: (cell) => (
      <Amount value={cell.getValue()} unit={unitOf('leader', 'stake_pool_total')} showUnit={false} />
    ),
  }),
  column.display({
    id: 'stake_share',
    header: 'Share of stake',
    meta: { numeric: true, bar: 'w-10', below: 'xl' },
    cell: ({ row: { original } }) => (
      <span className="text-2">
        <StakeShare leader={original} />
      </span>
    ),
  }),
  column.display({
    id: 'pool_line',
    header: 'Stake, 30 days',
    meta: { bar: 'w-16', below: 'lg' },
    cell: ({ row: { original } }) => <PoolLine leader={original} />,
  }),
  column.accessor('stake_total_shares', {
    header: 'Shares',
    meta: { numeric: true, bar: 'w-20', below: '2xl' },
    cell: (cell) => <span className="text-2">{groupDigits(cell.getValue())}</span>,
  }),
  onChainColumn<Leader>('leader', { below: '2xl' }),
  updatedColumn<Leader>(),
] as ColumnDef<Leader, never>[];
