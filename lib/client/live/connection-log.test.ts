import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestStore } from '@/lib/client/testing/test-store';
import { createConnectionLog } from './connection-log';
import { createObservable } from '@/lib/client/observable';
import type { Verification } from './verification';

let test: ReturnType<typeof createTestStore>;
let verification: ReturnType<typeof createObservable<Pick<Verification, 'missing'>>>;
let log: ReturnType<typeof createConnectionLog>;
const texts = () => log.state().map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  test = createTestStore();
  verification = createObservable<Pick<Verification, 'missing'>>({ missing: [] });
  log = createConnectionLog({
    connection: test.connection,
    store: test.store,
    verifier: { state: () => verification.get() as Verification, subscribe: verification.subscribe },
    now: () => Date.now(),
  });
});
afterEach(() => vi.useRealTimers());

it('logs that the console was lost and is back, after how long and where the stream resumed', () => {
  test.change({ status: 'live', tip: 10n, cursor: 10n });
  test.change({ status: 'connecting', attempts: 1 });
  test.change({ attempts: 2 });
  vi.advanceTimersByTime(4_000);
  test.change({ status: 'live', attempts: 0 });
  expect(texts()).toEqual([
    'Reconnected after 4 s. Resumed after event 10.',
    'Lost the connection to the console. Reconnecting…',
    'Connected. Live after event 10.',
  ]);
});

it('distinguishes an unreachable index from an unreachable console', () => {
  test.change({ status: 'live' });
  test.change({ status: 'stale' });
  vi.advanceTimersByTime(65_000);
  test.change({ status: 'live' });
  expect(texts().slice(0, 2)).toEqual([
    'The index is back after 1 m 5 s.',
    'The index is unreachable. The page shows the last data received.',
  ]);
});

it('logs a short outage of the index when it is over', () => {
  test.change({ status: 'live', cursor: 1_234n });
  test.send({ is: 'outage', ms: 3_210 });
  expect(texts()[0]).toBe('The index was unreachable for 3.2 s. Resumed after event 1,234. No events lost.');
});

it('logs catching up, and having caught up, once each', () => {
  test.change({ status: 'live', tip: 1_000n, cursor: 10n });
  for (const cursor of [200n, 500n, 950n, 1_000n]) test.change({ cursor });
  test.change({ tip: 1_001n });
  test.change({ cursor: 1_001n });
  expect(texts()).toEqual([
    'Caught up.',
    'Catching up: about 990 events behind.',
    'Connected. Live after event 10.',
  ]);
});

it('logs the last visit, skipped events, a reset and a revoked key', () => {
  test.send({ is: 'begin', after: 7n, last_visit_at: Date.now() - 3 * 86_400_000 });
  test.send({ is: 'skip', from: 7n, after: 90_007n });
  test.send({ is: 'reset', tip: 2n });
  test.change({ status: 'closed', reason: 'unauthenticated' });
  expect(texts()).toEqual([
    'The index no longer accepts this key: it was revoked or has expired. Connect again.',
    'The event log was reset to event 2. Rows from the previous log are marked.',
    '90,000 events since event 7: too many to replay. Live from event 90,007; the rest is in the history.',
    'Resuming after event 7, from your last visit 3 d ago.',
  ]);
});

it('logs what verification found missing, each id once', () => {
  verification.set({ missing: [5n] });
  verification.set({ missing: [5n, 9n, 11n] });
  expect(texts()).toEqual([
    '2 events missing from the stream (9, 11), loaded from the history.',
    '1 event missing from the stream (5), loaded from the history.',
  ]);
});

it('keeps the last forty entries', () => {
  for (let round = 0; round < 60; round += 1) test.send({ is: 'gap', after: BigInt(round), to: null });
  expect(texts()).toHaveLength(40);
  expect(texts()[0]).toContain('after 59');
});
