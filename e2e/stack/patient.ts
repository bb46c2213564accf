// The server sends pages that can be read before they listen: a key or a click that comes sooner is lost, as for a person who is quicker than the network.
// A test is always quicker; a patient page waits.
import type { Page } from '@playwright/test';

const PATIENCE_MS = 20_000;

/** In the browser: React has taken over every control that it was sent. True for a document that is not of the console. */
function listens(): boolean {
  if (document.readyState === 'loading') return false;
  if (document.querySelector('script[src*="/_next/"]') === null) return true;
  const taken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
  return [...document.querySelectorAll('body :is(a, button, input, select, table)')].every(taken);
}

async function untilItListens(page: Page): Promise<void> {
  await page.waitForFunction(listens, undefined, { timeout: PATIENCE_MS });
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
