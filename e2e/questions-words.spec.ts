// Questions that are typed as they are asked ("lost races by leader"), or that a list hands over to the Analyze page with its filters, in at most
// four interactions from the overview. The right answers come from rows and events of the index (index-reader.ts).
import type { Page } from '@playwright/test';
import { boundsOf, cell, exact, table } from '@/e2e/analysis-table';
import { Asker, chooser, full } from '@/e2e/asker';
import {
  amountAt,
  type Bounds,
  capsOf,
  committers,
  failedOf,
  finishedOf,
  idsOf,
  isLostRace,
  isWithin,
  type Json,
  percentOf,
  ranked,
  readIndex,
  recordedTools,
  shownIds,
  startOf,
  tally,
  textAt,
  timeAt,
  valueAt,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';
import { policyKinds } from '@/lib/contract/event-kinds/policies';

const analyzeLink = (page: Page) => page.locator('main').getByRole('link', { name: 'Analyze', exact: true });

const within = (rows: readonly Json[], bounds: Bounds) =>
  rows.filter((row) => isWithin(timeAt(row, 'onchain_at'), bounds));

/** The events page lists exactly these. */
async function expectEvents(page: Page, events: readonly Json[]): Promise<void> {
  expect(events.length).toBeGreaterThan(0);
  const rows = await rowsOf(page, 'events');
  await expect(page.getByText(`about ${events.length.toLocaleString('en')}`)).toBeVisible();
  const newest = events.toSorted((a, b) => Number(b['id']) - Number(a['id']));
  const shown = await shownIds(rows);
  expect(shown).toEqual(idsOf(newest.slice(0, shown.length), 'id'));
}

test(
  'Which leader took part in most executions that failed, and in which?',
  full,
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const capOf = capsOf(await index.all('/leaders'));
    const leaders = committers(await index.events('CommittedToolResult'), capOf);
    await openDemo(page);
    const asker = new Asker(page);
    await asker.search('failure rate by leader, last 30 days', 'Failure rate by leader');
    const rows = table(page, 'Failure rate by leader');
    const bounds = await boundsOf(rows);
    const runs = (await index.all('/executions')).filter((run) => isWithin(startOf(run), bounds));
    const by = (leader: string) => runs.filter((run) => leaders.get(textAt(run, 'object_id'))?.has(leader));
    const all = [...new Set([...leaders.values()].flatMap((of) => [...of]))];
    const ended = all.filter((leader) => finishedOf(by(leader)).length > 0);
    expect(ended.length).toBeGreaterThan(2);
    for (const leader of ended)
      await expect(exact(cell(rows, leader)), leader).toHaveAttribute(
        'data-exact',
        String(percentOf(failedOf(by(leader)).length, finishedOf(by(leader)).length)),
      );
    const [worst = ''] = ended.toSorted((a, b) => failedOf(by(b)).length - failedOf(by(a)).length);
    await asker.press(cell(rows, worst).getByRole('link'));
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText(
      `of ${failedOf(by(worst)).length}`,
    );
  },
);

test('Which leader lost most races this month, and which turns were they?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const capOf = capsOf(await index.all('/leaders'));
  const races = (await index.events('SubmissionFailureEvidenceRecorded')).filter(isLostRace);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search('lost races by leader, last 30 days', 'Lost races by leader');
  const rows = table(page, 'Lost races by leader');
  const lost = within(races, await boundsOf(rows));
  const loserOf = (event: Json) => capOf(textAt(event, 'payload.failed_leader'));
  const ranking = tally(lost.map(loserOf));
  for (const [leader, count] of ranking)
    await expect(exact(cell(rows, leader))).toHaveAttribute('data-exact', String(count));
  // Several may have lost as many.
  const losers = ranking.filter(([, count]) => count === ranking[0]?.[1]).map(([leader]) => leader);
  const loser = (await rows.locator('tr[data-row]').nth(1).getAttribute('data-row')) ?? '';
  expect(losers).toContain(loser);
  await asker.press(cell(rows, loser).getByRole('link'));
  await expectEvents(
    page,
    lost.filter((event) => loserOf(event) === loser),
  );
});

