'use client';
import { type ColumnDef, createColumnHelper } from '@tanstack/react-table';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { LedgerEvent } from '@/lib/contract/payments';
import { ledgerColumns } from '@/app/(console)/payments/[payment_object_id]/columns';
import type { Part } from '@/app/(console)/executions/[execution_object_id]/data/use-execution';
import { FilteredRows, RowLink } from './rows-table';

const NOUN = { one: 'ledger row', many: 'ledger rows' };
const FILTERS = [{ name: 'kind', label: 'What happened', of: (row: LedgerEvent) => row.kind }];
const column = createColumnHelper<LedgerEvent>();
const columns = [
  column.accessor('id', {
    header: 'Row',
    meta: { numeric: true, bar: 'w-10' },
    cell: ({ row: { original } }) => <RowLink anchor={`pl-${original.id}`} id={original.id} />,
  }) as ColumnDef<LedgerEvent, never>,
  ...ledgerColumns,
];

interface LedgerTableProps {
  query: Part<AllPages<LedgerEvent>>;
  open: string | null;
}

/** The payment ledger of this execution, row by row. */
export function LedgerTable({ query, open }: LedgerTableProps) {
  return (
    <FilteredRows
      name="executions.payment-ledger"
      query={query}
      noun={NOUN}
      columns={columns}
      prefix="pl"
      open={open}
      filters={FILTERS}
      empty="Fees, costs and refills appear here as they are recorded."
    />
  );
}
