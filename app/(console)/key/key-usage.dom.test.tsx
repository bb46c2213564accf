import { render, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';

const search = 'window=custom&from=1&view=pie';
vi.mock('next/navigation', () => ({
  usePathname: () => '/key',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(search),
}));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { PageFrame } = await import('@/components/shell/testing/page-frame');
const { KeyUsage } = await import('./key-usage');

const session = {
  index: { host: 'index.example', release: null },
  connections: [],
  connection: null,
  key_id: 'k',
  requests_per_minute: null,
  expires_at: null,
};

test('names the parts of a link that are not used', () => {
  render(
    <PageFrame search={search} session={session}>
      <KeyUsage />
    </PageFrame>,
  );
  const notes = screen.getAllByText(/^Ignored filter/).map(({ textContent }) => textContent);
  expect(notes).toEqual([
    'Ignored filter from: "1" must be an RFC 3339 time with a zone.',
    'Ignored filter view: "pie" must be one of chart, table.',
  ]);
});
