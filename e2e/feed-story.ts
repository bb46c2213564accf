// What the events page says of its own feed: how far it was checked, and what happened to the connection.
import { expect, type Page } from '@playwright/test';

/** Waits until the page says that its feed was compared with the history up to this id. */
export async function checkedTo(page: Page, id: number, timeout = 30_000): Promise<void> {
  await expect(page.locator('[data-checked]')).toHaveAttribute('data-checked', String(id), { timeout });
}

/** What the pill tells of the connection's past, newest first. */
export async function story(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'What happened to the connection' });
  if (!(await list.isVisible()))
    await page.getByRole('button', { name: /What happened to the connection/ }).click();
  await expect(list).toBeVisible();
  const told = await list.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  return told;
}
