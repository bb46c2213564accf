import { createSmallLog } from '@/lib/client/testing/small-log';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import { ApiError } from '@/lib/client/api-error';
import type { Read } from '@/lib/client/read';
import { eventsAboutQuery, gapIn, unreadEvents } from './events-about-query';

const event = (id: bigint, kind: string, payload: unknown = {}) => ({
  id,
  kind,
  payload,
  tx_digest: 'x',
  sender_address: '0x1',
  onchain_at: '2026-01-01T00:00:00Z',
});
const KINDS = ['StakeDepositedEvent', 'StakeSlashedEvent'] as const;

function ask(items: readonly object[], total = items.length, next_token: number | null = null) {
  let pages = 0;
  const by = (() => {
    pages += 1;
    const metadata = { next_token: next_token && next_token * pages, total_items: total };
    return Promise.resolve({ items, metadata });
  }) as Read;
  return new QueryClient().fetchQuery(eventsAboutQuery(KINDS, null, { pages: 1 }, by));
}

test('rows that the index skips, and rows that do not decode here, are counted as undecoded', async () => {
  const found = await ask([event(2n, 'StakeDepositedEvent', { encoded: 'AAAA' })], 3);
  expect(found).toMatchObject({ searched: 1, complete: true, undecoded: 3 });
  expect(gapIn(found)).toBe("3 events couldn't be decoded");
});

test('drops rows of other kinds where an index ignores the filter', async () => {
  const found = await ask([event(2n, 'WalkAdvancedEvent'), event(1n, 'DAGCreatedEvent')]);
  expect(found).toMatchObject({ items: [], searched: 2, undecoded: 0 });
});

test('a search that stopped early is not exact', async () => {
  const found = await ask([], 500, 100);
  expect(unreadEvents(found)).toBeNull();
  expect(gapIn(found)).toMatch(/searched/);
});

test.each([
  [{}, 'older than the newest 100 events not searched'],
  [{ oldestFirst: true, opaque: true }, 'newer than the oldest 100 events not searched'],
])('which events were searched follows from the rows: %j', async (form, gap) => {
  const log = createSmallLog(form);
  log.append(250);
  const found = await new QueryClient().fetchQuery(
    eventsAboutQuery(['WalkAdvancedEvent'], null, { pages: 1 }, log.read),
  );
  expect(gapIn({ ...found, undecoded: 0 })).toBe(gap);
  expect(found.items[0]!.id > found.items[1]!.id).toBe(true);
});

test('a refresh of a list that begins with the oldest finds what is new at its end', async () => {
  const log = createSmallLog({ oldestFirst: true });
  log.append(30);
  const client = new QueryClient();
  const query = eventsAboutQuery(['WalkAdvancedEvent'], null, {}, log.read);
  await client.fetchQuery(query);
  log.append(3);
  const found = await client.fetchQuery({ ...query, staleTime: 0 });
  expect(found).toMatchObject({ searched: 33, complete: true });
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

describe('a refresh', () => {
  const LEADER = `0x${'a'.repeat(64)}`;
  const OTHER = `0x${'b'.repeat(64)}`;
  let log: EventRecord[];
  /** Rows that the index counts and does not list. */
  let undecodable: number;
  let reads: number;
  let client: QueryClient;
  beforeEach(() => {
    [log, undecodable, reads] = [[], 0, 0];
    client = new QueryClient();
  });

  function append(count: number, chain = 'first') {
    for (let n = 0; n < count; n += 1) {
      const id = BigInt(log.length + 1);
      const payload = { leader_cap_id: id % 2n === 0n ? LEADER : OTHER };
      log.push({ ...event(id, 'LeaderUpsertedEvent', payload), tx_digest: `${chain} ${id}` });
    }
  }

  const by = ((_name: string, _params: unknown, query: Record<string, string> = {}) => {
    reads += 1;
    const from = Number(query['page_token'] ?? 0);
    const until = from + Number(query['page_size']);
    return Promise.resolve({
      items: log.toReversed().slice(from, until),
      metadata: { next_token: until < log.length ? until : null, total_items: log.length + undecodable },
    });
  }) as unknown as Read;

  const refresh = (about: string | null, pages = 10) =>
    client.fetchQuery({
      ...eventsAboutQuery(['LeaderUpsertedEvent'], about, { pages }, by),
      staleTime: 0,
      retry: false,
    });
  const ids = (items: readonly EventRecord[]) => items.map(({ id }) => Number(id));
  const even = (count: number) => Array.from({ length: count / 2 }, (_, n) => count - 2 * n);

  test('reads up to the newest known event, and no page twice', async () => {
    append(350);
    expect(await refresh(LEADER)).toMatchObject({ searched: 350, complete: true });
    expect(reads).toBe(4);
    await refresh(LEADER);
    expect(reads).toBe(5);
    append(10);
    const second = await refresh(LEADER);
    expect(reads).toBe(6);
    expect(second).toMatchObject({ searched: 360, complete: true });
    expect(ids(second.items)).toEqual(even(360));
    append(150);
    expect(ids((await refresh(LEADER)).items)).toEqual(even(510));
    expect(reads).toBe(8);
  });

  test('stays incomplete after a bounded search', async () => {
    append(250);
    expect(await refresh(null, 1)).toMatchObject({ searched: 100, complete: false });
    append(20);
    expect(await refresh(null, 1)).toMatchObject({ searched: 120, complete: false });
    append(101);
    const jumped = await refresh(null, 1);
    expect(jumped).toMatchObject({ searched: 100, complete: false });
    expect(ids(jumped.items)).toEqual(Array.from({ length: 100 }, (_, n) => 371 - n));
  });

  test('counts the rows that the index skips, old and new', async () => {
    append(150);
    undecodable = 2;
    const { undecoded } = await refresh(null);
    append(5);
    undecodable = 3;
    expect((await refresh(null)).undecoded).toBe(undecoded + 5 + 1);
  });

  test('reads a log that starts again from its beginning', async () => {
    append(150);
    await refresh(null);
    log = [];
    append(160, 'second');
    const again = await refresh(null);
    expect(again).toMatchObject({ searched: 160, complete: true });
    expect(again.items.every(({ tx_digest }) => tx_digest.startsWith('second'))).toBe(true);
  });

  test('of an empty history is one request', async () => {
    expect(await refresh(null)).toMatchObject({ items: [], searched: 0, complete: true });
    append(3);
    expect(await refresh(null)).toMatchObject({ searched: 3, complete: true });
    expect(reads).toBe(2);
  });
});
