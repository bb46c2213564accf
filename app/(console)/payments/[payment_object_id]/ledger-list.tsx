import { use } from 'react';
import type { ColumnDef } from '@tanstack/react-table';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { ledgerUnit, LedgerRowWords } from '@/components/record/refills-and-shortfalls';
import { Mono } from '@/components/ui/mono';
import { Amount, ColumnAmount, LedgerUnit } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import type { LedgerEvent } from '@/lib/contract/payments';
import type { LedgerStep } from '@/lib/dag/replay/money';
import { nullReason } from '@/lib/view/null-reasons';
import { ledgerEventReasons } from '@/lib/view/null-reasons/payments';
import { statusWords } from '@/lib/view/status';

const column = columnsOf<LedgerEvent>('ledgerEvent', ledgerEventReasons);

/** What an entry records; the fees have columns of their own. */
function Entry({ row }: { row: LedgerEvent }) {
  const reconciled = use(LedgerUnit) === 'sui';
  switch (row.kind) {
    case 'refilled':
    case 'insufficient_settlement':
      return <LedgerRowWords row={row} reconciled={reconciled} />;
    case 'tool_cost_snapshotted':
      return (
        <>
          price fixed at{' '}
          <Amount value={row.cost} unit={ledgerUnit('cost', reconciled)} showUnit={reconciled} />
          <span className="flex text-2">
            <Fqn value={row.tool_fqn} reason="the ledger row has no tool" />
          </span>
        </>
      );
    default:
      return (
        <>
          {statusWords(row.kind)}
          {row.amount !== null && (
            <>
              : <Amount value={row.amount} unit={ledgerUnit('amount', reconciled)} showUnit={reconciled} />
            </>
          )}
        </>
      );
  }
}

const entry = column.row(
  'kind',
  'Entry',
  { bar: 'w-48', wide: true, wraps: true, width: 'sm:min-w-[270px]', names: true },
  (row) => (
    <span className="block wrap-anywhere first-letter:uppercase">
      <Entry row={row} />
    </span>
  ),
);

const FEES = [
  column.amount('gas_fee_mist', 'Gas, SUI'),
  column.amount('tool_fee_mist', 'Tools, SUI'),
  column.amount('priority_fee_mist', 'Priority, SUI'),
];

const noFee = (row: LedgerEvent) => nullReason(ledgerEventReasons, 'gas_fee_mist', row);

/** With the time of its transaction. */
type PaidStep = LedgerStep & { onchain_at: string | null };

const step = columnsOf<PaidStep>('ledgerEvent', ledgerEventReasons);

/** The whole ledger of a payment, with the vertex and running total of each entry. */
export const ledgerColumns = [
  entry,
  step.row('vertex', 'Vertex', { bar: 'w-20' }, (row) => (
    <Maybe
      value={row.vertex}
      reason={
        row.kind === 'fees_recorded'
          ? 'not applicable: no vertex has an event in its transaction, as at start and end'
          : noFee(row)
      }
    >
      {(name) => <Mono>{name}</Mono>}
    </Maybe>
  )),
  ...FEES,
  step.row('total', 'Running total, SUI', { numeric: true, bar: 'w-14', unit: 'sui' }, (row) => (
    <ColumnAmount value={row.total} unit="sui" reason={noFee(row)} decimals={6} />
  )),
  column.transaction({ below: 'xl' }),
  step.time('onchain_at', 'On chain', { below: 'xl', reason: 'no event of its transaction was found' }),
] as ColumnDef<PaidStep, never>[];

export const ledgerList: List<'executions.payment-ledger'> = {
  name: 'executions.payment-ledger',
  noun: { singular: 'ledger entry', plural: 'ledger entries' },
  columns: [entry, ...FEES, column.transaction({ below: 'lg' }), column.indexed()],
  labels: { kind: 'What happened' },
  rowId: (row) => String(row.id),
};
