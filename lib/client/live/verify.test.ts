import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Read } from '@/lib/client/read';
import { createSmallLog, type SmallLog } from '@/lib/client/testing/small-log';
import { createTestStore } from '@/lib/client/testing/test-store';
import { systemClock as clock } from '@/lib/time/clock';
import { createVerifier, type Verifier } from './verify';

let log: SmallLog;
let test: ReturnType<typeof createTestStore>;
let verifier: Verifier;
let hidden: boolean;
let read: Read;

beforeEach(() => {
  vi.useFakeTimers();
  log = createSmallLog();
  log.append(30);
  hidden = false;
  read = log.read;
  test = createTestStore();
  test.begin(log.tip());
  verifier = createVerifier({
    read: (...args) => read(...args),
    store: test.store,
    connection: test.connection,
    clock,
    hidden: () => hidden,
  });
});
afterEach(() => vi.useRealTimers());

const rest = () => vi.advanceTimersByTimeAsync(120_000);
const storedIds = () => test.store.events().map(({ id }) => Number(id));
async function verify(): Promise<void> {
  verifier.request();
  await rest();
}

describe('verification against the history', () => {
  it('compares what was received, and reports up to which id', async () => {
    test.receive(log.append(12));
    await verify();
    expect(verifier.state()).toMatchObject({
      running: false,
      from: 30n,
      to: 42n,
      compared: 12,
      missing: [],
      unlisted: [],
      error: null,
    });
    expect(verifier.state().at).not.toBeNull();
    test.receive(log.append(3));
    await verify();
    expect(verifier.state()).toMatchObject({ from: 30n, to: 45n, compared: 15 });
  });

  it('of an index that lists the oldest first compares nothing, and says why', async () => {
    const reversed = createSmallLog({ oldestFirst: true });
    read = reversed.read;
    reversed.append(30);
    test.receive(log.append(12));
    await verify();
    expect(verifier.state()).toMatchObject({
      to: null,
      unlisted: [],
      error: expect.stringContaining('oldest first') as string,
    });
  });

  it('needs no row numbers to know how many rows did not decode', async () => {
    log = createSmallLog({ opaque: true });
    log.append(30);
    read = log.read;
    const received = log.append(150);
    test.receive(received);
    log.appendUndecodable();
    await verify();
    expect(verifier.state()).toMatchObject({ missing: [], unlisted: [], error: null });
    expect(verifier.state().to).toBe(received.at(-1)!.id);
  });

  it('answers a request when nothing was received yet', async () => {
    await verify();
    expect(verifier.state()).toMatchObject({ from: 30n, to: 30n, compared: 0, missing: [], unlisted: [] });
    expect(log.reads).toBe(1);
    test.receive(log.append(3));
    await verify();
    expect(verifier.state()).toMatchObject({ from: 30n, to: 33n, compared: 3 });
  });

  it('finds an event the stream did not deliver, reports it and adds it', async () => {
    const received = log.append(9);
    test.receive(received.filter(({ id }) => id !== 34n));
    await verify();
    expect(verifier.state()).toMatchObject({ to: 39n, missing: [34n] });
    expect(storedIds()).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39]);
  });

  it('fills a gap before any of its events has arrived, and one inside a compared range', async () => {
    test.receive(log.append(5));
    await verify();
    log.append(4);
    test.send({ is: 'gap', after: 35n, to: 39n });
    await rest();
    expect(verifier.state()).toMatchObject({ to: 39n, missing: [36n, 37n, 38n, 39n] });
    const reads = log.reads;
    test.send({ is: 'gap', after: 33n, to: 36n });
    await rest();
    expect(log.reads).toBeGreaterThan(reads);
    expect(verifier.state()).toMatchObject({ from: 30n, to: 39n, compared: 5 });
  });

  it('finds an event the history does not list', async () => {
    const received = log.append(3);
    test.receive([...received, { ...received[2]!, id: 34n }]);
    await verify();
    expect(verifier.state()).toMatchObject({ to: 34n, unlisted: [34n], missing: [] });
  });

  it('allows for rows that the index counts and cannot decode', async () => {
    const first = log.append(3);
    log.appendUndecodable();
    test.receive([...first, { ...first[0]!, id: 34n }, ...log.append(3)]);
    await verify();
    expect(verifier.state()).toMatchObject({ to: 37n, unlisted: [], missing: [] });
  });

  it('does not mistake a history that is a moment behind for a difference', async () => {
    let late = true;
    read = async (...args) => {
      const page = (await log.read(...args)) as { items: unknown[] };
      const items = late ? page.items.slice(2) : page.items;
      late = false;
      return { ...page, items } as never;
    };
    test.receive(log.append(5));
    await verify();
    expect(verifier.state()).toMatchObject({ to: 35n, unlisted: [], missing: [] });
  });

  it('reads at most the newest thousand, while more arrives between two pages, and reports from where', async () => {
    log.onRead = () => test.receive(log.append(7));
    test.receive(log.append(1_700));
    verifier.request();
    await rest();
    expect(verifier.state()).toMatchObject({ from: 730n, to: 1_730n, compared: 1_000, missing: [] });
    expect(log.reads).toBeLessThan(15);
  });

  it('does not poll: events alone cause no read', async () => {
    test.change({ status: 'live' });
    verifier.watch();
    await rest();
    for (let minute = 0; minute < 5; minute += 1) {
      test.receive(log.append(120));
      await rest();
    }
    expect(log.reads).toBe(0);
  });

  it.each([
    [
      'on connect, while the feed is on screen',
      () => {
        verifier.watch();
        test.change({ status: 'live' });
      },
      1,
    ],
    ['on connect, not for other pages', () => test.change({ status: 'live' }), 0],
    ['after a gap', () => test.send({ is: 'gap', after: 30n, to: null }), 1],
    ['on request', () => verifier.request(), 1],
  ])('runs %s', async (_, trigger, reads) => {
    test.receive(log.append(5));
    trigger();
    await rest();
    expect(log.reads).toBe(reads);
  });

  it('runs on request only if the last time is long enough ago', async () => {
    test.receive(log.append(5));
    await verify();
    test.receive(log.append(5));
    verifier.request(180_000);
    await rest();
    expect(verifier.state().to).toBe(35n);
    verifier.request(180_000);
    await rest();
    expect(verifier.state().to).toBe(40n);
  });

  it('reads nothing while the tab is hidden, and continues afterwards', async () => {
    hidden = true;
    test.receive(log.append(5));
    await verify();
    expect(log.reads).toBe(0);
    hidden = false;
    verifier.resume();
    await rest();
    expect(verifier.state().to).toBe(35n);
  });

  it('reports that it failed, and succeeds later', async () => {
    read = () => Promise.reject(new Error('the index is unreachable'));
    test.receive(log.append(5));
    await verify();
    expect(verifier.state()).toMatchObject({ at: null, error: 'the index is unreachable' });
    read = log.read;
    await verify();
    expect(verifier.state()).toMatchObject({ to: 35n, error: null });
  });

  it('starts over with another log', async () => {
    test.receive(log.append(5));
    await verify();
    test.reset(0n);
    expect(verifier.state()).toMatchObject({ from: null, to: null, at: null, compared: 0 });
  });
});
