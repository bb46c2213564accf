// Browsers and networks that are not the usual ones: plain HTTP on a host name, several keys, proxies that break the stream, clocks that are wrong.
import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { hand, pill, registries, shownIds } from '@/e2e/feed-page';
import { connectWithKey } from '@/e2e/visitor';

const HOST = 'console.test';
const HOUR = 3_600_000;

/** Counts the streams that are under way, by the tab that asked. */
function watchStreams(context: BrowserContext): () => Page[] {
  const streams = new Map<unknown, Page>();
  context.on('request', (request) => {
    if (request.url().includes('/api/events/stream')) streams.set(request, request.frame().page());
  });
  context.on('requestfinished', (request) => void streams.delete(request));
  context.on('requestfailed', (request) => void streams.delete(request));
  return () => [...streams.values()].filter((tab) => !tab.isClosed());
}

test.describe('over plain HTTP on a host name', () => {
  test.use({ ownEnv: { PUBLIC_URL: `http://${HOST}` } });

  test(
    'eight tabs load and share one stream, and hand it over',
    { tag: '@full' },
    async ({ ownStack, playwright, launchOptions }) => {
      test.setTimeout(300_000);
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
      });
      try {
        const context = await browser.newContext();
        const holders = watchStreams(context);
        const url = `http://${HOST}:${new URL(ownStack.consoleUrl).port}`;
        await hand(ownStack, registries(0, 3));
        const first = await context.newPage();
        await connectWithKey(first, url, await ownStack.claimKey(), '/events');
        expect(await first.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
        const tabs = [first];
        while (tabs.length < 8) {
          const tab = await context.newPage();
          await tab.goto(`${url}/events`);
          tabs.push(tab);
        }
        for (const tab of tabs) await expect(pill(tab)).toHaveText('Live');
        await expect.poll(() => holders().length).toBe(1);
        for (let round = 0; round < 3; round += 1) {
          const [holder] = holders();
          const closing = holder!.close();
          await hand(ownStack, registries(3 + 2 * round, 2));
          await closing;
          tabs.splice(tabs.indexOf(holder!), 1);
          for (const tab of tabs) await expect(tab.getByText(`event ${5 + 2 * round}`).first()).toBeVisible();
          await expect.poll(() => holders().length).toBe(1);
        }
      } finally {
        await browser.close();
      }
    },
  );
});

test(
  'six keys in one browser: three streams, every page loads, and those without one say so',
  { tag: '@full' },
  async ({ context, ownStack }) => {
    test.setTimeout(300_000);
    const holders = watchStreams(context);
    const tabs: Page[] = [];
    for (let key = 0; key < 6; key += 1) {
      const tab = await context.newPage();
      await connectWithKey(tab, ownStack.consoleUrl, await ownStack.claimKey(), '/events');
      tabs.push(tab);
    }
    await expect.poll(() => holders().length).toBe(3);
    const labels = () => Promise.all(tabs.map((tab) => pill(tab).textContent()));
    const POLLED = 'Updates every 30 s';
    await expect
      .poll(async () => (await labels()).sort())
      .toEqual(['Live', 'Live', 'Live', POLLED, POLLED, POLLED]);
    const waiting = tabs[(await labels()).indexOf(POLLED)]!;
    await expect(
      waiting.getByText(`${POLLED}; other tabs use the live connections of this browser.`),
    ).toBeVisible();
    await hand(ownStack, registries(0, 4));
    for (const tab of tabs) await expect(tab.getByText('event 4').first()).toBeVisible({ timeout: 45_000 });
    // A connection is left for pages.
    await waiting.goto(`${ownStack.consoleUrl}/leaders`);
    await expect(waiting.getByRole('heading', { name: 'Leaders' })).toBeVisible();
    await holders()[0]!.close();
    await expect.poll(async () => (await labels().catch(() => [])).length).toBe(0);
    tabs.splice(0, tabs.length, ...tabs.filter((tab) => !tab.isClosed()));
    await expect.poll(async () => (await labels()).filter((label) => label === 'Live').length).toBe(3);
  },
);

test.describe('a network that breaks the stream', () => {
  test.use({ network: 'workbench' });

  const BROKEN: [title: string, answer: (route: Route) => Promise<void>][] = [
    ['holds it back without end', () => new Promise(() => undefined)],
    // A refusal is the same to the browser: a stream that failed for good.
    [
      'answers with a page of its own',
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in</p>' }),
    ],
  ];
  for (const [title, answer] of BROKEN)
    test(title, { tag: '@full' }, async ({ page, stack, connect, context, allowConsole }) => {
      allowConsole(/MIME type|EventSource/);
      const first = 20_000 + 10 * BROKEN.findIndex(([name]) => name === title);
      await hand(stack, registries(first, 1));
      await page.clock.install();
      await connect(stack, context);
      let broken = true;
      await page.route('**/api/events/stream*', (route) => (broken ? answer(route) : route.continue()));
      await page.goto('/events');
      const later = (ms: number) => page.clock.runFor(ms);
      const notice = page.getByText('Updates every 30 s; this network blocks live updates.');
      await expect(async () => {
        await later(2_500);
        await expect(notice).toBeVisible({ timeout: 300 });
      }).toPass();
      await expect(pill(page)).toHaveText('Updates every 30 s');
      await expect.poll(async () => (await shownIds(page)).length).toBeGreaterThan(0);
      const before = Number((await shownIds(page))[0]);
      await hand(stack, registries(first + 1, 2));
      await expect(async () => {
        await later(5_000);
        expect(Number((await shownIds(page))[0])).toBeGreaterThan(before);
      }).toPass();
      await expect(notice).toBeVisible();
      // The stream is tried again now and then.
      broken = false;
      await expect(async () => {
        await later(5_000);
        await expect(pill(page)).toHaveText('Live', { timeout: 300 });
      }).toPass();
      await expect(notice).toHaveCount(0);
    });
});

for (const [ahead, words] of [
  [2 * HOUR, '2 h ahead'],
  [-2 * HOUR, '2 h behind'],
] as const)
  test(
    `a clock that is ${words}: times follow the server's`,
    { tag: '@full' },
    async ({ page, stack, connect, context, browser }) => {
      await page.clock.install({ time: Date.now() + ahead });
      await connect(stack, context);
      const right = await browser.newContext({ baseURL: stack.consoleUrl });
      await connect(stack, right);
      const other = await right.newPage();
      for (const path of ['/executions', '/tasks', '/overview']) {
        const times = (tab: Page) => tab.locator('main time').allInnerTexts();
        // Both pages read the clock a moment apart. The time added below is corrected by the next document.
        await expect(async () => {
          await page.goto(path);
          await other.goto(path);
          await expect(
            page.getByText(`This device's clock is ${words}; times follow the server's.`),
          ).toBeVisible();
          await page.clock.runFor(1_100);
          const [here, there] = await Promise.all([times(page), times(other)]);
          expect(here.length).toBeGreaterThan(0);
          expect(here).toEqual(there);
          expect(await page.getByText('overdue').count()).toBe(await other.getByText('overdue').count());
        }).toPass();
      }
      await right.close();
      // The clock is set while the page is open.
      await page.clock.setSystemTime(Date.now() - 5 * HOUR);
      await page.clock.runFor(1_100);
      await expect(page.getByText("This device's clock is 5 h behind")).toBeVisible();
      await page.clock.setSystemTime(Date.now());
      await expect(async () => {
        await page.clock.runFor(1_100);
        await expect(page.getByText("This device's clock is")).toHaveCount(0, { timeout: 300 });
      }).toPass();
    },
  );
