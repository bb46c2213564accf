// Questions about what skills cost, how often they run, and when the network is busy. The right answers come from rows and events.
import type { Page } from '@playwright/test';
import { Asker } from '@/e2e/asker';
import { readIndex, type IndexReader, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';
import { families, shortKindName } from '@/lib/contract/event-kinds/catalogue';

const HOUR_MS = 3_600_000;
const STEP_MS = 5 * 60_000;
const FEES = ['gas_fee_mist', 'tool_fee_mist', 'priority_fee_mist'] as const;

/** When the week of the page's figures began: periods end at full five minutes. */
const weekAgo = () => Math.floor(Date.now() / STEP_MS) * STEP_MS - 7 * 24 * HOUR_MS;
const startOf = (row: Json) => Date.parse(String(row['onchain_created_at']));
const digits = (value: number) => value.toLocaleString('en');

/** The fees of each execution: its last fee event holds its totals. */
async function feesInLog(index: IndexReader): Promise<Map<unknown, Json>> {
  const fees = new Map<unknown, Json>();
  for (const event of await index.all('/events?kinds=ExecutionPaymentFeesRecorded')) {
    const payload = event['payload'] as Json;
    // The newest event comes first.
    if (!fees.has(payload['execution_id'])) fees.set(payload['execution_id'], payload);
  }
  return fees;
}

const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
/** The skills of all agents, with the rows of their executions. */
async function skillsWithRuns(index: IndexReader) {
  const runs = await index.all('/executions');
  const skills = (await index.all('/agents')).flatMap((agent) => agent['skills'] as Json[]);
  return skills.map((skill) => ({
    agent: String(skill['agent_object_id']),
    id: String(skill['skill_id']),
    runs: runs.filter(
      (run) =>
        run['agent_object_id'] === skill['agent_object_id'] &&
        String(run['skill_id']) === String(skill['skill_id']),
    ),
  }));
}

const skillCell = (page: Page, skill: string, column: string) =>
  page.getByRole('table', { name: 'skills' }).locator(`[data-row="${skill}"] [data-column="${column}"]`);

test('What does a skill cost per run, and in total?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesInLog(index);
  const [skill] = (await skillsWithRuns(index)).sort((a, b) => b.runs.length - a.runs.length);
  const costs = skill!.runs.flatMap(({ object_id }) => {
    const of = fees.get(object_id);
    return of === undefined ? [] : [FEES.reduce((sum, name) => sum + BigInt(of[name] as number), 0n)];
  });
  const total = costs.reduce((sum, cost) => sum + cost, 0n);
  expect(costs.length).toBeGreaterThan(10);
  await openDemo(page);
  await new Asker(page).search(skill!.agent);
  const amount = (column: string) => skillCell(page, skill!.id, column).locator('[data-exact]');
  await expect(amount('total_cost')).toHaveAttribute('data-exact', String(total));
  await expect(amount('mean_cost')).toHaveAttribute('data-exact', String(total / BigInt(costs.length)));
});

test('Which skills of an agent have never run?', async ({ page, stack }) => {
  const skills = await skillsWithRuns(await readIndex(stack));
  const unused = skills.find(({ runs }) => runs.length === 0);
  expect(unused).toBeDefined();
  await openDemo(page);
  await new Asker(page).search(unused!.agent);
  for (const { id, runs } of skills.filter(({ agent }) => agent === unused!.agent))
    await expect(skillCell(page, id, 'runs')).toHaveText(runs.length === 0 ? 'no runs' : digits(runs.length));
});

test('Which share of the cost was gas this week?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesInLog(index);
  await openDemo(page);
  const since = weekAgo();
  const sums = { gas_fee_mist: 0, tool_fee_mist: 0, priority_fee_mist: 0 };
  for (const row of await index.all('/executions'))
    if (startOf(row) >= since)
      for (const name of FEES) sums[name] += Number(fees.get(row['object_id'])?.[name] ?? 0);
  const total = FEES.reduce((sum, name) => sum + sums[name], 0);
  const share = Math.round((sums.gas_fee_mist / total) * 1000) / 10;
  await expect(panel(page, 'Executions').getByText(/^Cost:/)).toContainText(`${share} % gas`);
});

