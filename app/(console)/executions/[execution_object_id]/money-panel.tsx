'use client';
import type { ReactNode } from 'react';
import { LedgerRowWords, refillsAndShortfalls } from '@/components/record/refills-and-shortfalls';
import {
  MONEY_REASONS,
  type MoneyReasons,
  NO_MONEY_KNOWN,
  PaymentResiduals,
  PaymentWaterfall,
} from '@/components/record/payment-waterfall';
import { formatDuration } from '@/lib/view/time';
import { Panel } from '@/components/ui/panel';
import { LongText } from '@/components/values/long-text';
import { Maybe } from '@/components/values/maybe';
import { Term } from '@/components/values/term';
import { Status } from '@/components/values/status';
import { useRun } from './run-context';
import { type ExecutionParts, noPaymentReason, unreadReason } from './use-execution';

/** Why an amount is unknown; a ledger that failed to load is not an empty one. */
function moneyReasons({ payment, payments, ledger }: ExecutionParts): MoneyReasons {
  const unrecorded = payment === null && ledger.data?.items.length === 0 ? NO_MONEY_KNOWN : null;
  const unread = ledger.data === undefined ? unreadReason('the payment ledger', ledger) : unrecorded;
  return {
    payment: noPaymentReason({ payments }) ?? MONEY_REASONS.payment,
    raised: unread ?? MONEY_REASONS.raised,
    fees: unread ?? MONEY_REASONS.fees,
  };
}

/** The payment at the current step: waterfall, what became of it, and what the ledger leaves unexplained. */
export function PaymentAt({ children }: { children?: ReactNode }) {
  const { parts, view } = useRun();
  const { payment } = parts;
  const { account, run, moments } = view.replay;
  const reasons = moneyReasons(parts);
  const isLast = view.at.step >= moments.length;
  const isPending = payment?.final_state === 'pending';
  return (
    <div className="px-3 py-2.5">
      <PaymentWaterfall
        money={view.at.money}
        payment={payment}
        reasons={reasons}
        ended={payment !== null && !isPending && isLast}
      />
      <ul className="mt-2 border-t border-line pt-2 text-2">
        {/* Only a final payment is refunded. */}
        <li data-testid="payment-end">
          state {payment === null && <Maybe value={null} reason={reasons.payment} />}
          {payment !== null && !isLast && <span className="text-3">not final at this step</span>}
          {payment !== null && isLast && (
            <>
              <Status value={payment.final_state} />
              {payment.refund_reason !== null && (
                <>
                  : <LongText text={payment.refund_reason} label="refund reason" />
                </>
              )}
              <span className="text-3">
                {isPending ? '; remainder not refunded yet' : '; remainder refunded'}
              </span>
            </>
          )}
        </li>
        {children}
      </ul>
      <div className="mt-2 border-t border-line pt-2">
        <PaymentResiduals account={account} payment={run.payment} />
      </div>
    </div>
  );
}

/** Shortfalls and refills in order, each with links to its step and row. */
function Turns() {
  const { at, clock, replay, goTo } = useRun().view;
  const begin = clock.times[0] ?? 0;
  const { refills, shortfalls } = at.money;
  return refillsAndShortfalls([...refills, ...shortfalls]).map((row) => {
    const place = replay.moments.findIndex((moment) => moment.type === 'ledger' && moment.row.id === row.id);
    return (
      <li key={row.id} className="flex items-baseline gap-2">
        <button
          translate="no"
          type="button"
          onClick={() => goTo(place + 1)}
          aria-label={`Go to the step of row ${row.id}`}
          className="w-18 shrink-0 text-left text-3 mono hover:text-accent hover:underline"
        >
          +{formatDuration((clock.times[place] ?? begin) - begin)}
        </button>
        <span className="min-w-0">
          <LedgerRowWords row={row} reconciled={replay.account.reconciled} />{' '}
          <a
            translate="no"
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
export function MoneyPanel() {
  return (
    <Panel title={<Term>Payment</Term>} note="SUI, from the ledger" data-testid="money-panel">
      <PaymentAt>
        <Turns />
      </PaymentAt>
    </Panel>
  );
}
