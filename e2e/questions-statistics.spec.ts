// Questions about many executions, answered on the overview. The right answers come from rows and events, not from the statistics.
import type { Page } from '@playwright/test';
import { readIndex, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

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
  await expect(fact(page, 'Executions')).toContainText(`before: ${before.length}`);
  await expect(fact(page, 'Failed or aborted')).toContainText(rate(week));
  await expect(fact(page, 'Failed or aborted')).toContainText(`before: ${rate(before)}`);

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
  await expect(panel.getByText('Mean cost').locator('..')).toContainText(
    (mean / 1e9).toFixed(9).replace(/0+$/, ''),
  );
});
