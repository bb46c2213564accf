'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { feeColumns } from './columns';
import { feeFilterLabels } from './filters';

const NOUN = { one: 'vault event', many: 'priority fee vault events' };

export function FeesTable() {
  return (
    <ListingTable
      title="Priority fees"
      name="priority-fees.events"
      params={{}}
      noun={NOUN}
      columns={feeColumns}
      labels={feeFilterLabels}
      rowId={(row) => String(row.id)}
      empty="Entries appear when a priority fee is deposited, swapped, distributed or withdrawn."
    />
  );
}
