'use client';
import { useQuery } from '@tanstack/react-query';
import { LedgerRowWords, refillsAndShortfalls } from '@/components/record/ledger-row-words';
import { PaymentResiduals, PaymentWaterfall } from '@/components/record/payment-waterfall';
import { StepLine, type StepPoint } from '@/components/charts/step-line';
import { Unloaded } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';
import { accountOf, moneyAt, type Account } from '@/lib/dag/replay/money';
import { formatAmount, scaleOf } from '@/lib/view/amount';
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
export function PaymentMoney({ payment }: { payment: Payment }) {
  const { execution_object_id } = payment;
  const ledger = useQuery(allPagesQuery(LEDGER, { execution_object_id }, (row) => row.id));
  if (ledger.data === undefined)
    return <Unloaded query={ledger} what="the ledger of this payment" waiting="Loading the ledger…" />;
  // The ledger is the execution's; entries of other payments are left out.
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
