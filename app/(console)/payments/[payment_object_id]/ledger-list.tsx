import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { LedgerRowWords } from '@/components/record/refills-and-shortfalls';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import type { LedgerEvent } from '@/lib/contract/payments';
import { unitOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';

const column = columnsOf<LedgerEvent>('ledgerEvent');

/** What an entry records; the fees have columns of their own. */
function Entry({ row }: { row: LedgerEvent }) {
  switch (row.kind) {
    case 'refilled':
    case 'insufficient_settlement':
      return <LedgerRowWords row={row} />;
    case 'tool_cost_snapshotted':
      return (
        <span className="text-2">
          price of <Fqn value={row.tool_fqn} reason="the ledger row has no tool" /> fixed at{' '}
          <Amount value={row.cost} unit={unitOf('ledgerEvent', 'cost')} showUnit={false} />
        </span>
      );
    default:
      return (
        <>
          {statusWords(row.kind)}
          {row.amount !== null && (
            <>
              : <Amount value={row.amount} unit={unitOf('ledgerEvent', 'amount')} showUnit={false} />
            </>
          )}
        </>
      );
  }
}

function fee(field: 'gas_fee_mist' | 'tool_fee_mist' | 'priority_fee_mist', header: string) {
  return column.amount(field, header, {
    reason: ({ kind }) =>
      kind === 'fees_recorded' ? nullReason('ledgerEvent', field) : 'not applicable: no fees recorded',
  });
}

export const ledgerList: List<'executions.payment-ledger'> = {
  name: 'executions.payment-ledger',
  noun: { singular: 'ledger entry', plural: 'ledger entries' },
  columns: [
    column.row('kind', 'Entry', { bar: 'w-48', wide: true, names: true }, (row) => (
      <span className="inline-block max-w-full first-letter:uppercase sm:truncate sm:align-bottom">
        <Entry row={row} />
      </span>
    )),
    fee('gas_fee_mist', 'Gas, SUI'),
    fee('tool_fee_mist', 'Tools, SUI'),
    fee('priority_fee_mist', 'Priority, SUI'),
    column.transaction({ below: 'lg' }),
    column.indexed(),
  ],
  labels: { kind: 'What happened' },
  rowId: (row) => String(row.id),
};
