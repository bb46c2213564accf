// What can happen to the feed, and what the page says: a reconnect, a later visit, an index that is away and back, a log that was reset; after each of
// them the rows are those of the log.
import { Asker } from '@/e2e/asker';
import {
  connectionLog,
  hand,
  storedRows,
  listedIds,
  pill,
  registries,
  showNewer,
  shownIds,
  verifyTo,
} from '@/e2e/feed-page';
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey, rowsOf } from '@/e2e/visitor';

const DAY_MS = 86_400_000;

test(
  '19 Did I miss anything since yesterday? The feed resumes after a reconnect and after the last visit',
  { tag: '@full' },
  async ({ page, ownStack, allowConsole }) => {
    allowConsole(/50[0-9]/, /Failed to load resource/, /ERR_/, /Failed to fetch/);
    await hand(ownStack, registries(0, 5));
    const key = await ownStack.claimKey();
    await connectWithKey(page, ownStack.consoleUrl, key, '/events');
    await expect(pill(page)).toHaveText('Live');
    await ownStack.stopConsole();
    await expect(pill(page)).not.toHaveText('Live');
    await hand(ownStack, registries(5, 3));
    await ownStack.startConsole();
    await expect(pill(page)).toHaveText('Live', { timeout: 60_000 });
    const lines = (await connectionLog(page)).join('\n');
    expect(lines).toMatch(/Reconnected after .* Resumed after event \d+/);
    expect(lines).toMatch(/Lost the connection to the console/);
    await verifyTo(page, 8);

    // On a page that receives no events, the stored cursor is made a day older.
    await page.goto(`${ownStack.consoleUrl}/connect`);
    const cursors = await page.evaluate((older) => {
      const names = Object.keys(localStorage).filter((name) => name.startsWith('dagscope.cursor'));
      for (const name of names) {
        const cursor = JSON.parse(localStorage.getItem(name) ?? '') as { at: number };
        localStorage.setItem(name, JSON.stringify({ ...cursor, at: cursor.at - older }));
      }
      return names.length;
    }, DAY_MS);
    expect(cursors).toBe(1);
    await page.goto('about:blank');
    await ownStack.stopConsole();
    await ownStack.stopIndex();
    await ownStack.startIndex();
    await hand(ownStack, registries(8, 7));
    await ownStack.startConsole();

    const resumed = page.waitForRequest(/\/api\/events\/stream\?last_event_id=\d+/);
    await page.goto(`${ownStack.consoleUrl}/overview`);
    expect((await resumed).url()).toMatch(/last_event_id=8(&|$)/);
    await new Asker(page).rail('Events');
    await expect(page.locator('[data-since-visit]')).toHaveText(
      '7 events since your last visit 1 d ago (event 8)',
    );
    expect((await connectionLog(page)).join('\n')).toMatch(/from your last visit .* ago/);
    await verifyTo(page, 15);
    expect((await shownIds(page)).map(Number)).toEqual(await listedIds(ownStack, key));
  },
);

test('an outage of the index leaves no gap', { tag: '@full' }, async ({ page, ownStack, allowConsole }) => {
  allowConsole(/50[0-9]/, /Failed to load resource/, /ERR_/, /Failed to fetch/);
  await hand(ownStack, registries(0, 5));
  const key = await ownStack.claimKey();
  await connectWithKey(page, ownStack.consoleUrl, key, '/events');
  await rowsOf(page, 'Events');
  await expect(pill(page)).toHaveText('Live');

  // How long the index is away depends on the machine: a short outage is reported once it is over.
  await ownStack.killIndex();
  await ownStack.ingest(registries(5, 3));
  await ownStack.startIndex();
  await expect(async () => {
    const lines = (await connectionLog(page)).join('\n');
    expect(lines).toMatch(
      lines.includes('The index is unreachable')
        ? /The index is back after .*/
        : /The index was unreachable for .* Resumed after event \d+\. No events lost/,
    );
  }).toPass();
  await verifyTo(page, 8);

  await ownStack.killIndex();
  await expect(pill(page)).toHaveText('Stale', { timeout: 60_000 });
  await ownStack.ingest(registries(8, 4));
  await ownStack.startIndex();
  await expect(pill(page)).toHaveText('Live', { timeout: 60_000 });
  await hand(ownStack, registries(12, 4));
  const lines = (await connectionLog(page)).join('\n');
  expect(lines).toMatch(/The index is back after/);
  expect(lines).toMatch(/The index is unreachable/);

  await verifyTo(page, 16);
  expect((await storedRows(page)).rows.map(({ id }) => id)).toEqual(await listedIds(ownStack, key));
});

test(
  'after a log reset the old rows stay, marked',
  { tag: '@full' },
  async ({ page, ownStack, allowConsole }) => {
    allowConsole(/50[0-9]/, /Failed to load resource/, /ERR_/);
    await hand(ownStack, registries(0, 6));
    await connectWithKey(page, ownStack.consoleUrl, await ownStack.claimKey(), '/events');
    await expect(await rowsOf(page, 'Events')).toHaveCount(6);
    await expect(pill(page)).toHaveText('Live');
    await ownStack.stopIndex();
    await ownStack.resetLog();
    await ownStack.startIndex();
    await hand(ownStack, registries(100, 2));
    const former = ['former-6', 'former-5', 'former-4', 'former-3', 'former-2', 'former-1'];
    await expect(async () => {
      await showNewer(page);
      expect(await shownIds(page)).toEqual(['2', '1', ...former]);
    }).toPass();
    await expect(page.getByText('previous log', { exact: true })).toHaveCount(6);
    await expect(page.getByText(/The event log was reset/).first()).toBeVisible();
    expect((await connectionLog(page)).join('\n')).toMatch(/The event log was reset/);
    await verifyTo(page, 2);

    // The new log is known by its id after a reload as well.
    await page.reload();
    await expect(pill(page)).toHaveText('Live');
    await hand(ownStack, registries(102, 1));
    await expect(async () => {
      await showNewer(page);
      expect(await shownIds(page)).toEqual(['3', '2', '1']);
    }).toPass();
  },
);
