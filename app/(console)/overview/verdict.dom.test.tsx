// What the overview says about failures and the lag of an index.
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { minuteOf } from '@/app/(console)/tasks/task-counts';
import { idleQueries, PageFrame } from '@/components/shell/testing/page-frame';
import type { IndexState } from '@/lib/contract/session';
import { lagQuery } from './overview-queries';
import type { ExecutionStats } from '@/lib/contract/stats';
import type { Failing } from '@/lib/view/failures';
import { Outcome, States } from './verdict';

afterEach(() => void vi.useRealTimers());

function statesOf(index: Partial<IndexState>, queries = idleQueries()) {
  const session = { scopes: ['events:read'], index: { mirror_of: null, ...index } };
  const { container } = render(
    <PageFrame queries={queries} session={session}>
      <States />
    </PageFrame>,
  );
  return container;
}

test('the lag of a copy is that of its source, not the age of what it read in bulk', () => {
  const chain = {} as IndexState['chain'];
  const textOf = (index: Partial<IndexState>) => statesOf(index).textContent.trim();
  expect(textOf({ chain, behind_ms: 149_662 })).toBe('Index 2 m 30 s behind the chain.');
  expect(textOf({ chain, behind_ms: null })).toBe('');
  const mirror_of = 'https://index.example';
  expect(textOf({ mirror_of, behind_ms: 900 })).toBe('Index 1 s behind its source.');
  expect(textOf({ mirror_of, chain, behind_ms: 900 })).toBe('Index 1 s behind the chain.');
});

test.each([
  ['on time', 400n, '400 ms', 'text-2'],
  ['late', 61_000n, '1 m 1 s', 'text-warn'],
])('the lag of an index that is %s: in the newest minute with events, and at most', (_, lag, words, look) => {
  // The minute must not change between the answer and the page.
  vi.useFakeTimers({ toFake: ['Date'] });
  const figures = { bucket_start: null, group: null, subgroup: null, title: null, subtitle: null, count: 1 };
  const minuteWith = (mean: bigint | null, max = mean) => ({
    ...figures,
    lag_mean_ms: mean,
    lag_max_ms: max,
    missed: 0,
  });
  const queries = idleQueries();
  queries.setQueryData(lagQuery(minuteOf(Date.now())).queryKey, {
    from: null,
    to: null,
    bucket: 'minute',
    group_by: 'none',
    undated: 0,
    left_out: 0,
    groups: [minuteWith(900n), minuteWith(lag), minuteWith(null)],
    total: minuteWith(lag, 95_000n),
  });
  const shown = statesOf({}, queries);
  expect(shown.textContent.trim()).toBe(
    `Index ${words} behind the chain, at most 1 m 35 s in the last hour.`,
  );
  expect(shown.querySelector('a')?.className).toContain(look);
});

test.each([
  ['executions failed for', 2, ': no answer.'],
  ['every call recovered from', 0, '.'],
])('the reason of the main cause that %s', (_, ended, words) => {
  const tool: Failing = {
    key: 'a@1',
    title: null,
    now: { failed: 4, ended: 8 },
    before: null,
    standsOut: false,
    causes: 2,
    reason: { text: 'no answer', failed: 3, ended },
  };
  const runs = { total: { count: 8, succeeded: 4, failed: 4, aborted: 0 } } as ExecutionStats;
  const { container } = render(
    <Outcome runs={runs} before={undefined} cause={{ kind: 'tool', tool }} period="24h" bounds={{}} />,
  );
  expect(container.textContent).toBe(
    `50.0 % of 8 finished executions failed or aborted. Main cause: a@1 fails 50.0 % of calls${words}`,
  );
});
