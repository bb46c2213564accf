import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import type { LedgerEvent } from '@/lib/contract/payments';
import { statusWords } from '@/lib/view/status';
import { unitOf } from '@/lib/view/amount';

const column = columnsOf<LedgerEvent>('ledgerEvent');
const reason = 'not applicable to this kind of entry';

const AMOUNTS = [
  { field: 'refill_amount', name: 'refilled' },
  { field: 'required_shortfall', name: 'short by' },
  { field: 'gas_fee_mist', name: 'gas' },
  { field: 'tool_fee_mist', name: 'tool' },
  { field: 'priority_fee_mist', name: 'priority' },
  { field: 'cost', name: 'cost' },
  { field: 'amount', name: 'amount' },
] as const;

function Amounts({ row }: { row: LedgerEvent }) {
  const given = AMOUNTS.filter(({ field }) => row[field] !== null);
  if (given.length === 0) return <span className="text-3">none</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {given.map(({ field, name }) => (
        <span key={field} className="whitespace-nowrap">
          <span className="text-3">{name}</span>{' '}
          <Amount value={row[field]} unit={unitOf('ledgerEvent', field)} />
        </span>
      ))}
    </span>
  );
}

export const ledgerList: List<'executions.payment-ledger'> = {
  name: 'executions.payment-ledger',
  noun: { one: 'ledger entry', many: 'ledger entries' },
  columns: [
    column.value('kind', 'Kind', { bar: 'w-32' }, statusWords),
    column.display('amounts', 'Amounts', { bar: 'w-48' }, (row) => <Amounts row={row} />),
    column.row('tool_fqn', 'Tool', { bar: 'w-32', below: 'xl' }, (row) => (
      <Fqn value={row.tool_fqn} reason={reason} />
    )),
    column.value('walk_index', 'Walk', { numeric: true, bar: 'w-6', below: 'xl', reason }),
    column.transaction({ below: 'lg' }),
    column.indexed(),
  ],
  labels: { kind: 'What happened' },
  rowId: (row) => String(row.id),
};
