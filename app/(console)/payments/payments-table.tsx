'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { payment } from '@/lib/view/paths';
import { paymentColumns } from './columns';
import { paymentFilterLabels } from './filters';

const NOUN = { one: 'payment', many: 'payments' };

export function PaymentsTable() {
  return (
    <ListingTable
      title="Payments"
      name="payments.list"
      params={{}}
      noun={NOUN}
      columns={paymentColumns}
      labels={paymentFilterLabels}
      rowId={(row) => row.payment_object_id}
      rowHref={(row) => payment(row.payment_object_id)}
      empty="Payments appear when an execution is paid for."
    />
  );
}
