// What a reader does with a table all day: sort, arrange, look at a row, select, export, name a view, go away and come back.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf, signIn } from '@/e2e/visitor';

const ids = async (page: Page, label: string) =>
  (await rowsOf(page, label)).evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''));
const head = (page: Page, name: string) =>
  page.getByRole('columnheader', { name, exact: true }).getByRole('button', { name, exact: true });

test('sorting says that it sorts the loaded rows; order, width and choice of columns stand in the address', async ({
  page,
}) => {
  await openDemo(page, '/payments');
  await rowsOf(page, 'payments');
  await head(page, 'Budget, SUI').click();
  await expect(page).toHaveURL(/sort=max_budget_mist.desc/);
  await expect(page.getByText('sorted: only the loaded rows')).toBeVisible();
  const column = page.locator('tr[data-row] td[data-column=max_budget_mist] [data-exact]');
  const exact = await column.evaluateAll((all) => all.map((one) => one.getAttribute('data-exact') ?? ''));
  expect(exact).toEqual(
    [...exact].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : BigInt(a) > BigInt(b) ? -1 : 0)),
  );

  await head(page, 'State').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(page).toHaveURL(/order=execution_object_id%2Cfinal_state/);
  const before = (await head(page, 'Budget, SUI').locator('xpath=..').boundingBox())?.width ?? 0;
  await head(page, 'Budget, SUI').focus();
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Columns' }).click();
  // The box follows the address: a click, not an `uncheck`, which looks at once.
  const funder = page.getByRole('checkbox', { name: 'Funder' });
  await funder.click();
  await expect(funder).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.reload();
  await rowsOf(page, 'payments');
  const names = await page.getByRole('columnheader').allInnerTexts();
  expect(names.indexOf('Execution')).toBeLessThan(names.indexOf('State'));
  expect(names).not.toContain('Funder');
  const after = (await head(page, 'Budget, SUI').locator('xpath=..').boundingBox())?.width ?? 0;
  expect(after).toBeGreaterThan(before + 40);
});

test('a column is ticked while it is drawn; a tick draws one that the window has no room for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openDemo(page, '/payments');
  await rowsOf(page, 'payments');
  const agents = page.getByRole('columnheader', { name: 'Agent', exact: true });
  await expect(agents).toBeHidden();
  await page.getByRole('button', { name: 'Columns' }).click();
  const agent = page.getByRole('checkbox', { name: 'Agent' });
  await expect(agent).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'State', exact: true })).toBeChecked();
  await agent.click();
  await expect(agent).toBeChecked();
  await expect(agents).toBeVisible();
  await expect(page).toHaveURL(/columns=%21agent_object_id/);
  await page.reload();
  await expect(agents).toBeVisible();
});

