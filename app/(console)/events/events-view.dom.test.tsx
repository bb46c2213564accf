// What the events page offers for one transaction.
import { render, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';

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
const { idleQueries, PageFrame } = await import('@/components/shell/testing/page-frame');
const { createLive } = await import('@/lib/client/live/create-live');
const { LiveContext } = await import('@/lib/client/live/use-live');
const { EventsView } = await import('./events-view');

/** The page of an index whose first page of events is empty. */
function show(query: string, next_token: string | null) {
  search = query;
  const live = createLive('index.example', {
    invalidate: () => Promise.resolve(),
    shownExecutions: () => [],
  });
  const initialData = { items: [], metadata: { total_items: 0, next_token }, covered: null };
  const session = {
    scopes: ['events:read'],
    index: { explorer: 'https://explorer.example/{kind}/{id}' },
  };
  render(
    <PageFrame queries={idleQueries(initialData)} session={session}>
      <LiveContext value={live}>
        <EventsView />
      </LiveContext>
    </PageFrame>,
  );
}

test.each([
  ['', null],
  [`tx_digest=${DIGEST}`, `https://explorer.example/tx/${DIGEST}`],
])('?%s without events leads to the transaction in the explorer: %s', (query, href) => {
  show(query, null);
  expect(screen.getByText(query === '' ? 'No events yet' : 'No events match these filters')).toBeDefined();
  const link = screen.queryByRole('link', { name: 'Open transaction in explorer' });
  expect(link?.getAttribute('href') ?? null).toBe(href);
});

test.each([
  ['', 'No events loaded yet'],
  [`tx_digest=${DIGEST}`, 'No matches among the events loaded so far'],
])('?%s with an empty first page says: %s', (query, words) => {
  show(query, 'MQ');
  expect(screen.getByText(words)).toBeDefined();
});
