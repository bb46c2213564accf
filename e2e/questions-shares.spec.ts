// Questions about shares, speeds and extremes, in at most four interactions from the overview. The right answers come from raw rows and events
// (index-reader.ts), within the bounds that the page's own links name.
import type { Page } from '@playwright/test';
import { boundsOf, cell, exact, expectRanks, firstRow, table } from '@/e2e/analysis-table';
import { Asker, full } from '@/e2e/asker';
import {
  amountAt,
  type Bounds,
  boundsOfLink,
  capsOf,
  feesByExecution,
  idsOf,
  isWithin,
  percentOf,
  quantile,
  ranked,
  readIndex,
  recordedTools,
  startOf,
  tally,
  textAt,
  totalOf,
  valueAt,
} from '@/e2e/index-reader';
import { type Visit, visitsIn, WALK_KINDS } from '@/e2e/raw-visits';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

/** Types a question into the search box of the overview: the table that answers it, and its bounds. */
async function ask(page: Page, words: string, name: string) {
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(words);
  const rows = table(page, name);
  return { asker, rows, bounds: await boundsOf(rows) };
}

test('Which agent used the largest share of its budgets?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesByExecution(index);
  const { rows, bounds } = await ask(page, 'budget used by agent, all time', 'Budget used by agent');
  const totals = new Map<string, { cost: bigint; budget: bigint }>();
  for (const payment of await index.all('/payments')) {
    const spent = fees.get(textAt(payment, 'execution_object_id'));
    if (spent === undefined || !isWithin(startOf(payment), bounds)) continue;
    const agent = textAt(payment, 'agent_object_id');
    const { cost, budget } = totals.get(agent) ?? { cost: 0n, budget: 0n };
    totals.set(agent, {
      cost: cost + totalOf(spent),
      budget: budget + amountAt(payment, 'max_budget_mist'),
    });
  }
  const shares = [...totals]
    .map(([agent, { cost, budget }]) => [agent, percentOf(Number(cost), Number(budget))] as const)
    .sort((a, b) => b[1] - a[1]);
  expect(new Set(shares.map(([, share]) => share)).size).toBeGreaterThan(3);
  for (const [agent, share] of shares)
    await expect(cell(rows, agent), agent).toHaveText(`${share.toFixed(1)} %`);
  await expect(firstRow(rows)).toHaveAttribute('data-row', shares[0]![0]);
});

test('Which leader answered fastest?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const capOf = capsOf(await index.all('/leaders'));
  const events = await index.events(`${WALK_KINDS},CommittedToolResult`);
  const words = 'median call duration by leader, last 30 days';
  const { asker, rows, bounds } = await ask(page, words, 'Median call duration by leader');
  const begun = (await index.all('/executions')).filter((run) => isWithin(startOf(run), bounds));
  const runs = new Set(idsOf(begun));
  const times = new Map<string, number[]>();
  for (const { run, leader, ms } of visitsIn(events, new Map()))
    if (runs.has(run) && leader !== null && ms !== null)
      times.set(capOf(leader), [...(times.get(capOf(leader)) ?? []), ms]);
  const medians = [...times]
    .map(
      ([leader, all]) =>
        [
          leader,
          quantile(
            all.sort((a, b) => a - b),
            0.5,
          ),
        ] as const,
    )
    .sort((a, b) => a[1] - b[1]);
  expect(medians.length).toBeGreaterThan(3);
  for (const [leader, median] of medians)
    await expect(exact(cell(rows, leader)), leader).toHaveAttribute('data-exact', String(median));
  await asker.press(rows.getByRole('button', { name: /^Median call duration/ }));
  await expect(firstRow(rows)).toHaveAttribute('data-row', medians[0]![0]);
});

test('Which execution went through a loop most often?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const most = new Map<string, number>();
  for (const event of await index.events('RequestWalkExecution')) {
    const place = valueAt(event, 'payload.next_vertex');
    if (textAt(place, 'variant') !== 'WithIterator' || (valueAt(place, 'out_of') ?? null) !== null) continue;
    const run = textAt(event, 'payload.execution');
    most.set(run, Math.max(most.get(run) ?? 0, Number(valueAt(place, 'iteration')) + 1));
  }
  const longest = Math.max(...most.values());
  expect(new Set(most.values()).size).toBeGreaterThan(1);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Executions');
  await rowsOf(page, 'executions');
  await asker.press(page.getByRole('button', { name: 'Columns', exact: true }));
  await asker.press(
    page.getByRole('dialog', { name: 'Columns' }).getByText('Loop iterations', { exact: true }),
  );
  await asker.press(page.getByRole('columnheader', { name: 'Loop iterations' }).getByRole('button'));
  await expect(page.getByText('sorting covers the whole list')).toBeVisible();
  const top = (await rowsOf(page, 'executions')).first();
  await expect(top.locator('td[data-column=loop_iterations]')).toHaveText(String(longest));
  expect(most.get((await top.getAttribute('data-row')) ?? '')).toBe(longest);
});

