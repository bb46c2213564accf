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

/** The amounts of a ledger that reconciles are in MIST. */
export const ledgerUnit = (field: string, reconciled: boolean) =>
  reconciled ? 'sui' : unitOf('ledgerEvent', field);

interface LedgerRowWordsProps {
  row: LedgerEvent;
  reconciled: boolean;
}

export function LedgerRowWords({ row, reconciled }: LedgerRowWordsProps) {
  if (row.kind === 'refilled')
    return (
      <span className="text-2">
        refilled by <Amount value={row.refill_amount} unit={ledgerUnit('refill_amount', reconciled)} /> from{' '}
        <Id family="address" value={row.refill_source} reason="the ledger row has no source" />
      </span>
    );
  return (
    <span className="text-warn">
      short by <Amount value={row.required_shortfall} unit={ledgerUnit('required_shortfall', reconciled)} />{' '}
      at walk <Maybe value={row.walk_index} reason="the ledger row has no walk" />
    </span>
  );
}
