'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { dagList } from './list';

export function DagsTable() {
  return (
    <ListingTable
      {...dagList}
      title="DAGs"
      params={{}}
      empty="DAGs appear once their first building event is indexed."
    />
  );
}
