// Questions about many executions, answered on the overview. The right answers come from rows and events, not from the statistics.
import type { Page } from '@playwright/test';
import { Asker } from '@/e2e/asker';
import { readIndex, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

const DAY_MS = 86_400_000;
const STEP_MS = 5 * 60_000;
const FINISHED = ['succeeded', 'failed', 'aborted'];

const fact = (page: Page, label: string) =>
  page
    .locator('section', { has: page.getByRole('heading', { name: 'Executions', exact: true }) })
    .locator('div:has(> dt)')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) });

test('How often do executions fail this week, compared with the week before, and how long do they take?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const rows = await index.all('/executions');
  const ends = await index.all('/events?kinds=ExecutionFinished');
  const endOf = new Map(
    ends.map((event) => [(event['payload'] as Json)['execution'], Date.parse(String(event['onchain_at']))]),
  );
  await openDemo(page, '/overview');
  // Periods end at full five minutes.
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  const startOf = (row: Json) => Date.parse(String(row['onchain_created_at']));
  const between = (from: number, to: number) =>
    rows.filter((row) => startOf(row) >= from && startOf(row) < to);
  const [week, before] = [between(end - 7 * DAY_MS, Infinity), between(end - 14 * DAY_MS, end - 7 * DAY_MS)];
  const rate = (of: readonly Json[]) => {
    const finished = of.filter((row) => FINISHED.includes(String(row['status'])));
    const bad = finished.filter((row) => row['status'] !== 'succeeded');
    return `${Math.round((bad.length * 1000) / finished.length) / 10} %`;
  };
  expect(week.length).toBeGreaterThan(20);
  await expect(fact(page, 'Executions')).toContainText(String(week.length));
  await expect(fact(page, 'Executions')).toContainText(`previous: ${before.length}`);
  await expect(fact(page, 'Failed or aborted')).toContainText(rate(week));
  await expect(fact(page, 'Failed or aborted')).toContainText(`previous: ${rate(before)}`);

  const durations = week
    .flatMap((row) => {
      const ended = endOf.get(row['object_id']);
      return ended === undefined ? [] : [ended - startOf(row)];
    })
    .sort((a, b) => a - b);
  const nth = (share: number) => String(durations[Math.ceil(share * durations.length) - 1]);
  const exact = (label: string) => fact(page, label).locator('[data-exact]').first();
  await expect(exact('Median duration')).toHaveAttribute('data-exact', nth(0.5));
  await expect(exact('95th percentile')).toHaveAttribute('data-exact', nth(0.95));
});

test('Which tool fails most, this month?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const since = Date.now() - 30 * DAY_MS;
  const failed = (await index.all('/executions')).filter(
    (row) => row['failed_vertex'] !== null && Date.parse(String(row['onchain_created_at'])) >= since,
  );
  // The tool of the vertex, from the structure of its DAG.
  const counts = new Map<string, number>();
  for (const row of failed) {
    const { vertices } = await index.get(`/dags/${String(row['dag_object_id'])}/structure`);
    const vertex = (vertices as Json[]).find(({ name }) => name === row['failed_vertex']);
    const tool = String(vertex?.['tool_fqn']);
    counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  await openDemo(page, '/overview');
  await page.getByRole('radio', { name: '30 days' }).click();
  const first = page.getByRole('table').filter({ hasText: 'Failing tool' }).locator('tbody tr').first();
  await expect(first.locator('td').nth(1)).toHaveText(String(most));
  const name = (await first.locator('td').first().innerText()).replaceAll(/\s/g, '');
  expect(counts.get(name)).toBe(most);
});

test('What does an execution of a DAG cost on average, and which share failed this month?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const since = Date.now() - 30 * DAY_MS;
  const rows = await index.all('/executions');
  const dag = String(rows[0]?.['dag_object_id']);
  const runs = rows.filter(
    (row) => row['dag_object_id'] === dag && Date.parse(String(row['onchain_created_at'])) >= since,
  );
  // The last fee event of an execution holds its totals.
  const fees = (await index.all('/events?kinds=ExecutionPaymentFeesRecorded')).map(
    (event) => event['payload'] as Json,
  );
  const costs = runs.flatMap((row) => {
    const last = fees.find((fee) => fee['execution_id'] === row['object_id']);
    if (last === undefined) return [];
    return [
      ['gas_fee_mist', 'tool_fee_mist', 'priority_fee_mist'].reduce(
        (sum, name) => sum + Number(last[name]),
        0,
      ),
    ];
  });
  const mean = Math.floor(costs.reduce((sum, cost) => sum + cost, 0) / costs.length);
  await openDemo(page, `/dags/${dag}`);
  await page.getByRole('radio', { name: '30 days' }).click();
  const panel = page.locator('section', {
    has: page.getByRole('heading', { name: 'Executions of this DAG' }),
  });
  await expect(panel.locator('div:has(> dt)').first()).toContainText(String(runs.length));
  // The figure is rounded; the exact one is on hover.
  await expect(panel.getByText('Mean cost').locator('..').locator('[data-exact]').first()).toHaveAttribute(
    'data-exact',
    String(mean),
  );
});

