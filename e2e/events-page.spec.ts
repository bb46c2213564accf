// The events page as a reader uses it: kinds with their counts, old links, one event and everything around it, going to a place, files.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { hand, registries } from '@/e2e/feed-page';
import { readIndex, textAt } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey, openDemo, rowsOf } from '@/e2e/visitor';

const kindsShown = (page: Page) =>
  page
    .getByRole('table', { name: 'Events' })
    .locator('tr[data-row]')
    .evaluateAll((rows) =>
      [...new Set(rows.map((row) => row.children[2]?.textContent?.trim() ?? ''))].sort(),
    );

test('event kinds are chosen beside their counts', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/events');
  await rowsOf(page, 'Events');
  await page.getByRole('button', { name: 'All kinds' }).click();
  const chooser = page.getByRole('dialog', { name: 'Event kinds' });
  // A count a family, in the chooser and on the chips; kinds are counted where a family is unfolded.
  const family = chooser.getByRole('group', { name: 'DAG', exact: true });
  await expect(family.getByRole('button')).toHaveText(/^DAG[\d,]+$/);
  const stored = (await family.getByRole('button').innerText()).replaceAll(/\D/g, '');
  const chip = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^DAG/ });
  await expect(chip).toHaveAttribute('data-tip', /^[\d,]+ stored events with the other filters, as of/);
  expect((await chip.innerText()).replaceAll(/\D/g, '')).toBe(stored);
  await family.getByRole('button').click();
  const created = chooser.locator('label', { hasText: /^DAGCreated/ });
  await expect(created).toHaveText(/^DAGCreated[\d,]+$/);
  await created.getByRole('checkbox').click();
  await expect(created.getByRole('checkbox')).toBeChecked();
  const finalized = chooser.locator('label', { hasText: /^DAGFinalized/ }).getByRole('checkbox');
  // The box follows the address, which takes its moment.
  await finalized.click();
  await expect(finalized).toBeChecked();
  await expect(chooser).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/kinds=DAGCreated%2CDAGFinalized/);
  await expect.poll(() => kindsShown(page)).toEqual(['DAGCreated', 'DAGFinalized']);
  const total = Number((await page.getByText(/^about /).textContent())?.replaceAll(/\D/g, ''));
  await page.getByRole('button', { name: /^Kinds: 2/ }).click();
  await expect(finalized.locator('xpath=../span[last()]')).toHaveText(/\d/);
  const countTexts = await chooser
    .locator('label', { hasText: /^DAG(Created|Finalized)/ })
    .locator('span:last-child')
    .allTextContents();
  expect(countTexts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(total);
});

test('a saved or linked filter explains kinds of an earlier release', { tag: '@full' }, async ({ page }) => {
  await openDemo(page);
  const old = 'kinds=ScheduledSkillExecutionCreated%2CPeriodicScheduleConfigured';
  await page.goto(`/events?${old}`);
  await rowsOf(page, 'Events');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('new tasks');
  await page.getByRole('button', { name: 'Save' }).click();
  const views = page.getByRole('list', { name: 'Saved views' });
  // What is saved is what the page understood.
  await expect(views.getByRole('link', { name: 'new tasks' })).toHaveAttribute(
    'href',
    '/events?kinds=TaskCreated',
  );

  await page.evaluate((search) => {
    const view = { name: 'of an earlier release', path: '/events', search };
    localStorage.setItem('dagscope.views', JSON.stringify([view]));
  }, old);
  await page.goto('/events');
  await rowsOf(page, 'Events');
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(views.locator('s')).toHaveText('PeriodicScheduleConfigured');
  await expect(views).toContainText('removed without a successor');
  await expect(views).toContainText('ScheduledSkillExecutionCreated is now called TaskCreated');
  await views.getByRole('link', { name: 'of an earlier release' }).click();
  const notes = page.getByRole('status').filter({ hasText: 'no longer exists' });
  await expect(notes).toContainText('ScheduledSkillExecutionCreated is now called TaskCreated');
  await expect(notes.locator('s')).toHaveText('PeriodicScheduleConfigured');
  await expect.poll(() => kindsShown(page)).toEqual(['TaskCreated']);
});

