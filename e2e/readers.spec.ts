// Readers whose browser, device or paper differs: a translated page, a finger, forced colours, print, zones and locales.
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { followLink, openDemo, PAGES, rowsOf } from '@/e2e/visitor';

/** Replaces every text as a browser's translator does, now and whenever the page changes. */
async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const skipped = text.parentElement?.closest('font, script, style, [translate="no"]') ?? null;
        if (text.data.trim() === '' || skipped !== null) continue;
        const [font, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data;
        font.append(inner);
        text.replaceWith(font);
      }
    };
    translate();
    new MutationObserver(translate).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

test(
  'a translated page keeps its content, and its content stays current',
  { tag: '@full' },
  async ({ page }) => {
    await openDemo(page, '/executions');
    await rowsOf(page, 'executions');
    await translatePage(page);
    expect(await page.locator('main font').count()).toBeGreaterThan(20);
    // What React changes is on the page: the rows' numbers, the filter's value, the row's preview.
    const range = page.getByRole('navigation', { name: 'Pagination' });
    await expect(range).toContainText(/^1 to 20 of/);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(range).toContainText(/^21 to 40 of/);
    const status = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Status/ });
    await status.click();
    await page.getByRole('radio', { name: 'aborted', exact: true }).click();
    await expect(status).toHaveText('Status: aborted');
    await expect(range).toContainText(/^1 to /);
    await page.getByRole('button', { name: 'Clear Status' }).click();
    await expect(status).toHaveText('Status');
    await (await rowsOf(page, 'executions')).first().locator('a').first().click();
    await expect(page).toHaveURL(/\/executions\/0x/);
    // The first list: the graph's is gone while another tab is open.
    const tabs = page.getByRole('tablist').first().getByRole('tab');
    for (const tab of await tabs.all()) await tab.click();
    for (const path of PAGES) {
      await followLink(page, path);
      const current = page.getByRole('navigation', { name: 'Pages', exact: true }).locator('[aria-current]');
      await expect(current).toHaveAttribute('href', path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
      await expect(page.locator('main [role="alert"]')).toHaveCount(0);
    }
    // Ids, names and code are not offered to the translator.
    await followLink(page, '/payments');
    await rowsOf(page, 'payments');
    await expect(page.locator('main [data-same-id] font, main [data-exact] font, main pre font')).toHaveCount(
      0,
    );
  },
);

test('with an input method Enter ends the composition and opens nothing', async ({ page }) => {
  await openDemo(page, '/tools');
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: /^Search/ });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.imeSetComposition', { text: 'leaders', selectionStart: 7, selectionEnd: 7 });
  await expect(page.getByRole('option', { name: /Leaders/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('leaders');
  await expect(page).toHaveURL(/\/tools$/);
  await browser.send('Input.insertText', { text: 'leaders' });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leaders$/);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap shows a reason or an exact amount and opens no row; fields and targets are large', async ({
    page,
  }) => {
    await openDemo(page, '/payments');
    const rows = await rowsOf(page, 'payments');
    const amount = rows.first().locator('[data-exact]').first();
    const exact = (await amount.getAttribute('data-tip')) ?? '';
    const shown = page.locator('.pointer-events-none').filter({ hasText: exact });
    await amount.tap();
    await expect(shown).toBeVisible();
    await amount.tap();
    await expect(shown).toBeHidden();
    await expect(page).toHaveURL(/\/payments$/);
    const search = page.getByRole('combobox', { name: /^Search/ });
    await expect(search).toHaveCSS('font-size', '16px');
    const small = await page
      .locator('button:visible, select:visible, main a:visible, input:visible')
      .evaluateAll((all) =>
        all.flatMap((control) => {
          const { width, height } = control.getBoundingClientRect();
          return width >= 24 && height >= 24
            ? []
            : [`${control.outerHTML.slice(0, 120)} ${width} x ${height}`];
        }),
      );
    expect(small).toEqual([]);
  });
});

