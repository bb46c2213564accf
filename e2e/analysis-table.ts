// Questions on the Analyze page, and the table of an answer: its rows by name, its figures, and the bounds of its period.
import type { Locator, Page } from '@playwright/test';
import { Asker, chooser } from '@/e2e/asker';
import { type Bounds, boundsOfLink, readIndex } from '@/e2e/index-reader';
import { expect } from '@/e2e/stack/fixtures';
import type { Stack } from '@/e2e/stack/stack';
import { openDemo } from '@/e2e/visitor';

export const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
export const cell = (rows: Locator, row: string, column = 'value') =>
  rows.locator(`tr[data-row="${row}"] td[data-column="${column}"]`);
export const firstRow = (rows: Locator) => rows.locator('tr[data-row]:not([data-row="total"])').first();
export const exact = (of: Locator) => of.locator('[data-exact]').first();

/** Rows that a long table shows first. Where it has more, those near the end are left out: equal amounts can change places with hidden rows. */
const SHOWN = 50;
const CHECKED = 30;

/** Each row has its amount, and the largest is first. */
export async function expectRanks(rows: Locator, truth: readonly [string, bigint][]): Promise<void> {
  expect(truth.length).toBeGreaterThan(1);
  for (const [name, amount] of truth.length > SHOWN ? truth.slice(0, CHECKED) : truth)
    await expect(exact(cell(rows, name)), name).toHaveAttribute('data-exact', String(amount));
  const first = firstRow(rows);
  await expect(exact(first.locator('td[data-column="value"]'))).toHaveAttribute(
    'data-exact',
    String(truth[0]?.[1]),
  );
  if (truth[0]?.[1] !== truth[1]?.[1]) await expect(first).toHaveAttribute('data-row', truth[0]?.[0] ?? '');
}

/** The bounds of the list that the total leads to, once it is shown. */
export async function boundsOf(rows: Locator): Promise<Bounds> {
  await expect(rows).toBeVisible();
  return boundsOfLink(cell(rows, 'total').getByRole('link'));
}

/** Asks a question from the rail: the table of this name, and the bounds that its total leads to. */
export async function analyzed(
  page: Page,
  stack: Stack,
  choices: Readonly<Record<string, string>>,
  name: string,
) {
  const index = await readIndex(stack);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Analyze');
  for (const [control, value] of Object.entries(choices)) await asker.choose(chooser(page, control), value);
  if (choices['Period'] !== undefined)
    await expect(page).toHaveURL(new RegExp(`period=${choices['Period']}`));
  const rows = table(page, name);
  return { index, asker, rows, bounds: await boundsOf(rows) };
}
