// What visitors do in many specs: connect, wait until a table has its rows, read an id. Selectors by role and name, as a person finds things.
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { scopes } from '@/lib/contract/scopes';

/** Opens a session with a key of its own, as the Connect page does, without that page. */
export async function signIn(page: Page): Promise<void> {
  const { origin } = new URL((await page.request.get('/healthz')).url());
  const answer = await page.request.post('/api/session/claim', {
    headers: { origin },
    data: { email: `visitor-${randomUUID()}@example.org`, scopes },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** The same, and opens a page. */
export async function openDemo(page: Page, path = '/overview'): Promise<void> {
  await signIn(page);
  await page.goto(path);
}

/** Goes on to another page of the console as a link does, without loading a document; null, as there is no response. */
export async function followLink(page: Page, path: string): Promise<null> {
  await page.evaluate((href) => {
    const { next } = window as unknown as { next: { router: { push: (href: string) => void } } };
    next.router.push(href);
  }, path);
  const target = new URL(path, page.url());
  // A page may write the values of its filters in another way.
  const isThere = (url: URL) =>
    url.pathname === target.pathname &&
    [...target.searchParams.keys()].every((name) => url.searchParams.has(name));
  await page.waitForURL((url) => isThere(url) || url.pathname === '/connect', { waitUntil: 'commit' });
  return null;
}

/** Connects a page to any index with a key it already has; `next` is where it lands. */
export async function connectWithKey(
  page: Page,
  consoleUrl: string,
  key: string,
  next = '/overview',
): Promise<void> {
  await page.goto(`${consoleUrl}/connect?next=${encodeURIComponent(next)}`);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const seen = page.getByRole('region', { name: 'Key accepted' });
  await seen.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL((url) => url.pathname === new URL(next, consoleUrl).pathname);
}

/** The table's rows that hold data, once it has some. */
export async function rowsOf(page: Page, label: string): Promise<Locator> {
  const rows = page.getByRole('table', { name: label }).locator('tr[data-row]');
  await expect(rows.first()).toBeVisible();
  return rows;
}

/** Every page of the console that stands without an id. */
export const PAGES = [
  '/overview',
  '/analyze',
  '/leaders',
  '/agents',
  '/tools',
  '/dags',
  '/executions',
  '/tasks',
  '/payments',
  '/fees',
  '/events',
  '/key',
] as const;
