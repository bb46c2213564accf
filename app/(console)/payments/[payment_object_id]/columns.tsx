import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { indexedColumn, transactionColumn } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import type { LedgerEvent } from '@/lib/contract/payments';
import { statusWords } from '@/lib/view/status';
import { unitOf } from '@/lib/view/amount';

const column = createColumnHelper<LedgerEvent>();

const AMOUNTS: readonly { field: AmountField; name: string }[] = [
  { field: 'refill_amount', name: 'refilled' },
  { field: 'required_shortfall', name: 'short by' },
  { field: 'gas_fee_mist', name: 'gas' },
  { field: 'tool_fee_mist', name: 'tool' },
  { field: 'priority_fee_mist', name: 'priority' },
  { field: 'cost', name: 'cost' },
  { field: 'amount', name: 'amount' },
];
type AmountField =
  | 'refill_amount'
  | 'required_shortfall'
  | 'gas_fee_mist'
  | 'tool_fee_mist'
  | 'priority_fee_mist'
  | 'cost'
  | 'amount';

export const ledgerColumns = [
  column.accessor('kind', {
    header: 'Kind',
    meta: { bar: 'w-32' },
    cell: (cell) => statusWords(cell.getValue()),
  }),
  column.display({
    id: 'amounts',
    header: 'Amounts',
    meta: { bar: 'w-48' },
    cell: ({ row: { original } }) => {
      const given = AMOUNTS.filter(({ field }) => original[field] !== null);
      if (given.length === 0) return <span className="text-3">none</span>;
      return (
        <span className="inline-flex flex-wrap gap-x-3">
          {given.map(({ field, name }) => (
            <span key={field} className="whitespace-nowrap">
              <span className="text-3">{name}</span>{' '}
              <Amount value={original[field]} unit={unitOf('ledgerEvent', field)} />
            </span>
          ))}
        </span>
      );
    },
  }),
  column.accessor('tool_fqn', {
    header: 'Tool',
    meta: { bar: 'w-32', below: 'xl' },
    cell: (cell) => <Fqn value={cell.getValue()} reason="not applicable to this kind of entry" />,
  }),
  column.accessor('walk_index', {
    header: 'Walk',
    meta: { numeric: true, bar: 'w-6', below: 'xl' },
    cell: (cell) => <Maybe value={cell.getValue()} reason="not applicable to this kind of entry" />,
  }),
  transactionColumn<LedgerEvent>('lg'),
  indexedColumn<LedgerEvent>(),
] as ColumnDef<LedgerEvent, never>[];
