// Pages are readable before React has hydrated them, and input before that is lost. A patient page waits for hydration.
import { expect, type Page } from '@playwright/test';

const HYDRATION_TIMEOUT_MS = 60_000;

/**
 * Runs in the browser: the controls that React has not hydrated yet; null while the document is loading, empty outside the console.
 * Rows streamed after their page leave an empty, hidden table behind, which is never hydrated.
 */
function unhydrated(): string[] | null {
  if (document.readyState === 'loading') return null;
  if (document.querySelector('script[src*="/_next/"]') === null) return [];
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
  return [...document.querySelectorAll('body :is(a, button, input, select, table:not([hidden]:empty))')]
    .filter((element) => !isHydrated(element))
    .map((element) => element.outerHTML.slice(0, 160));
}

async function waitForHydration(page: Page): Promise<void> {
  // Repeated also when a navigation interrupts the evaluation.
  await expect(async () => {
    expect(await page.evaluate(unhydrated), `controls of ${page.url()} that are not hydrated`).toEqual([]);
  }).toPass({ timeout: HYDRATION_TIMEOUT_MS, intervals: [20, 20, 50, 100] });
  // Listeners on the document are added by effects, which run after the first frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
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
