// Links to an agent, a task and an address lead to their pages, each composed of what the index answers, and on from there.
import type { Page } from '@playwright/test';
import { amountAt, readIndex, textAt, timeAt } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { AT, EMPTY, listing } from '@/e2e/scripted-index';
import { openDemo, rowsOf, signIn } from '@/e2e/visitor';
import { reply } from '@/lib/relay/testing/small-index';

/** Follows the first link of a listing to a page below `path`; its id. */
async function followFirst(page: Page, listing: string, label: string, path: string): Promise<string> {
  await page.goto(listing);
  const rows = await rowsOf(page, label);
  const href = await rows.locator(`a[href^="${path}/"]`).first().getAttribute('href');
  const id = href?.slice(path.length + 1) ?? '';
  expect(id).toMatch(/^0x[0-9a-f]{64}$/);
  // Rows move while events come in: the link is found again by where it leads.
  await page.goto(`${path}/${id}`);
  return id;
}

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name });

test('an agent has a page: skills with their revisions, executions, tasks', async ({ page }) => {
  await signIn(page);
  const id = await followFirst(page, '/agents', 'agents', '/agents');
  await expect(heading(page, new RegExp(`Agent.*${id}`))).toBeVisible();
  await expect(page).toHaveTitle(/Agent 0x/);
  await (await rowsOf(page, 'skills')).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/skill=\d/);
  const skill = page.getByRole('region', { name: /^Skill \d/ });
  await skill.getByText('Technical details').click();
  await expect(skill.getByRole('table', { name: 'revisions' })).toContainText(
    /pinned to DAG|chooses its DAG/,
  );
  await expect(page.getByTestId('composition')).toHaveAttribute('data-tip', /its row in the agent list/);
  await page.getByRole('tab', { name: /Tasks/ }).click();
  await expect(page).toHaveURL(/skill=\d.*tab=tasks/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: /Executions/ })).toHaveAttribute('data-state', 'active');
});

test('a task has a page: its state, executions and occurrences', async ({ page }) => {
  await signIn(page);
  const id = await followFirst(page, '/tasks', 'tasks', '/tasks');
  await expect(heading(page, new RegExp(`Task.*${id}`))).toBeVisible();
  await page.getByText('Technical details').click();
  await expect(page.getByTestId('composition')).toHaveAttribute('data-tip', /its row in the task list/);
  await expect(page.getByText(/^Controlled by (agent|address)$/)).toBeVisible();
  await page.getByRole('tab', { name: /Occurrences/ }).click();
  await expect(page).toHaveURL(/tab=occurrences/);
});

test(
  'a task that runs once has no figures of a period, not even until its row is read',
  { tag: '@full' },
  async ({ page, context, scripted }) => {
    const { index, consoleUrl } = scripted;
    const task = `0x${'7a'.repeat(32)}`;
    const unknown = Object.fromEntries(
      [
        'controller_agent_id',
        'agent_object_id',
        'skill_id',
        'skill_description',
        'interval_ms',
        'next_due_at',
        'reserve_mist',
        'runs_left',
      ].map((field) => [field, null]),
    );
    const row = {
      ...unknown,
      object_id: task,
      status: 'finalized',
      controller_kind: 'address',
      controller_address: `0x${'ad'.repeat(32)}`,
      recurring: false,
      last_results: ['succeeded'],
      last_result: 'succeeded',
      missed_occurrences: 0,
      past_occurrences: 1,
      created_at: AT,
      updated_at: AT,
      onchain_created_at: AT,
    };
    for (const part of ['executions', 'occurrences'])
      index.replies.set(`GET /tasks/${task}/${part}`, reply(200, EMPTY));
    const connected = await context.request.post(`${consoleUrl}/api/session`, {
      headers: { origin: consoleUrl },
      data: { key: 'k_1.canary-secret' },
    });
    expect(connected.status()).toBe(200);
    let answer = (): void => undefined;
    const requested = new Promise<void>((resolve) => (answer = resolve));
    index.replies.set(
      'GET /tasks',
      (request, response, body) =>
        void requested.then(() => reply(200, listing([row]))(request, response, body)),
    );
    await page.goto(`${consoleUrl}/tasks/${task}`);
    const ofPeriods = page.locator('main').getByText(/^(Interval|Runs left|Median duration|Last 10)/);
    const period = page.getByRole('group', { name: 'Period' });
    await expect(page.getByRole('tab', { name: /Occurrences/ })).toBeVisible();
    await expect(page.getByText('Next start')).toHaveCount(0);
    await expect(ofPeriods).toHaveCount(0);
    await expect(period).toHaveCount(0);
    answer();
    await expect(page.getByText(/^Runs once\./)).toBeVisible();
    await expect(page.getByText('Next start')).toBeVisible();
    await expect(ofPeriods).toHaveCount(0);
    await expect(period).toHaveCount(0);
    // The document has it already.
    const document = await (await context.request.get(`${consoleUrl}/tasks/${task}`)).text();
    expect(document).toContain('Runs once.');
  },
);