test(
  'What share of what tools were paid went to each, beside the week before?',
  full,
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const { rows, bounds } = await ask(page, 'tool cost by tool, last 7 days', 'Tool cost by tool');
    const before = await boundsOfLink(cell(rows, 'total', 'before').getByRole('link'));
    const runs = await index.all('/executions');
    const settled = (await index.events('InvocationSettled')).filter(
      (event) => valueAt(event, 'payload.was_refunded') !== true,
    );
    const sharesIn = (span: Bounds) => {
      const ids = new Set(idsOf(runs.filter((run) => isWithin(startOf(run), span))));
      const paid = ranked(
        settled
          .filter((event) => ids.has(textAt(event, 'payload.execution')))
          .map((event) => [textAt(event, 'payload.tool_fqn'), amountAt(event, 'payload.amount')] as const),
      );
      const total = paid.reduce((sum, [, amount]) => sum + amount, 0n);
      return new Map(paid.map(([tool, amount]) => [tool, (Number(amount) / Number(total)) * 100]));
    };
    const [current, previous] = [sharesIn(bounds), sharesIn(before)];
    expect(current.size).toBeGreaterThan(5);
    for (const [tool, share] of current) {
      const row = rows.locator(`tr[data-row="${tool}"]`);
      const shown = /([\d.]+) %\s*was <?([\d.]+) %/.exec(await row.innerText());
      // Shares are rounded so that they add up.
      expect(Math.abs(Number(shown?.[1]) - share), tool).toBeLessThan(0.11);
      expect(Math.abs(Number(shown?.[2]) - (previous.get(tool) ?? 0)), tool).toBeLessThan(0.11);
    }
  },
);

test('Which walk of a run was slowest, and where?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const byWalk = new Map<string, Map<string, (Visit & { to: number })[]>>();
  const visits = visitsIn(await index.events(WALK_KINDS), new Map());
  for (const visit of visits) {
    if (visit.from === null || visit.ms === null) continue;
    const walks = byWalk.get(visit.run) ?? new Map<string, (Visit & { to: number })[]>();
    walks.set(visit.walk, [...(walks.get(visit.walk) ?? []), { ...visit, to: visit.from + visit.ms }]);
    byWalk.set(visit.run, walks);
  }
  const open = new Set(visits.filter(({ ms }) => ms === null).map(({ run }) => run));
  const lengthOf = (walk: readonly (Visit & { to: number })[]) =>
    Math.max(...walk.map(({ to }) => to)) - Math.min(...walk.map(({ from }) => from ?? Infinity));
  const [run, walks] = [...byWalk].find(
    ([id, all]) =>
      !open.has(id) &&
      all.size > 3 &&
      [...all.values()].every((walk) => lengthOf(walk) < 60_000) &&
      new Set([...all.values()].map(lengthOf)).size === all.size,
  )!;
  const [[slowest, of]] = [...walks].sort((a, b) => lengthOf(b[1]) - lengthOf(a[1])) as [
    [string, (Visit & { to: number })[]],
  ];
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(run);
  await asker.press(page.getByRole('radiogroup', { name: 'Timeline view' }).getByText('Table'));
  const rows = page.getByRole('table', { name: 'Walks' }).locator('tr[data-timeline-walk]');
  await expect(rows).toHaveCount(walks.size);
  await expect(rows.first()).toHaveAttribute('data-timeline-walk', slowest);
  const seconds = parseFloat(await rows.first().locator('td').nth(1).innerText());
  expect(Math.abs(seconds * 1_000 - lengthOf(of))).toBeLessThan(100);
  const worst = of.toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0))[0]!;
  await expect(rows.first()).toContainText(worst.vertex);
});

test('What did a wallet pay in total, and for which agents?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesByExecution(index);
  const paid = (await index.all('/payments')).filter((payment) => payment['funder'] !== null);
  const wallets = tally(paid.map((payment) => textAt(payment, 'funder')));
  const ofWallet = (funder: string) => paid.filter((payment) => payment['funder'] === funder);
  const agentsOf = (funder: string) =>
    ranked(
      ofWallet(funder).flatMap((payment) => {
        const spent = fees.get(textAt(payment, 'execution_object_id'));
        return spent === undefined ? [] : [[textAt(payment, 'agent_object_id'), totalOf(spent)] as const];
      }),
    );
  const [wallet] = wallets.find(([funder]) => agentsOf(funder).length > 1)!;
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(wallet);
  await asker.press(page.getByRole('link', { name: 'Cost by agent' }));
  const rows = table(page, 'Cost by agent');
  const truth = agentsOf(wallet);
  await expectRanks(rows, truth);
  const total = truth.reduce((sum, [, amount]) => sum + amount, 0n);
  await expect(exact(cell(rows, 'total'))).toHaveAttribute('data-exact', String(total));
});

test('How many tools does each agent use?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const uses = [...(await recordedTools(index))];
  const { rows, bounds } = await ask(page, 'tools by agent, all time', 'Tools by agent');
  const tools = new Map<string, Set<string>>();
  for (const run of (await index.all('/executions')).filter((row) => isWithin(startOf(row), bounds)))
    for (const [use, tool] of uses)
      if (use.startsWith(`${textAt(run, 'dag_object_id')}/`)) {
        const agent = textAt(run, 'agent_object_id');
        tools.set(agent, (tools.get(agent) ?? new Set()).add(tool));
      }
  const counts = [...tools].map(([agent, of]) => [agent, BigInt(of.size)] as [string, bigint]);
  await expectRanks(
    rows,
    counts.sort((a, b) => Number(b[1] - a[1])),
  );
});
