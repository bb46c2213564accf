'use client';
import { useQuery } from '@tanstack/react-query';
import { AllRowsTable } from '@/components/listing/all-rows-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import { groupDigits } from '@/lib/view/amount';
import { rowKey } from '@/lib/view/row-key';
import { stakeHistory, type Staker, stakersOf } from '@/lib/view/stake-history';
import { stakeEventReasons } from '@/lib/view/null-reasons/leaders';

export function stakeLedgerQuery(leader_cap_id: string) {
  return allPagesQuery('leaders.stake-events', { leader_cap_id }, rowKey);
}

const column = columnsOf<Staker>('stakeEvent', stakeEventReasons);
const stake = (value: bigint | null) => (
  <Amount value={value} unit="us" reason="pool unknown" showUnit={false} />
);

const columns = [
  column.id('staker', 'Staker', 'address'),
  column.value('shares', 'Shares', { numeric: true, bar: 'w-20' }, groupDigits),
  column.row('worth', 'Worth now, US', { numeric: true, bar: 'w-20' }, (row) => stake(row.worth)),
  column.row('deposited', 'Deposited, US', { numeric: true, bar: 'w-20' }, (row) => stake(row.deposited)),
  column.row('claimed', 'Claimed, US', { numeric: true, bar: 'w-20', below: 'lg' }, (row) =>
    stake(row.claimed),
  ),
  column.value('pending', 'Unstaking, shares', { numeric: true, bar: 'w-16', below: 'lg' }, groupDigits),
  column.time('unlock_at', 'Claimable', { reason: 'not applicable: nothing is being unstaked' }),
];

/** A leader's stakers, computed from its stake events: the index has no list of them. */
export function Stakers({ leader_cap_id }: { leader_cap_id: string }) {
  const ledger = useQuery(stakeLedgerQuery(leader_cap_id));
  const history = stakeHistory(ledger.data?.items ?? []);
  const whole = history.before === null && history.gaps.length === 0 && ledger.data?.complete === true;
  return (
    <>
      <p className="mb-2.5 text-2">
        Based on stake events
        {ledger.data !== undefined &&
          !whole &&
          ', which have gaps: shares are lower bounds and stakers may be missing'}
      </p>
      <AllRowsTable
        query={ledger}
        rows={stakersOf(history)}
        noun={{ singular: 'staker', plural: 'stakers' }}
        columns={columns}
        rowId={(row) => row.staker}
        empty="Stakers appear when they deposit stake with this leader."
      />
    </>
  );
}
