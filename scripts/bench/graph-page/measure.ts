// Measures one page that draws a graph, in Chromium: when something useful is first seen, when the layout is final, the longest task, how smoothly it
// pans, and the heap. The same code measures both pages; only what counts as seen differs.
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';

export interface Sights {
  /** A selector of which something is useful to look at. */
  first: string;
  /** A selector of which the layout is final. */
  final: string;
}

export interface Measured {
  /** False when the layout was not final within the deadline: the times are then the deadline, a lower bound of what it takes. */
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

/** Runs in the page before anything else of it. A sight counts once the frame that shows it has been made. */
function watch({ first, final }: Sights): void {
  const seen: Seen = { first: null, final: null, longest: 0 };
  Object.assign(window, { seen });
  const note = (name: 'first' | 'final') =>
    requestAnimationFrame(() => setTimeout(() => (seen[name] ??= performance.now())));
  const asked = { first: false, final: false };
  const look = () => {
    for (const [name, selector] of [
      ['first', first],
      ['final', final],
    ] as const)
      if (!asked[name] && document.querySelector(selector)) {
        asked[name] = true;
        note(name);
      }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

const PAN_MS = 1500;
/** A window that has just been opened is busy with itself, which is no part of the page. */
const SETTLING_MS = 800;
/** A page that was ended may never say that it is closed. */
export const CLOSING_MS = 5000;

/** Frames in a second while the drawing is dragged to and fro. */
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
  const taken = Date.now() - started;
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.length);
  await page.mouse.up();
  return (frames / taken) * 1000;
}

/** Opens `url` and measures it; what has not come within `deadline_ms` counts as having taken that long. */
export async function measure(
  context: BrowserContext,
  url: string,
  sights: Sights,
  { deadline_ms, pan }: { deadline_ms: number; pan: boolean },
): Promise<Measured> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  try {
    // Functions sent into the page call a helper of the loader of TypeScript, which a page does not have.
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
      // A page that is still at it cannot be asked, and would take the time of those that follow: its process is ended, which needs no answer from it.
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
