// What the server knows stands in its HTML: a list and a record can be read before any script runs, and where none does.
import { expect, test } from '@/e2e/stack/fixtures';
import { PAGES, signIn } from '@/e2e/visitor';

test.use({ javaScriptEnabled: false });

const LISTS = PAGES.filter((path) => path !== '/overview' && path !== '/key');

test('every list and a record of each are read without a script', { tag: '@full' }, async ({ context }) => {
  // The fixture's page waits until it listens, which it never does here.
  const page = await context.newPage();
  await signIn(page);
  for (const path of LISTS) {
    // A server that waits too long for the index sends a page to be filled in: it is asked again.
    await expect(async () => {
      await page.goto(path);
      await expect(page.locator('main tr[data-row]').first()).toBeVisible({ timeout: 1_000 });
    }, path).toPass();
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.locator('main tr[data-skeleton]'), path).toHaveCount(0);
    const cells = page.locator('main tr[data-row]').first().locator('td[data-column]');
    expect((await cells.allInnerTexts()).filter((text) => text.trim() !== '').length, path).toBeGreaterThan(
      2,
    );

    const record = page.locator(`main tr[data-row] a[href^="${path}/"]`).first();
    if ((await record.count()) === 0) continue;
    const href = (await record.getAttribute('href')) ?? '';
    await expect(async () => {
      await page.goto(href);
      const facts = page.locator('main dd');
      // Figures are statistics, which the browser reads; the record is folded below them.
      if (!(await facts.first().isVisible()))
        await page.locator('main summary', { hasText: 'Technical details' }).click({ timeout: 5_000 });
      await expect(facts.first()).toBeVisible({ timeout: 1_000 });
      await expect(page.locator('main dd .skeleton')).toHaveCount(0, { timeout: 1_000 });
    }, href).toPass();
    await expect(page.getByRole('heading', { level: 1 }), href).toBeVisible();
  }
});