test('one event has an address; its panel has payload, links and the rest of its transaction', async ({
  page,
}) => {
  await openDemo(page, '/events?kinds=DAGVertexAdded');
  const rows = await rowsOf(page, 'Events');
  await rows.nth(3).locator('[data-row-main]').click();
  const id = await rows.nth(3).getAttribute('data-row');
  await expect(page).toHaveURL(new RegExp(`event=${id}$`));
  const panel = page.getByRole('region', { name: `Event ${id}` });
  await expect(panel.getByLabel('payload', { exact: true })).toContainText('"vertex"');
  await expect(panel.getByRole('heading', { name: 'References' })).toBeVisible();
  await expect(panel.locator('a[href^="/dags/0x"]').first()).toBeVisible();
  await expect(panel.locator('a[href^="/tools/"]').first()).toBeVisible();
  // A DAG is built in one transaction: the others of its kind are there, and the one that created it.
  await expect(panel.getByRole('button', { name: /DAGCreated$/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(rows.nth(3).locator('[data-row-main]')).toBeFocused();

  // As a fragment, without the filters, among rows that are not loaded yet.
  await page.goto(`/events#ev-${id}`);
  await expect(page).toHaveURL(new RegExp(`event=${id}$`));
  await expect(panel).toContainText('DAGVertexAdded');
});

test('goes to an event by its id, and to a moment', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/events');
  await rowsOf(page, 'Events');
  const goTo = async (text: string) => {
    await page.getByRole('button', { name: 'Go to' }).click();
    const box = page.getByRole('textbox', { name: /Event ID or time/ });
    await box.fill(text);
    await box.press('Enter');
  };
  await goTo('1,500');
  const panel = page.getByRole('region', { name: 'Event 1500' });
  await panel.getByRole('link', { name: 'Show in list' }).click();
  await expect(page).toHaveURL(/created_before=/);
  await expect(page.locator('tr[data-row="1500"]')).toBeVisible();
  await expect(page.getByText('No live events with these filters')).toBeVisible();

  const at = await page.locator('tr[data-row="1500"] time').getAttribute('datetime');
  const day = at!.slice(0, 10);
  await page.goto('/events');
  await rowsOf(page, 'Events');
  await goTo(`${day} 12:00`);
  await expect(page).toHaveURL(new RegExp(`created_before=${day}T12%3A00`));
  const rows = await rowsOf(page, 'Events');
  // The rows of before stand until those of the window are there.
  const newest = async () =>
    Date.parse((await rows.first().locator('time').first().getAttribute('datetime')) ?? '');
  await expect.poll(newest).toBeLessThanOrEqual(Date.parse(`${day}T12:00:00Z`));
  await goTo('nonsense');
  await expect(page.getByText('Enter an event ID or a date and time')).toBeVisible();
});

test('a file of all that match begins with what it is', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/events?kinds=DAGCreated');
  await rowsOf(page, 'Events');
  const total = Number((await page.getByText(/^about /).textContent())?.replaceAll(/\D/g, ''));
  await page.getByRole('button', { name: 'Export' }).click();
  const save = async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all matching events' }).click();
    return readFile(await (await saved).path(), 'utf8');
  };
  const [head = '', ...lines] = (await save()).trimEnd().split('\n');
  const { manifest } = JSON.parse(head) as {
    manifest: { request: string; count: number; complete: boolean };
  };
  expect(manifest).toMatchObject({ request: '/events?kinds=DAGCreated', count: total, complete: true });
  expect(lines).toHaveLength(total);
  await page.getByRole('radio', { name: 'CSV' }).click();
  const csv = (await save()).trimEnd().split('\r\n');
  expect(csv).toHaveLength(total + 1);
  expect(csv[0]).toMatch(/^\uFEFFid,log,kind,/);
  const described = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save description' }).click();
  const description = await readFile(await (await described).path(), 'utf8');
  expect(JSON.parse(description)).toMatchObject({ count: total, complete: true });
});

test('Back finds the rows and the scroll position unchanged', { tag: '@full' }, async ({ page }) => {
  await openDemo(page, '/events?kinds=DAGVertexAdded');
  await rowsOf(page, 'Events');
  await page.mouse.move(700, 600);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect(async () => {
    await page.mouse.wheel(0, 900);
    expect(await scrolled()).toBeGreaterThan(2_700);
  }).toPass();
  // At rest: a row read before the last step leaves the document with it.
  let last = -1;
  const rests = async () => {
    const before = last;
    last = await scrolled();
    return last === before;
  };
  await expect.poll(rests).toBe(true);
  const inSight = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('tr[data-row]')];
      return rows.find((row) => row.getBoundingClientRect().top > 300)?.getAttribute('data-row');
    });
  const before = await inSight();
  await page.locator(`tr[data-row="${before}"] a[href^="/dags/"]`).first().click();
  await expect(page).toHaveURL(/\/dags\/0x/);
  await page.goBack();
  await expect(page.locator(`tr[data-row="${before}"]`)).toBeInViewport();
});

test('a flick to the end of the rows loads older ones once', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await openDemo(page, '/events');
  await rowsOf(page, 'Events');
  const loaded = page.getByText(/^[\d,]+ loaded$/);
  const count = async () => Number((await loaded.innerText()).replace(/\D/g, ''));
  const before = await count();
  await page.mouse.move(500, 600);
  await page.mouse.wheel(0, 50_000);
  await expect.poll(count).toBeGreaterThan(before);
  const place = () => page.evaluate(() => window.scrollY);
  let stood = [-1, -1];
  await expect(async () => {
    const stands = [await place(), await count()];
    const rests = stands.join() === stood.join();
    stood = stands;
    expect(rests).toBe(true);
  }).toPass({ intervals: [500] });
  expect(stood[1]).toBeLessThan(before + 500);
});

