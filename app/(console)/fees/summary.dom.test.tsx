// Which columns the panel of fees says that it has.
import { render } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { endpoints } from '@/lib/contract/endpoints';

const url = vi.hoisted(() => ({ search: '' }));
vi.mock('next/navigation', () => ({
  usePathname: () => '/fees',
  useSearchParams: () => new URLSearchParams(url.search),
}));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { PageFrame } = await import('@/components/shell/testing/page-frame');
const { FeesSummary } = await import('./summary');

test.each([
  ['24h', 'By leader and hour'],
  ['7d', 'By leader and day'],
])('fees of %s', (period, title) => {
  url.search = `period=${period}`;
  const { getByRole } = render(
    <PageFrame session={{ scopes: [endpoints['stats.leaders'].access] }}>
      <FeesSummary />
    </PageFrame>,
  );
  expect(getByRole('heading', { name: title })).toBeTruthy();
});
