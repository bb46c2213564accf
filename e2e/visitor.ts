// What visitors do in many specs: connect, wait until a table has its rows, read an id. Selectors by role and name, as a person finds things.
import { expect, type Locator, type Page } from '@playwright/test';

/** Connects through the page's own button; lands on the overview. */
export async function openDemo(page: Page): Promise<void> {
  await page.goto('/connect');
  await page.getByRole('button', { name: 'Open the demo network' }).click();
  await expect(page).toHaveURL(/\/overview/);
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
  const seen = page.getByRole('region', { name: 'What this key sees' });
  await seen.getByRole('button', { name: 'Go on' }).click();
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
