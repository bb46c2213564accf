// A busy network: 500 events a second. Nothing is lost, nothing moves under the reader, and pausing keeps and counts.
import { expect, test as base } from '@/e2e/stack/fixtures';
import { openStack, type Stack } from '@/e2e/stack/stack';
import { hand, storedRows, listedIds, pill, registries, steadily } from '@/e2e/feed-page';
import { connectWithKey, rowsOf } from '@/e2e/visitor';
import { count } from '@/scripts/test-size';

/** One stack for this file, since no other test may append to its log. The first test finds the log empty. */
const test = base.extend<object, { ownLog: Stack }>({
  ownLog: [
    async ({}, use) => {
      const stack = await openStack();
      await use(stack);
      await stack.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('an appended event appears; while paused, new events are counted; resuming shows them', async ({
  page,
  ownLog,
}) => {
  await hand(ownLog, registries(0, 3));
  await connectWithKey(page, ownLog.consoleUrl, await ownLog.claimKey(), '/events');
  const rows = await rowsOf(page, 'Events');
  await expect(rows).toHaveCount(3);
  await expect(pill(page)).toHaveText('Live');
  // Idle is not disconnected.
  await expect(page.getByRole('main').getByText(/last heartbeat (now|\d+ s ago)/)).toBeVisible();
  await hand(ownLog, registries(3, 2));
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Pause' }).click();
  await hand(ownLog, registries(5, 20));
  await expect(page.locator('button[data-newer]')).toHaveAttribute('data-newer', '20');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('h1').click();
  await expect(rows).toHaveCount(25);
});

test('500 events per second: none lost, no row moves', { tag: '@full' }, async ({ page, ownLog }) => {
  await hand(ownLog, registries(1_000, 400));
  const key = await ownLog.claimKey();
  await connectWithKey(page, ownLog.consoleUrl, key, '/events');
  await rowsOf(page, 'Events');
  await expect(pill(page)).toHaveText('Live');
  await page.mouse.move(500, 600);
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  const place = () =>
    page.evaluate(() => {
      const row = [...document.querySelectorAll('tr[data-row]')].find(
        (element) => element.getBoundingClientRect().top > 300,
      );
      return {
        scroll: window.scrollY,
        row: row?.getAttribute('data-row'),
        top: row?.getBoundingClientRect().top,
      };
    });
  // The wheel scrolls smoothly.
  let before = await place();
  await expect(async () => {
    const earlier = before;
    before = await place();
    expect(before).toEqual(earlier);
  }).toPass({ intervals: [500] });
  const shifts: unknown[] = [];
  const watch = setInterval(() => {
    void place().then((now) => {
      if (JSON.stringify(now) !== JSON.stringify(before)) shifts.push(now);
    });
  }, 200);
  const sent = await steadily(ownLog, { from: 1_400, perSecond: 500, seconds: 5 });
  await expect(page.locator('button[data-newer]')).toHaveAttribute('data-newer', String(sent));
  clearInterval(watch);
  expect(await place()).toEqual(before);
  expect(shifts).toEqual([]);

  await page.locator('button[data-newer]').click();
  await expect(page.locator('button[data-newer]')).toHaveCount(0);
  const { rows } = await storedRows(page);
  const log = await listedIds(ownLog, key);
  expect(rows.map(({ id }) => id)).toEqual(log.slice(0, rows.length));
  expect(rows.length).toBeGreaterThanOrEqual(sent + 50);
});

test('a long list renders only the rows in view', { tag: '@full' }, async ({ page, ownLog }) => {
  const many = count(5_000, 50_000);
  await hand(ownLog, registries(9_000, 3));
  await connectWithKey(page, ownLog.consoleUrl, await ownLog.claimKey(), '/events');
  await expect(pill(page)).toHaveText('Live');
  await page.getByRole('button', { name: 'Pause' }).click();
  for (let sent = 0; sent < many; sent += 5_000) await hand(ownLog, registries(10_000 + sent, 5_000));
  await expect(page.locator('button[data-newer]')).toHaveAttribute('data-newer', String(many), {
    timeout: 120_000,
  });
  await page.locator('button[data-newer]').click();
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(many * 34);
  // Down to the end in large steps, and back: rows stand wherever the page is scrolled to.
  for (const share of [0.1, 0.35, 0.7, 1, 0.5, 0]) {
    await page.evaluate((at) => window.scrollTo(0, at * document.body.scrollHeight), share);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const under = document.elementFromPoint(window.innerWidth / 2, 500)?.closest('tr[data-row]');
          return under?.getAttribute('data-row') ?? null;
        }),
      )
      .not.toBeNull();
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(120);
  }
});
