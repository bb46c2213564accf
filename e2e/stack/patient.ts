// Pages are readable before React has hydrated them, and input before that is lost. A patient page waits for hydration.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const HYDRATION_TIMEOUT_MS = 60_000;
const POLL_MS = 30;

/**
 * Runs in the browser: the controls that React has not hydrated yet; null while the document is loading, empty outside the console.
 * Rows streamed after their page leave an empty, hidden table behind, which is never hydrated.
 */
async function unhydrated(): Promise<string[] | null> {
  if (document.readyState === 'loading') return null;
  if (document.querySelector('script[src*="/_next/"]') === null) return [];
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
  const controls = document.querySelectorAll('body :is(a, button, input, select, table:not([hidden]:empty))');
  const waiting = [...controls].filter((element) => !isHydrated(element));
  // Listeners on the document are added by effects, which run after the first frame.
  if (waiting.length === 0) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return waiting.map((element) => element.outerHTML.slice(0, 160));
}

async function waitForHydration(page: Page): Promise<void> {
  const end = Date.now() + HYDRATION_TIMEOUT_MS;
  for (;;) {
    // A navigation may interrupt it.
    const controls = await page.evaluate(unhydrated).catch(() => null);
    if (controls?.length === 0) return;
    if (page.isClosed() || Date.now() > end)
      throw new Error(
        `controls of ${page.url()} that are not hydrated: ${controls?.join('\n') ?? 'unknown'}`,
      );
    await sleep(POLL_MS);
  }
}

/** The same page, whose `goto` and `reload` resolve once it is hydrated. */
export function patient(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await waitForHydration(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await waitForHydration(page);
    return response;
  };
  return page;
}
