'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { paymentColumns } from '@/app/(console)/payments/columns';
import { paymentFilterLabels } from '@/app/(console)/payments/filters';
import { execution } from '@/lib/view/paths';

const NOUN = { one: 'paid execution', many: 'paid executions' };
/** The execution names the row here; the payment comes after it. */
const [paymentColumn, ...others] = paymentColumns;
const executionColumn = others.filter(
  (column) => 'accessorKey' in column && column.accessorKey === 'execution_object_id',
);
const columns = [
  ...executionColumn,
  ...(paymentColumn === undefined ? [] : [paymentColumn]),
  ...others.filter((column) => !executionColumn.includes(column)),
];

/** Executions of an index that does not list them: those that its payments name. */
export function PaidExecutions() {
  return (
    <>
      <p role="note" className="mb-2.5 rounded-md border border-line bg-surface px-3 py-2 text-2">
        This index has no listing of executions. These are composed of its payments: every execution that was
        paid for, the newest payment first. Executions without a payment are not here, though their pages open
        by id.
      </p>
      <ListingTable
        name="payments.list"
        params={{}}
        noun={NOUN}
        columns={columns}
        labels={paymentFilterLabels}
        rowId={(row) => row.payment_object_id}
        rowHref={(row) => execution(row.execution_object_id)}
      />
    </>
  );
}
