// What a page says when the index fails: each failure is shown in words, never as an empty list or an endless wait; what was read before stays and says
// how old it is. How the relay turns each failure of an index into an answer: lib/relay.
import type { BrowserContext, Page } from '@playwright/test';
import { LEADER, OPERATOR } from '@/e2e/scripted-index';
import { expect, test } from '@/e2e/stack/fixtures';
import { rowsOf } from '@/e2e/visitor';

const KEY = 'k_1.canary-secret';

async function connect(context: BrowserContext, consoleUrl: string): Promise<void> {
  const response = await context.request.post(`${consoleUrl}/api/session`, {
    headers: { origin: consoleUrl },
    data: { key: KEY },
  });
  expect(response.status()).toBe(200);
}

const alerts = (page: Page, text: string | RegExp = "Couldn't load") =>
  page.getByRole('alert').filter({ hasText: text });

test('an unreadable answer is named, with the request ID, and is neither an empty list nor requested again', async ({
  page,
  context,
  scripted,
}) => {
  const { index, consoleUrl } = scripted;
  await connect(context, consoleUrl);
  index.spoil('/dags', 'halfJson');
  await page.goto(`${consoleUrl}/dags`);
  const error = alerts(page).first();
  await expect(error).toContainText('the response is not JSON');
  await expect(error).toContainText(/Request ID [0-9a-f-]{20,}/);
  await expect(page.getByText(/^No \w+ yet/)).toHaveCount(0);
  const requests = () => index.requests.filter(({ url }) => url.startsWith('/dags')).length;
  const before = requests();
  index.spoil('/tools', 'wrongShape');
  await page.goto(`${consoleUrl}/tools`);
  await expect(alerts(page).first()).toContainText(/items\.0\.\w+/);
  await expect(page.getByText(/^No \w+ yet/)).toHaveCount(0);
  expect(requests()).toBe(before);
});

test(
  'every failure of a listing is shown in words',
  { tag: '@full' },
  async ({ context, scripted, allowConsole }) => {
    const { index, consoleUrl } = scripted;
    allowConsole(/Failed to load resource/);
    await connect(context, consoleUrl);
    const cases = [
      ['/leaders', 'html502', /Couldn't load leaders.*502 with a body that is not JSON/],
      ['/agents', 'empty', /Couldn't load agents.*with an empty body/],
      ['/tools', 'brokenOff', /Couldn't load tools.*was cut off/],
      ['/dags', 'notUtf8', /Couldn't load DAGs.*not UTF-8/],
      ['/executions', 'endless', /Couldn't load executions.*too large/],
      ['/tasks', 'redirect', /Couldn't load tasks.*redirect/],
      ['/payments', 'limited', /Couldn't load payments.*600 requests a minute.*retry after 1/],
    ] as const;
    for (const [path, fault] of cases) index.spoil(path, fault);
    // At the same time: each is requested four more times, seconds apart, before it counts as failed.
    await Promise.all(
      cases.map(async ([path, , words]) => {
        const page = await context.newPage();
        await page.goto(`${consoleUrl}${path}`);
        const error = alerts(page).first();
        await expect(error).toContainText(words, { timeout: 90_000 });
        await expect(error).toContainText(/Request ID [0-9a-f-]{20,}/);
        await expect(page.getByText(/^No \w+ yet/)).toHaveCount(0);
      }),
    );
  },
);

test(
  'data that cannot be refreshed stays and says why',
  { tag: '@full' },
  async ({ page, context, scripted, allowConsole }) => {
    const { index, consoleUrl, log } = scripted;
    allowConsole(/Failed to load resource/);
    await connect(context, consoleUrl);
    const live = page.getByRole('banner').getByRole('status').first();
    const leader = `/leaders/${LEADER}`;

    await page.goto(`${consoleUrl}/leaders`);
    const rows = await rowsOf(page, 'Leaders');
    await expect(live).toHaveText('Live');
    index.spoil('/leaders', 'limited');
    index.sendEvent();
    const stale = alerts(page, /The leaders could not be refreshed. Showing data from .+ ago/);
    await expect(stale).toContainText('600 requests a minute');
    await expect(rows).toHaveCount(1);
    // The sum over the same rows is as old: the list says it for both, and asks for both again.
    await expect(alerts(page, /could not be refreshed/)).toHaveCount(1);
    index.restore('/leaders');
    await stale.getByRole('button', { name: 'Retry' }).click();
    await expect(stale).toHaveCount(0);

    await page.goto(`${consoleUrl}${leader}`);
    await expect(page.getByText('Technical details')).toBeVisible();
    await expect(live).toHaveText('Live');
    index.spoil(leader, 'limited');
    index.sendEvent();
    const part = alerts(page, /Part of this page could not be refreshed. Showing data from .+ ago/);
    await expect(part).toContainText('600 requests a minute');
    await expect(page.getByText('Technical details')).toBeVisible();
    const requestId = /[0-9a-f]{24}/.exec(await part.innerText())?.[0];
    expect(index.requests.map(({ headers }) => headers['x-request-id'])).toContain(requestId);
    index.restore(leader);
    await part.getByRole('button', { name: 'Retry' }).click();
    await expect(part).toHaveCount(0);

    // Two parts of a page: the page says it once.
    await page.goto(`${consoleUrl}/address/${OPERATOR}`);
    const panel = await rowsOf(page, 'leaders');
    await expect(live).toHaveText('Live');
    index.spoil('/leaders', 'limited');
    index.spoil('/payments', 'limited');
    index.sendEvent();
    await expect(alerts(page, /2 parts of this page could not be refreshed/)).toBeVisible();
    await expect(alerts(page, /could not be refreshed/)).toHaveCount(1);
    await expect(panel).toHaveCount(1);
    expect(await log()).not.toContain('canary-secret');
  },
);

test(
  'an index without lists of agents and executions',
  { tag: '@full' },
  async ({ page, context, scripted }) => {
    const { index, consoleUrl } = scripted;
    await connect(context, consoleUrl);
    index.leaveOut('/agents');
    index.leaveOut('/executions');
    await page.goto(`${consoleUrl}/agents`);
    await expect(page.getByText("This index doesn't provide a list of agents")).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Open agent by ID' });
    await field.fill('no id');
    await field.press('Enter');
    await expect(page.getByText('Enter an ID: 0x and up to 64 hex digits')).toBeVisible();
    await field.fill(OPERATOR);
    await field.press('Enter');
    await expect(page).toHaveURL(`${consoleUrl}/agents/${OPERATOR}`);
    await page.goto(`${consoleUrl}/executions`);
    await expect(page.getByText("This index doesn't provide a list of executions")).toBeVisible();
  },
);
