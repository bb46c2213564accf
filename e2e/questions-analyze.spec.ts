// Questions that rank or sum something by something, answered on the Analyze page. The right answers come from rows and events of the index
// (index-reader.ts), within the bounds that the page's own links name.
import type { Locator } from '@playwright/test';
import { analyzed, boundsOf, cell, exact, expectRanks, table } from '@/e2e/analysis-table';
import { Asker, full } from '@/e2e/asker';
import {
  amountAt,
  capsOf,
  failedOf,
  feesByExecution,
  finishedOf,
  isWithin,
  type Json,
  monday,
  percentOf,
  ranked,
  readIndex,
  recordedTools,
  startOf,
  tally,
  textAt,
  timeAt,
  totalOf,
  valueAt,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

/** The same where no two share the first place. */
async function expectRanking(rows: Locator, truth: readonly [string, bigint][]): Promise<void> {
  await expectRanks(rows, truth);
  await expect(rows.locator('tr[data-row]').nth(1)).toHaveAttribute('data-row', truth[0]![0]);
}

test('Which funders put in most?', { tag: '@full' }, async ({ page, stack }) => {
  const question = { Measure: 'budget', and: 'none' };
  const { index, asker, rows, bounds } = await analyzed(page, stack, question, 'Budget by funder');
  const paid = (await index.all('/payments')).filter((row) => isWithin(startOf(row), bounds));
  // Agents pay without a wallet.
  const funderOf = (row: Json) => (row['funder'] === null ? 'none' : textAt(row, 'funder'));
  const truth = ranked(paid.map((row) => [funderOf(row), amountAt(row, 'max_budget_mist')]));
  await expectRanking(rows, truth);
  const all = truth.reduce((sum, [, amount]) => sum + amount, 0n);
  await expect(exact(cell(rows, 'total'))).toHaveAttribute('data-exact', String(all));
  const [first] = truth[0]!;
  await asker.press(cell(rows, first).getByRole('link'));
  const ofFirst = paid.filter((row) => funderOf(row) === first);
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${ofFirst.length}`);
});

test('Which agents spend most SUI, and beside the week before?', full, async ({ page, stack }) => {
  const question = { by: 'agent', and: 'none' };
  const { index, rows, bounds: current } = await analyzed(page, stack, question, 'Cost by agent');
  const fees = await feesByExecution(index);
  const week = 7 * 86_400_000;
  const runs = await index.all('/executions');
  const costs = (bounds: typeof current) =>
    ranked(
      runs
        .filter((row) => isWithin(startOf(row), bounds))
        .flatMap((row) => {
          const recorded = fees.get(textAt(row, 'object_id'));
          const agent = row['agent_object_id'] === null ? 'none' : textAt(row, 'agent_object_id');
          return recorded === undefined ? [] : [[agent, totalOf(recorded)] as const];
        }),
    );
  await expectRanking(rows, costs(current));
  for (const [agent, amount] of costs({ from: current.from - week, to: current.to - week }).slice(0, 3))
    if ((await cell(rows, agent).count()) > 0)
      await expect(exact(cell(rows, agent, 'before'))).toHaveAttribute('data-exact', String(amount));
});

test('Which DAG had the most expensive run?', full, async ({ page, stack }) => {
  const question = { Measure: 'cost_max', by: 'dag', and: 'none' };
  const { index, rows, bounds } = await analyzed(page, stack, question, 'Highest cost by DAG');
  const fees = await feesByExecution(index);
  const highest = new Map<string, bigint>();
  for (const row of (await index.all('/executions')).filter((run) => isWithin(startOf(run), bounds))) {
    const recorded = fees.get(textAt(row, 'object_id'));
    const dag = textAt(row, 'dag_object_id');
    const cost = recorded === undefined ? 0n : totalOf(recorded);
    if (recorded !== undefined && cost >= (highest.get(dag) ?? 0n)) highest.set(dag, cost);
  }
  const truth = [...highest].toSorted(([, a], [, b]) => Number(b - a));
  await expectRanking(rows, truth);
});

test('Which tools earn most, and in which executions?', full, async ({ page, stack }) => {
  const question = { Measure: 'tool_cost', by: 'tool' };
  const { index, asker, rows, bounds } = await analyzed(page, stack, question, 'Tool cost by tool and day');
  const runs = (await index.all('/executions')).filter((row) => isWithin(startOf(row), bounds));
  const ids = new Set(runs.map((row) => textAt(row, 'object_id')));
  const settled = (await index.events('InvocationSettled')).filter(
    (event) =>
      valueAt(event, 'payload.was_refunded') === false && ids.has(textAt(event, 'payload.execution')),
  );
  const truth = ranked(
    settled.map((event) => [textAt(event, 'payload.tool_fqn'), amountAt(event, 'payload.amount')]),
  );
  await expectRanking(rows, truth);
  const [first] = truth[0]!;
  const dags = new Set(
    [...(await recordedTools(index))]
      .filter(([, tool]) => tool === first)
      .map(([vertex]) => vertex.slice(0, vertex.indexOf('/'))),
  );
  const using = runs.filter((row) => dags.has(textAt(row, 'dag_object_id')));
  await asker.press(cell(rows, first).getByRole('link'));
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${using.length}`);
});

