import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestStore } from '@/lib/client/testing/test-store';
import type { StoreChange } from './event-store';
import type { LiveEvent } from './messages';
import { createRate } from './rate';

const event = (id: number): LiveEvent => ({
  id: BigInt(id),
  kind: 'WalkAdvancedEvent',
  tx_digest: 't',
  sender_address: '0x1',
  payload: {},
  received_at: id,
});
type TestStore = ReturnType<typeof createTestStore>;
const storedIds = ({ store }: TestStore) => store.events().map(({ id }) => Number(id));
const added = (change: StoreChange) =>
  change.is === 'added' ? change.events.map(({ id }) => Number(id)) : [];

describe('the event store', () => {
  it('stores and publishes each id once, in order, however they arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), (ids) => {
        const test = createTestStore();
        const published: number[] = [];
        test.store.onChange((change) => published.push(...added(change)));
        test.receive(ids.map(event));
        const once = [...new Set(ids)];
        expect(storedIds(test)).toEqual([...once].sort((a, b) => a - b));
        expect(published).toEqual(once);
        expect(test.store.state().received).toBe(once.length);
      }),
    );
  });

  it('is bounded, and reports after which id it is complete', () => {
    const test = createTestStore({ limit: 10 });
    test.begin(0n);
    for (let id = 1; id <= 100; id += 1) test.receive([event(id)]);
    const [oldest = 0] = storedIds(test);
    expect(storedIds(test).length).toBeLessThanOrEqual(11);
    expect(test.store.state().after).toBe(BigInt(oldest - 1));
  });

  it('knows the last visit, and how many events since are only in the history', () => {
    const test = createTestStore();
    expect(test.store.state().last_visit).toBeNull();
    test.send({ is: 'begin', after: 10n, last_visit_at: 1_000 });
    test.send({ is: 'begin', after: 90n, last_visit_at: 2_000 });
    test.receive([event(11)]);
    expect(test.store.state().last_visit).toEqual({ id: 10n, at: 1_000, skipped: 0n });
    test.skip(11n, 500n);
    expect(test.store.state().last_visit).toEqual({ id: 10n, at: 1_000, skipped: 489n });
    test.reset(3n);
    expect(test.store.state().last_visit).toBeNull();
  });

  it('starts over with a new log, and later where events were skipped', () => {
    const test = createTestStore();
    test.begin(0n);
    test.receive([event(1), event(2)]);
    test.reset(0n);
    expect(storedIds(test)).toEqual([]);
    test.receive([event(1)]);
    expect(storedIds(test)).toEqual([1]);
    test.skip(1n, 500n);
    test.receive([event(501)]);
    expect([storedIds(test), test.store.state().after]).toEqual([[501], 500n]);
  });

  it('derives tip and cursor from events and heartbeats', () => {
    const test = createTestStore();
    test.change({ status: 'live', tip: 30n, cursor: 10n });
    test.begin(10n);
    expect(test.store.state()).toMatchObject({ tip: 30n, cursor: 10n });
    test.receive([event(31)]);
    expect(test.store.state()).toMatchObject({ tip: 31n, cursor: 31n, last_event_at: 31 });
    test.change({ tip: 44n, cursor: 44n });
    expect(test.store.state()).toMatchObject({ tip: 44n, cursor: 44n });
  });

  it('backfills events that only the history has, and publishes its records', () => {
    const test = createTestStore();
    const changes: StoreChange[] = [];
    test.store.onChange((change) => changes.push(change));
    test.receive([event(1), event(3)]);
    test.store.backfill([event(2)], [{ ...event(3), onchain_at: 'x' }]);
    expect(storedIds(test)).toEqual([1, 2, 3]);
    expect(changes.map(({ is }) => is)).toEqual(['added', 'added', 'added', 'dated']);
  });
});

describe('the batching delay', () => {
  let batches: number[][];
  let notified: number;
  beforeEach(() => {
    vi.useFakeTimers();
    batches = [];
    notified = 0;
  });
  afterEach(() => vi.useRealTimers());

  function open(hidden = false) {
    const test = createTestStore({ hidden });
    test.store.onChange((change) => batches.push(change.is === 'added' ? added(change) : [0]));
    test.store.subscribe(() => (notified += 1));
    return test;
  }

  it('publishes immediately when idle, then in batches, before a reset, and in order', () => {
    const test = open();
    test.receive([event(11), event(12), event(13)]);
    expect(batches).toEqual([[11]]);
    vi.advanceTimersByTime(300);
    expect([batches, notified]).toEqual([[[11], [12, 13]], 2]);
    test.receive([event(14)]);
    test.reset(0n);
    expect(batches).toEqual([[11], [12, 13], [14], [0]]);
  });

  it('publishes a few times a second, however many events arrive', () => {
    const test = open();
    for (let id = 1; id <= 1_000; id += 1) {
      test.receive([event(id)]);
      vi.advanceTimersByTime(2);
    }
    expect(batches.length).toBeLessThan(12);
    vi.advanceTimersByTime(300);
    expect(batches.flat()).toHaveLength(1_000);
  });

  it('does not apply in a hidden tab, nor to the status of the connection', () => {
    open(true).receive([event(1), event(2)]);
    expect(batches).toEqual([[1], [2]]);
    const test = open();
    notified = 0;
    test.receive([event(3)]);
    test.change({ status: 'stale' });
    expect([notified, test.store.state().status]).toEqual([2, 'stale']);
  });

  it('keeps the state the same object until it changes', () => {
    const test = open(true);
    test.receive([event(1)]);
    const before = test.store.state();
    test.receive([event(1)]);
    expect(test.store.state()).toBe(before);
    test.receive([event(2)]);
    expect(test.store.state()).not.toBe(before);
  });
});

describe('the rate', () => {
  it('counts by whole seconds over a minute', () => {
    const rate = createRate();
    for (let second = 0; second < 100; second += 1) rate.count(second < 95 ? 3 : 0, second * 1000 + 10);
    expect(rate.bars(100_500)).toEqual([...Array<number>(55).fill(3), 0, 0, 0, 0, 0]);
    expect(rate.perSecond(95_500)).toBe(3);
    expect(rate.perSecond(400_000)).toBe(0);
  });
});
