// Everyday use of a table: sort, arrange, preview, select, export, save a view, leave and come back.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { digestOf, objectIdOf } from '@/e2e/building-events';
import { hand, pill } from '@/e2e/feed-page';
import { readIndex } from '@/e2e/index-reader';
import { connectWithKey, openDemo, rowsOf, signIn } from '@/e2e/visitor';

const ids = async (page: Page, label: string) =>
  (await rowsOf(page, label)).evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''));
const head = (page: Page, name: string) =>
  page.getByRole('columnheader', { name, exact: true }).getByRole('button', { name, exact: true });

test('sorting covers the whole list; sort, order and hidden columns survive a reload', async ({ page }) => {
  await openDemo(page, '/payments');
  await rowsOf(page, 'payments');
  // Its unit follows from the rows, and is said once.
  await expect(head(page, 'Gas consumed, SUI')).toBeVisible();
  await expect(page.locator('td[data-column=consumed_total] [data-unit]:not(.sr-only)')).toHaveCount(0);
  await head(page, 'Budget, SUI').click();
  await expect(page).toHaveURL(/order_by=max_budget_mist.desc/);
  await expect(page.getByText('sorting covers the whole list')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Move State right' }).click();
  await expect(page).toHaveURL(/order=execution_object_id%2Cfinal_state/);
  // The box follows the address: a click, not an `uncheck`, which looks at once.
  const consumed = page.getByRole('checkbox', { name: 'Gas consumed' });
  await consumed.click();
  await expect(consumed).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.reload();
  await rowsOf(page, 'payments');
  const names = await page.getByRole('columnheader').allInnerTexts();
  expect(names.indexOf('Execution')).toBeLessThan(names.indexOf('State'));
  expect(names.filter((name) => name.startsWith('Gas consumed'))).toEqual([]);
  const column = page.locator('tr[data-row] td[data-column=max_budget_mist] [data-exact]');
  const exact = await column.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-exact') ?? ''));
  expect(exact).toEqual([...exact].sort((a, b) => Number(BigInt(b) - BigInt(a))));
});

test('checking a column shows it in a narrow window too', { tag: '@full' }, async ({ page }) => {
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

test('Space previews a row, j and k move on, the panel is in the URL and offers filters', async ({
  page,
}) => {
  await openDemo(page, '/tools');
  const [first, second] = await ids(page, 'tools');
  await page.keyboard.press('j');
  await page.keyboard.press(' ');
  const panel = page.getByRole('complementary', { name: 'tool preview' });
  await expect(panel).toHaveAttribute('data-peek', first ?? '');
  await page.keyboard.press('j');
  await expect(panel).toHaveAttribute('data-peek', second ?? '');
  await page.reload();
  await expect(panel).toHaveAttribute('data-peek', second ?? '');
  await panel.getByRole('button', { name: 'Filter by this Kind' }).click();
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
  await page.getByRole('button', { name: 'Filter by this value' }).click();
  await expect(page).toHaveURL(new RegExp(`status=${status}`));
});

test('rows are selected by keyboard and exported', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/tools');
  const all = await ids(page, 'tools');
  for (const key of ['j', 's', 'j', 's']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar', { name: 'Selected tools' });
  await expect(bar.getByText('2 tools selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('radio', { name: 'NDJSON' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^tools-.*\.ndjson$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    manifest: { request: '/tools', count: 2, complete: false, rows_from: 'selected rows' },
  });
  expect(lines.slice(1).map((line) => (JSON.parse(line) as { fqn: string }).fqn)).toEqual(all.slice(0, 2));
});

test('selected rows and all loaded rows show exact sums', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/payments');
  const rows = await rowsOf(page, 'payments');
  const budgets = async (count: number) => {
    const cells = rows.locator('td[data-column=max_budget_mist] [data-exact]');
    const exact = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-exact') ?? ''));
    return exact.slice(0, count).map(BigInt);
  };
  const [first = 0n, second = 0n] = await budgets(2);
  for (const key of ['j', 's', 'j', 's']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar', { name: 'Selected payments' });
  const figure = (name: string) =>
    bar.locator(`[data-sum=max_budget_mist] [data-figure=${name}] [data-exact]`);
  await expect(figure('sum')).toHaveAttribute('data-exact', String(first + second));
  await expect(figure('min')).toHaveAttribute('data-exact', String(first < second ? first : second));
  await expect(figure('max')).toHaveAttribute('data-exact', String(first < second ? second : first));
  await expect(bar.locator('[data-sum=consumed_total] [data-figure=sum] [data-exact]')).toBeVisible();

  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await page.goto('/payments?all=true');
  const all = page.getByRole('list', { name: 'Figures of the loaded payments' });
  await expect(all.locator('[data-sum=max_budget_mist] [data-figure=sum]')).toBeVisible();
});

test('two selected executions lead to their comparison', { tag: '@full' }, async ({ page, stack }) => {
  const { items } = await (await readIndex(stack)).get('/executions?page_size=20');
  const [{ dag_object_id: dag }] = items as [{ dag_object_id: string }];
  await openDemo(page, `/executions?dag_object_id=${dag}`);
  const rows = await rowsOf(page, 'executions');
  const [left, right] = await ids(page, 'executions');
  const bar = page.getByRole('toolbar', { name: 'Selected executions' });
  await rows.nth(0).getByRole('checkbox').click();
  await expect(bar.getByRole('link', { name: 'Compare' })).toHaveCount(0);
  await rows.nth(1).getByRole('checkbox').click();
  await bar.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(new RegExp(`/executions/${left}\\?tab=compare&with=${right}`));
  await expect(page.getByRole('main').getByText('Differences').first()).toBeVisible();
});

test('a view is saved; unknown parts of a link are reported', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/tools?kind=http&sort=fqn.asc');
  await rowsOf(page, 'tools');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('http by name');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto('/tools');
  await rowsOf(page, 'tools');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'http by name' }).click();
  await expect(page).toHaveURL(/\/tools\?kind=http&sort=fqn.asc/);
  await page.goto('/tools?verified=perhaps&columns=owner');
  await expect(page.getByText(/Ignored filter verified/)).toBeVisible();
  await expect(page.getByText(/Ignored unknown columns: owner/)).toBeVisible();
  await page.goto('/tasks?owner=0x1');
  await expect(page.getByText(/The filter owner is now called controller/)).toBeVisible();
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
    await expect.poll(async () => (await ids(page, label)).filter((id) => newest.includes(id))).toEqual([]);
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
    await page.goBack();
    await expect(page).not.toHaveURL(/page_token/);
    await expect.poll(() => ids(page, label)).toEqual(newest);
  }
});

