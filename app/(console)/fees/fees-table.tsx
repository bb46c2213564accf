'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { feeList } from './list';

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
