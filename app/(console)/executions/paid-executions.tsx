'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { usePageUrl } from '@/components/listing/use-url';
import { paymentList } from '@/app/(console)/payments/list';
import { execution } from '@/lib/view/paths';

const NOUN = { one: 'paid execution', many: 'paid executions' };
const LABELS = { ...paymentList.labels, final_state: 'Payment state' };

type Column = (typeof paymentList.columns)[number];
const isOf = (field: string) => (column: Column) => 'accessorKey' in column && column.accessorKey === field;
/** The execution names the row, so its column comes first. */
const columns = [
  ...paymentList.columns.filter(isOf('execution_object_id')),
  ...paymentList.columns
    .filter((column) => !isOf('execution_object_id')(column))
    .map((column) => (isOf('final_state')(column) ? { ...column, header: LABELS.final_state } : column)),
];

/** Executions of an index that doesn't list them, from its payments. `filters`: labels of a list of executions. */
export function PaidExecutions({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { search } = usePageUrl();
  const notApplied = Object.entries(filters).filter(
    ([key]) => search.has(key) && !(key in paymentList.labels),
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
        {...paymentList}
        params={{}}
        noun={NOUN}
        columns={columns}
        labels={LABELS}
        rowHref={(row) => execution(row.execution_object_id)}
      />
    </>
  );
}
