// Eight tabs over HTTP/1.1, where a browser opens six connections to an origin: one stream, every tab live; when the tab that holds it closes,
// another takes it up, and what each tab holds is what the log holds.
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { patient } from '@/e2e/stack/patient';
import { hand, storedRows, listedIds, pill, registries, verifyTo } from '@/e2e/feed-page';
import { connectWithKey } from '@/e2e/visitor';

const TABS = 8;

test('eight tabs share one stream without a gap', { tag: '@full' }, async ({ context, ownStack }) => {
  test.setTimeout(300_000);
  await hand(ownStack, registries(0, 5));
  const key = await ownStack.claimKey();
  /** Streams under way, by the tab that asked. */
  const streams = new Map<unknown, Page>();
  context.on('request', (request) => {
    if (request.url().includes('/api/events/stream')) streams.set(request, request.frame().page());
  });
  context.on('requestfinished', (request) => void streams.delete(request));
  context.on('requestfailed', (request) => void streams.delete(request));

  /** The tabs that have a stream open: a closed tab has no stream, even if no event said so. */
  const holders = () => [...streams.values()].filter((tab) => !tab.isClosed());

  const first = patient(await context.newPage());
  await connectWithKey(first, ownStack.consoleUrl, key, '/events');
  const tabs = [first];
  while (tabs.length < TABS) {
    const tab = await context.newPage();
    await tab.goto(`${ownStack.consoleUrl}/events`);
    tabs.push(tab);
  }
  for (const tab of tabs) await expect(pill(tab)).toHaveText('Live');
  expect(holders()).toHaveLength(1);
  let count = 5;
  const more = async (events: number) => {
    await hand(ownStack, registries(count, events));
    count += events;
  };

  for (let round = 0; round < 3; round += 1) {
    await more(20);
    const [holder] = holders();
    // Events arrive while the stream changes hands.
    const closing = holder!.close();
    await more(20);
    await closing;
    await more(20);
    tabs.splice(tabs.indexOf(holder!), 1);
    await expect.poll(() => holders().length).toBe(1);
    for (const tab of tabs) await expect(pill(tab)).toHaveText('Live');
  }
  await more(1);

  const log = await listedIds(ownStack, key);
  expect(log).toHaveLength(count);
  for (const tab of tabs) {
    await tab.bringToFront();
    await verifyTo(tab, count);
    const { rows } = await storedRows(tab);
    expect(rows.map(({ id }) => id)).toEqual(log);
  }
});
