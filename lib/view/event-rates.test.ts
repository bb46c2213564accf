import { expect, test } from 'vitest';
import { eventRates } from './event-rates';

const SINCE = Date.parse('2026-11-20T10:00:00.000Z');
const at = (minute: number) => new Date(SINCE + minute * 60_000).toISOString();

test('totals, rates now and at the start, and every minute, those without events too', () => {
  const groups = [
    { bucket_start: at(0), group: 'execution', count: 10 },
    { bucket_start: at(4), group: 'payment', count: 5 },
    { bucket_start: at(58), group: 'execution', count: 20 },
    // The current minute is not over: it counts in the total only.
    { bucket_start: at(60), group: null, count: 7 },
    { bucket_start: null, group: 'dag', count: 3 },
  ];
  const rates = eventRates(groups, SINCE, SINCE + 60 * 60_000 + 5_000);
  expect(rates).toMatchObject({ total: 42, recent: 4, earlier: 3 });
  expect(rates.minutes).toHaveLength(61);
  expect(rates.minutes[4]).toEqual({ start: SINCE + 4 * 60_000, count: 5 });
  expect([...rates.byFamily]).toEqual([
    ['execution', 30],
    ['payment', 5],
  ]);
});

test('a window that has just begun has rates of zero, not of nothing', () => {
  expect(eventRates([], SINCE, SINCE)).toMatchObject({ total: 0, recent: 0, earlier: 0 });
});
