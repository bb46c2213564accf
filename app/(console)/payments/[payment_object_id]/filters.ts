import type { FilterLabels } from '@/components/data-table/filter-controls';

export const ledgerFilterLabels: FilterLabels<'executions.payment-ledger'> = { kind: 'What happened' };
