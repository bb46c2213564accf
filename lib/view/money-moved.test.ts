import { expect, it } from 'vitest';
import type { ExecutionGroup, PaymentGroup } from '@/lib/contract/stats';
import { moneyMoved } from './money-moved';

const runs = (status: 'succeeded' | 'aborted' | 'running', count: number, fees: [bigint, bigint, bigint]) =>
  ({
    count,
    succeeded: 0,
    failed: 0,
    aborted: 0,
    [status]: count,
    priced: count,
    gas_mist: fees[0],
    tool_cost_mist: fees[1],
    priority_fee_mist: fees[2],
  }) as unknown as ExecutionGroup;
const payments = (state: 'pending' | 'accomplished' | 'refunded', count: number, max_budget_mist: bigint) =>
  ({
    count,
    pending: 0,
    accomplished: 0,
    refunded: 0,
    [state]: count,
    max_budget_mist,
  }) as unknown as PaymentGroup;

const current = {
  runs: [
    runs('succeeded', 2, [10n, 4n, 1n]),
    runs('aborted', 1, [2n, 0n, 0n]),
    runs('running', 1, [5n, 0n, 1n]),
  ],
  payments: [payments('accomplished', 2, 60n), payments('refunded', 1, 20n), payments('pending', 1, 30n)],
};
const none = { runs: [], payments: [] };
const amounts = (...args: Parameters<typeof moneyMoved>) =>
  Object.fromEntries(moneyMoved(...args).map(({ name, values }) => [name, values[0]]));

it('splits what was paid in so that the rows add up', () => {
  const { 'Paid in': paid, ...rest } = amounts(current, none);
  expect(rest).toEqual({
    Gas: 17n,
    'Tool fees': 4n,
    'Priority fees': 2n,
    Returned: 63n,
    'Still locked': 24n,
  });
  expect(Object.values(rest).reduce((sum, value) => sum + value, 0n)).toBe(paid);
});

it('says nothing of a period before that is not known', () => {
  expect(moneyMoved(current, null).map(({ values }) => values[1])).toEqual(Array(6).fill(null));
});

it('does not say what was returned where other payments are over than executions', () => {
  const late = { ...current, payments: [payments('accomplished', 2, 60n), payments('pending', 2, 50n)] };
  const { 'Paid in': paid, ...rest } = amounts(late, none);
  expect(rest).toEqual({ Gas: 17n, 'Tool fees': 4n, 'Priority fees': 2n, 'Returned or locked': 87n });
  expect(Object.values(rest).reduce((sum, value) => sum + value, 0n)).toBe(paid);
  expect(Object.keys(amounts(current, late))).toContain('Returned or locked');
});
