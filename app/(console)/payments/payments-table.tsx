'use client';
import { PageHeader } from '@/components/ui/page-header';
import { ListingTable } from '@/components/listing/listing-table';
import { payment } from '@/lib/view/paths';
import { paymentColumns } from './columns';
import { paymentFilterLabels } from './filters';

const NOUN = { one: 'payment', many: 'payments' };

export function PaymentsTable() {
  return (
    <ListingTable
      name="payments.list"
      params={{}}
      noun={NOUN}
      columns={paymentColumns}
      labels={paymentFilterLabels}
      rowId={(row) => row.payment_object_id}
      rowHref={(row) => payment(row.payment_object_id)}

      empty="A payment appears when an execution is paid for."
      header={(state, columnsMenu) => (
        <PageHeader
          title="Payments"
          note={state.total === null ? undefined : state.total.toLocaleString('en-GB')}
          actions={columnsMenu}
        />
      )}
    />
  );
}
