// How often the events page reads the history where the stream begins later than the first page reaches.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createLiveWrapper } from '@/lib/client/testing/live-wrapper';
import { useEventRows } from './use-event-rows';

const QUERY = {};

const record = (id: number) => ({
  id,
  kind: 'WalkAdvancedEvent',
  tx_digest: `tx ${id}`,
  sender_address: `0x${'c'.repeat(64)}`,
  onchain_at: '2026-11-01T09:30:01.000Z',
  payload: { kind: 'data' },
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('it is read once more, and not for as long as React renders', async () => {
  let newest = 5;
  let reads = 0;
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    await new Promise((answered) => setTimeout(answered, 20));
    const items = Array.from({ length: newest }, (_, place) => record(newest - place));
    return new Response(JSON.stringify({ items, metadata: { next_token: null, total_items: newest } }));
  });
  const { stream, wrapper } = createLiveWrapper();
  const { result } = renderHook(() => useEventRows(QUERY), { wrapper });
  await waitFor(() => {
    expect(result.current.failure).toBeNull();
    expect(result.current.rows).toHaveLength(5);
  });
  expect(reads).toBe(1);

  // Three events happened between the first page and the beginning of the stream.
  newest = 8;
  act(() => {
    stream.change({ status: 'live', tip: 8n });
    stream.begin(8n);
  });
  await waitFor(() => expect(result.current.rows).toHaveLength(8));
  await waitFor(() => expect(result.current.needsHistory).toBe(false));
  expect(reads).toBe(2);
});
