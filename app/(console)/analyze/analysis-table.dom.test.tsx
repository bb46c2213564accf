// Figures of the period before that are not known or cannot be compared; colours of rows.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { analysisOf, loadAnalysisUrl, resultOf } from './analysis';
import { AnalysisTable } from './analysis-table';

const END = '2026-11-26T14:35:00.000Z';

type Stats = NonNullable<Parameters<typeof resultOf>[2][number]>;
const NOTHING: Stats = { groups: [], total: null, undated: 0, left_out: 0 } as unknown as Stats;

test.each([
  ['still loads', 'day', undefined, '…loading', '…loading'],
  ['is before the history', 'day', NOTHING, 'not indexed', 'not indexed'],
  [
    'has other weeks',
    'week',
    NOTHING,
    "n/anot applicable: the previous period isn't a whole number of weeks earlier",
    '0',
  ],
  ['was empty', 'day', NOTHING, '0', '0'],
])('a period before that %s', (state, by, before, ofRow, ofTotal) => {
  const params = new URLSearchParams(`measure=agents&by=${by}&and=none&period=30d`);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const result = resultOf(analysis, END, [NOTHING, before], () => state !== 'is before the history');
  if (result === undefined) throw new Error('no result');
  const { container } = render(
    <AnalysisTable
      analysis={analysis}
      result={result}
      sort={{ column: 'name', descending: true }}
      onSort={() => undefined}
    />,
  );
  const previous = [...container.querySelectorAll('tbody td[data-column="before"]')];
  expect(previous.map(({ textContent }) => textContent).slice(0, 2)).toEqual([ofTotal, ofRow]);
});

test.each([
  ['adds up, has the colours of its segments', 'executions', true],
  ['does not add up, has none', 'failure_rate', false],
])('a row of a measure that %s', (_, measure, isColoured) => {
  const params = new URLSearchParams(`measure=${measure}&by=status&and=day&period=7d`);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const counts = { count: 2, succeeded: 1, failed: 1, aborted: 0, total_ms: null };
  const group = { ...counts, group: 'succeeded', subgroup: null, title: null, bucket_start: null };
  const stats = { ...NOTHING, groups: [group], total: counts } as unknown as Stats;
  const result = resultOf(analysis, END, [stats, NOTHING]);
  if (result === undefined) throw new Error('no result');
  const { container } = render(
    <AnalysisTable
      analysis={analysis}
      result={result}
      sort={{ column: 'value', descending: true }}
      onSort={() => undefined}
    />,
  );
  const row = container.querySelector('tr[data-row]:not([data-row="total"])');
  expect(row).not.toBeNull();
  expect(row?.querySelector('[data-column="name"] .size-2') !== null).toBe(isColoured);
});

test('all time has no columns of a period before', () => {
  const params = new URLSearchParams('measure=executions&by=week&and=none&period=all');
  const analysis = analysisOf(loadAnalysisUrl(params), params, END, Date.parse('2026-11-02T00:00:00.000Z'));
  const result = resultOf(analysis, END, [NOTHING])!;
  const { container } = render(
    <AnalysisTable
      analysis={analysis}
      result={result}
      sort={{ column: 'name', descending: true }}
      onSort={() => undefined}
    />,
  );
  const heads = [...container.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['Week, UTC ↓', 'Executions']);
  const cells = [...container.querySelectorAll('tr[data-row="total"] td')];
  expect(cells).toHaveLength(heads.length);
  expect(container.querySelectorAll('tbody tr')).toHaveLength(1 + 4);
});
