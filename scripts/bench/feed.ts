// npm run bench -- feed: the live feed in a browser at 500 events per second, in three parts of BENCH_SECONDS (60): reading
// (scrolled down: nothing is lost or moves), scrolling through the loaded rows, and following the newest (memory). Long tasks
// count in all. Needs a build.
import type { CDPSession, Page } from 'playwright';
import { hand, storedRows, listedIds, registries, steadily } from '@/e2e/feed-page';
import type { OwnStack } from '@/e2e/stack/stack';
import { connectWithKey } from '@/e2e/visitor';
import { figures, type Figures } from './figures';
import { inBrowser } from './in-browser';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const PER_SECOND = 500;
const LIMIT_TASK_MS = 50;
/** Heap growth in MB over the second half of following, after a collection. */
const LIMIT_GROWTH_MB = 8;
/** Fills the window of the newest 5,000 rows before memory is measured. */
const WARM_UP_SECONDS = 15;
const FIRST = 400;
/** Turns of the mouse wheel, and the distance of each. */
const TURNS = 120;
const TURN_PX = 2_000;
const MB = 1024 * 1024;

interface Watched {
  tasks: number[];
  moves: number;
}

/** Records main-thread tasks over 50 ms and changes of the scroll position from now on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const holder = window as unknown as { watched?: Watched };
    if (holder.watched !== undefined) {
      holder.watched.tasks.length = 0;
      holder.watched.moves = 0;
      return;
    }
    const watched: Watched = { tasks: [], moves: 0 };
    holder.watched = watched;
    // No named functions here: tsx would wrap them in a helper that the page does not have.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    window.addEventListener('scroll', () => {
      watched.moves += 1;
    });
  });
}

const readWatched = (page: Page): Promise<Watched> =>
  page.evaluate(() => {
    const { tasks, moves } = (window as unknown as { watched: Watched }).watched;
    return { tasks, moves };
  });

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MB;
}

/** Records one part's long tasks. */
function recordTasks(measured: Figures, part: string, { tasks }: Watched): void {
  measured.atMost(`${part}_longest_task_ms`, Math.max(0, ...tasks), LIMIT_TASK_MS, 'ms');
  measured.note(`${part}_tasks_over_50_ms`, tasks.length);
}

async function reading(page: Page, stack: OwnStack, key: string, measured: Figures): Promise<number> {
  await page.mouse.move(700, 600);
  await page.mouse.wheel(0, 1500);
  await page.waitForTimeout(1500);
  const from = await page.evaluate(() => window.scrollY);
  await watch(page);
  const sent = await steadily(stack, { from: FIRST, perSecond: PER_SECOND, seconds: SECONDS });
  const late = Date.now();
  await page.waitForFunction(
    (count) => document.querySelector('[data-newer]')?.getAttribute('data-newer') === String(count),
    sent,
    { timeout: 120_000 },
  );
  measured.note('reading_sent', sent);
  measured.note('reading_caught_up_after_ms', Date.now() - late);
  const watched = await readWatched(page);
  recordTasks(measured, 'reading', watched);
  measured.atMost(
    'reading_scroll_moved_px',
    Math.abs((await page.evaluate(() => window.scrollY)) - from),
    0.5,
    'px',
  );
  measured.note('reading_scroll_events', watched.moves);
  const { rows } = await storedRows(page);
  const ids = new Set(rows.map(({ id }) => id));
  const log = await listedIds(stack, key);
  const oldest = rows.at(-1)?.id ?? 0;
  const lost = log.filter((id) => id >= oldest && !ids.has(id));
  measured.atLeast('reading_rows_held', rows.length, sent, 'rows');
  measured.atMost('reading_lost', lost.length, 0.5, 'events');
  measured.atMost('reading_twice', rows.length - ids.size, 0.5, 'events');
  return FIRST + sent;
}

/** Scrolls to the top without hover or focus, where new events appear immediately. */
async function atTheTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.locator('button[data-newer]').waitFor({ state: 'detached' });
}

/** Scrolls through the loaded rows: how far it got, and how often no row was drawn there. */
async function scrolling(page: Page, measured: Figures): Promise<void> {
  await atTheTop(page);
  await page.mouse.move(700, 600);
  await watch(page);
  let blank = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, TURN_PX);
    // The frame after the one that requested the rows.
    const painted = await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              done((document.elementFromPoint(700, 500)?.closest('tr[data-row]') ?? null) !== null),
            ),
          ),
        ),
    );
    if (painted !== true) blank += 1;
  }
  recordTasks(measured, 'scrolling', await readWatched(page));
  measured.note('scrolling_turns_without_rows', `${blank} of ${TURNS}`);
  measured.note('scrolling_to_px', await page.evaluate(() => window.scrollY));
}

async function following(page: Page, stack: OwnStack, from: number, measured: Figures): Promise<void> {
  await atTheTop(page);
  const session = await page.context().newCDPSession(page);
  let next = from + (await steadily(stack, { from, perSecond: PER_SECOND, seconds: WARM_UP_SECONDS }));
  await watch(page);
  const heaps: number[] = [await heapMb(session)];
  for (let part = 0; part < 4; part += 1) {
    next += await steadily(stack, { from: next, perSecond: PER_SECOND, seconds: SECONDS / 4 });
    heaps.push(await heapMb(session));
  }
  await page.waitForFunction(
    (id) => document.querySelector('tr[data-row]')?.getAttribute('data-row') === String(id),
    next,
    { timeout: 60_000 },
  );
  const watched = await readWatched(page);
  recordTasks(measured, 'following', watched);
  measured.note('following_heap_mb', heaps.map((heap) => heap.toFixed(1)).join(' '));
  measured.atMost('following_heap_growth_mb', (heaps[4] ?? 0) - (heaps[2] ?? 0), LIMIT_GROWTH_MB, 'MB');
  measured.atMost('following_scroll_moved_px', await page.evaluate(() => window.scrollY), 0.5, 'px');
  measured.note('verification', (await page.locator('[data-verified]').textContent()) ?? '');
}

export function run(): Promise<Record<string, unknown>> {
  const measured = figures((line) => console.log(line));
  return inBrowser(async ({ browser, stack }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const key = await stack.claimKey();
    await hand(stack, registries(0, FIRST));
    await connectWithKey(page, stack.consoleUrl, key, '/events');
    await page.locator('tr[data-row]').first().waitFor();
    await page.locator('[data-status="live"]').waitFor();
    const next = await reading(page, stack, key, measured);
    await scrolling(page, measured);
    await following(page, stack, next, measured);
    return measured.all();
  });
}