test('Which tool has most failed calls, and which calls were they?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = await recordedTools(index);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search('failed calls by tool', 'Failed calls by tool');
  const rows = table(page, 'Failed calls by tool');
  const bounds = await boundsOf(rows);
  const runs = new Set(
    idsOf((await index.all('/executions')).filter((run) => isWithin(startOf(run), bounds))),
  );
  const failed = (await index.events('WalkAdvanced,EndStateReached,WalkFailed,WalkAborted')).filter(
    (event) =>
      runs.has(textAt(event, 'payload.execution')) &&
      (/Walk(Failed|Aborted)/.test(textAt(event, 'kind')) ||
        valueAt(event, 'payload.variant.name') === '_err_eval'),
  );
  const toolOf = (event: Json) =>
    tools.get(`${textAt(event, 'payload.dag')}/${textAt(event, 'payload.vertex.vertex.name')}`) ?? '';
  const ranking = tally(failed.map(toolOf));
  expect(ranking.length).toBeGreaterThan(2);
  for (const [tool, count] of ranking)
    await expect(exact(cell(rows, tool)), tool).toHaveAttribute('data-exact', String(count));
  const [[worst] = ['']] = ranking;
  await asker.press(cell(rows, worst).getByRole('link'));
  await expectEvents(
    page,
    failed.filter((event) => toolOf(event) === worst),
  );
});

test('Whose budgets were in the payments that were refunded this month?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search('refunded payments');
  await asker.press(analyzeLink(page));
  await asker.choose(chooser(page, 'Measure'), 'budget');
  const rows = table(page, 'Budget by funder');
  const bounds = await boundsOf(rows);
  const refunded = (await index.all('/payments')).filter(
    (row) => row['final_state'] === 'refunded' && isWithin(startOf(row), bounds),
  );
  const budgets = ranked(
    refunded.map((row) => [
      row['funder'] === null ? 'none' : textAt(row, 'funder'),
      amountAt(row, 'max_budget_mist'),
    ]),
  );
  expect(budgets.length).toBeGreaterThan(1);
  for (const [funder, amount] of budgets)
    await expect(exact(cell(rows, funder)), funder).toHaveAttribute('data-exact', String(amount));
});

test('How often did each policy change this month?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Events');
  await asker.press(page.getByRole('button', { name: 'Policies', exact: true }));
  await expect(page).toHaveURL(/kinds=/);
  await asker.press(analyzeLink(page));
  const rows = table(page, 'Events by kind');
  const bounds = await boundsOf(rows);
  const changes = tally(
    within(await index.events(policyKinds.join(',')), bounds).map((event) => textAt(event, 'kind')),
  );
  expect(changes.length).toBeGreaterThan(1);
  await expect(rows.locator('tr[data-row]')).toHaveCount(changes.length + 1);
  for (const [kind, count] of changes)
    await expect(exact(cell(rows, kind)), kind).toHaveAttribute('data-exact', String(count));
});

test('How much stake did each leader lose by slashes, and when?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search('stake slashed by leader, last 90 days', 'Stake slashed by leader');
  const rows = table(page, 'Stake slashed by leader');
  const slashes = within(await index.events('StakeSlashed'), await boundsOf(rows));
  const leaderOf = (event: Json) => textAt(event, 'payload.leader_cap_id');
  const amounts = ranked(slashes.map((event) => [leaderOf(event), amountAt(event, 'payload.amount')]));
  expect(amounts.length).toBeGreaterThan(0);
  for (const [leader, amount] of amounts)
    await expect(exact(cell(rows, leader)), leader).toHaveAttribute('data-exact', String(amount));
  const [[first] = ['']] = amounts;
  await asker.press(cell(rows, first).getByRole('link'));
  await expectEvents(
    page,
    slashes.filter((event) => leaderOf(event) === first),
  );
});
