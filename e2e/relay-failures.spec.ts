// What a page says when the index answers badly: each fault ends as a state in words, none as an empty list or an endless wait;
// what was read before stays and says how old it is. A real console before an index that is played.
import type { BrowserContext, Page } from '@playwright/test';
import { LEADER, OPERATOR, startScriptedIndex, type ScriptedIndex } from '@/e2e/scripted-index';
import { expect, test as base } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';
import { rowsOf } from '@/e2e/visitor';

const KEY = 'k_1.canary-secret';

interface Played {
  index: ScriptedIndex;
  consoleUrl: string;
  log(): Promise<string>;
}

const test = base.extend<{ played: Played }>({
  played: async ({ context }, use) => {
    const index = await startScriptedIndex();
    const front = await openConsole(index.url);
    await use({ index, consoleUrl: front.url, log: () => front.log() });
    for (const page of context.pages()) await page.close();
    await front.close();
    await index.close();
  },
});

// A console of its own for each test, and faults that are tried five times before they are told.
test.describe.configure({ timeout: 150_000 });

async function connect(context: BrowserContext, consoleUrl: string): Promise<void> {
  const response = await context.request.post(`${consoleUrl}/api/session`, {
    headers: { origin: consoleUrl },
    data: { key: KEY },
  });
  expect(response.status()).toBe(200);
}

const alerts = (page: Page, text: string | RegExp = "Couldn't load") =>
  page.getByRole('alert').filter({ hasText: text });

test('every fault of a listing ends as words on its page, with the id of the request', async ({
  context,
  played,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { index, consoleUrl } = played;
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
  // Side by side: each takes four more tries, a few seconds apart, before it is called a failure.
  await Promise.all(
    cases.map(async ([path, , words]) => {
      const page = await context.newPage();
      await page.goto(`${consoleUrl}${path}`);
      const said = alerts(page).first();
      await expect(said).toContainText(words, { timeout: 45_000 });
      await expect(said).toContainText(/Request ID [0-9a-f-]{20,}/);
      await expect(page.getByText(/^No \w+ yet/)).toHaveCount(0);
    }),
  );
});

test('half an answer and an answer of another shape are named, and not asked for again', async ({
  page,
  context,
  played,
  allowConsole,
}) => {
  // The played index has no statistics: its 404 is remembered, but the browser reports the first.
  allowConsole(/Failed to load resource.* 404 .*\/stats\//);
  const { index, consoleUrl } = played;
  await connect(context, consoleUrl);
  index.spoil('/dags', 'halfJson');
  await page.goto(`${consoleUrl}/dags`);
  await expect(alerts(page).first()).toContainText('the answer is not JSON');
  const asked = index.asked.filter(({ url }) => url.startsWith('/dags')).length;
  index.spoil('/tools', 'wrongShape');
  await page.goto(`${consoleUrl}/tools`);
  await expect(alerts(page).first()).toContainText(/items\.0\.\w+/);
  expect(index.asked.filter(({ url }) => url.startsWith('/dags'))).toHaveLength(asked);
});

test('what was read stays when it cannot be read again, and says since when and why', async ({
  page,
  context,
  played,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  allowConsole(/Failed to load resource/);
  const { index, consoleUrl, log } = played;
  await connect(context, consoleUrl);
  const leader = `/leaders/${LEADER}`;

  await page.goto(`${consoleUrl}/leaders`);
  const rows = await rowsOf(page, 'Leaders');
  await expect(page.getByRole('banner').getByRole('status').first()).toHaveText('Live');
  index.spoil('/leaders', 'limited');
  index.happen();
  const aged = alerts(page, /The leaders could not be refreshed. Showing data from .+ ago/);
  await expect(aged).toContainText('600 requests a minute');
  await expect(rows).toHaveCount(1);
  // The sum over the same rows is as old: the list says it for both, and asks for both again.
  await expect(alerts(page, /could not be refreshed/)).toHaveCount(1);
  index.restore('/leaders');
  await aged.getByRole('button', { name: 'Retry' }).click();
  await expect(alerts(page, /could not be refreshed/)).toHaveCount(0);

  await page.goto(`${consoleUrl}${leader}`);
  await expect(page.getByText('Pooled stake')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('status').first()).toHaveText('Live');
  index.spoil(leader, 'limited');
  index.happen();
  const part = alerts(page, /Part of this page could not be refreshed. Showing data from .+ ago/);
  await expect(part).toContainText('600 requests a minute');
  await expect(page.getByText('Pooled stake')).toBeVisible();
  const name = /[0-9a-f]{24}/.exec(await part.innerText())?.[0];
  expect(index.asked.map(({ headers }) => headers['x-request-id'])).toContain(name);
  index.restore(leader);
  await part.getByRole('button', { name: 'Retry' }).click();
  await expect(part).toHaveCount(0);

  // One panel of many, and what its rows tell of all caps together: the page says it, the panel does not say it again.
  await page.goto(`${consoleUrl}/address/${OPERATOR}`);
  const panel = await rowsOf(page, 'leaders');
  await expect(page.getByRole('banner').getByRole('status').first()).toHaveText('Live');
  index.spoil('/leaders', 'limited');
  index.happen();
  await expect(alerts(page, /2 parts of this page could not be refreshed/)).toBeVisible({ timeout: 30_000 });
  await expect(alerts(page, /could not be refreshed/)).toHaveCount(1);
  await expect(panel).toHaveCount(1);
  expect(await log()).not.toContain('canary-secret');
});

test('an index that lists no agents and no executions: agents by id, executions by their payments, and it is said', async ({
  page,
  context,
  played,
  allowConsole,
}) => {
  allowConsole(/404/);
  const { index, consoleUrl } = played;
  await connect(context, consoleUrl);
  index.leaveOut('/agents');
  index.leaveOut('/executions');
  await page.goto(`${consoleUrl}/agents`);
  await expect(page.getByText("This index doesn't provide a list of agents")).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Open agent by id' });
  await field.fill('no id');
  await field.press('Enter');
  await expect(page.getByText('Enter an id: 0x and up to 64 hex digits')).toBeVisible();
  await field.fill(OPERATOR);
  await field.press('Enter');
  await expect(page).toHaveURL(`${consoleUrl}/agents/${OPERATOR}`);
  await page.goto(`${consoleUrl}/executions`);
  await expect(page.getByText("This index doesn't provide a list of executions")).toBeVisible();
});
