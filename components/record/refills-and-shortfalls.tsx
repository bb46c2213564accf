// Ledger rows about refills and shortfalls, in words.
import type { LedgerEvent } from '@/lib/contract/payments';
import { unitOf } from '@/lib/view/amount';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';

/** The refills and shortfalls among ledger rows, oldest first. */
export function refillsAndShortfalls(rows: readonly LedgerEvent[]): LedgerEvent[] {
  return rows
    .filter(({ kind }) => kind === 'insufficient_settlement' || kind === 'refilled')
    .sort((a, b) => a.id - b.id);
}

interface LedgerRowWordsProps {
  row: LedgerEvent;
  /** The ledger reconciles, so its amounts are in MIST. */
  reconciled?: boolean;
}

export function LedgerRowWords({ row, reconciled = false }: LedgerRowWordsProps) {
  const unit = (field: string) => (reconciled ? 'sui' : unitOf('ledgerEvent', field));
  if (row.kind === 'refilled')
    return (
      <span className="text-2">
        refilled by <Amount value={row.refill_amount} unit={unit('refill_amount')} /> from{' '}
        <Id family="address" value={row.refill_source} reason="the ledger row has no source" />
      </span>
    );
  return (
    <span className="text-warn">
      short by <Amount value={row.required_shortfall} unit={unit('required_shortfall')} /> at walk{' '}
      <Maybe value={row.walk_index} reason="the ledger row has no walk" />
    </span>
  );
}
