import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFilterCheck } from './use-filter-check';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const listing = (
  items: object[],
  total_items: number | null = items.length,
  next_token: string | null = null,
) => ({ items, metadata: { next_token, total_items } });
const agent = (creator: string | null) => ({
  agent_object_id: '0x9',
  vault_object_id: null,
  creator,
  skills: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  onchain_created_at: null,
});

/** Agents by creator 0x1 as the index listed them; `probed` is its answer to the probe. */
function check(answer: ReturnType<typeof listing> | null, probed?: () => Response) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    requested.push(url);
    return Promise.resolve(probed?.() ?? new Response('{}', { status: 500 }));
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useFilterCheck('agents.list', {}, { creator: '0x1' }, answer), {
    wrapper,
  });
  return { result, requested };
}

const unanswered = { ignored: [], unchecked: [], total: null };
const json = (body: unknown) => () => new Response(JSON.stringify(body));

test('a row of another creator shows that the filter was ignored, without a request', () => {
  const { result, requested } = check(listing([agent('0x1'), agent('0x2')], 8));
  expect(result.current).toMatchObject({ ignored: ['creator'], unchecked: [], total: null });
  expect(requested).toEqual([]);
});

test('a total is exact at once when all of its rows are there and match', () => {
  expect(check(listing([agent('0x1')])).result.current).toMatchObject({
    ignored: [],
    unchecked: [],
    total: 1,
  });
  expect(check(listing([])).result.current.total).toBe(0);
  expect(check(null).result.current).toMatchObject(unanswered);
});

test('otherwise it is exact once the index answers nothing to an impossible value', async () => {
  const { result, requested } = check(listing([agent('0x1')], 8), json(listing([])));
  expect(result.current).toMatchObject({ ...unanswered, isChecking: true });
  await waitFor(() => expect(result.current).toMatchObject({ total: 8, isChecking: false }));
  expect(requested).toHaveLength(1);
});

test('an index that answers rows to it ignores the filter', async () => {
  const { result } = check(listing([agent(null)], 8), json(listing([agent('0x7')])));
  await waitFor(() => expect(result.current.ignored).toEqual(['creator']));
  expect(result.current.total).toBeNull();
});

test('a check that fails leaves the total unknown', async () => {
  const refused = () => new Response('{}', { status: 403 });
  const { result } = check(listing([agent('0x1')], 8), refused);
  await waitFor(() => expect(result.current.unchecked).toEqual(['creator']));
  expect(result.current.total).toBeNull();
});

test('a list that the index does not count is reported as uncounted, or counted if it fits one page', async () => {
  const { result } = check(listing([agent('0x1')], null, 'more'), json(listing([])));
  expect(result.current).toMatchObject({ total: null, uncounted: true });
  await waitFor(() => expect(result.current.isApplied).toBe(true));
  expect(result.current.total).toBeNull();
  const counted = check(listing([agent('0x1')], null));
  expect(counted.result.current).toMatchObject({ total: 1, uncounted: false });
});
