// Figures of the period before that are not known or cannot be compared; colours of rows.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { analysisOf, loadAnalysisUrl, resultOf } from './analysis';
import { AnalysisTable } from './analysis-table';

const END = '2026-11-26T14:35:00.000Z';

type Stats = NonNullable<Parameters<typeof resultOf>[2][number]>;
const NOTHING: Stats = { groups: [], total: null, undated: 0, left_out: 0 } as unknown as Stats;

/** The table of an answer, as rendered. */
function shown(
  search: string,
  answers: readonly (Stats | undefined)[],
  { isIndexed, begin }: { isIndexed?: () => boolean; begin?: number } = {},
) {
  const params = new URLSearchParams(search);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END, begin);
  const result = resultOf(analysis, END, answers, isIndexed);
  if (result === undefined) throw new Error('no result');
  const { container } = render(
    <AnalysisTable
      analysis={analysis}
      result={result}
      sort={{ column: 'name', descending: true }}
      onSort={() => undefined}
    />,
  );
  return container;
}

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
  const isIndexed = () => state !== 'is before the history';
  const search = `measure=agents&by=${by}&and=none&period=30d`;
  const container = shown(search, [NOTHING, before], { isIndexed });
  const previous = [...container.querySelectorAll('tbody td[data-column="before"]')];
  expect(previous.map(({ textContent }) => textContent).slice(0, 2)).toEqual([ofTotal, ofRow]);
});

test.each([
  ['adds up, has the colours of its segments', 'executions', true],
  ['does not add up, has none', 'failure_rate', false],
])('a row of a measure that %s', (_, measure, isColoured) => {
  const counts = { count: 2, succeeded: 1, failed: 1, aborted: 0, total_ms: null };
  const group = { ...counts, group: 'succeeded', subgroup: null, title: null, bucket_start: null };
  const stats = { ...NOTHING, groups: [group], total: counts } as unknown as Stats;
  const container = shown(`measure=${measure}&by=status&and=day&period=7d`, [stats, NOTHING]);
  const row = container.querySelector('tr[data-row]:not([data-row="total"])');
  expect(row).not.toBeNull();
  expect(row?.querySelector('[data-column="name"] .size-2') !== null).toBe(isColoured);
});

test('all time has no columns of a period before', () => {
  const begin = Date.parse('2026-11-02T00:00:00.000Z');
  const container = shown('measure=executions&by=week&and=none&period=all', [NOTHING], { begin });
  const heads = [...container.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['Week, UTC ↓', 'Executions']);
  const cells = [...container.querySelectorAll('tr[data-row="total"] td')];
  expect(cells).toHaveLength(heads.length);
  expect(container.querySelectorAll('tbody tr')).toHaveLength(1 + 4);
});
