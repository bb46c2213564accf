import { expect, test } from 'vitest';
import type { ExecutionGroup } from '@/lib/contract/stats';
import { costShares, countsByBucket, meanCost, outcomesOf, successRate } from './run-statistics';

test('a success rate is 100 only without a failure', () => {
  expect(successRate({ succeeded: 7, failed: 1, aborted: 0 })).toBe('87.5');
  expect(successRate({ succeeded: 24, failed: 3, aborted: 0 })).toBe('88.9');
  expect(successRate({ succeeded: 9999, failed: 0, aborted: 1 })).toBe('>99.9');
  expect(successRate({ succeeded: 3, failed: 0, aborted: 0 })).toBe('100.0');
  expect(successRate({ succeeded: 0, failed: 0, aborted: 0 })).toBeNull();
});

test('a mean cost is of the executions with a known cost', () => {
  const costs = { gas_mist: 10n, tool_cost_mist: 5n, priority_fee_mist: 6n };
  expect(meanCost({ priced: 2, ...costs })).toBe(11n);
  expect(meanCost({ priced: 4, ...costs })).toBe(5n);
  expect(meanCost({ priced: 0, gas_mist: 0n, tool_cost_mist: 0n, priority_fee_mist: 0n })).toBeNull();
});

test('outcomes of every bucket, empty ones included; unfinished runs are separate', () => {
  const start = Date.parse('2026-11-20T10:00:00.000Z');
  const at = (hour: number) => new Date(start + hour * 3_600_000).toISOString();
  const group = (hour: number, counts: Partial<ExecutionGroup>) =>
    ({ bucket_start: at(hour), count: 0, succeeded: 0, failed: 0, aborted: 0, ...counts }) as ExecutionGroup;
  const groups = [
    group(0, { count: 3, succeeded: 3 }),
    group(0, { count: 2, failed: 1, aborted: 1 }),
    group(2, { count: 4 }),
  ];
  const span = { from: start + 60_000, to: start + 2.5 * 3_600_000 };
  expect(countsByBucket(groups, 'hour', span, outcomesOf)).toEqual([
    { start, counts: [3, 1, 1, 0] },
    { start: start + 3_600_000, counts: [] },
    { start: start + 7_200_000, counts: [0, 0, 0, 4] },
  ]);
});

test('hours add up to their days', () => {
  const group = (bucket_start: string) =>
    ({ bucket_start, count: 1, succeeded: 1, failed: 0, aborted: 0 }) as ExecutionGroup;
  const groups = ['2026-11-20T10:00:00Z', '2026-11-20T23:00:00Z', '2026-11-21T00:00:00Z'].map(group);
  const [from, to] = [Date.parse('2026-11-20T09:00:00Z'), Date.parse('2026-11-21T08:00:00Z')];
  expect(countsByBucket(groups, 'day', { from, to }, outcomesOf).map(({ counts }) => counts[0])).toEqual([
    2, 1,
  ]);
});

test('shares of the cost are rounded to a tenth of a percent, and unknown where nothing was paid', () => {
  const costs = { gas_mist: 2n, tool_cost_mist: 5n, priority_fee_mist: 2n };
  expect(costShares(costs)).toEqual({ gas: '22.2', tools: '55.6', priority: '22.2' });
  expect(costShares({ ...costs, gas_mist: 0n })?.gas).toBe('0.0');
  expect(costShares({ gas_mist: 0n, tool_cost_mist: 0n, priority_fee_mist: 0n })).toBeNull();
});