test('Which leader missed the largest share of its turns?', full, async ({ page, stack }) => {
  const question = { Measure: 'missed_rate', and: 'none', Period: '30d' };
  const { index, rows, bounds } = await analyzed(page, stack, question, 'Missed turn rate by leader');
  const capOf = capsOf(await index.all('/leaders'));
  const turnsOf = async (kind: string, field: string) =>
    tally(
      (await index.events(kind))
        .filter((event) => isWithin(timeAt(event, 'onchain_at'), bounds))
        .map((event) => capOf(textAt(event, `payload.${field}`))),
    );
  const commits = new Map(await turnsOf('CommittedToolResult', 'leader'));
  const missed = await turnsOf('SubmissionFailureEvidenceRecorded', 'failed_leader');
  const shares = missed
    .map(([leader, count]): [string, number] => [leader, count / (count + (commits.get(leader) ?? 0))])
    .sort(([, a], [, b]) => b - a);
  expect(shares.length).toBeGreaterThan(1);
  for (const [leader, share] of shares)
    await expect(cell(rows, leader)).toContainText(`${(share * 100).toFixed(1)} %`);
  await expect(rows.locator('tr[data-row]').nth(1)).toHaveAttribute('data-row', shares[0]![0]);
});

test('What does each leader earn in priority fees, by week?', full, async ({ page, stack }) => {
  const question = { Measure: 'fees', and: 'week', Period: '30d' };
  const { index, rows } = await analyzed(page, stack, question, 'Fees to leaders by leader and week');
  await expect(rows.getByRole('columnheader')).toHaveCount(6 + 5);
  const bounds = await boundsOf(rows);
  const deposits = (await index.events('PriorityFeeDepositCreated')).filter((event) =>
    isWithin(timeAt(event, 'onchain_at'), bounds),
  );
  const amounts = (of: readonly Json[]) =>
    ranked(of.map((event) => [textAt(event, 'payload.leader_cap_id'), amountAt(event, 'payload.amount')]));
  await expectRanking(rows, amounts(deposits));
  for (const week of new Set(deposits.map((event) => monday(timeAt(event, 'onchain_at')))))
    for (const [leader, amount] of amounts(
      deposits.filter((event) => monday(timeAt(event, 'onchain_at')) === week),
    ))
      await expect(exact(cell(rows, leader, `at ${week}`))).toHaveAttribute('data-exact', String(amount));
});

