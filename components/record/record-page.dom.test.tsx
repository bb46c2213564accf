// The head of a record's page while there is no record.
import { render } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';

vi.mock('next/navigation', () => ({ usePathname: () => '/agents/zzz' }));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const { PageFrame } = await import('@/components/shell/testing/page-frame');
const { RecordPage } = await import('./record-page');
const { QueryClient } = await import('@tanstack/react-query');

test('a record that does not exist is called by its id and has no actions', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'not found' }, { status: 404 })));
  const { findByText, getByRole, queryByText } = render(
    <PageFrame queries={new QueryClient()}>
      <RecordPage
        name="agents.skills"
        params={{ agent_object_id: 'zzz' }}
        noun="agent"
        crumb="Agents"
        actions={<span>7 days</span>}
      >
        {() => 'the record'}
      </RecordPage>
    </PageFrame>,
  );
  await findByText('No agent with this ID');
  expect(getByRole('heading', { level: 1 }).textContent).toBe('zzz Agent');
  expect(queryByText('7 days')).toBeNull();
});