test(
  'added columns agree with the events and sort the loaded rows',
  { tag: '@full' },
  async ({ page, stack }) => {
    const query = 'kinds=InvocationSettled,CommittedToolResult';
    await openDemo(page, `/events?${query}`);
    const rows = await rowsOf(page, 'Events');
    await page.getByRole('button', { name: 'Columns' }).click();
    const menu = page.getByRole('dialog', { name: 'Columns' });
    for (const name of ['Transaction', 'Amount', 'Tool', 'Leader']) {
      await menu.getByRole('checkbox', { name }).click();
      await expect(menu.getByRole('checkbox', { name })).toBeChecked();
    }
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/columns=/);
    const events = await (await readIndex(stack)).all(`/events?${query}`);
    const cells = await page.locator('tr[data-row]').evaluateAll((rows) =>
      rows.map((row) => {
        const text = (column: string) => row.querySelector(`[data-column="${column}"]`)?.textContent ?? '';
        const [transaction, amount, tool, leader] = ['transaction', 'amount', 'tool', 'leader'].map(text);
        return {
          id: row.getAttribute('data-row') ?? '',
          kind: text('kind'),
          transaction,
          amount,
          tool,
          leader,
        };
      }),
    );
    expect(cells.length).toBeGreaterThan(10);
    for (const [place, { id, kind, transaction, amount, tool, leader }] of cells.entries()) {
      const event = events.find((row) => textAt(row, 'id') === id);
      const above = events.find((row) => textAt(row, 'id') === cells[place - 1]?.id);
      const isSame = event?.['tx_digest'] === above?.['tx_digest'];
      if (isSame) expect(transaction).toContain('same transaction');
      else expect(transaction).toContain(String(event?.['tx_digest']).slice(0, 4));
      const settled = kind.includes('InvocationSettled');
      expect(tool).toMatch(settled ? /@\d/ : /names no tool/);
      expect(amount).toMatch(settled ? /\d/ : /names no amount/);
      expect(leader).toMatch(settled ? /names no leader/ : /0x/);
    }

    const header = (name: string) => page.getByRole('columnheader').getByRole('button', { name });
    const exact = () =>
      rows
        .locator('[data-column="amount"]')
        .evaluateAll((cells) =>
          cells.map((cell) => cell.querySelector('[data-exact]')?.getAttribute('data-exact') ?? null),
        );
    await header('Amount').click();
    await expect(header('Amount, descending')).toBeVisible();
    const isSorted = (amounts: (string | null)[], sign: 1 | -1) => {
      const known = amounts.filter((amount) => amount !== null).map(Number);
      return (
        known.length > 5 &&
        known.every((amount, place) => sign * amount >= sign * (known[place - 1] ?? amount))
      );
    };
    await expect.poll(async () => isSorted(await exact(), -1)).toBe(true);
    await header('Amount, descending').click();
    await expect.poll(async () => isSorted(await exact(), 1)).toBe(true);
    await header('Amount, ascending').click();
    await expect(page).not.toHaveURL(/sort=/);
  },
);

test('an open event is beside the rows, not over them', { tag: '@full' }, async ({ page }) => {
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openDemo(page, '/events');
    const rows = await rowsOf(page, 'Events');
    await page.getByRole('button', { name: 'Pause' }).click();
    // What happened is shown completely, in as many lines as it takes.
    const cells = page.locator('td[data-column="what"]');
    await expect(cells.nth(10)).toBeVisible();
    const clipped = await cells.evaluateAll(
      (all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
    );
    expect(clipped).toBe(0);
    const row = rows.nth(4);
    await row.locator('[data-row-main]').click();
    const panel = page.getByRole('region', { name: /^Event \d+/ });
    await expect(panel).toBeVisible();
    await expect(row).toBeInViewport();
    const [of, its] = await Promise.all([page.locator('table').first().boundingBox(), panel.boundingBox()]);
    expect(of!.x + of!.width).toBeLessThanOrEqual(its!.x + 1);
  }
});

test('an event without a time on chain is pending', { tag: '@full' }, async ({ page, ownStack }) => {
  const [known, later] = registries(0, 2) as Record<string, unknown>[];
  await hand(ownStack, [known!]);
  await hand(ownStack, [{ ...later, onchain_at: undefined }]);
  await connectWithKey(page, ownStack.consoleUrl, await ownStack.claimKey(), '/events');
  await expect(page.locator('tr[data-row="2"] [data-column="onchain_at"]')).toHaveText('pending');
  await expect(page.locator('tr[data-row="1"] [data-column="onchain_at"]')).toContainText('2026-11-20');
});
