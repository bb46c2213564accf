// Which tools count as unused where the history of a chain begins within the period.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionProvider } from '@/components/shell/session-context';
import type { SessionState } from '@/lib/contract/session';
import { UnusedTools } from './unused-tools';

const DAY_MS = 86_400_000;

test.each([
  [2, 'Not certain: the last 7 days are partly indexed'],
  [20, undefined],
])('with a history of %d days', (daysAgo, doubt) => {
  const chain = {
    history_from: 315_264_651,
    history_from_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    history_complete: false,
  };
  const initialData = { groups: [], left_out: 0, undated: 0, items: [], complete: true, total_items: 0 };
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false, initialData } } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      <SessionProvider session={{ index: { chain } } as unknown as SessionState}>
        <UnusedTools />
      </SessionProvider>
    </QueryClientProvider>,
  );
  expect(container.querySelector('[role="note"]')?.textContent).toBe(doubt);
});
