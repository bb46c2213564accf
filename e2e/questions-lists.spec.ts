// Questions that a list answers by its order, its selection or its groups, in at most four interactions from the overview. The right answers come
// from raw rows and events (index-reader.ts).
import { Asker, full } from '@/e2e/asker';
import {
  amountAt,
  feesByExecution,
  readIndex,
  recordedTools,
  tally,
  textAt,
  totalOf,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

test('Which payments used most of their budget, of all?', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const fees = await feesByExecution(index);
  // In MIST of a million: exact enough to distinguish two shares.
  const shares = (await index.all('/payments')).flatMap((payment) => {
    const spent = fees.get(textAt(payment, 'execution_object_id'));
    const budget = amountAt(payment, 'max_budget_mist');
    if (spent === undefined || budget === 0n) return [];
    return [
      { id: textAt(payment, 'payment_object_id'), share: (totalOf(spent) * 1_000_000_000_000n) / budget },
    ];
  });
  shares.sort((a, b) => (a.share < b.share ? 1 : -1));
  const [most] = shares;
  expect(shares.length).toBeGreaterThan(20);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Payments');
  await rowsOf(page, 'payments');
  await asker.press(page.getByRole('columnheader', { name: 'Budget used' }).getByRole('button'));
  await expect(page.getByText('sorting covers the whole list')).toBeVisible();
  const first = (await rowsOf(page, 'payments')).first();
  await expect(first).toHaveAttribute('data-row', most?.id ?? '');
  const percent = Number(most?.share) / 1e10;
  await expect(first.locator('td[data-column=used]')).toContainText(`${percent.toFixed(1)} %`);
});

test('What differs between the two newest DAGs?', full, async ({ page, stack }) => {
  const tools = await recordedTools(await readIndex(stack));
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('DAGs');
  const rows = await rowsOf(page, 'DAGs');
  const ids = await rows.evaluateAll((all) => all.slice(0, 2).map((row) => row.getAttribute('data-row')));
  for (const place of [0, 1]) await asker.press(rows.nth(place).getByRole('checkbox'));
  await asker.press(page.getByRole('toolbar').getByRole('link', { name: 'Compare' }));
  const names = ids.map(
    (id) =>
      new Set([...tools.keys()].filter((key) => key.startsWith(`${id}/`)).map((key) => key.split('/')[1])),
  );
  const [left, right] = names;
  const only = [...(left ?? [])].filter((name) => right?.has(name) !== true);
  expect(only.length).toBeGreaterThan(0);
  const list = page.getByTestId('differences');
  for (const name of only) await expect(list).toContainText(name ?? '');
});

test(
  'What did each of the last transactions do, and with how many events?',
  full,
  async ({ page, stack }) => {
    const { items } = (await (await readIndex(stack)).get('/events?page_size=40')) as {
      items: Record<string, unknown>[];
    };
    // The last of these may continue on the next page.
    const counts = tally(items.map((event) => textAt(event, 'tx_digest'))).filter(
      ([digest]) => digest !== textAt(items.at(-1), 'tx_digest'),
    );
    const [digest, count] = counts[0] ?? ['', 0];
    expect(count).toBeGreaterThan(1);
    await openDemo(page);
    const asker = new Asker(page);
    await asker.rail('Events');
    await rowsOf(page, 'events');
    await asker.choose(page.getByRole('combobox', { name: 'Group events' }), 'transaction');
    const rest = page
      .getByRole('table', { name: 'events' })
      .locator(`a[href*="${digest}"]`, { hasText: 'more' });
    await expect(rest).toHaveText(`and ${count - 1} more event${count === 2 ? '' : 's'}`);
  },
);
