// Questions that rank over all of the history, or by who staked, sent or missed what. The right answers come from rows and events of the index
// (index-reader.ts), within the bounds that the page's own links name.
import type { Locator, Page } from '@playwright/test';
import { analyzed, boundsOf, cell, exact, expectRanks, table } from '@/e2e/analysis-table';
import { Asker, chooser, full } from '@/e2e/asker';
import {
  amountAt,
  type Bounds,
  failedOf,
  feesByExecution,
  type IndexReader,
  isWithin,
  type Json,
  monday,
  ranked,
  readIndex,
  recordedTools,
  startOf,
  textAt,
  timeAt,
  totalOf,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

/** The question that a list leads to; the page before has such links too. */
const analyzeOf = (page: Page, list: string) =>
  page
    .locator('main', { has: page.getByRole('heading', { name: list, level: 1, exact: true }) })
    .getByRole('link', { name: 'Analyze', exact: true });

/** The list that a row's figure leads to has this many rows. */
async function expectListed(index: IndexReader, rows: Locator, name: string, count: number): Promise<void> {
  const href = await cell(rows, name).getByRole('link').getAttribute('href');
  const { metadata } = await index.get(`${href ?? ''}&page_size=1`);
  expect(Number((metadata as Json)['total_items']), href ?? name).toBe(count);
}

const eventTime = (event: Json) => timeAt(event, 'onchain_at');

/** Those until the page's period ends, which is up to five minutes ago; all time begins before each of them. */
function untilEnd(rows: readonly Json[], timeOf: (row: Json) => number, { from, to }: Bounds): Json[] {
  const known = rows.filter((row) => timeOf(row) <= to);
  expect(known.filter((row) => timeOf(row) < from)).toEqual([]);
  return known;
}

const staked = (event: Json) => amountAt(event, 'payload.amount');
const stakerOf = (event: Json) => textAt(event, 'payload.staker');

test('How much stake was deposited with each leader, by week?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Leaders');
  await asker.press(analyzeOf(page, 'Leaders'));
  await asker.choose(chooser(page, 'Period'), 'all');
  const rows = table(page, 'Stake deposited by leader and week');
  const bounds = await boundsOf(rows);
  const deposits = untilEnd(await index.events('StakeDeposited'), eventTime, bounds);
  const byLeader = (of: readonly Json[]) =>
    ranked(of.map((event) => [textAt(event, 'payload.leader_cap_id'), staked(event)]));
  const truth = byLeader(deposits);
  await expectRanks(rows, truth);
  for (const week of new Set(deposits.map((event) => monday(eventTime(event)))))
    for (const [leader, amount] of byLeader(deposits.filter((event) => monday(eventTime(event)) === week)))
      await expect(exact(cell(rows, leader, `at ${week}`))).toHaveAttribute('data-exact', String(amount));
  const [first] = truth[0]!;
  const ofFirst = deposits.filter((event) => textAt(event, 'payload.leader_cap_id') === first);
  await expectListed(index, rows, first, ofFirst.length);
});

test('Which wallets staked most over all leaders?', full, async ({ page, stack }) => {
  const question = { Measure: 'stake_net', by: 'staker', Period: 'all' };
  const name = 'Stake deposited less withdrawn by staker and day';
  const { index, rows, bounds } = await analyzed(page, stack, question, name);
  const deposits = untilEnd(await index.events('StakeDeposited'), eventTime, bounds);
  const claims = untilEnd(await index.events('UnstakeClaimed'), eventTime, bounds);
  const truth = ranked([
    ...deposits.map((event) => [stakerOf(event), staked(event)] as const),
    ...claims.map((event) => [stakerOf(event), -staked(event)] as const),
  ]);
  await expectRanks(rows, truth);
  const [first] = truth[0]!;
  const ofFirst = [...deposits, ...claims].filter((event) => stakerOf(event) === first);
  await expectListed(index, rows, first, ofFirst.length);
});

test('Which tasks missed most occurrences in a week?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Tasks');
  await asker.press(analyzeOf(page, 'Tasks'));
  await asker.choose(chooser(page, 'and'), 'week');
  await asker.choose(chooser(page, 'Period'), '30d');
  const rows = table(page, 'Missed occurrences by task and week');
  const bounds = await boundsOf(rows);
  const missed = (await index.events('OccurrenceMissed')).filter((event) =>
    isWithin(eventTime(event), bounds),
  );
  const byTask = (of: readonly Json[]) => ranked(of.map((event) => [textAt(event, 'payload.task_id'), 1n]));
  const truth = byTask(missed);
  await expectRanks(rows, truth);
  for (const week of new Set(missed.map((event) => monday(eventTime(event)))))
    for (const [task, count] of byTask(missed.filter((event) => monday(eventTime(event)) === week)))
      await expect(exact(cell(rows, task, `at ${week}`))).toHaveAttribute('data-exact', String(count));
  for (const [task, count] of truth.slice(0, 3)) await expectListed(index, rows, task, Number(count));
});

