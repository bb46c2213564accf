import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import type { Payment } from '@/lib/contract/payments';
import { nullReason } from '@/lib/view/null-reasons';
import { payment } from '@/lib/view/paths';
import { statusWords } from '@/lib/view/status';

const column = columnsOf<Payment>('payment');

/** Why a payment has no funder. */
export function noFunder({ source_kind }: Payment): string {
  return source_kind === 'agent_funded'
    ? 'Not applicable: paid from the agent’s vault'
    : nullReason('payment', 'funder');
}

export const paymentList: List<'payments.list'> = {
  name: 'payments.list',
  noun: { one: 'payment', many: 'payments' },
  columns: [
    column.named('payment_object_id', 'Payment', 'payment', (row) => row.skill_description),
    column.status('final_state', 'State'),
    column.id('execution_object_id', 'Execution', 'execution'),
    column.value('source_kind', 'Funded by', { bar: 'w-20', below: 'lg' }, (kind) => (
      <span className="text-2">{statusWords(kind)}</span>
    )),
    column.id('funder', 'Funder', 'address', { below: 'xl', reason: noFunder }),
    column.id('agent_object_id', 'Agent', 'agent', { below: 'xl' }),
    column.amount('max_budget_mist', 'Budget, SUI', { bar: 'w-14', rounded: true }),
    column.amount('locked_budget_mist', 'Locked, SUI', { bar: 'w-14', rounded: true, below: '2xl' }),
    // The index states no unit for this sum.
    column.amount('consumed_total', 'Consumed', { bar: 'w-14', below: 'lg' }),
    column.indexed(),
  ],
  labels: {
    final_state: 'State',
    source_kind: 'Funded by',
    execution_object_id: 'Execution',
    agent_object_id: 'Agent',
    skill_id: 'Skill',
    funder: 'Funder',
    created: 'Indexed',
  },
  rowId: (row) => row.payment_object_id,
  rowHref: (row) => payment(row.payment_object_id),
};
