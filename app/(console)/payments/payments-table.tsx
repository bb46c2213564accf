'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { paymentList } from './list';

export function PaymentsTable() {
  return (
    <ListingTable
      {...paymentList}
      title="Payments"
      params={{}}
      empty="Payments appear when an execution is paid for."
    />
  );
}
