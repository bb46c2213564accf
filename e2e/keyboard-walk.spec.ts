// A walk by keyboard alone: through the frame, a list with its filters, order, panel and selection, a dialog, the search box and the tabs of an object.
// Nothing is clicked. At each stop the focus can be seen, and whatever closes gives it back.
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

/** The name of what has the focus, and whether its ring can be seen: drawn, inside the window, under nothing. */
function stop(page: Page): Promise<{ name: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    // The search box draws its ring around its label.
    const ring =
      element.matches('[role=combobox]') || (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0);
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      seen: ring && top !== null && (element.contains(top) || top.contains(element)),
    };
  });
}

/** Presses Tab (or Shift+Tab) until the focus is on what is so called; each stop on the way has to be seen. */
async function walkTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let times = 0; times < 80; times += 1) {
    await page.keyboard.press(key);
    const { name: at } = await stop(page);
    const where = `${at}, after ${passed.slice(-3).join(' > ')}`;
    // The skip link slides in.
    await expect.poll(async () => (await stop(page)).seen, where).toBe(true);
    if (name.test(at)) return;
    passed.push(at);
  }
  throw new Error(`no stop is called ${name}: ${passed.join(' > ')}`);
}

const focused = (page: Page) => page.locator(':focus');

test('everything is reached, seen and left by keys alone', { tag: '@full' }, async ({ page }) => {
  await openDemo(page);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/tools$/);
  await rowsOf(page, 'tools');

  // A filter: its box takes the focus, arrows choose while it stays open, Escape gives the focus back.
  await walkTo(page, /^Kind/);
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: 'Kind' });
  await expect(box.getByRole('radio', { name: 'any' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/kind=chain/);
  await expect(box).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveText(/^Kind: chain/);
  await walkTo(page, /^Clear Kind/);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/kind/);
  await expect(focused(page)).toHaveText('Kind');
  await rowsOf(page, 'tools');

  // The order, a row, its panel, the selection, and what is done with it.
  await walkTo(page, /^Registration$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/order_by=is_registered/);
  await page.keyboard.press('j');
  await page.keyboard.press(' ');
  const panel = page.getByRole('complementary', { name: 'tool preview' });
  await expect(panel).toBeVisible();
  // The panel was loaded just now: the key counts once it listens.
  await expect(async () => {
    await page.keyboard.press('i');
    await expect(panel).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await walkTo(page, /^Close$/);
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(focused(page).locator('xpath=ancestor::tr[@data-row]')).toHaveCount(1);
  for (const key of ['s', 'j', 's']) await page.keyboard.press(key);
  await walkTo(page, /^Export$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export tools' });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(focused(page)).toHaveText('Export');

  // The search box, and back to where one was.
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveText('Export');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveText('Export');

  // An object and its tabs.
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await rowsOf(page, 'leaders');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leaders\/0x/);
  await expect(page.getByRole('tab', { name: 'Stake events' })).toBeVisible();
  await walkTo(page, /^Stake events$/);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=missed/);
  await expect(page.getByRole('tab', { name: 'Missed turns' })).toBeFocused();
});
