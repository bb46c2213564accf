'use client';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import type { PriorityFeeEvent } from '@/lib/contract/payments';
import { groupDigits } from '@/lib/view/amount';
import { rowKey } from '@/lib/view/row-key';
import { statusWords } from '@/lib/view/status';

const column = columnsOf<PriorityFeeEvent>('priorityFeeEvent');

export const feeList: List<'priority-fees.events'> = {
  name: 'priority-fees.events',
  noun: { one: 'vault event', many: 'priority fee vault events' },
  columns: [
    column.value('id', 'Id', { numeric: true, bar: 'w-10' }, (id) => (
      <span className="mono text-3">{groupDigits(id)}</span>
    )),
    column.value('kind', 'Event', { bar: 'w-24' }, statusWords),
    column.id('leader_cap_id', 'Leader cap', 'leader'),
    column.amount('amount', 'Amount'),
    column.amount('us_in', 'In, US', { below: 'lg', rounded: true }),
    column.amount('us_refunded', 'Refunded, US', { below: 'lg', rounded: true }),
    column.amount('sui_out', 'Out, SUI', { below: 'lg', rounded: true }),
    column.transaction({ below: 'xl' }),
    column.indexed(),
  ],
  // The listing has no filters in this release.
  labels: {},
  rowId: rowKey,
};

export function FeesTable() {
  return (
    <ListingTable
      {...feeList}
      title="Priority fees"
      params={{}}
      empty="Entries appear when a priority fee is deposited, swapped, distributed or withdrawn."
    />
  );
}
