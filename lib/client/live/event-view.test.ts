import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventQuery, HistoryPage } from '@/lib/client/queries/event-queries';
import type { Read } from '@/lib/client/read';
import { createSmallLog, type LogForm } from '@/lib/client/testing/small-log';
import { createTestStore } from '@/lib/client/testing/test-store';
import { createEventView, createEventViews, hasHole } from './event-view';

/** Lets reads be answered. */
const readsAnswered = () => new Promise((done) => setTimeout(done, 2));

async function firstPage(log: ReturnType<typeof createSmallLog>): Promise<HistoryPage> {
  const covered = log.tip();
  const page = await log.read('events.list', {}, { page_size: '50' });
  return { ...page, covered };
}

function open({
  query = {},
  limits = { following: 5_000, reading: 50_000 },
  form = {},
}: { query?: EventQuery; limits?: object; form?: LogForm } = {}) {
  const log = createSmallLog(form);
  const feed = createTestStore();
  const view = createEventView({ query, read: log.read, store: feed.store, limits: limits as never });
  return { log, feed, view };
}
const shownIds = ({ view }: ReturnType<typeof open>) => view.state().rows.map(({ id }) => id);

async function toTheEnd(page: ReturnType<typeof open>): Promise<void> {
  for (let step = 0; step < 400 && !page.view.state().atEnd; step += 1) {
    page.view.loadOlder();
    await readsAnswered();
  }
}

