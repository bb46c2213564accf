'use client';
import { PageHeader } from '@/components/ui/page-header';
import { ListingTable } from '@/components/listing/listing-table';
import { feeColumns } from './columns';
import { feeFilterLabels } from './filters';

const NOUN = { one: 'movement', many: 'movements of the priority fee vault' };

export function FeesTable() {
  return (
    <ListingTable
      name="priority-fees.events"
      params={{}}
      noun={NOUN}
      columns={feeColumns}
      labels={feeFilterLabels}
      rowId={(row) => String(row.id)}
      empty="A movement appears when a priority fee is deposited, swapped, shared out or withdrawn."
      header={(state, columnsMenu) => (
        <PageHeader
          title="Priority fees"
          note={state.total === null ? undefined : state.total.toLocaleString('en-GB')}
          actions={columnsMenu}
        />
      )}
    />
  );
}
