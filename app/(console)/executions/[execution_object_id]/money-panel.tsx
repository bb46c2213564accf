'use client';
import { PaymentResiduals, PaymentWaterfall } from '@/app/(console)/payment-waterfall';
import type { Payment } from '@/lib/contract/payments';
import { unitOf } from '@/lib/view/units';
import { Panel } from '@/components/ui/panel';
import { Amount } from '@/components/values/amount';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { moneyReasons, type MoneyParts } from './money-reasons';
import type { ReplayView } from './use-replay';

/** The payment has come to its end, and the moment that is shown is the end. */
function isFinal({ at, replay }: ReplayView, payment: Payment | null): boolean {
  return payment !== null && payment.final_state !== 'pending' && at.step >= replay.moments.length;
}

interface MoneyAtProps {
  view: ReplayView;
  parts: MoneyParts;
}

/** The waterfall at the moment of the replay. */
export function Waterfall({ view, parts }: MoneyAtProps) {
  const { payment } = parts;
  return (
    <PaymentWaterfall
      money={view.at.money}
      payment={payment}
      reasons={moneyReasons(parts)}
      ended={isFinal(view, payment)}
    />
  );
}

export function Residuals({ view }: { view: ReplayView }) {
  const { account, run } = view.replay;
  return <PaymentResiduals account={account} payment={run.payment} />;
}

/** How the payment ended, why, and what that means for what is left: nothing but its end gives anything back (lifecycle 4). */
export function PaymentEnd({ view, parts }: MoneyAtProps) {
  const { payment } = parts;
  const last = view.at.step >= view.replay.moments.length;
  return (
    <span data-testid="payment-end">
      state{' '}
      {payment === null ? (
        <Maybe value={null} reason={moneyReasons(parts).payment} />
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
export function MoneyPanel({ view, parts }: MoneyAtProps) {
  const { money } = view.at;
  return (
    <Panel title="Payment" note="SUI, from the ledger" data-testid="money-panel">
      <div className="px-3 py-2.5">
        <Waterfall view={view} parts={parts} />
        <ul className="mt-2 border-t border-line pt-2 text-2">
          <li>
            <PaymentEnd view={view} parts={parts} />
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