test('"Load all" loads all rows and renders those in view', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/executions');
  await rowsOf(page, 'executions');
  const rows = page.locator('tr[data-row]');
  await expect(page.getByRole('button', { name: 'Load all' })).toHaveAttribute(
    'data-tip',
    /with \d+ requests?/,
  );
  await page.getByRole('button', { name: 'Load all' }).click();
  await expect(page).toHaveURL(/all=true/);
  const note = page.getByText(/All [\d,]+ executions loaded/);
  await expect(note).toBeVisible();
  const total = Number(/All ([\d,]+)/.exec(await note.innerText())?.[1]?.replaceAll(',', ''));
  expect(total).toBeGreaterThan(150);
  await expect.poll(() => rows.count()).toBeLessThan(150);
  const first = await rows.first().getAttribute('data-row');
  // On a busy machine the page grows only after the note appeared.
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => toEnd().then(() => page.locator(`[data-row="${first}"]`).count())).toBe(0);
  await expect(rows.first()).toBeVisible();
});

const objects = (from: number, count: number, of: string) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'DAGCreatedEvent',
    tx_digest: digestOf(`${of} ${from + index}`),
    sender_address: objectIdOf('creator'),
    onchain_at: new Date(Date.UTC(2026, 10, 20, 12, 0, 0, from + index)).toISOString(),
    payload: { dag: objectIdOf(`${of} ${from + index}`) },
  }));

test('scrolling while a link or a tab opens does not undo it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await openDemo(page, '/leaders');
  await rowsOf(page, 'leaders');
  // The page scrolls before the router has rendered what the click leads to.
  const pressAndScroll = (control: Locator) =>
    control.evaluate((element: HTMLElement) => {
      element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
      element.click();
      window.scrollTo(0, 100);
      window.dispatchEvent(new Event('scroll'));
    });
  await pressAndScroll(page.getByRole('link', { name: 'Agents', exact: true }));
  await expect(page).toHaveURL(/\/agents$/);
  await page.goto('/leaders');
  await (await rowsOf(page, 'leaders')).first().getByRole('link').first().click();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/Stake events/);
  await rowsOf(page, 'stake events');
  await pressAndScroll(page.getByRole('tab', { name: 'Stakers' }));
  await expect(page).toHaveURL(/tab=stakers/);
  await rowsOf(page, 'stakers');
});

