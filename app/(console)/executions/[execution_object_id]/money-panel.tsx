'use client';
import type { ReactNode } from 'react';
import { LedgerRowWords, refillsAndShortfalls } from '@/components/record/ledger-row-words';
import {
  MONEY_REASONS,
  type MoneyReasons,
  NO_MONEY_KNOWN,
  PaymentResiduals,
  PaymentWaterfall,
} from '@/components/record/payment-waterfall';
import type { Payment } from '@/lib/contract/payments';
import { formatDuration } from '@/lib/view/time';
import { Panel } from '@/components/ui/panel';
import { Maybe } from '@/components/values/maybe';
import { Term } from '@/components/values/term';
import { Status } from '@/components/values/status';
import type { ReplayView } from './use-replay';
import { type ExecutionParts, noPaymentReason, unreadReason } from './use-execution';

/** Whether the payment is final and the replay is at its end. */
function isFinal({ at, replay }: ReplayView, payment: Payment | null): boolean {
  return payment !== null && payment.final_state !== 'pending' && at.step >= replay.moments.length;
}

interface MoneyAtProps {
  view: ReplayView;
  parts: MoneyParts;
}

/** The payment at the current step: waterfall, what became of it, and what the ledger leaves unexplained. */
export function PaymentAt({ view, parts, children }: MoneyAtProps & { children?: ReactNode }) {
  const { payment } = parts;
  const { account, run } = view.replay;
  return (
    <div className="px-3 py-2.5">
      <PaymentWaterfall
        money={view.at.money}
        payment={payment}
        reasons={moneyReasons(parts)}
        ended={isFinal(view, payment)}
      />
      <ul className="mt-2 border-t border-line pt-2 text-2">
        <li>
          <PaymentEnd view={view} parts={parts} />
        </li>
        {children}
      </ul>
      <div className="mt-2 border-t border-line pt-2">
        <PaymentResiduals account={account} payment={run.payment} />
      </div>
    </div>
  );
}

/** How the payment ended, and what happened to the remainder: only a final payment is refunded. */
function PaymentEnd({ view, parts }: MoneyAtProps) {
  const { payment } = parts;
  const last = view.at.step >= view.replay.moments.length;
  return (
    <span data-testid="payment-end">
      state{' '}
      {payment === null ? (
        <Maybe value={null} reason={moneyReasons(parts).payment} />
      ) : !last ? (
        <span className="text-3">not final at this step</span>
      ) : (
        <>
          <Status value={payment.final_state} />
          {payment.refund_reason !== null && <>: {payment.refund_reason}</>}
          <span className="text-3">
            {payment.final_state === 'pending' ? '; remainder not refunded yet' : '; remainder refunded'}
          </span>
        </>
      )}
    </span>
  );
}

/** Shortfalls and refills in order, each with links to its step and row. */
function Turns({ view }: { view: ReplayView }) {
  const { at, clock, replay } = view;
  const begin = clock.times[0] ?? 0;
  const { refills, shortfalls } = at.money;
  return refillsAndShortfalls([...refills, ...shortfalls]).map((row) => {
    const place = replay.moments.findIndex((moment) => moment.of === 'ledger' && moment.row.id === row.id);
    return (
      <li key={row.id} data-money-turn={row.kind} className="flex items-baseline gap-2">
        <button
          type="button"
          onClick={() => view.goTo(place + 1)}
          aria-label={`Go to the step of row ${row.id}`}
          className="w-18 shrink-0 text-left text-3 mono hover:text-accent hover:underline"
        >
          +{formatDuration((clock.times[place] ?? begin) - begin)}
        </button>
        <span className="min-w-0">
          <LedgerRowWords row={row} />{' '}
          <a
            href={`#pl-${row.id}`}
            className="text-2xs whitespace-nowrap text-3 mono hover:text-accent hover:underline"
          >
            pl-{row.id}
          </a>
        </span>
      </li>
    );
  });
}

/** The payment at the current step. */
export function MoneyPanel({ view, parts }: MoneyAtProps) {
  return (
    <Panel title={<Term>Payment</Term>} note="SUI, from the ledger" data-testid="money-panel">
      <PaymentAt view={view} parts={parts}>
        <Turns view={view} />
      </PaymentAt>
    </Panel>
  );
}

/** The parts behind the payment; a ledger that failed to load is not an empty one. */
export type MoneyParts = Pick<ExecutionParts, 'payment' | 'payments' | 'ledger'>;

export function moneyReasons({ payment, payments, ledger }: MoneyParts): MoneyReasons {
  const unrecorded = payment === null && ledger.data?.items.length === 0 ? NO_MONEY_KNOWN : null;
  const unread = ledger.data === undefined ? unreadReason('the payment ledger', ledger) : unrecorded;
  return {
    payment: noPaymentReason({ payments }) ?? MONEY_REASONS.payment,
    raised: unread ?? MONEY_REASONS.raised,
    fees: unread ?? MONEY_REASONS.fees,
  };
}
