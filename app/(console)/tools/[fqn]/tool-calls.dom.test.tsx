// What a tool's page says about its failures.
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { idleQueries, PageFrame } from '@/components/shell/testing/page-frame';
import { DEFAULT_PERIOD, periodEnd, toolQueries } from '@/lib/client/queries/run-statistics-query';
import type { Answer } from '@/lib/contract/endpoints';
import { ToolCalls, ToolVerdict } from './tool-calls';

afterEach(() => void vi.useRealTimers());

const FQN = 'xyz.talus.llm.chat@1';
const RECOVERED = { group: 'no answer', count: 3, causes: 0, recovered: 3 };
const CAUSE = { group: 'out of budget', count: 1, causes: 1, recovered: 0 };

test.each([
  [
    'only recovered failures',
    0,
    [RECOVERED],
    '0.0 % of 24 calls failed in the last 7 days. 3 failures recovered.',
  ],
  [
    'more recovered failures than failed executions',
    1,
    [RECOVERED, CAUSE],
    '4.2 % of 24 calls failed in the last 7 days. Main reason: out of budget.',
  ],
  ['no failures', 0, [], '0.0 % of 24 calls failed in the last 7 days.'],
])('a tool with %s', (_, failed, byReason, words) => {
  // The period must not change between the answers and the page.
  vi.useFakeTimers({ toFake: ['Date'] });
  const queries = idleQueries();
  const { calls, failures, failuresByReason } = toolQueries(DEFAULT_PERIOD, periodEnd(Date.now()), FQN);
  const answer = <Stats,>(groups: readonly object[]) =>
    ({ from: null, to: null, undated: 0, left_out: 0, groups }) as Stats;
  const sum = (field: 'causes' | 'recovered') => byReason.reduce((total, group) => total + group[field], 0);
  queries.setQueryData(
    calls.queryKey,
    answer<Answer<'stats.vertices'>>([{ count: 24, succeeded: 24 - failed, failed }]),
  );
  queries.setQueryData(
    failures.queryKey,
    answer<Answer<'stats.failures'>>(
      byReason.length === 0 ? [] : [{ causes: sum('causes'), recovered: sum('recovered') }],
    ),
  );
  queries.setQueryData(failuresByReason.queryKey, answer<Answer<'stats.failures'>>(byReason));
  const { container } = render(
    <PageFrame queries={queries} session={{ scopes: ['executions:read'] }}>
      <ToolVerdict fqn={FQN} />
    </PageFrame>,
  );
  expect(container.textContent).toBe(words);
});

test('calls without a time are those of executions without one', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const queries = idleQueries();
  const { calls, failures } = toolQueries(DEFAULT_PERIOD, periodEnd(Date.now()), FQN);
  const figures = { count: 24, succeeded: 24, failed: 0, duration_p50_ms: null, duration_p95_ms: null };
  const window = { from: null, to: null, undated: 2, left_out: 0 };
  queries.setQueryData(calls.queryKey, {
    ...window,
    groups: [figures],
  } as unknown as Answer<'stats.vertices'>);
  queries.setQueryData(failures.queryKey, { ...window, groups: [] } as unknown as Answer<'stats.failures'>);
  const { container } = render(
    <PageFrame queries={queries} session={{ scopes: ['executions:read'] }}>
      <ToolCalls fqn={FQN} />
    </PageFrame>,
  );
  expect(container.textContent).toContain('Excludes 2 executions with unknown time');
});
