'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { paymentList } from '@/app/(console)/payments/list';
import { execution } from '@/lib/view/paths';
import { PaidExecutionsNote } from './paid-executions-note';

const NOUN = { singular: 'paid execution', plural: 'paid executions' };
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
  return (
    <>
      <div className="mb-2.5 rounded-md border border-line bg-surface">
        <PaidExecutionsNote filters={filters} />
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
