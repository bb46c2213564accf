'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { executionQueries } from '@/app/(console)/executions/[execution_object_id]/execution-queries';
import { FundedBy } from '@/app/(console)/payments/list';
import { AllRowsTable } from '@/components/listing/all-rows-table';
import { RelatedEvents } from '@/components/record/event-list';
import { AmountFacts, IdFacts, TimeFacts } from '@/components/record/fact-values';
import { PaymentResiduals, PaymentWaterfall } from '@/components/record/payment-waterfall';
import { RecordPage, TechnicalDetails, Verdict } from '@/components/record/record-page';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Panel } from '@/components/ui/panel';
import { PlainLink, TextLink } from '@/components/ui/plain-link';
import { Tip } from '@/components/ui/tip';
import { ledgerUnit } from '@/components/record/refills-and-shortfalls';
import { Amount, ColumnAmount, LedgerUnit } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { WithoutNames } from '@/components/values/names';
import { Status } from '@/components/values/status';
import { RowsTable } from '@/components/values/table';
import { Time } from '@/components/values/time';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';
import { accountOf, ledgerSteps, moneyAt, totalFees } from '@/lib/dag/replay/money';
import { momentsOf } from '@/lib/dag/replay/recorded-run';
import { counted, decimalsFor, unitOf } from '@/lib/view/amount';
import { definitionOf } from '@/lib/view/glossary';
import { nullReason } from '@/lib/view/null-reasons';
import { paymentReasons } from '@/lib/view/null-reasons/payments';
import { execution, payments } from '@/lib/view/paths';
import { percentOf } from '@/lib/view/percent';
import { statusWords } from '@/lib/view/status';
import { ledgerColumns } from './ledger-list';
import { asApiTime } from '@/lib/view/time';

const NOUN = { singular: 'ledger entry', plural: 'ledger entries' };

/** The ledger of a payment, read to its end, with the vertex behind each entry; undefined while it is being read. */
function usePaymentLedger(payment: Payment) {
  const queries = executionQueries(payment.execution_object_id);
  const ledger = useQuery(queries.ledger);
  const events = useQuery(queries.events);
  const account = useMemo(() => {
    if (ledger.data === undefined) return undefined;
    // The ledger is the execution's; entries of other payments are omitted.
    const rows = ledger.data.items.filter(
      ({ payment_object_id: of }) => of === null || of === payment.payment_object_id,
    );
    const account = accountOf(rows, payment);
    const moments = momentsOf({ events: events.data?.items ?? [], failures: [], ledger: rows });
    return {
      ...account,
      money: moneyAt(account, rows, payment, () => true),
      steps: ledgerSteps(rows, account, moments),
    };
  }, [ledger.data, events.data, payment]);
  return { ledger, account };
}

/** The outcome of the run it paid for, and how much was spent. */
function PaymentVerdict({ payment }: { payment: Payment }) {
  const { execution_object_id, final_state, refund_reason, max_budget_mist } = payment;
  const { data } = useQuery(executionQueries(execution_object_id).record);
  const { account } = usePaymentLedger(payment);
  const fees = account?.money.fees ?? null;
  const spent = fees && totalFees(fees);
  const share = spent === null ? null : percentOf(spent, max_budget_mist);
  return (
    <Verdict>
      Paid for{' '}
      <TextLink quiet href={execution(execution_object_id)}>
        a run
      </TextLink>
      {data !== undefined && (
        <>
          {' '}
          that{' '}
          <b className={`font-medium ${RUN_LOOKS.get(data.status) ?? 'text-text'}`}>
            {RUN_WORDS.get(data.status) ?? `is ${statusWords(data.status)}`}
          </b>
        </>
      )}
      {spent !== null && (
        <>
          {': '}
          <Amount value={spent} unit="sui" rounded className="text-text" />
          {final_state === 'pending' ? ' spent so far' : ' spent'}
          {share !== null && `, ${share} % of its budget limit`}
        </>
      )}
      {final_state === 'refunded' && `. Refunded: ${refund_reason ?? 'no reason given'}`}.
    </Verdict>
  );
}