test('How much money moved in the last hour?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesInLog(index);
  await openDemo(page);
  const money = panel(page, 'Money moved in the last hour');
  const link = money.getByRole('link', { name: 'View all' });
  await expect(link).toHaveAttribute('href', /created_after=/);
  const since = Date.parse(
    new URL((await link.getAttribute('href'))!, page.url()).searchParams.get('created_after')!,
  );
  const rows = (await index.all('/executions')).filter((row) => startOf(row) >= since);
  const sums = FEES.map((name) =>
    rows.reduce((sum, row) => sum + BigInt((fees.get(row['object_id'])?.[name] ?? 0) as number), 0n),
  );
  expect(sums[0]).toBeGreaterThan(0n);
  const shown = money.locator('dd [data-exact]');
  for (const [at, sum] of [...sums, sums.reduce((total, sum) => total + sum, 0n)].entries())
    await expect(shown.nth(at)).toHaveAttribute('data-exact', String(sum));
});

test('Which was the busiest hour of the week?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const since = weekAgo();
  const counts = new Map<number, number>();
  for (const row of await index.all('/executions')) {
    if (startOf(row) < since) continue;
    const hour = Math.floor(startOf(row) / HOUR_MS) * HOUR_MS;
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const busiest = [...counts].flatMap(([hour, count]) => (count === most ? [hour] : []));
  const line = panel(page, 'Executions').getByText(/^Busiest hour:/);
  await expect(line).toContainText(`, ${most} execution`);
  await new Asker(page).press(line.getByRole('link'));
  const shown = () => Date.parse(new URL(page.url()).searchParams.get('created_after') ?? '');
  await expect.poll(() => busiest.includes(Math.floor(shown() / HOUR_MS) * HOUR_MS)).toBe(true);
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${most}`);
});

test('Which was the largest refill, of which task, and who paid it?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const refills = await index.all('/events?kinds=TaskPaymentReserveRefilled');
  const amountOf = (event: Json) => BigInt((event['payload'] as Json)['refill_amount'] as number);
  const largest = refills.reduce((most, event) => (amountOf(event) > amountOf(most) ? event : most));
  const { task_id: task, source_kind: source } = largest['payload'] as Json;
  const { user, agent_id: agent } = source as Json;
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Payments');
  await asker.press(page.getByRole('link', { name: 'Refills' }));
  const table = page.getByRole('table', { name: 'Refills of task reserves' });
  await expect(table.locator('tbody [data-exact]').first()).toHaveAttribute(
    'data-exact',
    String(amountOf(largest)),
  );
  const row = table.locator(`[data-refill="${String(largest['id'])}"]`);
  await expect(row.locator(`[data-same-id="${String(task)}"]`)).toBeVisible();
  await expect(row.locator(`[data-same-id="${String(user ?? agent)}"]`)).toBeVisible();
});

/** What changes the network itself, rather than runs on it. */
const CHANGES = new Set(
  [
    families.tool,
    families.dag,
    families.agent,
    families.leader,
    families.staking,
    families['key-management'],
  ].flatMap((kinds) => Object.keys(kinds)),
);
for (const kind of Object.keys(families.scheduler)) if (kind.startsWith('Task')) CHANGES.add(kind);

test('What was created or changed since yesterday?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const yesterday = new Date(Math.floor(Date.now() / STEP_MS) * STEP_MS - 24 * HOUR_MS).toISOString();
  const counts = new Map<string, number>();
  for (const event of await index.all(`/events?created_after=${yesterday}`)) {
    const kind = String(event['kind']);
    if (CHANGES.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(2);
  const list = page.getByRole('list', { name: 'Changes in the last 24 hours' });
  await expect(list.getByRole('link')).toHaveCount(counts.size);
  for (const [kind, count] of counts)
    await expect(
      list.getByRole('link', { name: `${shortKindName(kind)} ${digits(count)}`, exact: true }),
    ).toBeVisible();
  const [[kind, count] = ['', 0]] = [...counts].sort((a, b) => a[1] - b[1]);
  await new Asker(page).press(list.getByRole('link', { name: new RegExp(`^${shortKindName(kind)} `) }));
  await expect(await rowsOf(page, 'Events')).toHaveCount(count);
});

test('Which leaders are closest to the minimum stake?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const leaders = await index.all('/leaders');
  const { min_stake_us: minimum } = await index.get('/registry/leader');
  const poolOf = (leader: Json) => Number(leader['stake_pool_total']);
  const byStake = leaders.sort((a, b) => poolOf(a) - poolOf(b)).map((leader) => leader['leader_cap_id']);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Leaders');
  const fact = page.getByRole('term').filter({ hasText: 'Minimum stake' }).locator('xpath=..');
  await expect(fact.locator('[data-exact]')).toHaveAttribute('data-exact', String(minimum));
  const head = page.getByRole('columnheader', { name: 'Stake pool' });
  // The largest come first, then the smallest.
  await asker.press(head.getByRole('button').first());
  await asker.press(head.getByRole('button').first());
  const rows = await rowsOf(page, 'leaders');
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row'))))
    .toEqual(byStake);
});
