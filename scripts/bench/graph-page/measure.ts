// Measures a page that draws a graph in Chromium: time to the first useful content and to the final layout, longest task, frame
// rate while panning, and heap. Both pages are measured by the same code, with different selectors.
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';

export interface Sights {
  /** Selector of the first useful content. */
  first: string;
  /** Selector of the final layout. */
  final: string;
}

export interface Measured {
  /** False if the layout was not final within the deadline; the times are then the deadline, a lower bound. */
  done: boolean;
  first_ms: number;
  final_ms: number;
  longest_task_ms: number;
  frames_per_second: number;
  heap_mb: number;
}

interface Seen {
  first: number | null;
  final: number | null;
  longest: number;
}

/** Runs in the page before its own scripts. Content counts once its frame has been drawn. */
function watch({ first, final }: Sights): void {
  const seen: Seen = { first: null, final: null, longest: 0 };
  Object.assign(window, { seen });
  const note = (name: 'first' | 'final') =>
    requestAnimationFrame(() => setTimeout(() => (seen[name] ??= performance.now())));
  const requested = { first: false, final: false };
  const look = () => {
    for (const [name, selector] of [
      ['first', first],
      ['final', final],
    ] as const)
      if (!requested[name] && document.querySelector(selector)) {
        requested[name] = true;
        note(name);
      }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

const PAN_MS = 1500;
/** Lets a new window settle, which is not part of the page. */
const SETTLING_MS = 800;
/** Closing a killed page may never finish. */
export const CLOSING_MS = 5000;

/** Frames per second while the drawing is dragged back and forth. */
async function panned(page: Page): Promise<number> {
  const box = await page.locator('.react-flow__pane').first().boundingBox();
  if (!box) return Number.NaN;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const frame = (at: number) => {
      frames.push(at);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const started = Date.now();
  for (let step = 0; Date.now() - started < PAN_MS; step += 1)
    await page.mouse.move(x + Math.sin(step / 12) * 180, y + Math.cos(step / 17) * 90);
  const milliseconds = Date.now() - started;
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.length);
  await page.mouse.up();
  return (frames / milliseconds) * 1000;
}

/** Opens and measures `url`; anything later than `deadline_ms` counts as `deadline_ms`. */
export async function measure(
  context: BrowserContext,
  url: string,
  sights: Sights,
  { deadline_ms, pan }: { deadline_ms: number; pan: boolean },
): Promise<Measured> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  try {
    // tsx wraps functions in a helper that the page does not have.
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named' });
    await page.addInitScript(watch, sights);
    await page.waitForTimeout(SETTLING_MS);
    await page.goto(url, { waitUntil: 'commit', timeout: deadline_ms });
    const seen = await page
      .waitForFunction(() => (window as unknown as { seen: Seen }).seen.final, null, {
        timeout: deadline_ms,
        polling: 50,
      })
      .then(async () => {
        await page.waitForTimeout(600);
        return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
      })
      .catch(() => null);
    if (seen === null) {
      // A busy page cannot respond and would slow down the next ones, so its process is killed.
      void session.send('Page.crash').catch(() => undefined);
      return {
        done: false,
        first_ms: deadline_ms,
        final_ms: deadline_ms,
        longest_task_ms: deadline_ms,
        frames_per_second: 0,
        heap_mb: Number.NaN,
      };
    }
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return {
      done: true,
      first_ms: seen.first ?? deadline_ms,
      final_ms: seen.final ?? deadline_ms,
      longest_task_ms: seen.longest,
      frames_per_second: pan ? await panned(page) : Number.NaN,
      heap_mb: usedSize / 1e6,
    };
  } finally {
    await Promise.race([page.close({ runBeforeUnload: false }).catch(() => undefined), wait(CLOSING_MS)]);
  }
}