test('an address has a page, and its panels lead to the filtered lists', async ({ page }) => {
  await signIn(page);
  const id = await followFirst(page, '/events', 'events', '/address');
  await expect(heading(page, new RegExp(`^Address.*${id}`))).toBeVisible();
  const sent = page.getByRole('region', { name: 'Events sent' });
  await expect(sent.locator('tr[data-row]').first()).toBeVisible();
  await sent.getByRole('link', { name: /^(All .* events|Open as list)$/ }).click();
  await expect(page).toHaveURL(new RegExp(`/events\\?sender=${id}`));
  await rowsOf(page, 'events');
});

test('a payment shows where its money went, and hovering an id shows what it names', async ({ page }) => {
  await signIn(page);
  await page.goto('/payments?final_state=accomplished&columns=!execution_object_id');
  const rows = await rowsOf(page, 'payments');
  const link = rows.first().locator('td[data-column=execution_object_id] a');
  const execution = (await link.getAttribute('href'))?.split('/')[2] ?? '';
  await link.hover();
  const card = page.locator('[data-hover-card]');
  await expect(card).toContainText(execution);
  await expect(card).toContainText('Status');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await rows.first().locator('a[href^="/payments/"]').first().click();
  const money = page.getByTestId('waterfall');
  await expect(money.locator('[data-money=budget]')).toBeVisible();
  const exact = async (name: string) =>
    BigInt((await money.locator(`[data-money=${name}] [data-exact]`).getAttribute('data-exact')) ?? '');
  const parts = await Promise.all(['budget', 'raised', 'gas', 'tool', 'priority'].map(exact));
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(await exact('left'));
  await expect(page.getByText('Ledger reconciled')).toBeVisible();
});

test('a leader leads to its priority fees, and a deposit to its execution', async ({ page }) => {
  await signIn(page);
  await page.goto('/fees?kind=deposit_created');
  const deposit = (await rowsOf(page, 'priority fee vault events')).first();
  await expect(deposit.locator('td[data-column=kind]')).toHaveText('Deposited for an execution');
  await expect(deposit.locator('td[data-column=sui]')).toContainText(/^0\.\d+/);
  await expect(deposit.locator('td[data-column=execution_object_id] a')).toHaveAttribute(
    'href',
    /^\/executions\/0x/,
  );
  const leader = await deposit.locator('td[data-column=leader_cap_id] a').getAttribute('href');
  await page.goto(leader ?? '');
  const fees = page.locator('div:has(> dt)').filter({ hasText: 'Priority fees' });
  await fees.getByRole('link').click();
  await expect(page).toHaveURL(/\/fees\?.*leader_cap_id=0x/);
  const rows = await rowsOf(page, 'priority fee vault events');
  const leaders = await rows
    .locator('td[data-column=leader_cap_id] a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(leaders)).toEqual(new Set([leader]));
});

test('a slashed leader says how much was taken and when, and that no reason is recorded', async ({
  page,
  stack,
}) => {
  const slash = (await (await readIndex(stack)).events('StakeSlashed')).at(-1);
  await openDemo(page, `/leaders/${textAt(slash, 'payload.leader_cap_id')}`);
  const banner = page.getByRole('note').filter({ hasText: 'Slashed' });
  await expect(banner).toContainText('No reason is recorded on chain');
  const amount = String(amountAt(slash, 'payload.amount'));
  await expect(banner.locator('[data-exact]')).toHaveAttribute('data-exact', amount);
  const at = await banner.locator('time').getAttribute('datetime');
  expect(Date.parse(at ?? '')).toBe(timeAt(slash, 'onchain_at'));
});

test('unknown ids are reported as not found', async ({ page }) => {
  await signIn(page);
  const unknownId = `0x${'0'.repeat(63)}7`;
  await page.goto(`/agents/${unknownId}`);
  await expect(page.getByText('No agent with this ID')).toBeVisible();
  await page.goto(`/tasks/${unknownId}`);
  await expect(page.getByText('No task with this ID')).toBeVisible();
  await page.goto(`/address/${unknownId}`);
  await expect(page.getByText('No record names this address')).toBeVisible();
  await page.goto('/address/not-an-address');
  await expect(page.getByText('Not an address')).toBeVisible();
});
