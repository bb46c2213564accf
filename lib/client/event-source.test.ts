import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventSource, hasHole } from './event-source';
import { createFeed } from './live/feed';
import type { Timers } from './live/timers';
import type { HistoryPage } from './queries/event-history';
import { createSmallLog } from './testing/small-log';

const timers: Timers = {
  now: () => 0,
  after(_, run) {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};
/** Lets reads be answered and changes be told. */
const settle = () => new Promise((done) => setTimeout(done, 2));

async function firstPage(log: ReturnType<typeof createSmallLog>): Promise<HistoryPage> {
  const covered = log.tip();
  const page = await log.read('events.list', {}, { page_size: '50' });
  return { ...page, covered };
}

function open(limits = { mostFollowed: 5_000, most: 50_000 }) {
  const log = createSmallLog();
  const feed = createFeed({ soon: (run) => run(), now: () => 0 });
  const source = createEventSource({ query: {}, read: log.read, feed, timers, limits });
  return { log, feed, source, stop: () => undefined };
}
const held = ({ source }: ReturnType<typeof open>) => source.state().rows.map(({ id }) => id);

async function toTheEnd(page: ReturnType<typeof open>): Promise<void> {
  for (let step = 0; step < 400 && !page.source.state().atEnd; step += 1) {
    page.source.loadOlder();
    await settle();
  }
}

describe('the rows of the events page', () => {
  it('are history and stream without a hole, whatever came between', async () => {
    const page = open();
    page.log.append(120);
    page.feed.begin(page.log.tip());
    page.source.start();
    const first = await firstPage(page.log);
    page.feed.add(page.log.append(30));
    page.source.fill(first);
    page.feed.add(page.log.append(5));
    await settle();
    expect(page.source.state().wants).toBe(false);
    await toTheEnd(page);
    expect(held(page)).toHaveLength(155);
    expect(held(page)).toEqual(page.log.listed());
  });

  it('want the first page again while the stream begins later than it reaches', async () => {
    const page = open();
    page.log.append(10);
    page.source.start();
    const early = await firstPage(page.log);
    page.log.append(10);
    page.feed.begin(page.log.tip());
    page.source.fill(early);
    expect(page.source.state().wants).toBe(true);
    page.source.fill(await firstPage(page.log));
    expect(page.source.state().wants).toBe(false);
    expect(held(page)).toEqual(page.log.listed());
  });

  it('want it again when the stream begins later than a page that was here before it, and count what comes until then', async () => {
    const page = open();
    page.log.append(200);
    page.source.fill(await firstPage(page.log));
    page.source.start();
    await toTheEnd(page);
    page.log.append(100);
    page.feed.begin(page.log.tip());
    page.feed.add(page.log.append(3));
    await settle();
    expect(page.source.state()).toMatchObject({ wants: true, newer: 3 });
    expect(held(page).at(-1)).toBe(200n);
    page.source.fill(await firstPage(page.log));
    expect(page.source.state()).toMatchObject({ wants: false, newer: 0 });
    const rows = held(page);
    expect(rows).toEqual(page.log.listed().slice(-rows.length));
    await toTheEnd(page);
    expect(held(page)).toEqual(page.log.listed());
  });

  it('keep what is held when the first page is read again after an absence, however much came in it', async () => {
    for (const missed of [0, 20, 80]) {
      const page = open();
      page.log.append(300);
      page.feed.begin(page.log.tip());
      page.source.start();
      page.source.fill(await firstPage(page.log));
      await toTheEnd(page);
      const away = page.log.append(missed);
      // Read before the stream has brought what came meanwhile.
      page.source.fill(await firstPage(page.log));
      expect(held(page).slice(0, 300)).toEqual(page.log.listed().slice(0, 300));
      page.feed.add(away);
      await settle();
      expect(held(page)).toEqual(page.log.listed());
      expect(page.source.state()).toMatchObject({ wants: false, atEnd: true, newer: 0 });
    }
  });

  it('join over what the stream left out where the page reaches down to them, and begin anew where it does not', async () => {
    for (const [skipped, kept] of [
      [30, 250],
      [70, 50],
    ] as const) {
      const page = open();
      page.log.append(220);
      page.feed.begin(page.log.tip());
      page.source.start();
      page.source.fill(await firstPage(page.log));
      await toTheEnd(page);
      const from = page.log.tip();
      page.log.append(skipped);
      page.feed.skip(from, page.log.tip());
      expect(page.source.state()).toMatchObject({ wants: true, newer: skipped });
      page.source.fill(await firstPage(page.log));
      expect(held(page)).toEqual(page.log.listed().slice(-kept));
      expect(page.source.state()).toMatchObject({ wants: false, newer: 0 });
      await toTheEnd(page);
      expect(held(page)).toEqual(page.log.listed());
    }
  });

  it('do not want it again because the feed lets its oldest go', async () => {
    const page = open();
    page.feed.begin(0n);
    page.source.start();
    page.source.fill(await firstPage(page.log));
    for (let round = 0; round < 70; round += 1) page.feed.add(page.log.append(100));
    expect(page.feed.snapshot().after! > 0n).toBe(true);
    expect(page.source.state().wants).toBe(false);
  });

  it('are read again from history where they had left, however the offsets drift', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            'burst',
            'one',
            'undecodable',
            'older',
            'jump',
            'while reading',
            'again',
            'late',
            'very late',
            'skip',
          ),
          { maxLength: 30 },
        ),
        async (steps) => {
          const page = open({ mostFollowed: 60, most: 5_000 });
          page.log.append(150);
          page.feed.begin(page.log.tip());
          page.source.start();
          page.source.fill(await firstPage(page.log));
          for (const step of steps) {
            if (step === 'burst') page.feed.add(page.log.append(45));
            else if (step === 'one') page.feed.add(page.log.append(1));
            else if (step === 'undecodable') page.log.appendUndecodable();
            else if (step === 'jump') page.log.skipTo(Number(page.log.tip()) + 13);
            else if (step === 'again') page.source.fill(await firstPage(page.log));
            else if (step === 'late' || step === 'very late') {
              const late = page.log.append(step === 'late' ? 4 : 70);
              page.source.fill(await firstPage(page.log));
              page.feed.add(late);
            } else if (step === 'skip') {
              const from = page.log.tip();
              page.log.append(35);
              page.feed.skip(from, page.log.tip());
              page.source.fill(await firstPage(page.log));
            } else {
              page.log.onRead = step === 'older' ? () => undefined : () => page.feed.add(page.log.append(3));
              page.source.follow(false);
              page.source.loadOlder();
              await settle();
              page.log.onRead = () => undefined;
              page.source.follow(true);
            }
            await settle();
            const rows = held(page);
            const listed = page.log.listed();
            // Contiguous in the listing: no hole, nothing twice.
            const from = listed.indexOf(rows[0]!);
            expect(rows).toEqual(listed.slice(from, from + rows.length));
            expect(page.source.state().wants).toBe(false);
          }
          page.source.follow(false);
          await toTheEnd(page);
          expect(held(page)).toEqual(page.log.listed());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keep those of a log that was reset, and ask for the new one', async () => {
    const page = open();
    page.feed.add(page.log.append(5));
    page.source.start();
    page.source.fill(await firstPage(page.log));
    page.feed.reset(0n);
    expect(page.source.state()).toMatchObject({ rows: [], wants: true });
    expect(page.source.state().former).toHaveLength(5);
  });
});

it('knows when history has to close up with the stream', () => {
  expect(hasHole(null, { covered: null, newest: null })).toBe(false);
  expect(hasHole(10n, { covered: null, newest: 10n })).toBe(false);
  expect(hasHole(11n, { covered: null, newest: 10n })).toBe(true);
  expect(hasHole(11n, { covered: 11n, newest: 4n })).toBe(false);
  expect(hasHole(5n, { covered: null, newest: null })).toBe(true);
});
