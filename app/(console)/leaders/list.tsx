import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import type { Leader } from '@/lib/contract/leaders';
import { groupDigits } from '@/lib/view/amount';
import { leader } from '@/lib/view/paths';
import { PoolLine, StakeShare, StateEvent } from './stake-cells';

const column = columnsOf<Leader>('leader');

export const leaderList: List<'leaders.list'> = {
  name: 'leaders.list',
  noun: { one: 'leader', many: 'leaders' },
  columns: [
    column.id('leader_cap_id', 'Leader cap', 'leader'),
    column.status('status', 'Status', { bar: 'w-16' }),
    column.display('state_since', 'State since', { bar: 'w-40', below: 'lg' }, (row) => (
      <span className="text-2">
        <StateEvent leader={row} />
      </span>
    )),
    column.value('is_founding', 'Kind', { bar: 'w-14', below: '2xl' }, (founding) => (
      <span className="text-2">{founding ? 'founding' : 'issued'}</span>
    )),
    column.id('leader_address', 'Operator', 'address', { below: 'xl' }),
    column.row(
      'claim_token',
      'Claimed',
      { bar: 'w-8', below: '2xl', filter: (row) => ({ claimed: String(row.claim_token !== null) }) },
      (row) => <span className="text-2">{row.claim_token === null ? 'no' : 'yes'}</span>,
    ),
    column.amount('stake_pool_total', 'Stake pool, US', { bar: 'w-20' }),
    column.display('stake_share', 'Share of stake', { numeric: true, bar: 'w-10', below: 'xl' }, (row) => (
      <span className="text-2">
        <StakeShare leader={row} />
      </span>
    )),
    column.display('pool_line', 'Stake, 30 days', { bar: 'w-16', below: 'lg' }, (row) => (
      <PoolLine leader={row} />
    )),
    column.value('stake_total_shares', 'Shares', { numeric: true, bar: 'w-20', below: '2xl' }, (shares) => (
      <span className="text-2">{groupDigits(shares)}</span>
    )),
    column.onChain({ below: '2xl' }),
    column.updated(),
  ],
  labels: {
    status: 'Status',
    is_founding: 'Founding',
    claimed: 'Claimed',
    leader_address: 'Operator',
    network_object_id: 'Network',
    created: 'Indexed',
  },
  rowId: (row) => row.leader_cap_id,
  rowHref: (row) => leader(row.leader_cap_id),
};
