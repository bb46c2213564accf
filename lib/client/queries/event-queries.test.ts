import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findEvent, readAllEvents } from './event-queries';
import { createSmallLog } from '@/lib/client/testing/small-log';

test('an event is found by its id in a log with holes, and one that is not there is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ events: fc.nat(400), hole: fc.nat(900), lost: fc.boolean() }), { maxLength: 8 }),
      fc.nat(5_000),
      async (stretches, candidate) => {
        const log = createSmallLog();
        for (const { events, hole, lost } of stretches) {
          log.append(events);
          if (lost) log.appendUndecodable();
          log.skipTo(Number(log.tip()) + 1 + hole);
        }
        const listedIds = log.listed();
        for (const id of [BigInt(candidate), listedIds[candidate % Math.max(1, listedIds.length)] ?? 1n]) {
          log.reads = 0;
          const found = await findEvent(log.read, id);
          expect(found.event?.id).toBe(listedIds.includes(id) ? id : undefined);
          expect(found.complete).toBe(true);
          expect(log.reads).toBeLessThan(20);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a large dense log takes a handful of reads', async () => {
  const log = createSmallLog();
  log.append(60_000);
  for (const id of [1n, 59_999n, 31_415n]) {
    log.reads = 0;
    expect((await findEvent(log.read, id)).event?.id).toBe(id);
    expect(log.reads).toBeLessThanOrEqual(3);
  }
});

test('of an index that ignores the filter only matching events are taken, from a bounded number', async () => {
  const log = createSmallLog();
  log.append(250);
  const signal = new AbortController().signal;
  const query = { tx_digest: 'A'.repeat(44) };
  const { records, complete } = await readAllEvents(log.read, query, { signal, max: 120 });
  expect(records.every(({ tx_digest }) => tx_digest === query.tx_digest)).toBe(true);
  expect(complete).toBe(false);
  expect(log.reads).toBe(2);
});

test('all events are read once each, as they were at the beginning, up to the bound', async () => {
  const log = createSmallLog();
  log.append(250);
  const before = log.listed().reverse();
  log.onRead = ({ token }) => token > 0 && log.append(9);
  const signal = new AbortController().signal;
  const all = await readAllEvents(log.read, {}, { signal, onProgress: () => undefined });
  expect(all.records.map(({ id }) => id)).toEqual(before);
  expect(all.complete).toBe(true);
  const some = await readAllEvents(log.read, {}, { signal, onProgress: () => undefined, max: 120 });
  expect([some.records.length, some.complete]).toEqual([120, false]);
});

describe('an index with opaque tokens', () => {
  it('is searched page after page, and older events than those are not called missing', async () => {
    const log = createSmallLog({ opaque: true });
    log.append(3_000);
    expect((await findEvent(log.read, 2_950n)).event?.id).toBe(2_950n);
    expect((await findEvent(log.read, 2_500n)).event?.id).toBe(2_500n);
    expect(await findEvent(log.read, 1n)).toEqual({ event: null, complete: false, searched: 2_000 });
    expect(await findEvent(log.read, 9_999n)).toMatchObject({ event: null, complete: true });
  });

  it('that begins with the oldest is searched to its end', async () => {
    const log = createSmallLog({ opaque: true, oldestFirst: true });
    log.append(150);
    expect((await findEvent(log.read, 149n)).event?.id).toBe(149n);
    expect(await findEvent(log.read, 151n)).toMatchObject({ event: null, complete: true });
  });

  it.each([{ opaque: true, oldestFirst: true, uncounted: true }, { oldestFirst: true }, { opaque: true }])(
    'has its events exported newest first: %j',
    async (form) => {
      const log = createSmallLog(form);
      log.append(250);
      const all = await readAllEvents(log.read, {}, { signal: new AbortController().signal });
      expect(all.records.map(({ id }) => id)).toEqual(log.listed().reverse());
      expect(all).toMatchObject({ complete: true });
    },
  );

  it.each([1, 2, 3])('whose pages lead in a circle of %d is an error, not an endless read', async (cycle) => {
    const log = createSmallLog({ opaque: true, cycle });
    log.append(1_000);
    const signal = new AbortController().signal;
    await expect(readAllEvents(log.read, {}, { signal })).rejects.toMatchObject({
      code: 'REPEATED_TOKEN',
      message: expect.stringContaining('repeats a page token') as string,
    });
    expect(log.reads).toBeLessThan(6);
  });
});
