// Questions about many executions and skills: how often they fail, how long they take, what they cost, when the network is busy. The right answers come
// from rows and events of the index (index-reader.ts), not from its statistics.
import type { Page } from '@playwright/test';
import { Asker } from '@/e2e/asker';
import {
  daysAgo,
  durations,
  feesByExecution,
  FEES,
  idsOf,
  quantile,
  readIndex,
  shownIds,
  startOf,
  tally,
  textAt,
  timeAt,
  totalOf,
  type IndexReader,
  type Json,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';
import { families, shortKindName } from '@/lib/contract/event-kinds/catalogue';

const full = { tag: '@full' };
const HOUR_MS = 3_600_000;
const FINISHED = ['succeeded', 'failed', 'aborted'];
const digits = (value: number) => value.toLocaleString('en');

const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
const fact = (page: Page, title: string, label: RegExp) =>
  panel(page, title)
    .locator('div:has(> dt)')
    .filter({ has: page.locator('dt', { hasText: label }) });

test('How often do executions fail this week, how long do they take, which share of the cost is gas, which hour was busiest?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const rows = await index.all('/executions');
  const fees = await feesByExecution(index);
  await openDemo(page);
  const since = daysAgo(7);
  const week = rows.filter((row) => startOf(row) >= since);
  const before = rows.filter((row) => startOf(row) >= daysAgo(14) && startOf(row) < since);
  const rate = (of: readonly Json[]) => {
    const finished = of.filter((row) => FINISHED.includes(textAt(row, 'status')));
    const bad = finished.filter((row) => row['status'] !== 'succeeded');
    return `${Math.round((bad.length * 1000) / finished.length) / 10} %`;
  };
  expect(week.length).toBeGreaterThan(20);
  const figure = (label: RegExp) => fact(page, 'Executions', label);
  await expect(figure(/^Executions/)).toContainText(String(week.length));
  await expect(figure(/^Executions/)).toContainText(`before: ${before.length}`);
  await expect(figure(/^Failed or aborted/)).toContainText(rate(week));
  await expect(figure(/^Failed or aborted/)).toContainText(`before: ${rate(before)}`);

  const times = [...(await durations(index, week)).values()].sort((a, b) => a - b);
  const exact = (label: RegExp) => figure(label).locator('[data-exact]').first();
  await expect(exact(/^Median duration/)).toHaveAttribute('data-exact', String(quantile(times, 0.5)));
  await expect(exact(/^(95th percentile|p95 duration)/)).toHaveAttribute(
    'data-exact',
    String(quantile(times, 0.95)),
  );

  const sum = (name: (typeof FEES)[number]) =>
    idsOf(week).reduce((total, id) => total + Number(fees.get(id)?.[name] ?? 0), 0);
  const total = FEES.reduce((all, name) => all + sum(name), 0);
  const share = Math.round((sum('gas_fee_mist') / total) * 1000) / 10;
  await expect(panel(page, 'Executions').getByText(/^Cost:/)).toContainText(`${share} % gas`);

  const hourOf = (time: number) => String(Math.floor(time / HOUR_MS));
  const hours = tally(week.map((row) => hourOf(startOf(row))));
  const most = hours[0]?.[1];
  const line = panel(page, 'Executions').getByText(/^Busiest hour:/);
  await expect(line).toContainText(`, ${most} execution`);
  await new Asker(page).press(line.getByRole('link'));
  const shown = () => hourOf(Date.parse(new URL(page.url()).searchParams.get('created_after') ?? ''));
  await expect.poll(() => hours.find(([hour]) => hour === shown())?.[1]).toBe(most);
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${most}`);
});

/** What changes the network itself, rather than runs on it. */
const CHANGES = new Set([
  ...(['tool', 'dag', 'agent', 'leader', 'staking', 'key-management'] as const).flatMap((family) =>
    Object.keys(families[family]),
  ),
  ...Object.keys(families.scheduler).filter((kind) => kind.startsWith('Task')),
]);

test('What was created or changed since yesterday?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const yesterday = new Date(daysAgo(1)).toISOString();
  const kinds = (await index.all(`/events?created_after=${yesterday}`)).map((event) => textAt(event, 'kind'));
  const counts = tally(kinds.filter((kind) => CHANGES.has(kind)));
  expect(counts.length).toBeGreaterThan(2);
  const list = page.getByRole('list', { name: 'Changes in the last 24 hours' });
  await expect(list.getByRole('link')).toHaveCount(counts.length);
  for (const [kind, count] of counts)
    await expect(
      list.getByRole('link', { name: `${shortKindName(kind)} ${digits(count)}`, exact: true }),
    ).toBeVisible();
  const [kind, count] = counts.at(-1)!;
  await new Asker(page).press(list.getByRole('link', { name: new RegExp(`^${shortKindName(kind)} `) }));
  await expect(await rowsOf(page, 'Events')).toHaveCount(count);
});

test('How many events per minute now, and an hour ago?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const title = 'Events in the last hour';
  const value = (label: RegExp) => fact(page, title, label).locator('dd');
  await expect(value(/An hour ago/)).toContainText('per minute');
  const all = await panel(page, title).getByRole('link', { name: 'View all' }).getAttribute('href');
  const since = new URL(all ?? '', stack.consoleUrl).searchParams.get('created_after') ?? '';
  const times = (await index.all(`/events?created_after=${since}`)).map((event) =>
    timeAt(event, 'onchain_at'),
  );
  expect(times.length).toBeGreaterThan(0);
  const rate = (start: number) =>
    `${(times.filter((at) => at >= start && at < start + 300_000).length / 5).toFixed(1)} per minute`;
  await expect(value(/Events/)).toContainText(digits(times.length));
  await expect(value(/An hour ago/)).toHaveText(rate(Date.parse(since)));
  // The page was read up to the full minute an hour after the period's start, or later.
  const latest = await value(/Last 5 minutes/).innerText();
  const minutes = Array.from(
    { length: 5 },
    (_, more) => Date.parse(since) + HOUR_MS - 300_000 + more * 60_000,
  );
  expect(minutes.map(rate)).toContain(latest);
});

/** The skills of all agents, with the rows of their executions. */
async function skillsWithRuns(index: IndexReader) {
  const runs = await index.all('/executions');
  const skills = (await index.all('/agents')).flatMap((agent) => agent['skills'] as Json[]);
  return skills.map((skill) => ({
    agent: textAt(skill, 'agent_object_id'),
    id: textAt(skill, 'skill_id'),
    runs: runs.filter(
      (run) =>
        run['agent_object_id'] === skill['agent_object_id'] &&
        textAt(run, 'skill_id') === textAt(skill, 'skill_id'),
    ),
  }));
}

const skillCell = (page: Page, skill: string, column: string) =>
  page.getByRole('table', { name: 'skills' }).locator(`[data-row="${skill}"] [data-column="${column}"]`);

test('What does a skill cost per run, and in total?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesByExecution(index);
  const [skill] = (await skillsWithRuns(index)).sort((a, b) => b.runs.length - a.runs.length);
  const costs = idsOf(skill!.runs).flatMap((id) => {
    const recorded = fees.get(id);
    return recorded === undefined ? [] : [totalOf(recorded)];
  });
  const total = costs.reduce((sum, cost) => sum + cost, 0n);
  expect(costs.length).toBeGreaterThan(10);
  await openDemo(page);
  await new Asker(page).search(skill!.agent);
  const amount = (column: string) => skillCell(page, skill!.id, column).locator('[data-exact]');
  await expect(amount('total_cost')).toHaveAttribute('data-exact', String(total));
  await expect(amount('mean_cost')).toHaveAttribute('data-exact', String(total / BigInt(costs.length)));
});

test('Which skills of an agent have never run?', full, async ({ page, stack }) => {
  const skills = await skillsWithRuns(await readIndex(stack));
  const unused = skills.find(({ runs }) => runs.length === 0);
  expect(unused).toBeDefined();
  await openDemo(page);
  await new Asker(page).search(unused!.agent);
  for (const { id, runs } of skills.filter(({ agent }) => agent === unused!.agent))
    await expect(skillCell(page, id, 'runs')).toHaveText(digits(runs.length));
});

test('13 How often did each agent run, and fail?', full, async ({ page, stack }) => {
  const all = await (await readIndex(stack)).all('/executions');
  await openDemo(page);
  await new Asker(page).rail('Agents');
  const rows = await rowsOf(page, 'Agents');
  const heads = await page.getByRole('columnheader').allInnerTexts();
  for (const id of await shownIds(rows)) {
    const cell = (head: string) =>
      page.locator(`tr[data-row="${id}"]`).getByRole('cell').nth(heads.indexOf(head));
    const runs = all.filter((row) => row['agent_object_id'] === id);
    const finished = runs.filter((row) => FINISHED.includes(textAt(row, 'status')));
    const succeeded = finished.filter((row) => row['status'] === 'succeeded');
    await expect(cell('Runs')).toHaveText(String(runs.length));
    if (finished.length === 0) continue;
    const share = Math.round((succeeded.length * 1000) / finished.length) / 10;
    await expect(cell('Success rate')).toHaveText(`${share.toFixed(1)} %`);
  }

  const failed = all.filter(
    (row) =>
      ['failed', 'aborted'].includes(textAt(row, 'status')) && startOf(row) >= Date.now() - 168 * HOUR_MS,
  );
  const [[agent, count] = ['', 0]] = tally(
    failed.flatMap((row) => (row['agent_object_id'] === null ? [] : [textAt(row, 'agent_object_id')])),
  );
  expect(count).toBeGreaterThan(0);
  await page.goto('/overview');
  const asker = new Asker(page);
  await asker.search(agent);
  await asker.press(page.getByRole('tab', { name: /Executions/ }));
  const table = page.getByRole('table', {
    name: 'Executions that failed or were aborted in the last 7 days',
  });
  for (const id of idsOf(failed.filter((row) => row['agent_object_id'] === agent)))
    await expect(table.locator(`[data-same-id="${id}"]`)).toHaveCount(1);
});

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true });

test('Which executions took longer than a minute, and which of them longest?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const known = await durations(index, await index.all('/executions'));
  const long = [...known].filter(([, ms]) => ms >= 60_000);
  expect(long.length).toBeGreaterThan(0);
  expect(long.length).toBeLessThan(known.size);
  const longest = Math.max(...long.map(([, ms]) => ms));
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Executions');
  await asker.press(chip(page, 'Duration'));
  await asker.find(page.getByLabel('At least'), '60');
  await expect(page).toHaveURL(/min_duration_ms=60000/);
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters).toContainText('at least 1 m');
  await expect(filters).toContainText(`of ${long.length}`);
  await asker.press(page.getByRole('columnheader', { name: 'Duration' }).getByRole('button'));
  await expect(page).toHaveURL(/order_by=duration_ms\.desc/);
  const first = page.getByRole('table', { name: 'executions' }).locator('tbody tr').first();
  const links = long.flatMap(([id, ms]) => (ms === longest ? [`a[href$="${id}"]`] : []));
  await expect(first.locator(links.join(', '))).toBeVisible();
});

test('Which executions of a wallet cost more than a given amount?', full, async ({ page, stack }) => {
  const rows = await (await readIndex(stack)).all('/executions');
  const invoker = textAt(rows[0], 'invoker');
  const costs = rows
    .filter((row) => row['invoker'] === invoker)
    .flatMap((row) => {
      const parts = ['gas_mist', 'tool_cost_mist', 'priority_fee_mist'].map((name) => row[name]);
      return parts.includes(null) ? [] : [parts.reduce((sum: number, part) => sum + Number(part), 0)];
    })
    .sort((a, b) => a - b);
  // In thousandths of a SUI, so that it can be typed.
  const limit = Math.ceil(quantile(costs, 0.5) / 1_000_000) * 1_000_000;
  const above = costs.filter((cost) => cost >= limit).length;
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(invoker, 'address');
  const invoked = page.getByRole('region', { name: 'Executions invoked' });
  await asker.press(invoked.getByRole('link', { name: /^All|^Open as list/ }));
  await asker.press(chip(page, 'Cost'));
  await asker.find(page.getByLabel('At least'), String(limit / 1_000_000_000));
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(
    above === 0 ? 'no executions' : `of ${above}`,
  );
});

test('Which executions failed or were aborted?', full, async ({ page, stack }) => {
  const failed = (await (await readIndex(stack)).all('/executions')).filter(({ status }) =>
    ['failed', 'aborted'].includes(String(status)),
  );
  await openDemo(page, '/executions');
  const filters = page.getByRole('group', { name: 'Filters' });
  await chip(page, 'Status').click();
  await page.getByRole('radio', { name: 'failed' }).click();
  await expect(page).toHaveURL(/status=failed$/);
  await chip(page, 'Status: failed').click();
  await page.getByRole('button', { name: 'Select several' }).click();
  await expect(page.getByRole('checkbox', { name: 'failed' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'aborted' }).click();
  await expect(page).toHaveURL(/status=failed(,|%2C)aborted$/);
  await page.keyboard.press('Escape');
  await expect(filters).toContainText('Status: failed, aborted');
  const cells = (await rowsOf(page, 'executions')).locator('td[data-column=status]');
  await expect
    .poll(async () => (await cells.allInnerTexts()).every((text) => /^(failed|aborted)/.test(text.trim())))
    .toBe(true);
  await expect(filters).toContainText(`of ${failed.length}`);
  await expect(filters).not.toContainText('ignored');
});

test('How much money moved in the last hour?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesByExecution(index);
  await openDemo(page);
  const money = panel(page, 'Money moved in the last hour');
  const link = money.getByRole('link', { name: 'View all' });
  await expect(link).toHaveAttribute('href', /created_after=/);
  const address = new URL((await link.getAttribute('href'))!, page.url());
  const since = Date.parse(address.searchParams.get('created_after')!);
  const recent = (await index.all('/executions')).filter((row) => startOf(row) >= since);
  const charged = idsOf(recent).flatMap((id) => fees.get(id) ?? []);
  const sums = FEES.map((name) => charged.reduce((sum, each) => sum + each[name], 0n));
  expect(sums[0]).toBeGreaterThan(0n);
  const shown = money.locator('dd [data-exact]');
  for (const [at, sum] of [...sums, sums.reduce((total, part) => total + part, 0n)].entries())
    await expect(shown.nth(at)).toHaveAttribute('data-exact', String(sum));
});