test('reasons and amounts open on focus; in a row the arrow keys reach them', async ({ page }) => {
  await openDemo(page, '/payments');
  const rows = await rowsOf(page, 'payments');
  await page.keyboard.press('j');
  const amount = rows.first().locator('[data-exact]').first();
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(amount).toBeFocused({ timeout: 100 });
  }).toPass();
  const exact = (await amount.getAttribute('data-tip')) ?? '';
  await expect(page.locator('.pointer-events-none').filter({ hasText: exact })).toBeVisible();
});

test('forced colours keep the colours of figures and mark what is selected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openDemo(page);
  const bars = page.getByRole('group', { name: /^Executions and outcomes by/ });
  await expect(bars).toBeVisible();
  const fills = await bars
    .locator(':scope > a > span')
    .evaluateAll((all) => [...new Set(all.map((bar) => getComputedStyle(bar).backgroundColor))]);
  expect(fills.length).toBeGreaterThan(2);
  await followLink(page, '/executions');
  const rows = await rowsOf(page, 'executions');
  const outline = (selector: string) => page.locator(selector).first();
  await rows.first().getByRole('checkbox').check();
  await expect(outline('tr[aria-selected="true"]')).toHaveCSS('outline-style', 'solid');
  await expect(outline('nav [aria-current="page"]')).toHaveCSS('outline-style', 'solid');
  await expect(outline('tr[aria-selected="false"]')).toHaveCSS('outline-style', 'none');
});

test(
  'a printed list is dark on white, without navigation, with all rows and whole ids',
  { tag: '@full' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const aWeekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    await openDemo(page, `/executions?created_after=${aWeekAgo}`);
    await rowsOf(page, 'executions');
    await page.getByRole('button', { name: 'Load all' }).click();
    const table = page.getByRole('table', { name: 'executions' });
    const all = Number(
      /\d+/.exec((await page.getByText(/^All \d+ executions loaded/).textContent()) ?? '')?.[0],
    );
    const rows = table.locator('tr[data-row]');
    await expect.poll(() => rows.count()).toBeLessThan(all);
    const visible = () => table.locator('thead th').filter({ visible: true }).allInnerTexts();
    const columns = await visible();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    // As wide as A4: no column of the window is missing.
    const window = page.viewportSize()!;
    await page.setViewportSize({ ...window, width: 703 });
    await expect
      .poll(async () => (await visible()).filter((name) => name !== ''))
      .toEqual(columns.filter((name) => name !== ''));
    await page.setViewportSize(window);
    await expect(rows).toHaveCount(all);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(26, 29, 34)');
    const id = table.locator('tr[data-row] [data-same-id]').first();
    const written = await id.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(written).toContain((await id.getAttribute('data-same-id')) ?? 'none');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => rows.count()).toBeLessThan(all);
  },
);

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin', locale: 'de-DE' });

  test('a time that occurs twice includes both, and amounts are read as typed there', async ({ page }) => {
    await openDemo(page, '/executions');
    await rowsOf(page, 'executions');
    await page.getByRole('button', { name: /Time zone/ }).click();
    await page.getByRole('menuitemradio', { name: 'Local time' }).click();
    await page.getByRole('button', { name: 'Started', exact: true }).first().click();
    const from = page.getByLabel('From', { exact: true });
    await from.fill('2026-10-25T02:00');
    await expect(page.getByText('Occurs twice, as clocks go back')).toBeVisible();
    await page.getByLabel('To (inclusive)').fill('102026-10-25T02:00');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('The year must be between 1 and 9999')).toBeVisible();
    await expect(page.getByLabel('To (inclusive)')).toHaveValue('102026-10-25T02:00');
    await page.getByLabel('To (inclusive)').fill('2026-10-25T02:00');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/created_after=2026-10-25T00%3A00%3A00.000Z/);
    await expect(page).toHaveURL(/created_before=2026-10-25T01%3A00%3A59.999Z/);
    await page.getByRole('button', { name: 'Cost', exact: true }).click();
    await page.getByLabel('At least').fill('1.234,5 SUI');
    await expect(page.getByText('= 1,234.5 SUI')).toBeVisible();
    await page.getByLabel('At least').fill('0,5');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/min_cost_mist=500000000/);
  });
});
