'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { usePageUrl } from '@/components/listing/use-url';
import { paymentColumns } from '@/app/(console)/payments/columns';
import { paymentFilterLabels } from '@/app/(console)/payments/filters';
import { execution } from '@/lib/view/paths';
import { executionFilterLabels } from './filters';

const NOUN = { one: 'paid execution', many: 'paid executions' };
const LABELS = { ...paymentFilterLabels, final_state: 'Payment state' };

const fieldOf = (column: (typeof paymentColumns)[number]) =>
  'accessorKey' in column ? column.accessorKey : undefined;
const withLabel = (column: (typeof paymentColumns)[number]) =>
  fieldOf(column) === 'final_state' ? { ...column, header: LABELS.final_state } : column;
/** The execution names the row, so its column comes first. */
const columns = [
  ...paymentColumns.filter((column) => fieldOf(column) === 'execution_object_id'),
  ...paymentColumns.filter((column) => fieldOf(column) !== 'execution_object_id').map(withLabel),
];

/** Executions of an index that doesn't list them, from its payments. */
export function PaidExecutions() {
  const { search } = usePageUrl();
  const notApplied = Object.entries(executionFilterLabels).filter(
    ([key]) => search.has(key) && !(key in paymentFilterLabels),
  );
  return (
    <>
      <div role="note" className="mb-2.5 rounded-md border border-line bg-surface px-3 py-2 text-2">
        <p>
          This index doesn&apos;t provide a list of executions. Shown instead: the executions named by its
          payments, newest payment first. Executions without a payment are missing; their pages open by id.
        </p>
        {notApplied.length > 0 && (
          <p className="text-warn">
            Filters not applied: {notApplied.map(([, label]) => label).join(', ')}. Payments don&apos;t have
            these fields.
          </p>
        )}
      </div>
      <ListingTable
        name="payments.list"
        params={{}}
        noun={NOUN}
        columns={columns}
        labels={LABELS}
        rowId={(row) => row.payment_object_id}
        rowHref={(row) => execution(row.execution_object_id)}
      />
    </>
  );
}
