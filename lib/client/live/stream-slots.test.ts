// Connections of one browser that compete for its streams.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTabChannels } from '@/lib/client/testing/tab-channels';
import { systemClock as clock } from '@/lib/time/clock';
import { createStreamSlots, MAX_STREAMS } from './stream-slots';
import { createTabLocks } from './tab-locks';

let channelOf: ReturnType<typeof createTabChannels>;
let pages: Page[];

interface Page {
  visible: boolean;
  needed: boolean;
  streams: boolean;
  /** How often it lost its slot. */
  losses: number;
  close: () => void;
}

function openPage(start: Partial<Page> = {}): Page {
  const page: Page = {
    visible: true,
    needed: false,
    streams: false,
    losses: 0,
    close: () => undefined,
    ...start,
  };
  const requestSlot = createStreamSlots({
    requestLock: createTabLocks({
      channel: channelOf('locks'),
      clock,
      tab: `tab ${pages.length}`,
    }),
    channel: () => channelOf('slots'),
    clock,
    isVisible: () => page.visible,
    isNeeded: () => page.needed,
  });
  const release = requestSlot({
    onGranted: () => void (page.streams = true),
    onLost() {
      page.streams = false;
      page.losses += 1;
    },
  });
  page.close = () => {
    page.streams = false;
    release();
  };
  pages.push(page);
  return page;
}
const streaming = () => pages.filter(({ streams }) => streams);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  channelOf = createTabChannels();
  pages = [];
});
afterEach(() => vi.useRealTimers());

it('of six keys three have a stream; when a page closes, another gets it', async () => {
  for (let key = 0; key < 6; key += 1) openPage();
  await pass(2_000);
  expect(streaming()).toHaveLength(MAX_STREAMS);
  for (let closed = 0; closed < 3; closed += 1) {
    const [page] = streaming();
    page!.close();
    pages.splice(pages.indexOf(page!), 1);
    await pass(2_000);
    expect(streaming()).toHaveLength(MAX_STREAMS);
  }
  expect(pages.every(({ losses }) => losses === 0)).toBe(true);
});

it('a visible page takes the slot of a hidden page without alerts', async () => {
  for (let key = 0; key < MAX_STREAMS; key += 1) openPage({ visible: false, needed: key > 0 });
  await pass(60_000);
  expect(streaming()).toHaveLength(MAX_STREAMS);
  const visiblePage = openPage();
  await pass(2_000);
  expect(visiblePage.streams).toBe(true);
  expect(pages.map(({ streams }) => streams)).toEqual([false, true, true, true]);
  // It gets its stream back once one is free.
  visiblePage.close();
  await pass(15_000);
  expect(pages.map(({ streams }) => streams)).toEqual([true, true, true, false]);
});

it('visible pages keep their slots, and hidden ones wait without taking any', async () => {
  for (let key = 0; key < MAX_STREAMS; key += 1) openPage();
  await pass(2_000);
  expect(streaming()).toHaveLength(MAX_STREAMS);
  const hidden = openPage({ visible: false });
  const visiblePage = openPage();
  await pass(60_000);
  expect([hidden.streams, visiblePage.streams]).toEqual([false, false]);
  pages[1]!.visible = false;
  await pass(7_000);
  expect(pages.map(({ streams }) => streams)).toEqual([true, false, true, false, true]);
  // Looked at again, it takes none from a page that is visible too.
  pages[1]!.visible = true;
  await pass(60_000);
  expect(pages.map(({ losses }) => losses)).toEqual([0, 1, 0, 0, 0]);
  pages[0]!.visible = false;
  await pass(7_000);
  expect(pages.map(({ streams }) => streams)).toEqual([false, true, true, false, true]);
});
