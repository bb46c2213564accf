// The table of an answer on the Analyze page: its rows by name, its figures, and the bounds of its period.
import type { Locator, Page } from '@playwright/test';
import { type Bounds, boundsOfLink } from '@/e2e/index-reader';
import { expect } from '@/e2e/stack/fixtures';

export const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
export const cell = (rows: Locator, row: string, column = 'value') =>
  rows.locator(`tr[data-row="${row}"] td[data-column="${column}"]`);
export const exact = (of: Locator) => of.locator('[data-exact]').first();

/** The bounds of the list that the total leads to, once it is shown. */
export async function boundsOf(rows: Locator): Promise<Bounds> {
  await expect(rows).toBeVisible();
  return boundsOfLink(cell(rows, 'total').getByRole('link'));
}
