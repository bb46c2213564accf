// What was paid for the executions of a period, and what became of it.
// Invariant: the other rows add up to what was paid in.
import type { ExecutionGroup, PaymentGroup } from '@/lib/contract/stats';
import { finished, totalCost } from './run-statistics';

interface Answers {
  /** By status. */
  runs: readonly ExecutionGroup[];
  /** By state. */
  payments: readonly PaymentGroup[];
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => bigint | number) =>
  items.reduce((total, item) => total + BigInt(of(item)), 0n);

/** What was returned to payers; null where the closed payments are not those of the executions that ended. */
function returned({ runs, payments }: Answers): bigint | null {
  const ended = runs.filter((group) => finished(group) > 0);
  const closed = payments.filter(({ accomplished, refunded }) => accomplished + refunded > 0);
  if (sum(ended, ({ priced }) => priced) !== sum(closed, ({ count }) => count)) return null;
  return sum(closed, (group) => group.max_budget_mist) - sum(ended, (group) => totalCost(group) ?? 0n);
}

export type MoneyName =
  | 'Paid in'
  | 'Gas'
  | 'Tool fees'
  | 'Priority fees'
  | 'Returned'
  | 'Still locked'
  | 'Returned or locked';

/** Rows in MIST, of a period and the one before. `before`: null where it is not known. */
export function moneyMoved(
  current: Answers,
  before: Answers | null,
): { name: MoneyName; values: readonly [bigint, bigint | null] }[] {
  const row = (name: MoneyName, of: (answers: Answers) => bigint) => ({
    name,
    values: [of(current), before && of(before)] as const,
  });
  const paid = ({ payments }: Answers) => sum(payments, (group) => group.max_budget_mist);
  const unspent = (answers: Answers) => paid(answers) - sum(answers.runs, (group) => totalCost(group) ?? 0n);
  const isSplit = returned(current) !== null && (before === null || returned(before) !== null);
  return [
    row('Paid in', paid),
    row('Gas', ({ runs }) => sum(runs, (group) => group.gas_mist)),
    row('Tool fees', ({ runs }) => sum(runs, (group) => group.tool_cost_mist)),
    row('Priority fees', ({ runs }) => sum(runs, (group) => group.priority_fee_mist)),
    ...(isSplit
      ? [
          row('Returned', (answers) => returned(answers) ?? 0n),
          row('Still locked', (answers) => unspent(answers) - (returned(answers) ?? 0n)),
        ]
      : [row('Returned or locked', unspent)]),
  ];
}
