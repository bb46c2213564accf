// What figures say of time before the history of a chain begins.
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { idleQueries, PageFrame } from '@/components/shell/testing/page-frame';
import { DEFAULT_PERIOD, periodEnd } from '@/lib/client/queries/run-statistics-query';
import { PeriodColumns } from './period-columns';
import { PeriodChoice, PeriodFigures, usePeriodStats } from './period';

afterEach(() => void vi.useRealTimers());

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

test('only indexed days are compared with those of the period before', () => {
  // Just after midnight the newest day has not begun yet.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T14:35:00Z') });
  const chart = show(
    10,
    <PeriodColumns
      title="Executions"
      noun="execution"
      period={DEFAULT_PERIOD}
      end={periodEnd(Date.now())}
      series={[{ name: 'all', fill: 'bg-ok' }]}
      groups={[]}
      before={[]}
      countsOf={() => [0]}
    />,
  );
  const tips = [...chart.querySelectorAll<HTMLElement>('[data-tip]')].map(
    ({ dataset }) => dataset['tip'] ?? '',
  );
  expect(tips.map((tip) => tip.includes('previous: '))).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => day > 2));
  expect(chart.querySelector('path')?.getAttribute('d')).toMatch(/^M3 /);
});
