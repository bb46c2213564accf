// The Analyze page: every figure leads to its rows, and a question is its address.
import { cell, table } from '@/e2e/analysis-table';
import { chooser, full } from '@/e2e/asker';
import { type IndexReader, type Json, readIndex } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

/** The number of rows of the list that a link of the console leads to, read from the index. */
async function listedBy(index: IndexReader, href: string): Promise<number> {
  const url = new URL(href, 'http://console.invalid');
  const path = url.pathname === '/fees' ? '/priority-fee-vault/events' : url.pathname;
  const { metadata } = await index.get(`${path}?${url.searchParams.toString()}&page_size=1`);
  return Number((metadata as Json)['total_items']);
}

const COUNTED = [
  'measure=executions&by=agent&and=day',
  'measure=executions&by=funder&and=none',
  'measure=executions&by=tool&and=week',
  'measure=executions&by=failed_vertex&and=failure_reason',
  'measure=payments&by=funder&and=day',
  'measure=refunds&by=refund_reason&and=day',
  'measure=events&by=family&and=day',
  'measure=events&by=kind&and=none&period=24h',
  'measure=missed_turns&by=day&and=none',
  'measure=missed_turns&by=leader&and=reason&period=30d',
  'measure=lost_races&by=leader&and=day&period=30d',
  'measure=won_races&by=leader&and=none&period=30d',
  'measure=commits&by=leader&and=day',
  'measure=calls&by=tool&and=day',
  'measure=calls_failed&by=vertex&and=none',
  'measure=calls&by=skill&and=none&period=30d&status=failed,aborted',
  'measure=executions&by=leader&and=status',
  'measure=executions&by=skill&and=day&status=failed&period=30d',
];

test('every figure leads to as many rows as it says', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  for (const question of COUNTED) {
    await page.goto(`/analyze?${question}`);
    const links = page.locator('main table td[data-column] a:has([data-exact])');
    await expect(links.first(), question).toBeVisible();
    const shown = await links.evaluateAll((all) =>
      all.map((link) => ({
        href: link.getAttribute('href') ?? '',
        figure: link.querySelector('[data-exact]')?.getAttribute('data-exact'),
      })),
    );
    expect(shown.length, question).toBeGreaterThan(3);
    const listed = shown.slice(0, 60).map(async ({ href }) => ({
      href,
      figure: String(await listedBy(index, href)),
    }));
    expect(await Promise.all(listed), question).toEqual(shown.slice(0, 60));
  }
});

test('dates replace the period, and lead to their rows', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page, '/analyze?measure=executions&by=agent&and=none');
  const total = cell(table(page, 'Executions by agent'), 'total').getByRole('link');
  const before = await total.innerText();
  await chooser(page, 'Period').selectOption('custom');
  await page.getByRole('button', { name: /^Dates: / }).click();
  const from = await page.getByLabel('From', { exact: true }).inputValue();
  const to = new Date(Date.parse(`${from}Z`) + 3 * 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('To (inclusive)').fill(to);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/from=.+&to=/);
  await expect(total).not.toHaveText(before);
  await expect(page.getByText(/compared with the previous period$/)).toBeVisible();
  const href = (await total.getAttribute('href')) ?? '';
  expect(new URL(href, 'http://console.invalid').searchParams.get('created_before')).toContain(
    to.slice(0, 13),
  );
  await expect(total.locator('[data-exact]')).toHaveAttribute(
    'data-exact',
    String(await listedBy(index, href)),
  );
});

test('a question is its address: it survives Back, a saved view and a phone', async ({ page }) => {
  await openDemo(page, '/analyze?measure=executions&by=agent&and=status&period=30d&status=failed');
  const rows = table(page, 'Executions by agent and status');
  await expect(rows.locator('tr[data-row]').nth(1)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Status: failed');
  await expect(page.getByText(/^Based on [\d,]+ executions?/)).toBeVisible();
  await rows.getByRole('button', { name: 'Change' }).click();
  await expect(page).toHaveURL(/sort=change\.desc/);
  await chooser(page, 'Measure').selectOption('payments');
  await expect(table(page, 'Payments by agent')).toBeVisible();
  await page.goBack();
  await expect(rows).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cell(rows, 'total')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^executions-by-agent-and-status-.*\.csv$/);
});

test('names have the width that the figures leave', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDemo(page, '/analyze?measure=cost&by=skill&and=none&period=30d');
  const names = table(page, 'Cost by skill').locator('td[data-column="name"] .id-name');
  await expect(names.first()).toBeVisible();
  const cut = await names.evaluateAll(
    (all) => all.filter((name) => name.scrollWidth > name.clientWidth).length,
  );
  expect(cut).toBe(0);
  // Two DAGs do the same: their ids tell them apart in narrower windows, too.
  await page.setViewportSize({ width: 1024, height: 900 });
  await openDemo(page, '/analyze?measure=cost&by=dag&and=none&period=30d');
  const shared = table(page, 'Cost by DAG').locator('td[data-column="name"] .titled-id');
  await expect(shared.first()).toBeVisible();
  expect(await shared.count()).toBeGreaterThan(1);
  for (const each of await shared.all())
    await expect(each.getByRole('link').locator('> span').first()).toBeVisible();
});
