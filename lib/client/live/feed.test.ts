import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeed } from './feed';
import type { LiveEvent } from './live-message';
import { createRate } from './rate';

const event = (id: number): LiveEvent => ({
  id: BigInt(id),
  kind: 'WalkAdvancedEvent',
  tx_digest: 't',
  sender_address: '0x1',
  payload: {},
  received_at: 0,
});
const make = (limit?: number) =>
  createFeed({ soon: (run) => run(), now: () => 0, ...(limit === undefined ? {} : { limit }) });
const held = (feed: ReturnType<typeof make>) => feed.events().map(({ id }) => Number(id));

describe('the feed', () => {
  it('has each id once, in order, whatever order and however often they come, and lets each through once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 60 }))), (batches) => {
        const feed = make();
        const passed: number[] = [];
        feed.listen({
          added: (events) => passed.push(...events.map(({ id }) => Number(id))),
          reset: () => undefined,
          skipped: () => undefined,
          told: () => undefined,
        });
        for (const batch of batches) feed.add(batch.map(event));
        const given = batches.flat();
        const once = [...new Set(given)].sort((a, b) => a - b);
        expect(held(feed)).toEqual(once);
        expect([...passed].sort((a, b) => a - b)).toEqual(once);
        const { received, doubles } = feed.snapshot();
        expect([received, doubles]).toEqual([given.length, given.length - once.length]);
      }),
    );
  });

  it('is bounded, and says from where it is whole', () => {
    const feed = make(10);
    feed.begin(0n);
    for (let id = 1; id <= 100; id += 1) feed.add([event(id)]);
    const [oldest = 0] = held(feed);
    expect(held(feed).length).toBeLessThanOrEqual(11);
    expect(feed.snapshot().after).toBe(BigInt(oldest - 1));
  });

  it('is the same object until it changes, and tells each change once', () => {
    let told = 0;
    const later: (() => void)[] = [];
    const feed = createFeed({ soon: (run) => void later.push(run), now: () => 0 });
    feed.subscribe(() => (told += 1));
    const before = feed.snapshot();
    feed.add([]);
    expect(feed.snapshot()).toBe(before);
    feed.add([event(1)]);
    feed.add([event(2)]);
    later.forEach((run) => run());
    expect(told).toBe(1);
    expect(feed.snapshot()).not.toBe(before);
    expect(feed.snapshot()).toBe(feed.snapshot());
  });

  it('knows where this browser was before, and how much of what came since is in the history alone', () => {
    const feed = make();
    expect(feed.snapshot().left).toBeNull();
    feed.begin(10n, 1_000);
    feed.begin(90n, 2_000);
    feed.add([event(11)]);
    expect(feed.snapshot().left).toEqual({ id: 10n, at: 1_000, skipped: 0n });
    feed.skip(11n, 500n);
    expect(feed.snapshot().left).toEqual({ id: 10n, at: 1_000, skipped: 489n });
    feed.reset(3n);
    expect(feed.snapshot().left).toBeNull();
  });

  it('forgets everything with the log, and begins later where something was left out', () => {
    const feed = make();
    feed.begin(0n);
    feed.add([event(1), event(2)]);
    feed.reset(0n);
    expect(held(feed)).toEqual([]);
    feed.add([event(1)]);
    expect(held(feed)).toEqual([1]);
    feed.skip(1n, 500n);
    feed.add([event(501)]);
    expect([held(feed), feed.snapshot().after]).toEqual([[501], 500n]);
  });
});

describe('the rate', () => {
  it('counts by whole seconds, over a minute, and forgets what is older', () => {
    const rate = createRate();
    for (let second = 0; second < 100; second += 1) rate.count(second < 95 ? 3 : 0, second * 1000 + 10);
    expect(rate.bars(100_500)).toEqual([...Array<number>(55).fill(3), 0, 0, 0, 0, 0]);
    expect(rate.perSecond(95_500)).toBe(3);
    expect(rate.perSecond(400_000)).toBe(0);
  });
});