test('How did the failure rate move by day, and which tool is behind it?', async ({ page, stack }) => {
  const question = { Measure: 'failure_rate', by: 'failed_tool' };
  const { index, asker, rows, bounds } = await analyzed(
    page,
    stack,
    question,
    'Failure rate by failed tool and day',
  );
  const runs = (await index.all('/executions')).filter((row) => isWithin(startOf(row), bounds));
  const rate = (of: readonly Json[], among: readonly Json[]) =>
    String(percentOf(failedOf(of).length, finishedOf(among).length));
  await expect(exact(cell(rows, 'total'))).toHaveAttribute('data-exact', rate(runs, runs));
  const dayOf = (row: Json) => Math.floor(startOf(row) / 86_400_000) * 86_400_000;
  const failed = failedOf(runs);
  const tools = new Set(
    failed.map((row) => textAt(row, 'failed_tool_fqn')).filter((tool) => tool !== 'null'),
  );
  expect(tools.size).toBeGreaterThan(1);
  for (const tool of tools) {
    const ofTool = failed.filter((row) => textAt(row, 'failed_tool_fqn') === tool);
    await expect(exact(cell(rows, tool)), tool).toHaveAttribute('data-exact', rate(ofTool, runs));
    for (const day of new Set(ofTool.map(dayOf)))
      await expect(exact(cell(rows, tool, `at ${day}`))).toHaveAttribute(
        'data-exact',
        rate(
          ofTool.filter((row) => dayOf(row) === day),
          runs.filter((row) => dayOf(row) === day),
        ),
      );
  }
  const [tool = ''] = tools;
  await asker.press(cell(rows, tool).getByRole('link'));
  const count = failed.filter((row) => textAt(row, 'failed_tool_fqn') === tool).length;
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${count}`);
});

test('Which tool made most executions fail this month?', full, async ({ page, stack }) => {
  const question = { Measure: 'executions', by: 'failed_tool', Period: '30d' };
  const { index, rows, bounds } = await analyzed(page, stack, question, 'Executions by failed tool and day');
  const runs = (await index.all('/executions')).filter((row) => isWithin(startOf(row), bounds));
  const toolOf = (row: Json) => (row['failed_tool_fqn'] === null ? 'none' : textAt(row, 'failed_tool_fqn'));
  await expectRanking(rows, ranked(runs.map((row) => [toolOf(row), 1n])));
});

test('How many agents run each tool?', full, async ({ page, stack }) => {
  const question = { Measure: 'agents', by: 'tool', and: 'none' };
  const { index, rows, bounds } = await analyzed(page, stack, question, 'Agents by tool');
  const tools = await recordedTools(index);
  const agents = new Map<string, Set<string>>();
  for (const row of (await index.all('/executions')).filter((run) => isWithin(startOf(run), bounds)))
    for (const [vertex, tool] of tools)
      if (vertex.startsWith(`${textAt(row, 'dag_object_id')}/`) && row['agent_object_id'] !== null)
        agents.set(tool, (agents.get(tool) ?? new Set()).add(textAt(row, 'agent_object_id')));
  expect(agents.size).toBeGreaterThan(3);
  for (const [tool, of] of agents)
    await expect(exact(cell(rows, tool)), tool).toHaveAttribute('data-exact', String(of.size));
});

test('Which skills end in a refund most often?', full, async ({ page, stack }) => {
  const question = { Measure: 'refund_rate', by: 'skill' };
  const { index, asker, rows, bounds } = await analyzed(
    page,
    stack,
    question,
    'Refund rate by skill and day',
  );
  const ended = (await index.all('/payments')).filter(
    (row) => row['final_state'] !== 'pending' && isWithin(startOf(row), bounds),
  );
  const isRefunded = (row: Json) => row['final_state'] === 'refunded';
  const skills = new Map<string, Json[]>();
  for (const row of ended) {
    const skill = `${textAt(row, 'agent_object_id')}/${textAt(row, 'skill_id')}`;
    skills.set(skill, [...(skills.get(skill) ?? []), row]);
  }
  const shares = [...skills].map(
    ([skill, of]) => [skill, percentOf(of.filter(isRefunded).length, of.length)] as const,
  );
  expect(new Set(shares.map(([, share]) => share)).size).toBeGreaterThan(2);
  for (const [skill, share] of shares)
    await expect(exact(cell(rows, skill)), skill).toHaveAttribute('data-exact', String(share));
  const highest = Math.max(...shares.map(([, share]) => share));
  const [first = ''] = shares.find(([, share]) => share === highest) ?? [];
  await asker.press(cell(rows, first).getByRole('link'));
  const count = (skills.get(first) ?? []).filter(isRefunded).length;
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${count}`);
});

test('Which skills run over budget most, and which runs are those?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search('over budget');
  await asker.press(page.locator('main').getByRole('link', { name: 'Analyze', exact: true }));
  const rows = table(page, 'Executions by skill');
  await expect(rows).toBeVisible();
  const bounds = await boundsOf(rows);
  // A settlement that finds too little says so; nothing costs more than its budget without one.
  const short = new Set(
    (await index.events('ExecutionPaymentInsufficientSettlement')).map((event) =>
      textAt(event, 'payload.execution'),
    ),
  );
  const over = (await index.all('/executions')).filter(
    (row) => short.has(textAt(row, 'object_id')) && isWithin(startOf(row), bounds),
  );
  const skillOf = (row: Json) => `${textAt(row, 'agent_object_id')}/${textAt(row, 'skill_id')}`;
  const truth = ranked(over.map((row) => [skillOf(row), 1n]));
  for (const [skill, count] of truth)
    await expect(exact(cell(rows, skill)), skill).toHaveAttribute('data-exact', String(count));
  await expect(exact(cell(rows, 'total'))).toHaveAttribute('data-exact', String(over.length));
  const [first, count] = truth[0]!;
  await asker.press(cell(rows, first).getByRole('link'));
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters).toContainText('Over budget: yes');
  await expect(filters).toContainText(`of ${count}`);
});

test(
  'What was the minimum stake before it was changed, and when?',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const changes = await index.events('MinStakeUsUpdated');
    const stakes = changes.map((event) => Number(amountAt(event, 'payload.min_stake_us')) / 1e9);
    expect(stakes.length).toBeGreaterThan(1);
    await openDemo(page);
    const asker = new Asker(page);
    await asker.rail('Events');
    await asker.press(page.getByRole('button', { name: 'Policies', exact: true }));
    const words = stakes.slice(-2).map((stake) => `${stake.toLocaleString('en-US')} US`);
    const row = page
      .getByRole('row')
      .filter({ hasText: `minimum leader stake changed from ${words.join(' to ')}` });
    await expect(row).toContainText(textAt(changes.at(-1), 'onchain_at').slice(11, 19));
  },
);
