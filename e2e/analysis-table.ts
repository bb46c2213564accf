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
export const exact = (of: Locator) => of.locator('[data-exact]').first();

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
