// What can happen to the feed, told by the page in plain words: the console killed, the index away and back, the log started again, the key dead;
// and after each of them the rows are the log's. The cursor outlives a reload.
import { expect, test } from '@/e2e/stack/fixtures';
import { hand, heldRows, listedIds, pill, registries, showNewer, shownIds } from '@/e2e/feed-page';
import { verifyTo, connectionLog } from '@/e2e/feed-story';
import { connectWithKey, rowsOf } from '@/e2e/visitor';

test('deaths of console and index are told, and leave no gap', async ({ page, ownStack, allowConsole }) => {
  test.setTimeout(180_000);
  allowConsole(/50[0-9]/, /Failed to load resource/, /ERR_/, /Failed to fetch/);
  await hand(ownStack, registries(0, 5));
  const key = await ownStack.claimKey();
  await connectWithKey(page, ownStack.consoleUrl, key, '/events');
  await rowsOf(page, 'Events');
  await expect(pill(page)).toHaveText('Live');

  // Shorter than what makes a page stale, on a machine that starts an index within ten seconds: told when it is over.
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
  }).toPass({ timeout: 60_000 });
  await verifyTo(page, 8);

  await ownStack.stopConsole();
  await expect(pill(page)).not.toHaveText('Live', { timeout: 30_000 });
  await hand(ownStack, registries(8, 7));
  await ownStack.startConsole();
  await expect(pill(page)).toHaveText('Live', { timeout: 60_000 });
  const first = await connectionLog(page);
  expect(first.join('\n')).toMatch(/Reconnected after .* Resumed after event \d+/);
  expect(first.join('\n')).toMatch(/Lost the connection to the console/);

  await ownStack.killIndex();
  await expect(pill(page)).toHaveText('Stale', { timeout: 40_000 });
  await ownStack.ingest(registries(15, 4));
  await ownStack.startIndex();
  await expect(pill(page)).toHaveText('Live', { timeout: 60_000 });
  await hand(ownStack, registries(19, 4));
  const told = (await connectionLog(page)).join('\n');
  expect(told).toMatch(/The index is back after/);
  expect(told).toMatch(/The index is unreachable/);

  await verifyTo(page, 23);
  expect((await heldRows(page)).rows.map(({ id }) => id)).toEqual(await listedIds(ownStack, key));
});

test('after a reset the old rows stay, marked as the previous log', async ({
  page,
  ownStack,
  allowConsole,
}) => {
  test.setTimeout(180_000);
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
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText('previous log', { exact: true })).toHaveCount(6);
  await expect(page.getByText(/The event log was reset/).first()).toBeVisible();
  expect((await connectionLog(page)).join('\n')).toMatch(/The event log was reset/);
  await verifyTo(page, 2);

  // Another life of the log is known by its name after a reload as well.
  await page.reload();
  await expect(pill(page)).toHaveText('Live');
  await hand(ownStack, registries(102, 1));
  await expect(async () => {
    await showNewer(page);
    expect(await shownIds(page)).toEqual(['3', '2', '1']);
  }).toPass();
});

test('the cursor outlives a reload and a restart of everything', async ({ page, ownStack, allowConsole }) => {
  test.setTimeout(120_000);
  allowConsole(/50[0-9]/, /Failed to load resource/, /ERR_/, /Failed to fetch/);
  await hand(ownStack, registries(0, 3));
  const key = await ownStack.claimKey();
  await connectWithKey(page, ownStack.consoleUrl, key, '/events');
  await expect(pill(page)).toHaveText('Live');
  await hand(ownStack, registries(3, 2));
  await verifyTo(page, 5);
  await page.goto('about:blank');
  await ownStack.stopConsole();
  await ownStack.stopIndex();
  await ownStack.startIndex();
  await hand(ownStack, registries(5, 3));
  await ownStack.startConsole();
  const asked = page.waitForRequest(/\/api\/events\/stream\?last_event_id=\d+/);
  await page.goto(`${ownStack.consoleUrl}/events`);
  expect((await asked).url()).toMatch(/last_event_id=[45](&|$)/);
  await expect(pill(page)).toHaveText('Live');
  expect((await connectionLog(page)).join('\n')).toMatch(/from your last visit .* ago/);
  await verifyTo(page, 8);
  expect((await heldRows(page)).rows.map(({ id }) => id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
});

test('a key that dies is told, and nothing asks for ever', async ({ page, stack, allowConsole }) => {
  allowConsole(/401/, /Failed to load resource/);
  const key = await stack.claimKey();
  await connectWithKey(page, stack.consoleUrl, key, '/events');
  await expect(pill(page)).toHaveText('Live');
  const gone = await fetch(`${stack.indexUrl}/tokens`, {
    method: 'DELETE',
    headers: { 'x-api-key': key },
  });
  expect(gone.status).toBe(204);
  // The pill says it until a read is refused too; then the page leads to Connect, which has none, with the reason.
  const told = pill(page).filter({ hasText: 'Not live' });
  await expect(told.or(page.getByText('is no longer accepted by the index'))).toBeVisible({
    timeout: 45_000,
  });
});
