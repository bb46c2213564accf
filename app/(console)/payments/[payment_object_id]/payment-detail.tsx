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
import type { Payment } from '@/lib/contract/payments';
import { unitOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { payments } from '@/lib/view/paths';
import { ledgerList } from './ledger-list';
import { PaymentMoney } from './payment-money';

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
      <Fact label="Skill, revision">
        <Maybe value={payment.skill_id} reason={nullReason('payment', 'skill_id')} />
        <span className="text-3">, </span>
        <Maybe value={payment.interface_revision} reason={nullReason('payment', 'interface_revision')} />
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
      <TimeFacts row={payment} reason={nullReason('payment', 'onchain_created_at')} />
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
      title={<Id family="payment" value={payment_object_id} link={false} />}
      note={({ final_state, skill_description }) => (
        <>
          <Status value={final_state} />
          {skill_description !== null && <span>{skill_description}</span>}
        </>
      )}
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
