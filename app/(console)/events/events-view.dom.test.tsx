// What the events page offers for one transaction.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import type { SessionState } from '@/lib/contract/session';

const DIGEST = '5eFQqj6mBj3H7ZkFMYoiN3JyT7FE8CyKuybdnQ8bhV7U';
let search = '';
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);
vi.mock('next/navigation', () => ({
  usePathname: () => '/events',
  useSearchParams: () => new URLSearchParams(search),
}));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
const { SessionProvider } = await import('@/components/shell/session-context');
const { createLive } = await import('@/lib/client/live/create-live');
const { LiveContext } = await import('@/lib/client/live/use-live');
const { EventsView } = await import('./events-view');

test.each([
  ['', null],
  [`tx_digest=${DIGEST}`, `https://explorer.example/tx/${DIGEST}`],
])('?%s without events leads to the transaction in the explorer: %s', (query, href) => {
  search = query;
  const live = createLive('index.example', {
    invalidate: () => Promise.resolve(),
    shownExecutions: () => [],
  });
  const initialData = { items: [], metadata: { total_items: 0, next_token: null }, covered: null };
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false, initialData } } });
  const session = {
    scopes: ['events:read'],
    index: { explorer: 'https://explorer.example/{kind}/{id}' },
  } as SessionState;
  render(
    <QueryClientProvider client={queries}>
      <SessionProvider session={session}>
        <LiveContext value={live}>
          <EventsView />
        </LiveContext>
      </SessionProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText(query === '' ? 'No events yet' : 'No events match these filters')).toBeDefined();
  const link = screen.queryByRole('link', { name: 'Open transaction in explorer' });
  expect(link?.getAttribute('href') ?? null).toBe(href);
});