/** Exact duration in ms of each execution, from the events; undefined where it has not ended. */
async function durationsOf(index: Awaited<ReturnType<typeof readIndex>>) {
  const [rows, ends] = await Promise.all([
    index.all('/executions'),
    index.all('/events?kinds=ExecutionFinished'),
  ]);
  const endOf = new Map(
    ends.map((event) => [(event['payload'] as Json)['execution'], Date.parse(String(event['onchain_at']))]),
  );
  return rows.map((row) => {
    const ended = endOf.get(row['object_id']);
    const ms = ended === undefined ? undefined : ended - Date.parse(String(row['onchain_created_at']));
    return { row, ms };
  });
}

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true });
const executionRows = (page: Page) => page.getByRole('table', { name: 'executions' }).locator('tbody tr');

test('Which executions took longer than a minute, and which of them longest?', async ({ page, stack }) => {
  const known = (await durationsOf(await readIndex(stack))).flatMap(({ row, ms }) =>
    ms === undefined ? [] : [{ id: String(row['object_id']), ms }],
  );
  const long = known.filter(({ ms }) => ms >= 60_000);
  expect(long.length).toBeGreaterThan(0);
  expect(long.length).toBeLessThan(known.length);
  const longest = Math.max(...long.map(({ ms }) => ms));
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Executions');
  await asker.press(chip(page, 'Duration'));
  await asker.find(page.getByLabel('At least'), '60');
  await expect(page).toHaveURL(/min_duration_ms=60000/);
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('at least 1 m');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Executions');
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${long.length}`);
  await asker.press(page.getByRole('columnheader', { name: 'Duration' }).getByRole('button'));
  await expect(page).toHaveURL(/order_by=duration_ms\.desc/);
  const ids = long.filter(({ ms }) => ms === longest).map(({ id }) => id);
  await expect(
    executionRows(page)
      .first()
      .locator(ids.map((id) => `a[href$="${id}"]`).join(', ')),
  ).toBeVisible();
});

test('Which executions of a wallet cost more than a given amount?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const rows = await index.all('/executions');
  const invoker = String(rows[0]?.['invoker']);
  const own = rows.filter((row) => row['invoker'] === invoker);
  const fees = ['gas_mist', 'tool_cost_mist', 'priority_fee_mist'];
  const costOf = (row: Json) =>
    fees.some((name) => row[name] === null) ? null : fees.reduce((sum, name) => sum + Number(row[name]), 0);
  const costs = own.flatMap((row) => costOf(row) ?? []).sort((a, b) => a - b);
  // In thousandths of a SUI, so that it can be typed.
  const limit = Math.ceil((costs[costs.length >> 1] ?? 0) / 1_000_000) * 1_000_000;
  const above = own.filter((row) => (costOf(row) ?? -1) >= limit);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(invoker, 'address');
  const invoked = page.getByRole('region', { name: 'Executions invoked' });
  await asker.press(invoked.getByRole('link', { name: /^All|^Open as list/ }));
  await asker.press(chip(page, 'Cost'));
  await asker.find(page.getByLabel('At least'), String(limit / 1_000_000_000));
  const note = page.getByRole('group', { name: 'Filters' });
  await expect(note).toContainText(above.length === 0 ? 'no executions' : `of ${above.length}`);
});

test('How many events a minute are there now, and how many were there an hour ago?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  await openDemo(page, '/overview');
  const panel = page.locator('section', {
    has: page.getByRole('heading', { name: 'Events in the last hour' }),
  });
  const value = (label: string) =>
    panel
      .locator('div:has(> dt)')
      .filter({ has: page.locator('dt', { hasText: label }) })
      .locator('dd');
  await expect(value('An hour ago')).toContainText('per minute');
  const since =
    new URL(
      (await panel.getByRole('link', { name: 'View all' }).getAttribute('href')) ?? '',
      stack.consoleUrl,
    ).searchParams.get('created_after') ?? '';
  const from = Date.parse(since);
  const times = (await index.all(`/events?created_after=${since}`)).map((event) =>
    Date.parse(String(event['onchain_at'])),
  );
  const within = (start: number, end: number) => times.filter((at) => at >= start && at < end).length;
  expect(times.length).toBeGreaterThan(0);
  await expect(value('Events')).toContainText(times.length.toLocaleString('en'));
  await expect(value('An hour ago')).toHaveText(
    `${(within(from, from + 300_000) / 5).toFixed(1)} per minute`,
  );
  // The minute may have passed since the page asked.
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const recent = [minute - 60_000, minute].map(
    (end) => `${(within(end - 300_000, end) / 5).toFixed(1)} per minute`,
  );
  expect(recent).toContain(await value('Last 5 minutes').textContent());
});

test('Which tasks are due within the next hour, and which within a week?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tasks = await index.all('/tasks');
  const nextOf = new Map<string, number>();
  for (const { object_id } of tasks) {
    const scheduled = (await index.all(`/tasks/${String(object_id)}/occurrences`))
      .filter(({ state, start_at }) => state === 'scheduled' && start_at !== null)
      .map(({ start_at }) => Date.parse(String(start_at)));
    if (scheduled.length > 0) nextOf.set(String(object_id), Math.min(...scheduled));
  }
  await openDemo(page);
  for (const [preset, ms] of [
    ['next hour', 3_600_000],
    ['next 7 days', 604_800_000],
  ] as const) {
    await page.goto('/overview');
    const asker = new Asker(page);
    await asker.rail('Tasks');
    await asker.press(chip(page, 'Next due'));
    const now = Date.now();
    await asker.press(page.getByRole('button', { name: preset }));
    await expect(page).toHaveURL(/due_before/);
    const due = [...nextOf.values()].filter((at) => at >= now && at <= now + ms).length;
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText(
      due === 0 ? 'no tasks' : `of ${due}`,
    );
  }
  expect(nextOf.size).toBeGreaterThan(0);
});

test('How often did each agent run, and which share succeeded?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const all = await index.all('/executions');
  await openDemo(page, '/agents');
  const rows = await rowsOf(page, 'Agents');
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const cell = (id: string, head: string) =>
    page.locator(`tr[data-row="${id}"]`).getByRole('cell').nth(heads.indexOf(head));
  for (const id of await rows.evaluateAll((found) =>
    found.map((row) => row.getAttribute('data-row') ?? ''),
  )) {
    const own = all.filter((row) => row['agent_object_id'] === id);
    const finished = own.filter((row) => FINISHED.includes(String(row['status'])));
    const succeeded = finished.filter((row) => row['status'] === 'succeeded');
    await expect(cell(id, 'Runs')).toHaveText(own.length === 0 ? 'no runs' : String(own.length));
    if (finished.length === 0) continue;
    const share = Math.floor((succeeded.length * 1000) / finished.length) / 10;
    await expect(cell(id, 'Success rate')).toHaveText(`${share} %`);
  }
});

test('Which executions failed or were aborted?', async ({ page, stack }) => {
  const wanted = (await (await readIndex(stack)).all('/executions')).filter(({ status }) =>
    ['failed', 'aborted'].includes(String(status)),
  );
  await openDemo(page, '/executions');
  const filters = page.getByRole('group', { name: 'Filters' });
  const chip = filters.getByRole('button', { name: 'Status', exact: true });
  await chip.click();
  await page.getByRole('radio', { name: 'failed' }).click();
  await expect(page).toHaveURL(/status=failed$/);
  await filters.getByRole('button', { name: 'Status: failed' }).click();
  await page.getByRole('button', { name: 'Select several' }).click();
  await expect(page.getByRole('checkbox', { name: 'failed' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'aborted' }).click();
  await expect(page).toHaveURL(/status=failed(,|%2C)aborted$/);
  await page.keyboard.press('Escape');
  await expect(filters).toContainText('Status: failed, aborted');
  const rows = await rowsOf(page, 'executions');
  const cells = rows.locator('td[data-column=status]');
  await expect
    .poll(async () => (await cells.allInnerTexts()).every((text) => /^(failed|aborted)/.test(text.trim())))
    .toBe(true);
  await expect(filters).toContainText(`of ${wanted.length}`);
  await expect(filters).not.toContainText('ignored');
});
