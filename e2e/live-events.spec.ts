// The live feed on the real stack: an event ingested into the running index appears; after the index was killed and started again
// the feed goes on without a missing or doubled event, and the pill says what is going on.
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey, rowsOf } from '@/e2e/visitor';
import { pill, registries, showNewer, shownIds } from '@/e2e/feed-page';

/** How often the index dies. */
const ROUNDS = 6;

const shown = async (page: Page) => (await shownIds(page)).map(Number);

test('an event that is ingested into the running index appears', async ({ page, ownStack }) => {
  await ownStack.ingest(registries(0, 3));
  await connectWithKey(page, ownStack.consoleUrl, await ownStack.claimKey(), '/events');
  const rows = await rowsOf(page, 'Events');
  await expect(rows).toHaveCount(3);
  await expect(pill(page)).toHaveText('Live');
  await ownStack.ingest(registries(3, 2));
  await expect(async () => {
    await showNewer(page);
    expect(await shown(page)).toEqual([5, 4, 3, 2, 1]);
  }).toPass();
});

test('the feed survives the death of the index without a gap or a double', async ({
  page,
  ownStack,
  allowConsole,
}) => {
  test.skip(
    process.env['TEST_LONG'] !== '1',
    'one death is part of live-story.spec.ts; many of `npm run test:long`',
  );
  test.setTimeout(60_000 + ROUNDS * 60_000);
  allowConsole(/50[0-9]/, /Failed to load resource/, /ERR_/);
  await ownStack.ingest(registries(0, 5));
  await connectWithKey(page, ownStack.consoleUrl, await ownStack.claimKey(), '/events');
  await rowsOf(page, 'Events');
  await expect(pill(page)).toHaveText('Live');
  let total = 5;
  for (let round = 1; round <= ROUNDS; round += 1) {
    await ownStack.killIndex();
    await expect(pill(page), `round ${round}`).not.toHaveText('Live', { timeout: 30_000 });
    // Straight into the store, while the index is down.
    await ownStack.ingest(registries(total, 7));
    await ownStack.startIndex();
    await expect(pill(page)).toHaveText('Live', { timeout: 45_000 });
    await ownStack.ingest(registries(total + 7, 3));
    total += 10;
    await expect(async () => {
      await showNewer(page);
      expect(await shown(page)).toEqual(Array.from({ length: total }, (_, index) => total - index));
    }).toPass({ timeout: 30_000 });
  }
});