const RUN_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ succeeded: 'succeeded', failed: 'failed', aborted: 'was aborted' }),
);
const RUN_LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries({ failed: 'text-fail', aborted: 'text-warn' }),
);

/** What each tool costs a call, fixed when the run began. */
function ToolPrices({ prices, reconciled }: { prices: readonly LedgerEvent[]; reconciled: boolean }) {
  const unit = ledgerUnit('cost', reconciled);
  const decimals = decimalsFor(prices.map(({ cost }) => Number(cost)));
  if (prices.length === 0) return null;
  return (
    <Panel title="Tool prices" note={reconciled ? 'SUI, fixed at start' : 'fixed at start'}>
      <RowsTable
        label="Tool prices"
        rows={prices}
        rowKey={({ id }) => id}
        columns={[
          {
            head: 'Tool',
            wide: true,
            cell: ({ tool_fqn }) => <Fqn value={tool_fqn} reason="the ledger row has no tool" />,
          },
          {
            head: 'Price',
            numeric: true,
            cell: ({ cost }) => <ColumnAmount value={cost} unit={unit} decimals={decimals} />,
          },
        ]}
      />
    </Panel>
  );
}

/** Every entry with its vertex and running total, and beside it from the budget to the remainder. */
function PaymentLedger({ payment }: { payment: Payment }) {
  const { ledger, account } = usePaymentLedger(payment);
  const reconciled = account?.reconciled ?? false;
  const events = useQuery(eventsOf(payment).search);
  const rows = useMemo(() => {
    // Until they are loaded, no time is unknown.
    if (events.isPending) return undefined;
    const timeOf = new Map(events.data?.items.map(({ tx_digest, onchain_at }) => [tx_digest, onchain_at]));
    return account?.steps
      .filter(({ id }) => !account.money.prices.some((price) => price.id === id))
      .map((step) => ({ ...step, onchain_at: timeOf.get(step.tx_digest) ?? null }));
  }, [events.isPending, events.data, account]);
  return (
    <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_340px] xl:grid-rows-[auto_1fr]">
      <section className="min-w-0 xl:row-span-2">
        <h2 className="mb-2 font-semibold">
          Ledger{' '}
          {account !== undefined && (
            <span className="font-normal text-3">
              {counted(account.steps.length, NOUN.singular, NOUN.plural)}
              {account.money.prices.length > 0 && `, ${account.money.prices.length} of them prices`}
            </span>
          )}
        </h2>
        <LedgerUnit value={reconciled ? 'sui' : 'none'}>
          <AllRowsTable
            query={ledger}
            rows={rows}
            noun={NOUN}
            columns={ledgerColumns}
            rowId={(row) => String(row.id)}
            empty="Fees, costs and refills appear here as they are recorded."
          />
        </LedgerUnit>
      </section>
      {account !== undefined && (
        <>
          <Panel title="Spending" note="SUI" className="max-xl:row-start-1 xl:mt-7">
            <div className="px-3 py-2.5">
              <PaymentWaterfall
                money={account.money}
                payment={payment}
                ended={payment.final_state !== 'pending'}
              />
              <div className="mt-2 border-t border-line pt-2">
                <PaymentResiduals account={account} payment={payment} />
              </div>
            </div>
          </Panel>
          <ToolPrices prices={account.money.prices} reconciled={reconciled} />
        </>
      )}
    </div>
  );
}

const KINDS = Object.keys(families.payment) as EventKind[];

/** A payment's events lie between its creation and its last change. */
function eventsOf({ payment_object_id, onchain_created_at, updated_at, final_state }: Payment) {
  const created_after = onchain_created_at === null ? undefined : asApiTime(onchain_created_at);
  // Indexing time is an upper bound of the time on chain.
  const created_before = final_state === 'pending' ? undefined : asApiTime(updated_at);
  const window = { created_after, created_before };
  return {
    search: eventsAboutQuery(KINDS, payment_object_id, window),
    ...(created_after !== undefined && {
      within: created_before === undefined ? 'since its creation' : 'from creation to settlement',
    }),
  };
}

