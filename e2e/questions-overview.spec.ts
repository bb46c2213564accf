// Questions about many executions and skills: how often they fail and why, how long they take, what they cost. The right answers come
// from rows and events of the index (index-reader.ts), not from its statistics.
import type { Locator, Page } from '@playwright/test';
import { analyzed, table } from '@/e2e/analysis-table';
import { Asker, full } from '@/e2e/asker';
import {
  allSkills,
  amountAt,
  type Bounds,
  boundsOfLink,
  costsOf,
  durations,
  failedOf,
  failureRate,
  feesByExecution,
  FEES,
  FINISHED,
  finishedOf,
  idsOf,
  isWithin,
  percentOf,
  quantile,
  readIndex,
  shownIds,
  startOf,
  tally,
  textAt,
  timeAt,
  type IndexReader,
  type Json,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';
import { families, shortKindName } from '@/lib/contract/event-kinds/catalogue';

const HOUR_MS = 3_600_000;
const digits = (value: number) => value.toLocaleString('en');

const panel = (page: Page, title: string | RegExp) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
const row = (of: Locator, name: string) => of.locator(`tr[data-row="${name}"]`);
const verdict = (page: Page) => page.locator('[data-verdict]');
const period = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

const within = (rows: readonly Json[], bounds: Bounds, time = 'onchain_created_at') =>
  rows.filter((each) => isWithin(timeAt(each, time), bounds));

test('How often do executions fail this week, how long do they take, and which share of the money is gas?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const rows = await index.all('/executions');
  const fees = await feesByExecution(index);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.press(period(page, '7 days'));
  const outcomes = table(page, 'Outcomes');
  const links = (name: string) => row(outcomes, name).getByRole('link');
  await expect(links('failed')).toHaveCount(2);
  const week = within(rows, await boundsOfLink(links('failed').first(), 7));
  const before = within(rows, await boundsOfLink(links('failed').last(), 7));
  expect(week.length).toBeGreaterThan(20);
  for (const status of FINISHED)
    await expect(links(status)).toHaveText(
      [week, before].map((of) => digits(of.filter((each) => each['status'] === status).length)),
    );

  const times = [...(await durations(index, week)).values()].sort((a, b) => a - b);
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const)
    await expect(row(outcomes, name).locator('[data-exact]').first()).toHaveAttribute(
      'data-exact',
      String(quantile(times, share)),
    );

  const money = table(page, 'Money');
  const sum = (name: (typeof FEES)[number]) =>
    idsOf(week).reduce((total, id) => total + (fees.get(id)?.[name] ?? 0n), 0n);
  for (const [name, fee] of [
    ['Gas', 'gas_fee_mist'],
    ['Tool fees', 'tool_fee_mist'],
    ['Priority fees', 'priority_fee_mist'],
  ] as const)
    await expect(row(money, name).locator('[data-exact]').first()).toHaveAttribute(
      'data-exact',
      String(sum(fee)),
    );

  await expect(verdict(page)).toContainText(
    `${failureRate(week)} of ${finishedOf(week).length} finished executions failed or aborted`,
  );
  if (failureRate(week) !== failureRate(before))
    await expect(verdict(page)).toContainText(`from ${failureRate(before)}`);
  await asker.press(verdict(page).getByRole('link', { name: /finished executions? failed or aborted/ }));
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${failedOf(week).length}`);
});

test('What is the main cause of failures, and which executions are they?', full, async ({ page, stack }) => {
  const rows = await (await readIndex(stack)).all('/executions');
  await openDemo(page);
  const asker = new Asker(page);
  await asker.press(period(page, '30 days'));
  const links = verdict(page).getByRole('link');
  const month = within(rows, await boundsOfLink(links.first(), 30));
  await expect(verdict(page)).toContainText('Main cause:');
  const reasons = tally(
    failedOf(month).flatMap((each) =>
      each['failure_reason'] === null ? [] : [textAt(each, 'failure_reason')],
    ),
  );
  const [[, most] = ['', 0]] = reasons;
  const tools = tally(
    failedOf(month).flatMap((each) =>
      each['failed_tool_fqn'] === null ? [] : [textAt(each, 'failed_tool_fqn')],
    ),
  );
  const cause = await links.nth(1).innerText();
  const topTool = tools.find(([tool]) => cause.startsWith(tool));
  // A tool is named unless more than twice as many executions failed for one reason.
  if (topTool !== undefined) expect(topTool[1] * 2).toBeGreaterThanOrEqual(most);
  else await expect(verdict(page)).toContainText(`, ${most} of ${failedOf(month).length}`);
  const reason = topTool === undefined ? links.nth(1) : links.nth(2);
  const search = new URL((await reason.getAttribute('href')) ?? '', page.url()).searchParams;
  await asker.press(reason);
  const matching = failedOf(month).filter((each) =>
    ['failure_reason', 'failed_tool_fqn'].every(
      (name) => !search.has(name) || each[name] === search.get(name),
    ),
  );
  expect(matching.length).toBeGreaterThan(0);
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${matching.length}`);
});

