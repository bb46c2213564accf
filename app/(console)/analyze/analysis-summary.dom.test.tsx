// What the first sentences of an analysis say about a change.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { analysisOf, loadAnalysisUrl, resultOf } from './analysis';
import { Verdict } from './analysis-summary';

const END = '2026-11-26T14:35:00.000Z';

type Counts = Readonly<Record<string, number>>;
type Stats = NonNullable<Parameters<typeof resultOf>[2][number]>;

function answer(counts: Counts): Stats {
  const group = (name: string | null, count: number) => ({
    bucket_start: null,
    group: name,
    subgroup: null,
    title: null,
    subtitle: null,
    count,
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const groups = Object.entries(counts).map(([name, count]) => group(name, count));
  // The count is all that is read of these groups.
  return { groups, total: group(null, total), undated: 0, left_out: 0 } as unknown as Stats;
}

test.each<[string, Counts, Counts, string]>([
  [
    'no change',
    { a: 1_000 },
    { a: 1_000 },
    'unchanged from the previous 7 days. a has the largest share, 100.0 %.',
  ],
  [
    'a small increase, of which one group more than makes up',
    { a: 500, b: 503 },
    { a: 506, b: 494 },
    'less than 1 % more than in the previous 7 days. b has the largest increase.',
  ],
  [
    'a small decrease',
    { a: 997 },
    { a: 1_000 },
    'less than 1 % less than in the previous 7 days. a makes up 100 % of the decrease.',
  ],
  [
    'a decrease by a group that stopped',
    { a: 90, b: 10 },
    { a: 100, b: 10, c: 90 },
    '50 % less than in the previous 7 days. c makes up 90 % of the decrease.',
  ],
])('%s', (_, now, before, words) => {
  const params = new URLSearchParams('measure=executions&by=agent&and=none');
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const result = resultOf(analysis, END, [answer(now), answer(before)]);
  if (result === undefined) throw new Error('no result');
  const { container } = render(<Verdict analysis={analysis} result={result} />);
  const total = Object.values(now).reduce((sum, count) => sum + count, 0);
  expect(container.textContent.trim()).toBe(`Executions: ${total.toLocaleString('en-US')}, ${words}`);
});
