import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { storedPageHistory } from './page-history';
import { loadAllQuery } from './queries/all-pages-query';
import { listingQuery } from './queries/listing-query';
import { useList } from './use-list';

afterEach(() => {
  cleanup();
  storedPageHistory.set({});
  vi.unstubAllGlobals();
});

const rowId = (row: { leader_cap_id: string }) => row.leader_cap_id;
const leaders = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ leader_cap_id: `0x${place}`, status: 'active' }));

/** The total of a list of which "Load all" read these many rows. */
function totalAfterLoadingAll(read: number, complete: boolean, total_items: number | null): number | null {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  const { queryKey } = loadAllQuery('leaders.list', {}, rowId, {});
  client.setQueryData(queryKey, { items: leaders(read), total_items, complete });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const search = new URLSearchParams('all=true');
  const { result } = renderHook(() => useList('leaders.list', {}, search, { rowId, idle: true }), {
    wrapper,
  });
  expect(result.current.view.rows).toHaveLength(read);
  return result.current.total;
}

test.each([
  ['not read to the end', false, null],
  ['read to its end', true, 7],
])('an uncounted list that was %s has that total', (_case, complete, total) => {
  expect(totalAfterLoadingAll(7, complete, null)).toBe(total);
});

test('a counted list keeps its total where loading stopped', () => {
  expect(totalAfterLoadingAll(7, false, 30)).toBe(30);
});

test('the page before is the one that led here, also where the index ended pages early', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const open = (query: string, row_offset: number, next_token: number) => {
    const search = new URLSearchParams(query);
    const { queryKey } = listingQuery('leaders.list', {}, search);
    const metadata = { next_token, total_items: 30, row_offset };
    client.setQueryData(queryKey, { items: leaders(3), metadata } as never);
    const { result } = renderHook(() => useList('leaders.list', {}, search, { rowId, idle: true }), {
      wrapper,
    });
    return result.current.pages;
  };
  open('', 0, 3).noteNext('3');
  open('page_token=3', 3, 8).noteNext('8');
  expect(open('page_token=8', 8, 28).before).toBe('3');
  expect(open('page_token=3', 3, 8).before).toBeNull();
  // Opened from a link.
  expect(open('page_token=28', 28, 30).before).toBe('8');
});
