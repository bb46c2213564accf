// Which columns the panel of fees says that it has.
import { render } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import type { SessionState } from '@/lib/contract/session';
import { endpoints } from '@/lib/contract/endpoints';

const url = vi.hoisted(() => ({ search: '' }));
vi.mock('next/navigation', () => ({
  usePathname: () => '/fees',
  useSearchParams: () => new URLSearchParams(url.search),
}));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
const { SessionProvider } = await import('@/components/shell/session-context');
const { FeesSummary } = await import('./summary');

test.each([
  ['24h', 'By leader and hour'],
  ['7d', 'By leader and day'],
])('fees of %s', (period, title) => {
  url.search = `period=${period}`;
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const session = { index: {}, scopes: [endpoints['stats.leaders'].access] } as unknown as SessionState;
  const { getByRole } = render(
    <QueryClientProvider client={queries}>
      <SessionProvider session={session}>
        <FeesSummary />
      </SessionProvider>
    </QueryClientProvider>,
  );
  expect(getByRole('heading', { name: title })).toBeTruthy();
});