test('Which tools make leaders miss their turns?', full, async ({ page, stack }) => {
  const question = { Measure: 'missed_turns', by: 'tool', Period: '30d' };
  const { index, rows, bounds } = await analyzed(page, stack, question, 'Missed turns by tool and day');
  const tools = await recordedTools(index);
  const missed = (await index.events('SubmissionFailureEvidenceRecorded')).filter((event) =>
    isWithin(eventTime(event), bounds),
  );
  const toolOf = (event: Json) =>
    tools.get(`${textAt(event, 'payload.dag')}/${textAt(event, 'payload.vertex.vertex.name')}`) ?? 'none';
  const truth = ranked(missed.map((event) => [toolOf(event), 1n]));
  await expectRanks(rows, truth);
  await expect(exact(cell(rows, 'total'))).toHaveAttribute('data-exact', String(missed.length));
  for (const [tool, count] of truth.slice(0, 3)) await expectListed(index, rows, tool, Number(count));
});

const RANKS = [
  ['Agents', 'agent', 'agent_object_id'],
  ['DAGs', 'DAG', 'dag_object_id'],
] as const;

for (const [list, noun, field] of RANKS)
  test(`Which ${noun}s ran, cost and failed most of all time?`, full, async ({ page, stack }) => {
    const index = await readIndex(stack);
    const fees = await feesByExecution(index);
    const nameOf = (row: Json) => (row[field] === null ? 'none' : textAt(row, field));
    await openDemo(page);
    const asker = new Asker(page);
    await asker.rail(list);
    await asker.press(analyzeOf(page, list));
    const rows = table(page, `Executions by ${noun}`);
    const bounds = await boundsOf(rows);
    const runs = untilEnd(await index.all('/executions'), startOf, bounds);
    await expect(page.getByText(/^since .*, the first week indexed$/)).toBeVisible();
    await expect(rows.getByRole('columnheader', { name: 'Previous' })).toHaveCount(0);
    await expectRanks(rows, ranked(runs.map((row) => [nameOf(row), 1n])));
    await asker.choose(chooser(page, 'Measure'), 'cost');
    const costs = runs.flatMap((row) => {
      const recorded = fees.get(textAt(row, 'object_id'));
      return recorded === undefined ? [] : [[nameOf(row), totalOf(recorded)] as const];
    });
    await expectRanks(table(page, `Cost by ${noun}`), ranked(costs));
    await asker.choose(chooser(page, 'Measure'), 'failed_executions');
    const failed = ranked(failedOf(runs).map((row) => [nameOf(row), 1n]));
    const ofFailed = table(page, `Failed executions by ${noun}`);
    await expectRanks(ofFailed, failed);
    const [first, count] = failed.find(([name]) => name !== 'none')!;
    await expectListed(index, ofFailed, first, Number(count));
  });

test('At which hour of the day do most executions fail?', full, async ({ page, stack }) => {
  const question = { Measure: 'failed_executions', by: 'hour_of_day', Period: '30d' };
  const { index, rows, bounds } = await analyzed(
    page,
    stack,
    question,
    'Failed executions by hour of day and day',
  );
  const runs = (await index.all('/executions')).filter((row) => isWithin(startOf(row), bounds));
  const hourOf = (row: Json) => `${textAt(row, 'onchain_created_at').slice(11, 13)}:00 UTC`;
  await expectRanks(rows, ranked(failedOf(runs).map((row) => [hourOf(row), 1n])));
});

test('For which agents do most wallets pay?', full, async ({ page, stack }) => {
  const question = { Measure: 'funders', by: 'agent', Period: '30d' };
  const { index, rows, bounds } = await analyzed(page, stack, question, 'Funders by agent and day');
  const payments = await index.all('/payments');
  const funders = new Map(payments.map((row) => [row['payment_object_id'], row['funder']]));
  const runs = (await index.all('/executions')).filter((row) => isWithin(startOf(row), bounds));
  const byAgent = new Map<string, Set<unknown>>();
  for (const row of runs) {
    const funder = funders.get(row['payment_object_id']) ?? null;
    const agent = row['agent_object_id'] === null ? 'none' : textAt(row, 'agent_object_id');
    const wallets = byAgent.get(agent) ?? new Set();
    byAgent.set(agent, funder === null ? wallets : wallets.add(funder));
  }
  const truth = ranked([...byAgent].map(([agent, wallets]) => [agent, BigInt(wallets.size)]));
  expect(Number(truth[0]?.[1])).toBeGreaterThan(1);
  await expectRanks(rows, truth);
});

test('Which wallets sent most events in the last day?', full, async ({ page, stack }) => {
  const question = { Measure: 'events', by: 'sender', Period: '24h' };
  const { index, rows, bounds } = await analyzed(page, stack, question, 'Events by sender and day');
  const window = { created_after: bounds.from, created_before: bounds.to };
  const query = Object.entries(window).map(([name, at]) => `${name}=${new Date(at).toISOString()}`);
  const truth = ranked(
    (await index.all(`/events?${query.join('&')}`)).map((event) => [textAt(event, 'sender_address'), 1n]),
  );
  await expectRanks(rows, truth);
  const [first, count] = truth[0]!;
  await expectListed(index, rows, first, Number(count));
});