test(
  'Back and reload keep the row in view after newer ones',
  { tag: '@full' },
  async ({ page, ownStack }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await hand(ownStack, objects(0, 60, 'dag'));
    await connectWithKey(page, ownStack.consoleUrl, await ownStack.claimKey(), '/dags');
    await expect(pill(page)).toHaveText('Live');
    const rows = await rowsOf(page, 'DAGs');
    const before = await ids(page, 'DAGs');
    const row = page.locator(`[data-row="${before[14]}"]`);
    await page.mouse.move(600, 300);
    await page.mouse.wheel(0, 400);
    await expect(row).toBeInViewport();
    await expect(page).toHaveURL(/snapshot=60/);

    await hand(ownStack, objects(60, 100, 'dag'));
    const newer = page.getByRole('button', { name: /new DAGs/ });
    await page.reload();
    await expect(rows.first()).toBeVisible();
    expect(await ids(page, 'DAGs')).toEqual(before);
    await expect(row).toBeInViewport();
    await expect(newer).toHaveText(/^100 new DAGs/);

    await row.locator('a').first().click();
    await expect(page).toHaveURL(/\/dags\/0x/);
    await hand(ownStack, objects(160, 100, 'dag'));
    await page.goBack();
    await expect(row.locator('a').first()).toBeFocused();
    await expect(row).toBeInViewport();
    expect(await ids(page, 'DAGs')).toEqual(before);
    await page.reload();
    await expect(newer).toHaveText(/^200 new DAGs/);
    await newer.click();
    await expect(page).not.toHaveURL(/snapshot/);
    await expect.poll(async () => (await ids(page, 'DAGs'))[0]).toBe(objectIdOf('dag 259'));

    // The same for a row left by its link at the top of the page.
    const top = await ids(page, 'DAGs');
    const link = page.locator(`[data-row="${top[3]}"] a`).first();
    await link.click();
    await expect(page).toHaveURL(/\/dags\/0x/);
    await hand(ownStack, objects(260, 200, 'dag'));
    await page.goBack();
    await expect(page).toHaveURL(/snapshot=260/);
    await expect(link).toBeFocused();
    expect(await ids(page, 'DAGs')).toEqual(top);

    // A selected row stays where it is, without a pointer near it: what arrives is counted above the table.
    await newer.click();
    await expect.poll(async () => (await ids(page, 'DAGs'))[0]).toBe(objectIdOf('dag 459'));
    await rows.nth(2).getByRole('checkbox').click();
    await page.mouse.move(5, 5);
    await page.getByRole('heading', { level: 1 }).click();
    const place = await rows.nth(2).boundingBox();
    await hand(ownStack, objects(460, 2, 'dag'));
    await expect(newer).toHaveText(/^2 new DAGs · Show/);
    expect((await ids(page, 'DAGs'))[0]).toBe(objectIdOf('dag 459'));
    expect(await rows.nth(2).boundingBox()).toEqual(place);
  },
);

test('loading all rows can be cancelled', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/executions');
  await rowsOf(page, 'executions');
  let proceed = () => {};
  const isCancelled = new Promise<void>((resolve) => (proceed = resolve));
  await page.route(/api\/index\/executions.*page_size=100/, async (route) => {
    await isCancelled;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Load all' }).click();
  await expect(page.getByText('Loading all executions…')).toBeVisible();
  expect(await ids(page, 'executions')).toHaveLength(20);
  await page.getByRole('button', { name: 'Cancel' }).click();
  proceed();
  await expect(page.getByText('Loading all executions…')).toHaveCount(0);
  await expect(page).not.toHaveURL(/all=true/);
  expect(await ids(page, 'executions')).toHaveLength(20);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('the time filter uses its zone, to the end of the minute', { tag: '@full' }, async ({ page }) => {
    await signIn(page);
    const url = new URL((await page.request.get('/healthz')).url()).origin;
    await page
      .context()
      .addCookies([{ name: 'dagscope.view', value: encodeURIComponent('zone=local'), url }]);
    await page.goto('/payments');
    await rowsOf(page, 'payments');
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: 'More filters' }).click();
    await filters.getByRole('button', { name: 'Indexed' }).click();
    await expect(page.getByText('Indexed, UTC+05:30')).toBeVisible();
    await page.getByLabel('To (inclusive)').fill('2126-11-20T23:59');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/created_before=2126-11-20T18%3A29%3A59\.999Z/);
    await expect(page.getByRole('button', { name: 'Indexed: to 2126-11-20 23:59 UTC+05:30' })).toBeVisible();
  });
});
