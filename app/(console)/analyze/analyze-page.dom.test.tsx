import { render, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';

const search = 'measure=executions&agent_object_id=zzz&from=2026-11-20T00:00';
vi.mock('next/navigation', () => ({
  usePathname: () => '/analyze',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(search),
}));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { PageFrame } = await import('@/components/shell/testing/page-frame');
const { AnalyzePage } = await import('./analyze-page');

test('names the parts of a link that are not used', () => {
  render(
    <PageFrame search={search} session={{ index: { host: 'index.example' } }}>
      <AnalyzePage />
    </PageFrame>,
  );
  const notes = screen.getAllByText(/^Ignored filter/).map(({ textContent }) => textContent);
  expect(notes).toEqual([
    'Ignored filter from: "2026-11-20T00:00" must be an RFC 3339 time with a zone.',
    'Ignored filter agent_object_id: "zzz" must be 0x and up to 64 hex digits.',
  ]);
});
