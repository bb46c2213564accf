import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeed } from './feed';
import type { LiveEvent } from './live-message';

const event = (id: number): LiveEvent => ({
  id: BigInt(id),
  kind: 'WalkAdvancedEvent',
  tx_digest: 't',
  sender_address: '0x1',
  payload: {},
  received_at: 0,
});
const make = (limit?: number) =>
  createFeed({ soon: (run) => run(), ...(limit === undefined ? {} : { limit }) });
const shown = (feed: ReturnType<typeof make>) => feed.snapshot().rows.map(({ id }) => Number(id));

describe('the feed', () => {
  it('has each id once, newest first, whatever order and however often they come', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 60 }))), (batches) => {
        const feed = make();
        for (const batch of batches) feed.add(batch.map(event));
        const given = batches.flat();
        expect(shown(feed)).toEqual([...new Set(given)].sort((a, b) => b - a));
        const { received, doubles, rows } = feed.snapshot();
        expect([received, doubles]).toEqual([given.length, given.length - rows.length]);
      }),
    );
  });

  it('is bounded, and says from where it is whole', () => {
    const feed = make(3);
    feed.begin(0n);
    feed.add([1, 2, 3, 4, 5].map(event));
    expect(shown(feed)).toEqual([5, 4, 3]);
    expect(feed.snapshot().after).toBe(2n);
  });

  it('shows nothing new while paused, counts it, and shows all of it afterwards', () => {
    const feed = make();
    feed.add([event(1)]);
    feed.pause();
    feed.add([event(2), event(2), event(3)]);
    expect(shown(feed)).toEqual([1]);
    expect(feed.snapshot()).toMatchObject({ paused: true, waiting: 2 });
    feed.resume();
    expect(shown(feed)).toEqual([3, 2, 1]);
    expect(feed.snapshot()).toMatchObject({ paused: false, waiting: 0 });
  });

  it('is the same object until it changes, and tells each change once', () => {
    let told = 0;
    const later: (() => void)[] = [];
    const feed = createFeed({ soon: (run) => void later.push(run) });
    feed.subscribe(() => (told += 1));
    const before = feed.snapshot();
    feed.add([]);
    feed.resume();
    expect(feed.snapshot()).toBe(before);
    feed.add([event(1)]);
    feed.add([event(2)]);
    later.forEach((run) => run());
    expect(told).toBe(1);
    expect(feed.snapshot()).not.toBe(before);
    expect(feed.snapshot()).toBe(feed.snapshot());
  });

  it('forgets everything with the log', () => {
    const feed = make();
    feed.add([event(1), event(2)]);
    feed.pause();
    feed.reset(0n);
    expect(feed.snapshot()).toMatchObject({ rows: [], waiting: 0, after: 0n });
    feed.resume();
    feed.add([event(1)]);
    expect(shown(feed)).toEqual([1]);
  });
});