test('the main cause is named once all failures are read', full, async ({ page }) => {
  await openDemo(page);
  await expect(verdict(page)).toContainText('finished execution');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/index/stats/failures*', async (route) => {
    await released;
    await route.continue();
  });
  const others = ['executions', 'vertices'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/api/index/stats/${name}?`)),
  );
  await new Asker(page).press(period(page, '30 days'));
  await Promise.all(others);
  await expect(table(page, 'Failing tools').locator('tbody tr').first()).toBeVisible();
  await expect(verdict(page)).toContainText('failed or aborted');
  await expect(verdict(page)).not.toContainText('Main cause');
  release();
  await expect(verdict(page)).toContainText('Main cause:');
});

test('Which skill fails most often, how often before, and why?', full, async ({ page, stack }) => {
  const rows = await (await readIndex(stack)).all('/executions');
  await openDemo(page);
  await new Asker(page).press(period(page, '30 days'));
  const skills = table(page, 'Failing skills');
  const outcomes = row(table(page, 'Outcomes'), 'failed').getByRole('link');
  const [now, before] = [await boundsOfLink(outcomes.first(), 30), await boundsOfLink(outcomes.last(), 30)];
  await expect(skills.locator('tr[data-row]').first()).toBeVisible();
  for (const shown of await skills.locator('tr[data-row]').all()) {
    const [agent, skill] = ((await shown.getAttribute('data-row')) ?? '').split('/');
    const of = (bounds: Bounds) =>
      within(rows, bounds).filter(
        (each) => each['agent_object_id'] === agent && textAt(each, 'skill_id') === skill,
      );
    // The period before is an answer of its own, which may arrive later.
    const earlier = finishedOf(of(before)).length === 0 ? 'no runs' : failureRate(of(before));
    await expect(shown.getByRole('cell').nth(2)).toHaveText(earlier);
    const cells = await shown.getByRole('cell').allInnerTexts();
    expect(cells[1]).toBe(failureRate(of(now)));
    expect(cells[4]).toBe(`${failedOf(of(now)).length} / ${finishedOf(of(now)).length}`);
    const reasons = tally(failedOf(of(now)).map((each) => textAt(each, 'failure_reason')));
    const [text = '', count] = (cells[5] ?? '').split(/\n+/);
    expect(reasons.find(([reason]) => reason === text)?.[1]).toBe(Number(count));
    expect(Number(count)).toBe(reasons.find(([reason]) => reason !== 'null')?.[1]);
  }
});

test(
  'Which leaders are suspended or slashed, which tasks are overdue, which executions are stuck?',
  full,
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const runs = await index.all('/executions');
    const durationsById = await durations(index, runs);
    // Runs are stuck as of the newest event.
    const [newest] = (await index.get('/events?page_size=1'))['items'] as Json[];
    const newestAt = timeAt(newest, 'onchain_at');
    const isStuck = (run: Json) => {
      const times = runs
        .filter(
          (each) =>
            each['dag_object_id'] === run['dag_object_id'] && durationsById.has(textAt(each, 'object_id')),
        )
        .map((each) => durationsById.get(textAt(each, 'object_id')) ?? 0)
        .sort((a, b) => a - b);
      return (
        run['status'] === 'running' && times.length > 0 && newestAt - startOf(run) > 10 * quantile(times, 0.5)
      );
    };
    const leaders = await index.all('/leaders');
    const truth = {
      'leader suspended': leaders.filter(({ status }) => status === 'suspended').length,
      'leader slashed': leaders.filter(({ status }) => status === 'slashed').length,
      'task overdue': (await index.all('/tasks?status=active')).filter(
        (task) => task['next_due_at'] !== null && timeAt(task, 'next_due_at') < Date.now(),
      ).length,
      'execution stuck': runs.filter(isStuck).length,
    };
    expect(truth['leader suspended']).toBeGreaterThan(0);
    await openDemo(page);
    for (const [state, count] of Object.entries(truth)) {
      const [noun, is] = state.split(' ');
      const words = count === 0 ? `no ${noun}s ${is}` : `${count} ${noun}${count === 1 ? '' : 's'} ${is}`;
      await expect(verdict(page).getByRole('link', { name: words, exact: true })).toBeVisible();
    }
    await new Asker(page).press(verdict(page).getByRole('link', { name: /leaders? suspended/ }));
    const suspended = leaders.filter(({ status }) => status === 'suspended');
    expect(await shownIds(await rowsOf(page, 'Leaders'))).toEqual(idsOf(suspended, 'leader_cap_id'));
  },
);

/** What changes the network itself, rather than runs on it; the steps of building a DAG are part of its creation. */
const CHANGES = new Set([
  ...(['tool', 'agent', 'leader', 'staking', 'key-management'] as const).flatMap((family) =>
    Object.keys(families[family]),
  ),
  'DAGCreatedEvent',
  'DAGFinalizedEvent',
  ...['PolicyAddedEvent', 'PolicyRemovedEvent', 'CreditOfferChangedEvent', 'TimePassOfferChangedEvent'],
  ...Object.keys(families.scheduler).filter((kind) => kind.startsWith('Task')),
]);

test('What was created or changed since yesterday?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const changed = page.getByRole('region', { name: 'Network changes' });
  const links = changed.getByRole('link');
  const linkOf = (kind: string) => changed.locator(`a[href*="kinds=${shortKindName(kind)}&"]`);
  await expect(links.first()).toBeVisible();
  const { from, to } = await boundsOfLink(links.first());
  const all = within(
    await index.all(`/events?created_after=${new Date(from).toISOString()}`),
    { from, to },
    'onchain_at',
  );
  const counts = tally(all.map((event) => textAt(event, 'kind')).filter((kind) => CHANGES.has(kind)));
  expect(counts.length).toBeGreaterThan(2);
  await expect(links).toHaveCount(counts.length);
  for (const [kind, count] of counts) await expect(linkOf(kind)).toHaveText(new RegExp(`^${digits(count)} `));
  const [kind, count] = counts.at(-1)!;
  await new Asker(page).press(linkOf(kind));
  await expect(await rowsOf(page, 'Events')).toHaveCount(count);
});

test('How many events an hour, since yesterday?', full, async ({ page, stack }) => {
  const question = { Measure: 'events', and: 'none', by: 'hour' };
  const { index, rows: hours, bounds } = await analyzed(page, stack, question, 'Events by hour');
  const { from, to } = bounds;
  const events = await index.all(`/events?created_after=${new Date(from).toISOString()}`);
  const counts = tally(
    within(events, { from: to + 1 - 24 * HOUR_MS, to }, 'onchain_at').map((event) =>
      new Date(Math.floor(timeAt(event, 'onchain_at') / HOUR_MS) * HOUR_MS).toISOString(),
    ),
  );
  expect(counts.length).toBeGreaterThan(5);
  // The first of these hours is counted from its start.
  for (const [hour, count] of counts.filter(([each]) => Date.parse(each) > to - 24 * HOUR_MS))
    await expect(row(hours, hour).locator('td[data-column="value"] [data-exact]')).toHaveAttribute(
      'data-exact',
      String(count),
    );
});

/** The skills of all agents, with the rows of their executions. */
async function skillsWithRuns(index: IndexReader) {
  const runs = await index.all('/executions');
  return (await allSkills(index)).map((skill) => ({
    agent: textAt(skill, 'agent_object_id'),
    id: textAt(skill, 'skill_id'),
    runs: runs.filter(
      (run) =>
        run['agent_object_id'] === skill['agent_object_id'] &&
        textAt(run, 'skill_id') === textAt(skill, 'skill_id'),
    ),
  }));
}

/** A cell of an agent's table of skills, whose figures are of the page's period. */
async function skillCell(page: Page, skill: string, head: string): Promise<Locator> {
  const skills = page.getByRole('table', { name: 'skills' });
  await expect(skills.getByRole('columnheader', { name: 'Runs' })).toBeVisible();
  const heads = await skills.getByRole('columnheader').allInnerTexts();
  return row(skills, skill).getByRole('cell').nth(heads.indexOf(head));
}

test('What did a skill cost this month?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesByExecution(index);
  const [skill] = (await skillsWithRuns(index)).sort((a, b) => b.runs.length - a.runs.length);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(skill!.agent);
  await asker.press(period(page, '30 days'));
  await expect(page).toHaveURL(/period=30d/);
  const bounds = await boundsOfLink((await skillCell(page, skill!.id, 'Runs')).getByRole('link'), 30);
  const costs = costsOf(fees, idsOf(within(skill!.runs, bounds)));
  expect(costs.length).toBeGreaterThan(5);
  const cost = (await skillCell(page, skill!.id, 'Cost, SUI')).locator('[data-exact]');
  await expect(cost).toHaveAttribute('data-exact', String(costs.reduce((sum, each) => sum + each, 0n)));
});

test('Which skills of an agent have not run this month?', full, async ({ page, stack }) => {
  const skills = await skillsWithRuns(await readIndex(stack));
  const unused = skills.find(({ runs }) => runs.length === 0);
  expect(unused).toBeDefined();
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(unused!.agent);
  await asker.press(period(page, '30 days'));
  await expect(page).toHaveURL(/period=30d/);
  for (const { id, runs } of skills.filter(({ agent }) => agent === unused!.agent)) {
    const cell = await skillCell(page, id, 'Runs');
    const bounds = await boundsOfLink(cell.getByRole('link'), 30);
    await expect(cell).toHaveText(digits(within(runs, bounds).length));
  }
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
    const finished = finishedOf(runs);
    const succeeded = finished.filter((row) => row['status'] === 'succeeded');
    await expect(cell('Runs')).toHaveText(String(runs.length));
    if (finished.length === 0) continue;
    const share = percentOf(succeeded.length, finished.length);
    await expect(cell('Success rate')).toHaveText(`${share.toFixed(1)} %`);
  }

  const failed = failedOf(all);
  const [[agent] = ['']] = tally(
    failed
      .filter((row) => startOf(row) >= Date.now() - 168 * HOUR_MS)
      .map((row) => textAt(row, 'agent_object_id')),
  );
  await page.goto('/overview');
  const asker = new Asker(page);
  await asker.search(agent);
  const link = page.getByTestId('verdict').getByRole('link').first();
  const bounds = await boundsOfLink(link);
  await asker.press(link);
  const ofAgent = failed.filter((row) => row['agent_object_id'] === agent);
  const expected = idsOf(within(ofAgent, bounds));
  expect(expected.length).toBeGreaterThan(0);
  await expect.poll(async () => shownIds(await rowsOf(page, 'executions'))).toEqual(expected.sort());
});

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true });

test(
  'Which executions took longer than a minute, and which of them longest?',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const durationsById = await durations(index, await index.all('/executions'));
    const long = [...durationsById].filter(([, ms]) => ms >= 60_000);
    expect(long.length).toBeGreaterThan(0);
    expect(long.length).toBeLessThan(durationsById.size);
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
  },
);

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
  const failed = failedOf(await (await readIndex(stack)).all('/executions'));
  await openDemo(page);
  await new Asker(page).search('failed or aborted');
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters).toContainText('Status: failed, aborted');
  const cells = (await rowsOf(page, 'executions')).locator('td[data-column=status]');
  await expect
    .poll(async () => (await cells.allInnerTexts()).every((text) => /^(failed|aborted)/.test(text.trim())))
    .toBe(true);
  await expect(filters).toContainText(`of ${failed.length}`);
  await expect(filters).not.toContainText('ignored');
});

test('How much money moved in the last hour, and where did it go?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesByExecution(index);
  await openDemo(page);
  await new Asker(page).press(period(page, '1 h'));
  await expect(panel(page, 'Money, last hour')).toBeVisible();
  const money = table(page, 'Money');
  const bounds = await boundsOfLink(row(money, 'Paid in').getByRole('link'));
  expect(bounds.to - bounds.from).toBe(HOUR_MS - 1);
  const runs = within(await index.all('/executions'), bounds);
  const paid = within(await index.all('/payments'), bounds);
  const charged = idsOf(runs).flatMap((id) => fees.get(id) ?? []);
  const shown = async (name: string) =>
    BigInt((await row(money, name).locator('[data-exact]').first().getAttribute('data-exact')) ?? '');
  expect(await shown('Paid in')).toBe(
    paid.reduce((sum, each) => sum + amountAt(each, 'max_budget_mist'), 0n),
  );
  const sums = FEES.map((name) => charged.reduce((sum, each) => sum + each[name], 0n));
  // All zero in an hour without runs: the question about the week has other sums.
  expect(await Promise.all(['Gas', 'Tool fees', 'Priority fees'].map(shown))).toEqual(sums);
  const names = await money
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((each) => each.dataset['row'] ?? ''));
  const rest = await Promise.all(names.filter((name) => name !== 'Paid in').map(shown));
  expect(rest.reduce((sum, each) => sum + each, 0n)).toBe(await shown('Paid in'));
});
