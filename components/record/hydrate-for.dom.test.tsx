// What came with a page is rendered once.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { use } from 'react';
import { afterAll, expect, test, vi } from 'vitest';

vi.mock('next/navigation', () => ({ usePathname: () => '/executions' }));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { LabelsProvider } = await import('@/components/labels/labels-provider');
const { idleQueries } = await import('@/components/shell/testing/page-frame');
const { KnownNames } = await import('@/components/values/names');
const { forgetNames, noteNames } = await import('@/lib/client/names');
const { HydrateFor } = await import('./hydrate-for');

const id = `0x${'ab'.repeat(32)}`;
const answer = (name: string) => ({ items: [{ object_id: id, skill_description: name }] });
const state = {
  mutations: [],
  queries: [
    {
      queryKey: ['executions.list', {}, {}],
      queryHash: '["executions.list",{},{}]',
      state: { data: answer('Reviews'), dataUpdatedAt: 1, status: 'success', fetchStatus: 'idle' },
    },
  ],
};

test('ids are rendered again for a new name, not for the names of the page', () => {
  forgetNames();
  let renders = 0;
  function Name() {
    renders += 1;
    return use(KnownNames).get(id)?.name;
  }
  const page = <Name />;
  render(
    <QueryClientProvider client={idleQueries()}>
      <LabelsProvider>
        <HydrateFor connection={null} state={state as never} limit={[]}>
          {page}
        </HydrateFor>
      </LabelsProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText('Reviews')).toBeDefined();
  expect(renders).toBe(1);
  act(() => noteNames(vi.fn(), 'executions.list', answer('Audits')));
  expect(screen.getByText('Audits')).toBeDefined();
  expect(renders).toBe(2);
});
