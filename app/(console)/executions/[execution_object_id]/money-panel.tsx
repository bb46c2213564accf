'use client';
import { MoneyTurn, moneyTurns } from '@/components/record/ledger-row-words';
import { PaymentResiduals, PaymentWaterfall } from '@/components/record/payment-waterfall';
import type { Payment } from '@/lib/contract/payments';
import { formatDuration } from '@/lib/view/time';
import { Panel } from '@/components/ui/panel';
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

/** Where money was missing and where it came in, in the order of the run; each leads to its moment and to its row. */
function Turns({ view }: { view: ReplayView }) {
  const { at, clock, replay } = view;
  const begin = clock.times[0] ?? 0;
  const { refills, shortfalls } = at.money;
  return moneyTurns([...refills, ...shortfalls]).map((row) => {
    const place = replay.moments.findIndex((moment) => moment.of === 'ledger' && moment.row.id === row.id);
    return (
      <li key={row.id} data-money-turn={row.kind} className="flex items-baseline gap-2">
        <button
          type="button"
          onClick={() => view.goTo(place + 1)}
          aria-label={`Go to the moment of row ${row.id}`}
          className="w-18 shrink-0 text-left text-3 mono hover:text-accent hover:underline"
        >
          +{formatDuration((clock.times[place] ?? begin) - begin)}
        </button>
        <span className="min-w-0">
          <MoneyTurn row={row} />{' '}
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

/** The payment at the moment of the replay. */
export function MoneyPanel({ view, parts }: MoneyAtProps) {
  return (
    <Panel title="Payment" note="SUI, from the ledger" data-testid="money-panel">
      <div className="px-3 py-2.5">
        <Waterfall view={view} parts={parts} />
        <ul className="mt-2 border-t border-line pt-2 text-2">
          <li>
            <PaymentEnd view={view} parts={parts} />
          </li>
          <Turns view={view} />
        </ul>
        <div className="mt-2 border-t border-line pt-2">
          <Residuals view={view} />
        </div>
      </div>
    </Panel>
  );
}
