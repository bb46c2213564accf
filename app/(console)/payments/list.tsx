'use client';
import dynamic from 'next/dynamic';
import { Percent } from '@/components/values/percent';
import { ListPage } from '@/components/listing/list-page';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import type { Payment } from '@/lib/contract/payments';
import { nullReason } from '@/lib/view/null-reasons';
import { paymentReasons } from '@/lib/view/null-reasons/payments';
import { payment } from '@/lib/view/paths';
import { unitOf } from '@/lib/view/amount';
import { percentOf } from '@/lib/view/percent';
import { statusWords } from '@/lib/view/status';

const column = columnsOf<Payment>('payment', paymentReasons);

/** Of a budget, fine enough to sort by. */
const SHARES = 10n ** 12n;

const FUNDERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ user_funded: 'user', agent_funded: 'agent' }),
);

/** The kind of funder, and the wallet or agent that paid. */
export function FundedBy({ payment }: { payment: Payment }) {
  const { source_kind, funder, agent_object_id, skill_description } = payment;
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span className="text-2">{FUNDERS.get(source_kind) ?? statusWords(source_kind)}</span>
      {source_kind === 'agent_funded' ? (
        // The width is the payment's, which has a name too.
        <span className="flex max-w-44 min-w-0">
          <Id
            family="agent"
            value={agent_object_id}
            reason={nullReason(paymentReasons, 'agent_object_id', payment)}
            rowName={skill_description}
            className="min-w-0"
          />
        </span>
      ) : (
        <Id family="address" value={funder} reason={nullReason(paymentReasons, 'funder', payment)} />
      )}
    </span>
  );
}

/** By the funder, or by the kind where it has none. */
function funderFilter({ funder, source_kind }: Payment): Readonly<Record<string, string>> {
  return funder === null ? { source_kind } : { funder };
}

export const paymentList: List<'payments.list'> = {
  name: 'payments.list',
  noun: { singular: 'payment', plural: 'payments' },
  columns: [
    column.named('payment_object_id', 'Payment', 'payment', (row) => row.skill_description),
    column.status('final_state', 'State'),
    column.id('execution_object_id', 'Execution', 'execution', { extra: true }),
    column.row(
      'source_kind',
      'Funded by',
      {
        bar: 'w-40',
        below: 'xl',
        filter: funderFilter,
      },
      (row) => <FundedBy payment={row} />,
    ),
    column.id('agent_object_id', 'Agent', 'agent', { extra: true }),
    column.amount('max_budget_mist', 'Budget, SUI', { bar: 'w-14' }),
    column.amount('locked_budget_mist', 'Locked, SUI', { bar: 'w-14', extra: true }),
    column.amount('consumed_total', 'Gas consumed', {
      bar: 'w-14',
      below: 'lg',
      unit: (row) => unitOf('payment', 'consumed_total', row),
    }),
    column.computed(
      'used',
      'Budget used',
      // A phone has room for one figure: the amount.
      {
        numeric: true,
        bar: 'w-10',
        below: 'sm',
        reason: (row) => nullReason(paymentReasons, 'cost_mist', row),
      },
      ({ cost_mist, max_budget_mist }) =>
        cost_mist === null || max_budget_mist === 0n ? null : (cost_mist * SHARES) / max_budget_mist,
      (share) => <Percent value={percentOf(share, SHARES)} reason="" />,
    ),
    column.onChain({ names: true }, 'Paid'),
    column.indexed({ extra: true }),
  ],
  labels: {
    final_state: 'State',
    source_kind: 'Funded by',
    execution_object_id: 'Execution',
    agent_object_id: 'Agent',
    skill_id: 'Skill',
    funder: 'Funder',
    dag_object_id: 'DAG',
    task_object_id: 'Task',
    onchain: 'Paid',
    refund_reason: 'Refund reason',
    refills: 'Refills',
    created: 'Indexed',
  },
  rowId: (row) => row.payment_object_id,
  rowHref: (row) => payment(row.payment_object_id),
};

const Refills = dynamic(async () => (await import('./refills')).Refills);

export function PaymentsPage() {
  return (
    <ListPage
      {...paymentList}
      title="Payments"
      analysis={{ measure: 'payments', endpoint: 'stats.payments' }}
      other={{ first: 'Payments', tab: 'refills', title: 'Refills', Shown: Refills }}
      empty="Payments appear when an execution is paid for."
    />
  );
}
