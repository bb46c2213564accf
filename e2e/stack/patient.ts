// The server sends pages that can be read before they listen: a key or a click that comes sooner is lost, as for a person who is quicker than the network.
// A test is always quicker; a patient page waits.
import { expect, type Page } from '@playwright/test';

const PATIENCE_MS = 20_000;

/**
 * In the browser: the controls that React has not taken over yet, null for all of a document that is still read. None for a document that is not of the
 * console. Rows that come after their page leave an empty, hidden table behind, which nobody takes.
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
