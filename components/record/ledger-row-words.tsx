// A row of the ledger at which money was missing or came in, in words: the same on the page of a payment and beside a replay.
import type { LedgerEvent } from '@/lib/contract/payments';
import { unitOf } from '@/lib/view/units';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';

/** Of these rows the ones at which money was missing or came in, in their order. */
export function moneyTurns(rows: readonly LedgerEvent[]): LedgerEvent[] {
  return rows
    .filter(({ kind }) => kind === 'insufficient_settlement' || kind === 'refilled')
    .sort((a, b) => a.id - b.id);
}

export function MoneyTurn({ row }: { row: LedgerEvent }) {
  if (row.kind === 'refilled')
    return (
      <span className="text-2">
        refilled by <Amount value={row.refill_amount} unit={unitOf('ledgerEvent', 'refill_amount')} /> from{' '}
        <Id family="address" value={row.refill_source} reason="the row names no source" />
      </span>
    );
  return (
    <span className="text-warn">
      short by <Amount value={row.required_shortfall} unit={unitOf('ledgerEvent', 'required_shortfall')} /> at
      walk <Maybe value={row.walk_index} reason="the row names no walk" />
    </span>
  );
}
