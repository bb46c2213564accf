import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { indexedColumn } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import type { Payment } from '@/lib/contract/payments';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';
import { unitOf } from '@/lib/view/amount';

const column = createColumnHelper<Payment>();

/** Why a payment has no funder. */
export function noFunder({ source_kind }: Payment): string {
  return source_kind === 'agent_funded'
    ? 'Not applicable: paid from the agent’s vault'
    : nullReason('payment', 'funder');
}

export const paymentColumns = [
  column.accessor('payment_object_id', {
    header: 'Payment',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="payment" value={cell.getValue()} />,
  }),
  column.accessor('final_state', {
    header: 'State',
    meta: { bar: 'w-20' },
    cell: (cell) => <Status value={cell.getValue()} />,
  }),
  column.accessor('execution_object_id', {
    header: 'Execution',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="execution" value={cell.getValue()} />,
  }),
  column.accessor('source_kind', {
    header: 'Funded by',
    meta: { bar: 'w-20', below: 'lg' },
    cell: (cell) => <span className="text-2">{statusWords(cell.getValue())}</span>,
  }),
  column.accessor('funder', {
    header: 'Funder',
    meta: { bar: 'w-28', below: 'xl' },
    cell: ({ getValue, row: { original } }) => (
      <Id family="address" value={getValue()} reason={noFunder(original)} />
    ),
  }),
  column.accessor('agent_object_id', {
    header: 'Agent',
    meta: { bar: 'w-28', below: 'xl' },
    cell: (cell) => (
      <Id family="agent" value={cell.getValue()} reason={nullReason('payment', 'agent_object_id')} />
    ),
  }),
  column.accessor('max_budget_mist', {
    header: 'Budget, SUI',
    meta: { numeric: true, bar: 'w-14' },
    cell: (cell) => (
      <Amount value={cell.getValue()} unit={unitOf('payment', 'max_budget_mist')} showUnit={false} />
    ),
  }),
  column.accessor('locked_budget_mist', {
    header: 'Locked, SUI',
    meta: { numeric: true, bar: 'w-14', below: '2xl' },
    cell: (cell) => (
      <Amount value={cell.getValue()} unit={unitOf('payment', 'locked_budget_mist')} showUnit={false} />
    ),
  }),
  column.accessor('consumed_total', {
    // The index states no unit for this sum.
    header: 'Consumed',
    meta: { numeric: true, bar: 'w-14', below: 'lg' },
    cell: (cell) => (
      <Amount value={cell.getValue()} unit={unitOf('payment', 'consumed_total')} showUnit={false} />
    ),
  }),
  indexedColumn<Payment>(),
] as ColumnDef<Payment, never>[];