test('Space looks at a row, j and k walk on, the panel is in the address; a filter is taken from it', async ({
  page,
}) => {
  await openDemo(page, '/tools');
  const [first, second] = await ids(page, 'tools');
  await page.keyboard.press('j');
  await page.keyboard.press(' ');
  const panel = page.getByRole('complementary', { name: 'The tool looked at' });
  await expect(panel).toHaveAttribute('data-peek', first ?? '');
  await page.keyboard.press('j');
  await expect(panel).toHaveAttribute('data-peek', second ?? '');
  await page.reload();
  await expect(panel).toHaveAttribute('data-peek', second ?? '');
  await panel.getByRole('button', { name: 'Only rows with this Kind' }).click();
  await expect(page).toHaveURL(/kind=(http|chain)/);
  await page.goto(`/tools?peek=${encodeURIComponent(first ?? '')}`);
  await expect(panel).toBeVisible();
  // The server drew the panel: the key counts once the page listens.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});

test('a cell under the pointer offers its value as a filter', async ({ page }) => {
  await openDemo(page, '/executions');
  const rows = await rowsOf(page, 'executions');
  const cell = rows.first().locator('td[data-column=status]');
  const status = (await cell.innerText()).trim().replace(' ', '_');
  await cell.hover();
  await page.getByRole('button', { name: 'Only rows with this value' }).click();
  await expect(page).toHaveURL(new RegExp(`status=${status}`));
});

test('where a tool’s verification is unknown can be asked for, and the page says who looked', async ({
  page,
  stack,
}) => {
  const key = await stack.claimKey(['tools:read']);
  const answer = await fetch(`${stack.indexUrl}/tools?page_size=100`, { headers: { 'x-api-key': key } });
  const { items } = (await answer.json()) as { items: { fqn: string; verified: boolean | null }[] };
  const unknown = items.filter((tool) => tool.verified === null).map((tool) => tool.fqn);
  expect(unknown.length).toBeGreaterThan(0);
  await openDemo(page, '/tools');
  await rowsOf(page, 'tools');
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Verified' }).click();
  await page.getByRole('radio', { name: 'unknown' }).click();
  await expect(page).toHaveURL(/unknown=verified/);
  await expect(page.getByText('The index cannot be asked where verified is unknown')).toBeVisible();
  await expect.poll(() => ids(page, 'tools')).toEqual(unknown);
});

test('rows are selected by keyboard, compared, and saved as a file that a spreadsheet cannot run', async ({
  page,
}) => {
  await openDemo(page, '/tools');
  const all = await ids(page, 'tools');
  for (const key of ['j', 's', 'j', 's']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar', { name: 'Selected tools' });
  await expect(bar.getByText('2 tools selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Compare' }).click();
  const table = page.getByRole('table', { name: 'tools compared' });
  await expect(table.getByRole('row').filter({ hasText: 'Tool' }).first()).toContainText('yes');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('radio', { name: 'NDJSON' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^tools-.*\.ndjson$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    manifest: { request: '/tools', count: 2, complete: false, rows_from: 'selected by hand' },
  });
  expect(lines.slice(1).map((line) => (JSON.parse(line) as { fqn: string }).fqn)).toEqual(all.slice(0, 2));
});

test('a view has a name and a link; what a link names that is gone is told', async ({ page }) => {
  await openDemo(page, '/tools?kind=http&sort=fqn.asc');
  await rowsOf(page, 'tools');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view that stands now' }).fill('http by name');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto('/tools');
  await rowsOf(page, 'tools');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'http by name' }).click();
  await expect(page).toHaveURL(/\/tools\?kind=http&sort=fqn.asc/);
  await page.goto('/tools?verified=perhaps&columns=owner');
  await expect(page.getByText(/The filter verified of this link is not used/)).toBeVisible();
  await expect(page.getByText(/This link names columns that the table does not have: owner/)).toBeVisible();
  await page.goto('/tasks?owner=0x1');
  await expect(page.getByText(/This link names owner, which the index ignores/)).toBeVisible();
});

test('Back from an object: the same filters, page, row and place on the screen', async ({ page }) => {
  await signIn(page);
  for (const [path, label] of [
    ['/payments?final_state=accomplished', 'payments'],
    ['/executions?status=succeeded', 'executions'],
  ] as const) {
    await page.goto(path);
    const newest = await ids(page, label);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(page).toHaveURL(/page_token=20/);
    await expect.poll(() => ids(page, label)).not.toContain(newest[0]);
    const before = await ids(page, label);
    const id = before[15] ?? '';
    const row = page.locator(`[data-row="${id}"]`);
    await row.scrollIntoViewIfNeeded();
    const url = page.url();
    const main = row.locator('a').first();
    await main.click();
    await expect(page).not.toHaveURL(/page_token/);
    await page.goBack();
    await expect(page).toHaveURL(url);
    await expect(main).toBeFocused();
    await expect(row).toBeInViewport();
    expect(await ids(page, label)).toEqual(before);
  }
});

test('all rows can be read: the page says what it costs, sorts all of them, and draws those in sight', async ({
  page,
}) => {
  await openDemo(page, '/executions');
  await rowsOf(page, 'executions');
  const rows = page.locator('tr[data-row]');
  await expect(page.getByRole('button', { name: 'Read all' })).toHaveAttribute(
    'data-tip',
    /with \d+ requests?/,
  );
  await page.getByRole('button', { name: 'Read all' }).click();
  await expect(page).toHaveURL(/all=true/);
  const note = page.getByText(/All [\d,]+ executions that match were read/);
  await expect(note).toBeVisible();
  const total = Number(/All ([\d,]+)/.exec(await note.innerText())?.[1]?.replaceAll(',', ''));
  expect(total).toBeGreaterThan(150);
  await expect.poll(() => rows.count()).toBeLessThan(150);
  const first = await rows.first().getAttribute('data-row');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.locator(`[data-row="${first}"]`)).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
});
