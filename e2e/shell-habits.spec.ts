// The frame around every page: search, keys, the reader's choices, the requests behind a page, and a tab that outlives a deploy.
import { readIndex } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { followLink, openDemo, rowsOf } from '@/e2e/visitor';

test('Ctrl-K finds kinds of events and runs actions; what was looked at is offered again', async ({
  page,
}) => {
  await openDemo(page, '/tools');
  const rows = await rowsOf(page, 'tools');
  await rows.first().locator('a').first().click();
  await expect(page).toHaveURL(/\/tools\//);
  const tool = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: new RegExp(`${tool}.*recent`) })).toBeVisible();
  await page.keyboard.type('dagfinal');
  await page.getByRole('option', { name: /DAGFinalized/ }).click();
  await expect(page).toHaveURL(/\/events\?kinds=DAGFinalized/);
  await page.keyboard.press('/');
  await page.keyboard.type('light theme');
  await page.getByRole('option', { name: /Light theme/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the shortcut sheet lists the keys, and each does what it says', async ({ page }) => {
  await openDemo(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('region', { name: 'tables' })).toContainText('Preview row');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/leaders$/);
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/\/executions$/);
});

test('the time zone is in the HTML that the server sends: nothing flashes', async ({ page, context }) => {
  await openDemo(page, '/leaders');
  await rowsOf(page, 'Leaders');
  await page.getByRole('button', { name: /Time zone/ }).click();
  await page.getByRole('menuitemradio', { name: 'Local time' }).click();
  await expect(page.getByRole('button', { name: /Time zone/ })).toContainText('UTC+00:00');
  const html = await (await context.request.get(`${new URL(page.url()).origin}/leaders`)).text();
  expect(html).toContain('UTC+00:00');
});

test('every view gives the request behind it and its raw answer, and never the key', async ({ page }) => {
  await openDemo(page, '/tools?kind=http');
  await rowsOf(page, 'tools');
  await page.keyboard.press('r');
  const request = page.getByRole('listitem').filter({ hasText: '/tools?kind=http' }).first();
  await expect(request.locator('code')).toHaveText(
    `curl -sS -H "x-api-key: $INDEX_API_KEY" "$INDEX_URL"'/tools?kind=http'`,
  );
  await request.getByRole('button', { name: 'Raw response' }).click();
  await expect(request.getByText('status 200')).toBeVisible();
  await expect(request.getByLabel('raw response', { exact: true })).toContainText('"total_items"');
});

test("a tab of an older build offers to reload, and one of the same build doesn't", async ({ page }) => {
  await openDemo(page);
  const look = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const answers: unknown[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/version')) answers.push(await response.json());
  });
  // Looked again until the page listens.
  await expect(async () => {
    await look();
    await expect.poll(() => answers, { timeout: 1_000 }).toContainEqual({ build_id: expect.any(String) });
  }).toPass();
  await expect(page.getByText('A new version is available')).toHaveCount(0);
  await page.route('**/api/version', (route) => route.fulfill({ json: { build_id: 'another' } }));
  await look();
  await expect(page.getByText('A new version is available')).toBeVisible();
});

test('a key with few scopes sees what it lacks, on every page', async ({ page, stack, context, connect }) => {
  const index = await readIndex(stack);
  const [task] = await index.all('/tasks');
  const [agent] = await index.all('/agents');
  await connect(stack, context, ['tools:read']);
  await page.goto('/tools');
  // Nothing is asked for that would be refused: a refusal would show in the browser's console.
  for (const [path, scope] of [
    ['/overview', 'events:read'],
    ['/leaders', 'leaders:read'],
    ['/agents', 'agents:read'],
    ['/executions', 'executions:read'],
    ['/tasks', 'tasks:read'],
    ['/payments', 'payments:read'],
    ['/events', 'events:read'],
    [`/tasks/${String(task?.['object_id'])}`, 'tasks:read'],
    [`/agents/${String(agent?.['agent_object_id'])}`, 'agents:read'],
  ] as const) {
    await followLink(page, path);
    await expect(page.getByRole('main').getByText(scope).first()).toBeVisible();
  }
  // A page of many panels says it once, not panel by panel.
  const [tool] = await index.all('/tools');
  for (const [path, words] of [
    ['/overview', /executions:read.*Running now.*events:read.*Network changes/],
    [
      `/tools/${encodeURIComponent(String(tool?.['fqn']))}`,
      /dags:read.*DAGs using this tool.*events:read.*History/,
    ],
    [`/address/${String(tool?.['creator'])}`, /leaders:read.*Leader caps.*events:read.*Events sent · Stake/],
  ] as const) {
    await followLink(page, path);
    await expect(page.locator('[data-empty=no-scope]')).toHaveText(words);
  }
  await expect(page.getByRole('heading', { name: 'Tools created' })).toBeVisible();
});

test('without a connection the page stays, and the next one opens when the connection is back', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await openDemo(page, '/leaders');
  await rowsOf(page, 'leaders');
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tools' }).click();
  await expect(page.getByText('The page opens when the connection is back')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Leaders' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
  await expect(page).toHaveURL(/\/tools$/);
});

test('the rail has no facts at its foot, and the top bar keeps its width while heartbeats arrive', async ({
  page,
}) => {
  await openDemo(page, '/leaders');
  await expect(page.getByRole('complementary').getByText(/Release|Scopes|1 key/)).toHaveCount(0);
  const bar = page.getByRole('button', { name: /Connection details/ });
  await expect(bar).toContainText(/event [\d,]+/);
  await expect(bar).not.toContainText(/ago/);
});

test('a panel that fails leaves the page alive, and says why', async ({ page, stack, allowConsole }) => {
  const index = await readIndex(stack);
  const [tool] = await index.all('/tools');
  await openDemo(page);
  await page.route('**/api/index/dags?*', (route) =>
    route.fulfill({
      status: 400,
      json: { error_code: 'BROKEN', message: 'broken on purpose', request_id: 'r-1' },
    }),
  );
  allowConsole(/400/);
  await page.goto(`/tools/${encodeURIComponent(String(tool?.['fqn']))}`);
  await expect(page.getByText('broken on purpose').first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Input ports' }).getByRole('row').first()).toBeVisible();
});

test('an object is found by the beginning of its id, a skill by words of its description', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const [execution] = ((await index.get('/executions?page_size=1')) as { items: { object_id: string }[] })
    .items;
  const id = execution?.object_id ?? '';
  await openDemo(page);
  const box = page.getByRole('combobox');
  await box.fill(id.slice(0, 9));
  await expect(page.getByRole('option').filter({ hasText: 'execution' }).first()).toContainText(
    id.slice(0, 6),
  );
  await box.fill('median price');
  const skill = page.getByRole('option').filter({ hasText: 'skill' }).first();
  await expect(skill).toContainText('median price');
  await skill.click();
  await expect(page).toHaveURL(/\/agents\/0x/);
});
