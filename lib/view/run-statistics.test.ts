import { expect, test } from 'vitest';
import { failureRate, meanCost, successRate } from './run-statistics';

test('a failure rate is of the finished executions, and unknown without any', () => {
  expect(failureRate({ succeeded: 7, failed: 1, aborted: 0 })).toBe('12.5');
  expect(failureRate({ succeeded: 2, failed: 0, aborted: 1 })).toBe('33.3');
  expect(failureRate({ succeeded: 3, failed: 0, aborted: 0 })).toBe('0');
  expect(failureRate({ succeeded: 0, failed: 0, aborted: 0 })).toBeNull();
});

test('a success rate is 100 only without a failure', () => {
  expect(successRate({ succeeded: 7, failed: 1, aborted: 0 })).toBe('87.5');
  expect(successRate({ succeeded: 9999, failed: 0, aborted: 1 })).toBe('99.9');
  expect(successRate({ succeeded: 3, failed: 0, aborted: 0 })).toBe('100');
  expect(successRate({ succeeded: 0, failed: 0, aborted: 0 })).toBeNull();
});

test('a mean cost is of the executions with a known cost', () => {
  const costs = { gas_mist: 10n, tool_cost_mist: 5n, priority_fee_mist: 6n };
  expect(meanCost({ priced: 2, ...costs })).toBe(10n);
  expect(meanCost({ priced: 0, gas_mist: 0n, tool_cost_mist: 0n, priority_fee_mist: 0n })).toBeNull();
});
