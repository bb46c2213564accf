import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmallLog, type SmallLog } from '@/lib/client/testing/small-log';
import { createChecker, type Checker } from './checker';
import { createFeed, type Feed } from './feed';
import { browserTimers as timers } from './timers';

let log: SmallLog;
let feed: Feed;
let checker: Checker;
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  log = createSmallLog();
  log.append(30);
  hidden = false;
  feed = createFeed({ soon: (run) => run(), now: timers.now });
  feed.begin(log.tip());
  checker = createChecker({ read: log.read, feed, timers, hidden: () => hidden });
  checker.attend();
});
afterEach(() => {
  checker.stop();
  vi.useRealTimers();
});

const rest = () => vi.advanceTimersByTimeAsync(120_000);
const held = () => feed.events().map(({ id }) => Number(id));

describe('the check against the history', () => {
  it('compares what the stream gave, and says how far', async () => {
    feed.add(log.append(12));
    await rest();
    expect(checker.state()).toMatchObject({
      from: 30n,
      to: 42n,
      compared: 12,
      missing: [],
      unlisted: [],
      twice: [],
      waiting: 0,
      failure: null,
      lag_ms: 400,
    });
    expect(checker.state().at).not.toBeNull();
  });

  it('finds an event that the stream left out, tells it and puts it in its place', async () => {
    const came = log.append(9);
    feed.add(came.filter(({ id }) => id !== 34n));
    await rest();
    expect(checker.state()).toMatchObject({ to: 39n, missing: [34n] });
    expect(held()).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39]);
    expect(checker.state().twice).toEqual([]);
  });

  it('finds an event that the history does not list', async () => {
    const came = log.append(3);
    feed.add([...came, { ...came[2]!, id: 34n }]);
    await rest();
    expect(checker.state()).toMatchObject({ to: 34n, unlisted: [34n], missing: [] });
  });

  it('allows for rows that the index counts and cannot decode', async () => {
    const first = log.append(3);
    log.appendUndecodable();
    // The stream of this index gives it, its history does not: one of either kind is no difference.
    feed.add([...first, { ...first[0]!, id: 34n }, ...log.append(3)]);
    await rest();
    expect(checker.state()).toMatchObject({ to: 37n, unlisted: [], missing: [] });
  });

  it('does not mistake a history that is a moment behind for a difference', async () => {
    let late = true;
    const read: typeof log.read = async (...asked) => {
      const page = (await log.read(...asked)) as { items: unknown[] };
      const items = late ? page.items.slice(2) : page.items;
      late = false;
      return { ...page, items } as never;
    };
    checker.stop();
    checker = createChecker({ read, feed, timers, hidden: () => false });
    feed.add(log.append(5));
    await rest();
    expect(checker.state()).toMatchObject({ to: 35n, unlisted: [], missing: [] });
  });

  it('compares a burst piece by piece, while more arrives between two pages', async () => {
    log.onRead = () => feed.add(log.append(7));
    feed.add(log.append(1700));
    await vi.advanceTimersByTimeAsync(60_000);
    log.onRead = () => undefined;
    await rest();
    expect(checker.state()).toMatchObject({ to: log.tip(), waiting: 0, missing: [], unlisted: [] });
    expect(checker.state().compared).toBe(Number(log.tip()) - 30);
  });

  it('asks nothing while nobody looks, and goes on afterwards', async () => {
    hidden = true;
    feed.add(log.append(5));
    await rest();
    expect(log.reads).toBe(0);
    hidden = false;
    checker.wake();
    await rest();
    expect(checker.state().to).toBe(35n);
  });

  it('says that it could not be made, and makes it later', async () => {
    let down = true;
    const read: typeof log.read = (...asked) =>
      down ? Promise.reject(new Error('the index is away')) : log.read(...asked);
    checker.stop();
    checker = createChecker({ read, feed, timers, hidden: () => false });
    checker.attend();
    feed.add(log.append(5));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(checker.state()).toMatchObject({ at: null, failure: 'the index is away' });
    down = false;
    await rest();
    expect(checker.state()).toMatchObject({ to: 35n, failure: null });
  });

  it('begins anew with another log', async () => {
    feed.add(log.append(5));
    await rest();
    const other = createSmallLog();
    log.onRead = () => undefined;
    feed.reset(0n);
    expect(checker.state()).toMatchObject({ from: 0n, to: 0n, at: null, compared: 0 });
    expect(other.tip()).toBe(0n);
  });
});
