'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { LedgerEvent } from '@/lib/contract/payments';
import { ledgerColumns } from '@/app/(console)/payments/[payment_object_id]/columns';
import { AllRowsTable } from './all-rows-table';

const NOUN = { one: 'ledger row', many: 'ledger rows' };

/** The money of this execution, row by row, each amount in the unit of its field. */
export function LedgerTable({ query }: { query: UseQueryResult<AllPages<LedgerEvent>> }) {
  return (
    <AllRowsTable
      name="executions.payment-ledger"
      query={query}
      noun={NOUN}
      columns={ledgerColumns}
      rowId={(row) => String(row.id)}
      empty="Fees, costs and refills appear here as they are recorded. This release writes none for locking and settling a vertex."
    />
  );
}
