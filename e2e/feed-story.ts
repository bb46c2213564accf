// What the events page says about its own feed: verification and the connection log.
import { expect, type Page } from '@playwright/test';

/** Verifies the feed until it was compared with the history up to this id, with nothing missing. */
export async function verifyTo(page: Page, id: number, timeout = 30_000): Promise<void> {
  const result = page.locator('[data-verified]');
  await expect(async () => {
    await page.getByRole('button', { name: 'Verify', exact: true }).click({ timeout: 2_000 });
    await expect(result).toHaveAttribute('data-verified', String(id), { timeout: 5_000 });
  }).toPass({ timeout });
  await expect(result).toContainText('Verified complete');
}

/** The connection log, newest first. */
export async function connectionLog(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Connection log' });
  if (!(await list.isVisible())) await page.getByRole('button', { name: /Connection details/ }).click();
  await expect(list).toBeVisible();
  const told = await list.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  return told;
}
