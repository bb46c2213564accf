// Pages are readable before React has hydrated them, and input before that is lost.
// Tests are always too fast, so a patient page waits for hydration.
import { expect, type Page } from '@playwright/test';

const PATIENCE_MS = 60_000;

/**
 * Runs in the browser: the controls that React has not hydrated yet; null while the document is loading, empty outside the console.
 * Rows streamed after their page leave an empty, hidden table behind, which is never hydrated.
 */
function deaf(): string[] | null {
  if (document.readyState === 'loading') return null;
  if (document.querySelector('script[src*="/_next/"]') === null) return [];
  const taken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
  return [...document.querySelectorAll('body :is(a, button, input, select, table:not([hidden]:empty))')]
    .filter((element) => !taken(element))
    .map((element) => element.outerHTML.slice(0, 160));
}

async function untilItListens(page: Page): Promise<void> {
  // Again also when the page leads on to another meanwhile, which ends what is evaluated on it.
  await expect(async () => {
    expect(await page.evaluate(deaf), `controls of ${page.url()} that do not listen`).toEqual([]);
  }).toPass({ timeout: PATIENCE_MS, intervals: [20, 20, 50, 100] });
  // What listens on the document is set up in effects, which run after the first frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** The same page, whose `goto` and `reload` answer when it listens. */
export function patient(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await untilItListens(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await untilItListens(page);
    return answer;
  };
  return page;
}
