// What figures say of time before the history of a chain begins.
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { idleQueries, PageFrame } from '@/components/shell/testing/page-frame';
import { PeriodChoice, PeriodFigures, usePeriodStats } from './period';

const DAY_MS = 86_400_000;

/** On a chain whose history began so many days ago. The page's period is 7 days. */
function show(daysAgo: number, part: ReactNode, data?: object) {
  const chain = {
    history_from: 315_264_651,
    history_from_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    history_complete: false,
  };
  return render(
    <PageFrame queries={idleQueries(data)} session={{ index: { chain } }}>
      {part}
    </PageFrame>,
  ).container;
}

const figures = [{ label: 'Executions', show: ({ count }: { count: number }) => count }];
const previous = (daysAgo: number, before: { count: number }[]) =>
  show(
    daysAgo,
    <PeriodFigures
      group={{ count: 3 }}
      figures={figures}
      before={{ data: { groups: before }, error: null }}
    />,
  ).textContent.replace(/^.*previous: */, '');

test.each([
  ['before the history', 2, [], 'not indexed'],
  ['partly before it', 10, [], 'none partly indexed'],
  ['partly before it, with figures', 10, [{ count: 2 }], '2 partly indexed'],
  ['within it', 20, [], 'none'],
])('a previous period %s', (_, daysAgo, before, words) => expect(previous(daysAgo, before)).toBe(words));

test.each([
  [2, 'partly indexed'],
  [20, undefined],
])('a period of which the history has %d days', (daysAgo, words) => {
  show(daysAgo, <PeriodChoice period="7d" />);
  const gap = screen.queryByText(/indexed/);
  expect(gap?.textContent).toBe(words);
  if (gap !== null) expect(gap.dataset['tip']).toMatch(/^History begins at checkpoint 315,264,651/);
});

function Compared() {
  const { current, before } = usePeriodStats('stats.executions', {});
  return `${current.data !== undefined}, ${before.data !== undefined}`;
}

test('nothing is compared with a period before the history', () => {
  expect(show(2, <Compared />, { groups: [] }).textContent).toBe('true, false');
  expect(show(10, <Compared />, { groups: [] }).textContent).toBe('true, true');
});
