import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from '@/lib/client/failure';
import type { Read } from '@/lib/client/read';
import { eventsAboutQuery, gapIn, unreadEvents } from './events-about-query';

const event = (id: bigint, kind: string, payload: unknown = {}) => ({
  ...{ id, kind, payload, tx_digest: 'x', sender_address: '0x1' },
  onchain_at: '2026-01-01T00:00:00Z',
});
const KINDS = ['StakeDepositedEvent', 'StakeSlashedEvent'] as const;

function ask(items: readonly object[], total = items.length, next_token: number | null = null) {
  const by = (() => Promise.resolve({ items, metadata: { next_token, total_items: total } })) as Read;
  return new QueryClient().fetchQuery(eventsAboutQuery(KINDS, null, { pages: 1 }, by));
}

test('rows that the index skips, and rows that do not decode here, are counted as undecoded', async () => {
  const found = await ask([event(2n, 'StakeDepositedEvent', { encoded: 'AAAA' })], 3);
  expect(found).toMatchObject({ looked: 1, complete: true, undecoded: 3 });
  expect(gapIn(found)).toBe("3 events couldn't be decoded");
});

test('rows of other kinds are left out, where an index ignores the filter', async () => {
  const found = await ask([event(2n, 'WalkAdvancedEvent'), event(1n, 'DAGCreatedEvent')]);
  expect(found).toMatchObject({ items: [], looked: 0, undecoded: 0 });
});

test('a search that stopped early is not exact', async () => {
  const found = await ask([], 500, 100);
  expect(unreadEvents(found)).toBeNull();
  expect(gapIn(found)).toMatch(/not searched/);
});

test('a rejected kind is named, and the others are searched', async () => {
  const by = ((_name: string, _params: unknown, { kinds = '' }: Record<string, string> = {}) => {
    if (kinds.includes('StakeSlashed'))
      return Promise.reject(new ApiError({ endpoint: 'events.list', status: 400, message: 'unknown' }));
    return Promise.resolve({ items: [], metadata: { next_token: null, total_items: 0 } });
  }) as unknown as Read;
  const found = await new QueryClient().fetchQuery(eventsAboutQuery(KINDS, null, {}, by));
  expect(found).toMatchObject({ complete: true, rejected: ['StakeSlashed'] });
  expect(gapIn(found)).toBe("this index doesn't provide StakeSlashed events");
});
