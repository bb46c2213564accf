'use client';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { AllRowsTable } from '@/app/(console)/executions/[execution_object_id]/tables/rows-table';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import { groupDigits } from '@/lib/view/amount';
import { poolHistory, stakersOf, type Staker } from '@/lib/view/pool-history';
import { stakeLedgerQuery } from './stake-queries';

const column = createColumnHelper<Staker>();
const amount = (field: 'worth' | 'deposited' | 'claimed', header: string) =>
  column.accessor(field, {
    header,
    meta: { numeric: true, bar: 'w-20', ...(field === 'claimed' ? { below: 'lg' } : {}) },
    cell: (cell) => <Amount value={cell.getValue()} unit="us" reason="pool unknown" showUnit={false} />,
  });

const columns = [
  column.accessor('staker', {
    header: 'Staker',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="address" value={cell.getValue()} />,
  }),
  column.accessor('shares', {
    header: 'Shares',
    meta: { numeric: true, bar: 'w-20' },
    cell: (cell) => groupDigits(cell.getValue()),
  }),
  amount('worth', 'Worth now, US'),
  amount('deposited', 'Deposited, US'),
  amount('claimed', 'Claimed, US'),
  column.accessor('pending', {
    header: 'Unstaking, shares',
    meta: { numeric: true, bar: 'w-16', below: 'lg' },
    cell: (cell) => groupDigits(cell.getValue()),
  }),
  column.accessor('unlock_at', {
    header: 'Claimable',
    meta: { moment: true, bar: 'w-16' },
    cell: (cell) => (
      <Time
        at={cell.getValue()}
        clock="on chain"
        reason="not applicable: nothing is being unstaked"
        className="text-2"
      />
    ),
  }),
] as ColumnDef<Staker, never>[];

/** A leader's stakers, computed from its stake events: the index has no list of them. */
export function Stakers({ leader_cap_id }: { leader_cap_id: string }) {
  const ledger = useQuery(stakeLedgerQuery(leader_cap_id));
  const history = poolHistory(ledger.data?.items ?? []);
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
        name="leaders.stake-events"
        query={ledger as never}
        rows={stakersOf(history)}
        noun={{ one: 'staker', many: 'stakers' }}
        columns={columns}
        rowId={(row) => row.staker}
        empty="No stakers indexed for this leader"
      />
    </>
  );
}
