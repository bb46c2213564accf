'use client';
import { NO_PAYMENT, PaymentResiduals, PaymentWaterfall } from '@/app/(console)/payment-waterfall';
import type { Payment } from '@/lib/contract/payments';
import { unitOf } from '@/lib/view/units';
import { Panel } from '@/components/ui/panel';
import { Amount } from '@/components/values/amount';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import type { ReplayView } from './use-replay';

/** The payment has come to its end, and the moment that is shown is the end. */
function isFinal({ at, replay }: ReplayView, payment: Payment | null): boolean {
  return payment !== null && payment.final_state !== 'pending' && at.step >= replay.moments.length;
}

interface PaymentAtProps {
  view: ReplayView;
  payment: Payment | null;
}

/** The waterfall at the moment of the replay. */
export function Waterfall({ view, payment }: PaymentAtProps) {
  return <PaymentWaterfall money={view.at.money} payment={payment} ended={isFinal(view, payment)} />;
}

export function Residuals({ view }: { view: ReplayView }) {
  return <PaymentResiduals account={view.replay.account} />;
}

/** How the payment ended, why, and what that means for what is left: nothing but its end gives anything back (lifecycle 4). */
export function PaymentEnd({ view, payment }: PaymentAtProps) {
  const last = view.at.step >= view.replay.moments.length;
  return (
    <span data-testid="payment-end">
      state{' '}
      {payment === null ? (
        <Maybe value={null} reason={NO_PAYMENT} />
      ) : !last ? (
        <span className="text-3">before its end, so not yet final</span>
      ) : (
        <>
          <Status value={payment.final_state} />
          {payment.refund_reason !== null && <>: {payment.refund_reason}</>}
          <span className="text-3">
            {payment.final_state === 'pending'
              ? '; what is left is not given back yet'
              : '; what was left went back to where it came from'}
          </span>
        </>
      )}
    </span>
  );
}

/** The payment at the moment of the replay. */
export function MoneyPanel({ view, payment }: PaymentAtProps) {
  const { money } = view.at;
  return (
    <Panel title="Payment" note="SUI, from the ledger" data-testid="money-panel">
      <div className="px-3 py-2.5">
        <Waterfall view={view} payment={payment} />
        <ul className="mt-2 border-t border-line pt-2 text-2">
          <li>
            <PaymentEnd view={view} payment={payment} />
          </li>
          {money.shortfalls.map((row) => (
            <li key={row.id} className="text-warn">
              <a href={`#pl-${row.id}`} className="hover:underline">
                short by
              </a>{' '}
              <Amount value={row.required_shortfall} unit={unitOf('ledgerEvent', 'required_shortfall')} /> at
              walk <Maybe value={row.walk_index} reason="the row names no walk" />
            </li>
          ))}
          {money.refills.map((row) => (
            <li key={row.id}>
              <a href={`#pl-${row.id}`} className="hover:underline">
                refilled by
              </a>{' '}
              <Amount value={row.refill_amount} unit={unitOf('ledgerEvent', 'refill_amount')} />
            </li>
          ))}
        </ul>
        <div className="mt-2 border-t border-line pt-2">
          <Residuals view={view} />
        </div>
      </div>
    </Panel>
  );
}
