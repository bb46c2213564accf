'use client';
import Link from 'next/link';
import { AmountFacts, IdFacts, TimeFacts } from '@/components/record/fact-values';
import { RelatedEvents } from '@/components/record/event-list';
import { ListingTable } from '@/components/listing/listing-table';
import { RecordPage } from '@/components/record/record-page';
import { FundedBy } from '@/app/(console)/payments/list';
import { Fact, Facts } from '@/components/values/facts';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { Payment, LedgerEvent } from '@/lib/contract/payments';
import { unitOf, formatAmount, scaleOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { payments } from '@/lib/view/paths';
import { ledgerList } from './ledger-list';
import { useQuery } from '@tanstack/react-query';
import { LedgerRowWords, refillsAndShortfalls } from '@/components/record/refills-and-shortfalls';
import { PaymentResiduals, PaymentWaterfall } from '@/components/record/payment-waterfall';
import { StepLine, type StepPoint } from '@/components/charts/step-line';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import { accountOf, moneyAt, type Account } from '@/lib/dag/replay/money';
import { statusWords } from '@/lib/view/status';

const LEDGER = 'executions.payment-ledger';

interface Spending {
  points: StepPoint[];
  /** MIST spent after each entry. */
  spent: bigint[];
}

const MARKS = new Map<string, StepPoint['mark']>([
  ['insufficient_settlement', 'ring'],
  ['refilled', 'dot'],
]);

/** Spending after each ledger entry, with refills and shortfalls marked. */
function spendingOf(account: Account, rows: readonly LedgerEvent[]): Spending {
  const added = new Map(account.spends.map((spend) => [spend.row.id, spend]));
  let spent = 0n;
  const all: bigint[] = [];
  const points = [...rows]
    .sort((a, b) => a.id - b.id)
    .map((row): StepPoint => {
      const fees = added.get(row.id);
      if (fees !== undefined) spent += fees.gas + fees.tool + fees.priority;
      all.push(spent);
      return {
        at: Date.parse(row.created_at),
        value: Number(spent),
        mark: MARKS.get(row.kind) ?? null,
        tip: `${statusWords(row.kind)}: ${formatAmount(spent, 'sui').number} SUI spent so far`,
      };
    });
  return { points, spent: all };
}

function RefillsAndShortfalls({ rows }: { rows: readonly LedgerEvent[] }) {
  const entries = refillsAndShortfalls(rows);
  if (entries.length === 0) return <p className="text-3">No refills or shortfalls</p>;
  return (
    <ul>
      {entries.map((row) => (
        <li key={row.id}>
          <LedgerRowWords row={row} />, <Time at={row.created_at} clock="indexed" />
        </li>
      ))}
    </ul>
  );
}

/** From the budget to the remainder, what the ledger leaves unexplained, and spending over time. */
function PaymentMoney({ payment }: { payment: Payment }) {
  const { execution_object_id } = payment;
  const ledger = useQuery(allPagesQuery(LEDGER, { execution_object_id }, (row) => row.id));
  if (ledger.data === undefined)
    return <Unloaded query={ledger} what="the ledger of this payment" waiting="Loading the ledger…" />;
  // The ledger is the execution's; entries of other payments are omitted.
  const rows = ledger.data.items.filter(
    ({ payment_object_id: of }) => of === null || of === payment.payment_object_id,
  );
  const account = accountOf(rows, payment);
  const money = moneyAt(account, rows, payment, () => true);
  const spending = spendingOf(account, rows);
  const [first] = spending.points;
  const scale = scaleOf(spending.spent, 'sui');
  return (
    <div className="mb-3.5 grid items-start gap-3.5 lg:grid-cols-2">
      <Panel title="Spending" note="SUI, from the ledger">
        <div className="px-3 py-2.5">
          <PaymentWaterfall money={money} payment={payment} ended={payment.final_state !== 'pending'} />
          <div className="mt-2 border-t border-line pt-2">
            <PaymentResiduals account={account} payment={payment} />
          </div>
        </div>
      </Panel>
      <Panel title="Spent over time" note="time indexed">
        <div className="px-3 py-2.5">
          {scale !== undefined && first !== undefined ? (
            <StepLine
              points={spending.points}
              from={first.at}
              to={spending.points.at(-1)?.at ?? first.at}
              scale={scale}
              label="Spending over time; rings mark shortfalls, dots mark refills. Figures are in the ledger below"
            />
          ) : (
            <p className="text-3">Too few entries to plot</p>
          )}
          <RefillsAndShortfalls rows={rows} />
        </div>
      </Panel>
    </div>
  );
}

const KINDS = Object.keys(families.payment) as EventKind[];

/** A payment's events lie between its creation and its last change. */
function eventsOf({ payment_object_id, onchain_created_at, updated_at, final_state }: Payment) {
  const window = {
    ...(onchain_created_at !== null && { created_after: onchain_created_at }),
    // Indexing time is an upper bound of the time on chain.
    ...(final_state !== 'pending' && { created_before: updated_at }),
  };
  return {
    search: eventsAboutQuery(KINDS, payment_object_id, window),
    ...(onchain_created_at !== null && {
      within: final_state === 'pending' ? 'since its creation' : 'from creation to settlement',
    }),
  };
}

function PaymentFacts({ payment }: { payment: Payment }) {
  return (
    <Facts>
      <Fact label="Execution">
        <Id family="execution" value={payment.execution_object_id} />
      </Fact>
      <Fact label="Funded by">
        <FundedBy payment={payment} />
      </Fact>
      <IdFacts record="payment" row={payment} fields={{ agent_object_id: ['Agent', 'agent'] }} />
      <Fact label="Skill">
        <Maybe value={payment.skill_id} reason={nullReason('payment', 'skill_id', payment)} />
        <span className="text-3">, revision </span>
        <Maybe
          value={payment.interface_revision}
          reason={nullReason('payment', 'interface_revision', payment)}
        />
      </Fact>
      <AmountFacts
        record="payment"
        row={payment}
        fields={{
          max_budget_mist: 'Budget limit',
          locked_budget_mist: 'Locked budget',
          gas_budget_mist: 'Gas budget',
        }}
      />
      <Fact label="Priority fee reserve">
        <Amount
          value={payment.priority_fee_reserve_mist}
          unit={unitOf('payment', 'priority_fee_reserve_mist')}
        />{' '}
        <span className="text-3">{payment.priority_fee_percentage.toString()} %</span>
      </Fact>
      <AmountFacts record="payment" row={payment} fields={{ consumed_total: 'Consumed' }} />
      <Fact label="Refund reason">
        {payment.final_state === 'refunded' || payment.refund_reason !== null ? (
          <Maybe value={payment.refund_reason} reason="no reason given" />
        ) : (
          <span className="text-3">not refunded</span>
        )}
      </Fact>
      <TimeFacts row={payment} reason={nullReason('payment', 'onchain_created_at', payment)} />
    </Facts>
  );
}

export function PaymentDetail({ payment_object_id }: { payment_object_id: string }) {
  return (
    <RecordPage
      name="payments.get"
      params={{ payment_object_id }}
      noun="payment"
      crumb={<Link href={payments()}>Payments</Link>}
      note={({ final_state }) => <Status value={final_state} />}
    >
      {(payment) => (
        <>
          <PaymentFacts payment={payment} />
          <PanelBoundary name="the payment">
            <PaymentMoney payment={payment} />
          </PanelBoundary>
          <h2 className="mb-2 font-semibold">
            Ledger <span className="font-normal text-3">of its execution</span>
          </h2>
          <ListingTable
            {...ledgerList}
            params={{ execution_object_id: payment.execution_object_id }}
            empty="Fees, costs and refills appear here as they are recorded."
          />
          <h2 className="mt-5 mb-2 font-semibold">Events</h2>
          <RelatedEvents {...eventsOf(payment)} noun="payment" />
        </>
      )}
    </RecordPage>
  );
}
