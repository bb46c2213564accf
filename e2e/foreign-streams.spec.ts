// A foreign index whose stream differs (odd-streams.ts): every event is shown, live or by polling, and the page says which.
import { readDataSet } from '@/e2e/foreign-index/data-set';
import { FOREIGN_KEY, startForeignIndex } from '@/e2e/foreign-index/foreign-index';
import { NEW_EVENTS, ODD_STREAMS } from '@/e2e/foreign-index/odd-streams';
import { pill, shownIds } from '@/e2e/feed-page';
import { expect, test } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';
import { isLong } from '@/scripts/test-size';
import { connectWithKey } from '@/e2e/visitor';

/** Each of these is judged by the relay's own tests too; the others are the kinds that only a page shows. */
const IN_LONG_RUNS_ONLY = [
  'data that is no JSON',
  '404 to the stream',
  'ids that are not numbers',
  'another event name',
  'other events and comments between',
  '400 to every cursor',
  'comments only',
];
const streams = Object.entries(ODD_STREAMS).filter(([name]) => isLong || !IN_LONG_RUNS_ONLY.includes(name));

for (const [name, oddStream] of streams)
  test(`an index that sends ${name}`, { tag: '@full' }, async ({ page, stack, allowConsole }) => {
    // This index has no statistics.
    allowConsole(/404/);
    test.setTimeout(240_000);
    const index = await startForeignIndex(await readDataSet(stack), {
      unknownRoute: { status: 404 },
      oddStream,
    });
    const front = await openConsole(index.url);
    try {
      const events = (await index.rows('/events')) ?? [];
      const newest = events.slice(0, NEW_EVENTS).map(({ id }) => Number(id));
      await connectWithKey(page, front.url, FOREIGN_KEY, '/events');
      const notice = page.getByText("Updates every 30 s; this index's event stream cannot be used.");
      if (oddStream.isUsable) {
        await expect(pill(page)).toHaveText('Live');
        await expect(notice).toHaveCount(0);
      } else {
        await expect(notice).toBeVisible({ timeout: 90_000 });
        await expect(pill(page)).toHaveText('Updates every 30 s');
      }
      await expect
        .poll(async () => (await shownIds(page)).slice(0, NEW_EVENTS).map(Number), { timeout: 90_000 })
        .toEqual(newest);
      const streams = index.requests.filter((request) => request.includes('/events/stream'));
      expect(streams.length).toBeLessThan(25);
      await page.goto(`${front.url}/leaders`);
      await expect(page.getByRole('table').locator('tr[data-row]').first()).toBeVisible();
    } finally {
      // A page that outlives its console would complain that it cannot reach it.
      await page.close();
      await front.close();
      await index.close();
    }
  });
