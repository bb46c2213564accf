// Questions about leaders, skills and wallets in a period, answered on their pages. The right answers come from rows and events of the index
// (index-reader.ts), within the bounds that the pages' own links name.
import { Asker, factOf, full } from '@/e2e/asker';
import {
  amountAt,
  type Bounds,
  boundsOfLink,
  lastDays,
  failureRate,
  finishedOf,
  isLostRace,
  isWithin,
  ranked,
  readIndex,
  startOf,
  tally,
  textAt,
  timeAt,
  valueAt,
  type Json,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

test(
  'Which leader earned most in priority fees this month, and how many turns did it miss?',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const deposits = await index.all('/priority-fee-vault/events?kind=deposit_created');
    await openDemo(page);
    const asker = new Asker(page);
    await asker.rail('Priority fees');
    await expect(page).toHaveURL(/\/fees/);
    await asker.press(page.getByRole('radio', { name: '30 days' }));
    await expect(page).toHaveURL(/period=30d/);
    const fees = factOf(page, 'Priority fees').getByRole('link');
    const daysIn = ({ from, to }: Bounds) => (to - from) / 86_400_000;
    await expect.poll(async () => daysIn(await boundsOfLink(fees))).toBeGreaterThan(28);
    const bounds = await boundsOfLink(fees);
    const ranking = ranked(
      deposits
        .filter((row) => isWithin(startOf(row), bounds))
        .map((row) => [textAt(row, 'leader_cap_id'), amountAt(row, 'amount')]),
    );
    const [[first, most] = ['', 0n]] = ranking;
    const rows = await rowsOf(page, 'Fees by leader');
    await expect(rows).toHaveCount(ranking.length);
    await expect(rows.first()).toHaveAttribute('data-row', first);
    await expect(rows.first().locator('[data-exact]').first()).toHaveAttribute('data-exact', String(most));
    const sum = ranking.reduce((all, [, amount]) => all + amount, 0n);
    await expect(factOf(page, 'Priority fees').locator('[data-exact]').first()).toHaveAttribute(
      'data-exact',
      String(sum),
    );

    await asker.press(rows.first().locator(`[data-same-id="${first}"]`));
    await expect(page).toHaveURL(/\/leaders\//);
    await asker.press(page.getByRole('radio', { name: '30 days' }));
    await expect(page).toHaveURL(/period=30d/);
    const { leader_address: wallet } = await index.get(`/leaders/${first}`);
    const isFirst = (id: string) => id === first || id === wallet;
    const inMonth = (events: readonly Json[], field: string) =>
      events.filter(
        (event) => isFirst(textAt(event, field)) && isWithin(timeAt(event, 'onchain_at'), bounds),
      );
    const commits = inMonth(await index.events('CommittedToolResult'), 'payload.leader').length;
    const missed = inMonth(await index.events('SubmissionFailureEvidenceRecorded'), 'payload.failed_leader');
    await expect(factOf(page, 'Commits')).toContainText(commits.toLocaleString('en'));
    const turns = (commits + missed.length).toLocaleString('en');
    await expect(factOf(page, 'Missed turns')).toContainText(`${missed.length} of ${turns}`);
    const lost = missed.filter(isLostRace);
    await expect(factOf(page, 'Lost races')).toContainText(`${lost.length}of ${missed.length} missed turn`);
  },
);

test(
  'Does a skill fail more often than the week before, and who pays for it?',
  full,
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const all = await index.all('/executions');
    const recent = await lastDays(7);
    const [[key] = ['']] = tally(
      all
        .filter((row) => isWithin(startOf(row), recent) && row['agent_object_id'] !== null)
        .map((row) => `${textAt(row, 'agent_object_id')}/${textAt(row, 'skill_id')}`),
    );
    const [agent = '', skill = ''] = key.split('/');
    await openDemo(page);
    const asker = new Asker(page);
    await asker.search(agent);
    const row = (await rowsOf(page, 'skills')).and(page.locator(`[data-row="${skill}"]`));
    await asker.press(row.getByRole('link').first());
    await expect(page.getByRole('heading', { name: 'Executions of this skill' })).toBeVisible();
    const bounds = await boundsOfLink(factOf(page, 'Executions').getByRole('link'));
    const rateIn = (within: Bounds) => {
      const runs = all.filter(
        (run) =>
          run['agent_object_id'] === agent &&
          String(run['skill_id']) === skill &&
          isWithin(startOf(run), within),
      );
      return finishedOf(runs).length === 0 ? 'none' : failureRate(runs);
    };
    const week = 7 * 86_400_000;
    const figure = factOf(page, 'Failed or aborted');
    await expect(figure).toContainText(rateIn(bounds));
    await expect(figure).toContainText(
      `previous: ${rateIn({ from: bounds.from - week, to: bounds.to - week })}`,
    );
    const record = (await index.all(`/agents/${agent}/skills`)).find(
      (other) => String(other['skill_id']) === skill,
    );
    const policy = valueAt(record, 'requirements.payment_policy') as Json;
    await expect(row).toContainText(
      policy['variant'] === 'UserFunded'
        ? 'funded by the user'
        : `funded by the agent up to ${Number(policy['max_budget_mist']) / 1e9} SUI`,
    );
  },
);

test('Which turn did a leader miss last, and who took it?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const leaders = await index.all('/leaders');
  const missed = (await index.events('SubmissionFailureEvidenceRecorded')).reverse();
  const capOf = (id: string) =>
    leaders.find((leader) => [leader['leader_cap_id'], leader['leader_address']].includes(id));
  const event = missed.find((candidate) => capOf(textAt(candidate, 'payload.failed_leader')) !== undefined)!;
  const cap = textAt(capOf(textAt(event, 'payload.failed_leader')), 'leader_cap_id');
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(cap);
  await asker.press(page.getByRole('radio', { name: '30 days' }));
  await asker.press(factOf(page, 'Missed turns').getByRole('link'));
  const turns = page.getByRole('table', { name: 'Missed turns' });
  const row = turns.locator(`tr[data-row="${textAt(event, 'id')}"]`);
  await expect(row.locator(`[data-same-id="${textAt(event, 'payload.execution')}"]`)).toBeVisible();
  await expect(row).toContainText(textAt(event, 'payload.reason'));
  const winner = textAt(event, 'payload.winning_leader');
  if (winner !== 'null') await expect(row.locator(`[data-same-id="${winner}"]`)).toBeVisible();
});

test(
  'How much did a wallet commit to payments and what has it done in all?',
  full,
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const payments = await index.all('/payments');
    const [[wallet] = ['']] = tally(
      payments.flatMap(({ funder }) => (typeof funder === 'string' ? [funder] : [])),
    );
    await openDemo(page);
    await new Asker(page).search(wallet, 'address');
    for (const [label, path] of [
      ['Payments funded', `/payments?funder=${wallet}`],
      ['Executions invoked', `/executions?invoker=${wallet}`],
      ['Tasks controlled', `/tasks?controller=${wallet}`],
      ['Tools created', `/tools?creator=${wallet}`],
    ] as const) {
      const count = (await index.all(path)).length;
      if (count === 0) await expect(factOf(page, label)).toHaveCount(0);
      else await expect(factOf(page, label)).toContainText(count.toLocaleString('en'));
    }
  },
);
