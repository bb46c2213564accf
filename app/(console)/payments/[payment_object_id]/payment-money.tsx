'use client';
import { useQuery } from '@tanstack/react-query';
import { MoneyTurn, moneyTurns } from '@/components/record/ledger-row-words';
import { PaymentResiduals, PaymentWaterfall } from '@/components/record/payment-waterfall';
import { StepLine, type StepPoint } from '@/components/charts/step-line';
import { Failure } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import { endpoints } from '@/lib/contract/endpoints';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';
import { accountOf, moneyAt, type Account } from '@/lib/dag/replay/money';
import { formatAmount, scaleOf } from '@/lib/view/amount';
import { statusWords } from '@/lib/view/status';

const LEDGER = 'executions.payment-ledger';

interface Burn {
  points: StepPoint[];
  /** Spent after each row, MIST. */
  spent: bigint[];
}

/** What was spent after each row of fees, with the moments at which money came in or was missing. */
function burnOf(account: Account, rows: readonly LedgerEvent[]): Burn {
  const added = new Map(account.spends.map((spend) => [spend.row.id, spend]));
  let spent = 0n;
  const all: bigint[] = [];
  const points = [...rows]
    .sort((a, b) => a.id - b.id)
    .map((row): StepPoint => {
      const fees = added.get(row.id);
      if (fees !== undefined) spent += fees.gas + fees.tool + fees.priority;
      all.push(spent);
      const short = row.kind === 'insufficient_settlement';
      return {
        at: Date.parse(row.created_at),
        value: Number(spent),
        mark: short ? 'gap' : row.kind === 'refilled' ? 'told' : null,
        tip: `${statusWords(row.kind)}: ${formatAmount(spent, 'sui').number} SUI spent by then`,
      };
    });
  return { points, spent: all };
}

/** The rows at which money was missing or came in, in their order. */
function Turns({ rows }: { rows: readonly LedgerEvent[] }) {
  const turns = moneyTurns(rows);
  if (turns.length === 0) return <p className="text-3">Nothing was missing and nothing was refilled.</p>;
  return (
    <ul>
      {turns.map((row) => (
        <li key={row.id}>
          <MoneyTurn row={row} />, <Time at={row.created_at} clock="indexed" />
        </li>
      ))}
    </ul>
  );
}

/** Where the money of a payment went: from its budget to what is left, what the rows leave unexplained, and how it was spent over time. */
export function PaymentMoney({ payment }: { payment: Payment }) {
  const { execution_object_id } = payment;
  const ledger = useQuery(allPagesQuery(LEDGER, { execution_object_id }, (row) => row.id));
  const { error } = ledger;
  if (ledger.data === undefined)
    return error === null ? (
      <p className="text-3">Reading the ledger…</p>
    ) : (
      <Failure
        what="the ledger of this payment"
        error={error}
        scope={endpoints[LEDGER].access}
        onRetry={() => void ledger.refetch()}
      />
    );
  // The ledger is the execution's: rows that name another payment are not of this one.
  const rows = ledger.data.items.filter(
    ({ payment_object_id: of }) => of === null || of === payment.payment_object_id,
  );
  const account = accountOf(rows, payment);
  const money = moneyAt(account, rows, payment, () => true);
  const burn = burnOf(account, rows);
  const [first] = burn.points;
  const scale = scaleOf(burn.spent, 'sui');
  return (
    <div className="mb-3.5 grid items-start gap-3.5 lg:grid-cols-2">
      <Panel title="Where the money went" note="SUI, from the ledger">
        <div className="px-3 py-2.5">
          <PaymentWaterfall money={money} payment={payment} ended={payment.final_state !== 'pending'} />
          <div className="mt-2 border-t border-line pt-2">
            <PaymentResiduals account={account} payment={payment} />
          </div>
        </div>
      </Panel>
      <Panel title="Spent over time" note="by the index’s clock">
        <div className="px-3 py-2.5">
          {scale !== undefined && first !== undefined ? (
            <StepLine
              points={burn.points}
              from={first.at}
              to={burn.points.at(-1)?.at ?? first.at}
              scale={scale}
              label="What was spent, step by step; a ring where money was missing, a dot where it was refilled. The figures stand in the ledger below"
            />
          ) : (
            <p className="text-3">Too few rows for a line.</p>
          )}
          <Turns rows={rows} />
        </div>
      </Panel>
    </div>
  );
}