function PaymentEvents({ payment }: { payment: Payment }) {
  const { account } = usePaymentLedger(payment);
  return (
    <>
      <h2 className="mt-5 mb-2 font-semibold">Events</h2>
      <LedgerUnit value={account?.reconciled === true ? 'sui' : 'none'}>
        <RelatedEvents {...eventsOf(payment)} noun="payment" />
      </LedgerUnit>
    </>
  );
}

/** What was paid for, by whom, and how much at most. */
function PaymentFacts({ payment }: { payment: Payment }) {
  const { account } = usePaymentLedger(payment);
  return (
    <Facts>
      <Fact label="Execution">
        {/* It has the name of this payment. */}
        <WithoutNames>
          <Id family="execution" value={payment.execution_object_id} />
        </WithoutNames>
      </Fact>
      <Fact label="Funded by">
        <FundedBy payment={payment} />
      </Fact>
      <AmountFacts record="payment" row={payment} fields={{ max_budget_mist: 'Budget limit' }} />
      <Fact label="Gas consumed">
        <Amount
          value={payment.consumed_total}
          rounded
          unit={account?.reconciled === true ? 'sui' : unitOf('payment', 'consumed_total', payment)}
        />
      </Fact>
      <Fact label="Created on chain">
        <Time
          at={payment.onchain_created_at}
          clock="on chain"
          reason={nullReason(paymentReasons, 'onchain_created_at', payment)}
        />
      </Fact>
    </Facts>
  );
}

/** How the budget was divided, and ids and times of the record. */
function PaymentTechnical({ payment }: { payment: Payment }) {
  return (
    <TechnicalDetails gist="Agent, skill, budget parts, times">
      <Facts className="my-0! rounded-none! border-0!">
        <IdFacts reasons={paymentReasons} row={payment} fields={{ agent_object_id: ['Agent', 'agent'] }} />
        <Fact label="Skill">
          <Maybe value={payment.skill_id} reason={nullReason(paymentReasons, 'skill_id', payment)} />
          <span className="text-3">, revision </span>
          <Maybe
            value={payment.interface_revision}
            reason={nullReason(paymentReasons, 'interface_revision', payment)}
          />
        </Fact>
        <AmountFacts
          record="payment"
          row={payment}
          fields={{ locked_budget_mist: 'Locked budget', gas_budget_mist: 'Gas budget' }}
        />
        <Fact label="Priority fee reserve">
          <Amount
            value={payment.priority_fee_reserve_mist}
            unit={unitOf('payment', 'priority_fee_reserve_mist')}
          />{' '}
          <span className="text-3">{payment.priority_fee_percentage.toString()} %</span>
        </Fact>
        <TimeFacts row={payment} reason={nullReason(paymentReasons, 'onchain_created_at', payment)} />
      </Facts>
    </TechnicalDetails>
  );
}

export function PaymentDetail({ payment_object_id }: { payment_object_id: string }) {
  return (
    <RecordPage
      name="payments.get"
      params={{ payment_object_id }}
      noun="payment"
      crumb={<PlainLink href={payments()}>Payments</PlainLink>}
      verdict={(payment) => <PaymentVerdict payment={payment} />}
      note={({ final_state }) => (
        <Tip tip={definitionOf(final_state)}>
          <Status value={final_state} />
        </Tip>
      )}
    >
      {(payment) => (
        <>
          <PaymentFacts payment={payment} />
          <PanelBoundary name="the ledger">
            <PaymentLedger payment={payment} />
          </PanelBoundary>
          <PaymentEvents payment={payment} />
          <PaymentTechnical payment={payment} />
        </>
      )}
    </RecordPage>
  );
}