describe('the rows of the events page', () => {
  it('continue below an empty first page', async () => {
    const log = createSmallLog();
    log.append(3);
    const { items } = await log.read('events.list', {}, {});
    const read = (async (_name: string, _params: unknown, query: Record<string, string> = {}) => ({
      items: query['page_token'] === 'p1' ? items : [],
      metadata: { next_token: query['page_token'] === 'p1' ? null : 'p1', total_items: null },
    })) as unknown as Read;
    const feed = createTestStore();
    const limits = { following: 5_000, reading: 50_000 };
    const view = createEventView({ query: {}, read, store: feed.store, limits });
    view.start();
    feed.begin(log.tip());
    view.fill({ ...(await read('events.list', {}, {})), covered: log.tip() });
    expect(view.state()).toMatchObject({ needsHistory: false, atEnd: false, rows: [] });
    view.loadOlder();
    await readsAnswered();
    expect(view.state().rows).toHaveLength(3);
    expect(view.state().atEnd).toBe(true);
  });

  it('are those of the stream where the index provides no history', async () => {
    const page = open();
    page.view.start();
    page.feed.begin(null);
    page.feed.receive(page.log.append(3));
    page.view.followStream();
    expect(page.view.state()).toMatchObject({ needsHistory: false, streamOnly: true, total: null });
    page.feed.receive(page.log.append(2));
    expect(shownIds(page)).toEqual([1n, 2n, 3n, 4n, 5n]);
    page.view.loadOlder();
    await readsAnswered();
    expect(page.view.state()).toMatchObject({ loadingOlder: false, olderError: null });
    // The history is back.
    page.view.fill(await firstPage(page.log));
    expect(page.view.state()).toMatchObject({ streamOnly: false, total: 5 });
  });

  it('join history and stream without a hole, whatever arrived between', async () => {
    const page = open();
    page.log.append(120);
    page.feed.begin(page.log.tip());
    page.view.start();
    const first = await firstPage(page.log);
    page.feed.receive(page.log.append(30));
    page.view.fill(first);
    page.feed.receive(page.log.append(5));
    await readsAnswered();
    expect(page.view.state().needsHistory).toBe(false);
    await toTheEnd(page);
    expect(shownIds(page)).toHaveLength(155);
    expect(shownIds(page)).toEqual(page.log.listed());
  });

  it('need the first page again while the stream begins later than it reaches', async () => {
    const page = open();
    page.log.append(10);
    page.view.start();
    const early = await firstPage(page.log);
    page.log.append(10);
    page.feed.begin(page.log.tip());
    page.view.fill(early);
    expect(page.view.state().needsHistory).toBe(true);
    page.view.fill(await firstPage(page.log));
    expect(page.view.state().needsHistory).toBe(false);
    expect(shownIds(page)).toEqual(page.log.listed());
  });

  it('need it again when the stream begins later than an earlier page, and count events until then', async () => {
    const page = open();
    page.log.append(200);
    page.view.fill(await firstPage(page.log));
    page.view.start();
    await toTheEnd(page);
    page.log.append(100);
    page.feed.begin(page.log.tip());
    page.feed.receive(page.log.append(3));
    await readsAnswered();
    expect(page.view.state()).toMatchObject({ needsHistory: true, newer: 3 });
    expect(shownIds(page).at(-1)).toBe(200n);
    page.view.fill(await firstPage(page.log));
    expect(page.view.state()).toMatchObject({ needsHistory: false, newer: 0 });
    const rows = shownIds(page);
    expect(rows).toEqual(page.log.listed().slice(-rows.length));
    await toTheEnd(page);
    expect(shownIds(page)).toEqual(page.log.listed());
  });

  it('stay when the first page is read again after an absence, however many events were missed', async () => {
    for (const missed of [0, 20, 80]) {
      const page = open();
      page.log.append(300);
      page.feed.begin(page.log.tip());
      page.view.start();
      page.view.fill(await firstPage(page.log));
      await toTheEnd(page);
      const away = page.log.append(missed);
      // Read before the stream delivered what arrived meanwhile.
      page.view.fill(await firstPage(page.log));
      expect(shownIds(page).slice(0, 300)).toEqual(page.log.listed().slice(0, 300));
      page.feed.receive(away);
      await readsAnswered();
      expect(shownIds(page)).toEqual(page.log.listed());
      expect(page.view.state()).toMatchObject({ needsHistory: false, atEnd: true, newer: 0 });
    }
  });

  it('join over skipped events where the page reaches down to them, and start over where it does not', async () => {
    for (const [skipped, count] of [
      [30, 250],
      [70, 50],
    ] as const) {
      const page = open();
      page.log.append(220);
      page.feed.begin(page.log.tip());
      page.view.start();
      page.view.fill(await firstPage(page.log));
      await toTheEnd(page);
      const from = page.log.tip();
      page.log.append(skipped);
      page.feed.skip(from, page.log.tip());
      expect(page.view.state()).toMatchObject({ needsHistory: true, newer: skipped });
      page.view.fill(await firstPage(page.log));
      expect(shownIds(page)).toEqual(page.log.listed().slice(-count));
      expect(page.view.state()).toMatchObject({ needsHistory: false, newer: 0 });
      await toTheEnd(page);
      expect(shownIds(page)).toEqual(page.log.listed());
    }
  });

  it('do not need it again when the store drops its oldest events', async () => {
    const page = open();
    page.feed.begin(0n);
    page.view.start();
    page.view.fill(await firstPage(page.log));
    for (let round = 0; round < 70; round += 1) page.feed.receive(page.log.append(100));
    expect(page.feed.store.state().after! > 0n).toBe(true);
    expect(page.view.state().needsHistory).toBe(false);
  });

  it.each<LogForm>([{}, { opaque: true }])(
    'are loaded again from history where they were dropped, however offsets drift: %j',
    async (form) => {
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
            const page = open({ limits: { following: 60, reading: 5_000 }, form });
            page.log.append(150);
            page.feed.begin(page.log.tip());
            page.view.start();
            page.view.fill(await firstPage(page.log));
            for (const step of steps) {
              if (step === 'burst') page.feed.receive(page.log.append(45));
              else if (step === 'one') page.feed.receive(page.log.append(1));
              else if (step === 'undecodable') page.log.appendUndecodable();
              else if (step === 'jump') page.log.skipTo(Number(page.log.tip()) + 13);
              else if (step === 'again') page.view.fill(await firstPage(page.log));
              else if (step === 'late' || step === 'very late') {
                const late = page.log.append(step === 'late' ? 4 : 70);
                page.view.fill(await firstPage(page.log));
                page.feed.receive(late);
              } else if (step === 'skip') {
                const from = page.log.tip();
                page.log.append(35);
                page.feed.skip(from, page.log.tip());
                page.view.fill(await firstPage(page.log));
              } else {
                page.log.onRead =
                  step === 'older' ? () => undefined : () => page.feed.receive(page.log.append(3));
                page.view.follow(false);
                page.view.loadOlder();
                await readsAnswered();
                page.log.onRead = () => undefined;
                page.view.follow(true);
              }
              await readsAnswered();
              const rows = shownIds(page);
              const listedIds = page.log.listed();
              // Contiguous in the list: no hole, nothing twice.
              const from = listedIds.indexOf(rows[0]!);
              expect(rows).toEqual(listedIds.slice(from, from + rows.length));
              expect(page.view.state().needsHistory).toBe(false);
            }
            page.view.follow(false);
            await toTheEnd(page);
            expect(shownIds(page)).toEqual(page.log.listed());
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it('keep those of a former log, and need the first page of the new one', async () => {
    const page = open();
    page.feed.receive(page.log.append(5));
    page.view.start();
    page.view.fill(await firstPage(page.log));
    page.feed.reset(0n);
    expect(page.view.state()).toMatchObject({ rows: [], needsHistory: true });
    expect(page.view.state().former).toHaveLength(5);
  });
});

it('counts only what matches its filter, also what was received before it was opened', async () => {
  const page = open({ query: { sender: '0x2' } });
  page.feed.begin(0n);
  const [first, second, third] = page.log.append(3);
  page.feed.receive([{ ...first!, sender_address: '0x2' }, second!]);
  page.view.start();
  expect(page.view.state().received).toBe(1);
  page.view.fill({ items: [], metadata: { next_token: null, total_items: 0 }, covered: 0n });
  page.feed.receive([{ ...third!, sender_address: '0x2' }, ...page.log.append(5)]);
  await readsAnswered();
  expect([page.view.state().received, page.view.state().rows.length]).toEqual([2, 2]);
  expect(page.view.rate.bars(5_000).reduce((sum, count) => sum + count)).toBe(2);
});

it('counts an event once that was received but not published when it was opened', async () => {
  const log = createSmallLog({});
  const feed = createTestStore({ hidden: false });
  const view = createEventView({ query: {}, read: log.read, store: feed.store });
  feed.begin(0n);
  feed.receive(log.append(7));
  view.start();
  feed.receive(log.append(1));
  await new Promise<void>((published) => feed.store.subscribe(published));
  expect(view.state().received).toBe(8);
});

it('keeps the views opened last, and stops those it drops', () => {
  const started: string[] = [];
  const views = createEventViews((query) => {
    const { view } = open({ query });
    const name = query.kinds ?? '';
    return { ...view, start: () => (started.push(`+${name}`), () => void started.push(`-${name}`)) };
  }, 2);
  const a = views.get({ kinds: 'a' });
  views.show(a);
  views.show(a);
  views.show(views.get({ kinds: 'b' }));
  expect(views.get({ kinds: 'a' })).toBe(a);
  views.get({ kinds: 'c' });
  expect(started).toEqual(['+a', '+b', '-b']);
  expect(views.get({ kinds: 'a' })).toBe(a);
});

it('knows when events are missing between history and stream', () => {
  expect(hasHole(null, { covered: null, newest: null })).toBe(false);
  expect(hasHole(10n, { covered: null, newest: 10n })).toBe(false);
  expect(hasHole(11n, { covered: null, newest: 10n })).toBe(true);
  expect(hasHole(11n, { covered: 11n, newest: 4n })).toBe(false);
  expect(hasHole(5n, { covered: null, newest: null })).toBe(true);
});
