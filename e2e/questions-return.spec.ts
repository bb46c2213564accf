// The question of somebody who comes back: what came while the console was closed, and was all of it shown?
import { Asker } from '@/e2e/asker';
import { hand, listedIds, pill, registries, shownIds } from '@/e2e/feed-page';
import { verifyTo } from '@/e2e/feed-story';
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey } from '@/e2e/visitor';

const DAY_MS = 86_400_000;

test('19 Did I miss anything since yesterday?', async ({ page, ownStack }) => {
  await hand(ownStack, registries(0, 5));
  const key = await ownStack.claimKey();
  await connectWithKey(page, ownStack.consoleUrl, key);
  // Nothing happens while the first visit lasts: it counts all the same.
  await expect(pill(page)).toHaveText('Live');
  // On a page that receives no events: what the browser kept is made a day older.
  await page.goto(`${ownStack.consoleUrl}/connect`);
  const kept = await page.evaluate((older) => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith('dagscope.cursor'));
    for (const name of names) {
      const cursor = JSON.parse(localStorage.getItem(name) ?? '') as { at: number };
      localStorage.setItem(name, JSON.stringify({ ...cursor, at: cursor.at - older }));
    }
    return names.length;
  }, DAY_MS);
  expect(kept).toBe(1);
  await hand(ownStack, registries(5, 7));
  const ids = await listedIds(ownStack, key);

  await page.goto(`${ownStack.consoleUrl}/overview`);
  await new Asker(page).rail('Events');
  await expect(page.locator('[data-since-visit]')).toHaveText(
    `7 events since your last visit 1 d ago (event ${ids[7]})`,
  );
  await verifyTo(page, ids[0] ?? 0);
  expect((await shownIds(page)).map(Number)).toEqual(ids);
});
