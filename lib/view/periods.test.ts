import { expect, test } from 'vitest';
import { changeOf, changeText, spansOf, within, withinStated } from './periods';

test('rows of a period and rows that statistics counted have the same bounds, the end left out', () => {
  const { current } = spansOf('24h', '2026-11-27T01:35:00Z');
  const bounds = { created_after: '2026-11-26T02:00:00.000Z', created_before: '2026-11-27T01:34:59.999Z' };
  expect(within(current)).toEqual(bounds);
  expect(withinStated({ from: '2026-11-26T02:00:00.000Z', to: '2026-11-27T01:35:00.000Z' })).toEqual(bounds);
});

test('statistics of all time bound nothing', () => {
  expect(withinStated({ from: null, to: null })).toEqual({});
});

test.each([
  [7, 8, 'count', '−13 %'],
  [9, 8, 'count', '+13 %'],
  [8n, 8n, 'count', '0 %'],
  [12.5, 12.75, 'percent', '−0.3 pts'],
  [14, 15, 'percent', '−1.0 pts'],
  [50, 50, 'percent', '0.0 pts'],
] as const)('%s after %s %s is a change of %s', (value, before, unit, text) => {
  expect(changeText(changeOf(value, before, unit)!, unit)).toBe(text);
});

test('a window with times that cannot be read filters by neither', () => {
  expect(withinStated({ from: 'yesterday', to: '' })).toEqual({
    created_after: undefined,
    created_before: undefined,
  });
  expect(withinStated({ from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' })).toEqual({
    created_after: '2026-11-20T00:00:00Z',
    created_before: '2026-11-20T23:59:59.999Z',
  });
});
