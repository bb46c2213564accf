import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { indexedColumn, transactionColumn } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import type { PriorityFeeEvent } from '@/lib/contract/payments';
import { groupDigits, unitOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';

const column = createColumnHelper<PriorityFeeEvent>();

function amountColumn(field: 'amount' | 'us_in' | 'us_refunded' | 'sui_out', header: string) {
  return column.accessor(field, {
    header,
    meta: { numeric: true, bar: 'w-16', ...(field === 'amount' ? {} : { below: 'lg' }) },
    cell: (cell) => (
      <Amount
        value={cell.getValue()}
        unit={unitOf('priorityFeeEvent', field)}
        reason={nullReason('priorityFeeEvent', field)}
        showUnit={false}
      />
    ),
  });
}

export const feeColumns = [
  column.accessor('id', {
    header: 'Id',
    meta: { numeric: true, bar: 'w-10' },
    cell: (cell) => <span className="mono text-3">{groupDigits(cell.getValue())}</span>,
  }),
  column.accessor('kind', {
    header: 'Event',
    meta: { bar: 'w-24' },
    cell: (cell) => statusWords(cell.getValue()),
  }),
  column.accessor('leader_cap_id', {
    header: 'Leader cap',
    meta: { bar: 'w-28' },
    cell: (cell) => (
      <Id family="leader" value={cell.getValue()} reason={nullReason('priorityFeeEvent', 'leader_cap_id')} />
    ),
  }),
  amountColumn('amount', 'Amount'),
  amountColumn('us_in', 'In, US'),
  amountColumn('us_refunded', 'Refunded, US'),
  amountColumn('sui_out', 'Out, SUI'),
  transactionColumn<PriorityFeeEvent>('xl'),
  indexedColumn<PriorityFeeEvent>(),
] as ColumnDef<PriorityFeeEvent, never>[];
