// Every page of the console in front of an index we did not write: it shows what is true, or says that it does not know.
// By default every page meets every variant level, and every two levels meet; with TEST_LONG=1 every page meets every combination.
import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import { readDataSet, type Row } from '@/e2e/foreign-index/data-set';
import {
  CLAIM_PATH,
  FOREIGN_KEY,
  startForeignIndex,
  type ForeignIndex,
} from '@/e2e/foreign-index/foreign-index';
import { judge, type PageCase } from '@/e2e/foreign-index/judge';
import { KNOWN_FAILURES } from '@/e2e/foreign-index/known-failures';
import { PAGES } from '@/e2e/foreign-index/pages';
import { countReads, isLateScript, settledView } from '@/e2e/foreign-index/page-view';
import { failuresOf, surprises, tableOf, type Visit } from '@/e2e/foreign-index/report';
import { chooseIds, truthOf, type Truth } from '@/e2e/foreign-index/truth';
import { behaviourOf, everyVariant, variantGroups, type Variant } from '@/e2e/foreign-index/variants';
import { expect, test } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';
import { scopes } from '@/lib/contract/scopes';
import { allRules } from '@/scripts/conformance/all-rules';
import { askBeyond } from '@/scripts/conformance/lacks';
import { createProbe } from '@/scripts/conformance/rule';
import { runRules } from '@/scripts/conformance/run';
import { claimResponses } from '@/lib/relay/testing/claim-responses';
import { count, isLong } from '@/scripts/test-size';

/** Only these pages, by name; for work on one of them. */
const ONLY = process.env['FOREIGN_PAGES']?.split(',');
/** Longest wait for a page to finish loading. */
const PATIENCE_MS = 30_000;
/** Variants open at a time: more would only wait for each other on two cores. */
const AT_A_TIME = 3;
/** A failed request is the index's doing; what the page makes of it is judged. */
const EXPECTED_COMPLAINT = /Failed to load resource|ERR_INCOMPLETE_CHUNKED_ENCODING/;

interface Prepared {
  variant: Variant;
  network: string;
  index: ForeignIndex;
  truth: Truth;
}

/** Connects as the Connect page does; an index whose first responses fail gets a second and third try. */
async function connect(context: BrowserContext, consoleUrl: string, network: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const response = await context.request.post(`${consoleUrl}/api/session`, {
      headers: { origin: consoleUrl },
      data: { key: FOREIGN_KEY, network },
    });
    if (response.ok()) return;
    if (tries === 3)
      throw new Error(`connecting to ${network}: ${response.status()} ${await response.text()}`);
  }
}

async function visit(context: BrowserContext, page: PageCase, { truth, variant }: Prepared): Promise<Visit> {
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('pageerror', (error) => complaints.push(`uncaught ${error.message}`));
  tab.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !EXPECTED_COMPLAINT.test(message.text())) complaints.push(message.text());
  });
  try {
    const reads = countReads(tab);
    const started = Date.now();
    const response = await tab.goto(page.path(truth.ids));
    const view = await settledView(tab, reads, PATIENCE_MS);
    const path = new URL(tab.url()).pathname;
    const opened = {
      view,
      path,
      status: response?.status() ?? 0,
      complaints: complaints.filter((text) => !isLateScript(text, view)),
    };
    const ms = Date.now() - started;
    return { page: page.name, variant, text: view.text, ms, ...(await judge(page, opened, truth)) };
  } finally {
    await tab.close();
  }
}

interface Run {
  browser: Browser;
  consoleUrl: string;
  prepared: readonly Prepared[];
  /** Which pages a variant opens. */
  pagesOf: (variant: Variant) => readonly PageCase[];
}

/** Opens every planned page in its variants, several at a time. */
async function visitAll({ browser, consoleUrl, prepared, pagesOf }: Run): Promise<Visit[]> {
  const queue = [...prepared];
  const visits: Visit[] = [];
  const work = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const context = await browser.newContext({ baseURL: consoleUrl });
      await connect(context, consoleUrl, one.network);
      for (const page of pagesOf(one.variant)) visits.push(await visit(context, page, one));
      await context.close();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return visits;
}

test('every page is true or says what it does not know, whatever the index leaves open', async ({
  browser,
  stack,
}, info) => {
  test.setTimeout(count(20 * 60_000, 3 * 3_600_000));
  const data = await readDataSet(stack);
  const ids = await chooseIds(data);
  const pages = PAGES.filter(({ name }) => ONLY?.includes(name) ?? true);
  const groups = isLong ? [everyVariant()] : variantGroups();
  const pagesOf = (variant: Variant) =>
    pages.filter((page) => groups[PAGES.indexOf(page) % groups.length]?.includes(variant));
  const prepared = await Promise.all(
    [...new Set(groups.flat())].map(async (variant, at): Promise<Prepared> => {
      const index = await startForeignIndex(data, behaviourOf(variant));
      return { variant, network: `v${at}`, index, truth: truthOf(data, index, ids) };
    }),
  );
  const front = await openConsole('', {
    INDEX_URLS: prepared.map(({ network, index }) => `${network}=${index.url}`).join(','),
  });
  try {
    const started = Date.now();
    const visits = await visitAll({ browser, consoleUrl: front.url, prepared, pagesOf });
    const seconds = Math.round((Date.now() - started) / 1_000);
    const lines = [
      `${visits.length} visits in ${seconds} s`,
      ...tableOf(visits, KNOWN_FAILURES),
      ...failuresOf(visits),
    ];
    console.log(lines.join('\n'));
    await writeFile(info.outputPath('visits.json'), JSON.stringify(visits, null, 1));
    expect(surprises(visits, KNOWN_FAILURES)).toEqual([]);
  } finally {
    await front.close();
    await Promise.all(prepared.map(({ index }) => index.close()));
  }
});

test('without differences the foreign index follows the specification to the letter', async ({ stack }) => {
  test.setTimeout(180_000);
  const index = await startForeignIndex(await readDataSet(stack), { unknownRoute: { status: 404 } });
  try {
    const rules = allRules.filter(({ selfOnly }) => selfOnly !== true);
    const results = await runRules(rules, createProbe(index.url, FOREIGN_KEY));
    const failed = results.filter(({ outcome }) => outcome.verdict === 'fail');
    expect(failed.map(({ rule, outcome, shown }) => ({ rule: rule.name, outcome, shown }))).toEqual([]);
    // Nothing beyond it is served.
    const statuses = [...(await askBeyond(createProbe(index.url, FOREIGN_KEY))).values()];
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
  } finally {
    await index.close();
  }
});

test('without statistics, figures are computed on request from the rows of a list', async ({
  browser,
  stack,
}) => {
  test.setTimeout(120_000);
  const data = await readDataSet(stack);
  const ids = await chooseIds(data);
  const index = await startForeignIndex(data, { unknownRoute: { status: 404 }, listsExecutions: true });
  const front = await openConsole('', { INDEX_URLS: `plain=${index.url}` });
  const context = await browser.newContext({ baseURL: front.url });
  await connect(context, front.url, 'plain');
  const page = await context.newPage();
  const panel = page.getByTestId('computed-health');
  const compute = panel.getByRole('button', { name: 'Compute' });
  const figure = (label: string) =>
    panel
      .locator('div:has(> dt)')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) })
      .locator('dd');
  const exact = (label: string) => figure(label).locator('[data-exact]');
  const reads = () => index.asked.filter((name) => /\/executions\?.*page_size=100/.test(name));
  const finished = (rows: readonly Row[]) =>
    rows.filter(({ status }) => ['succeeded', 'failed', 'aborted'].includes(String(status)));
  const rateOf = (rows: readonly Row[]) => {
    const good = rows.filter(({ status }) => status === 'succeeded');
    return `${Math.floor((good.length * 1_000) / finished(rows).length) / 10} %`;
  };
  try {
    await page.goto(`/dags/${ids.dag}`);
    await expect(compute).toBeVisible();
    expect(reads()).toEqual([]);
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    await page.route(/page_size=100/, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await compute.click();
    await expect(panel.getByRole('progressbar', { name: 'Reading executions' })).toBeVisible();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(compute).toBeVisible();
    release();
    await page.unroute(/page_size=100/);
    await expect(figure('Executions')).toHaveCount(0);

    await compute.click();
    const rows = (await index.rows('/executions', { dag_object_id: ids.dag })) ?? [];
    await expect(panel).toContainText(`Based on ${rows.length.toLocaleString('en-US')} row`);
    await expect(figure('Executions')).toHaveText(rows.length.toLocaleString('en-US'));
    await expect(figure('Success rate')).toHaveText(rateOf(rows));
    const durations = rows
      .flatMap(({ duration_ms }) => (duration_ms === null ? [] : [Number(duration_ms)]))
      .sort((a, b) => a - b);
    const nth = (share: number) => String(durations[Math.ceil(share * durations.length) - 1]);
    await expect(exact('Median duration')).toHaveAttribute('data-exact', nth(0.5));
    await expect(exact('95th percentile')).toHaveAttribute('data-exact', nth(0.95));
    const costs = rows
      .filter(({ gas_mist }) => gas_mist !== null)
      .map((row) =>
        ['gas_mist', 'tool_cost_mist', 'priority_fee_mist'].map((part) => BigInt(String(row[part]))),
      )
      .flat();
    const mean = costs.reduce((sum, one) => sum + one, 0n) / BigInt(costs.length / 3);
    await expect(exact('Mean cost')).toHaveAttribute('data-exact', String(mean));
    const untimed = rows.length - durations.length;
    if (untimed > 0) await expect(panel).toContainText(`${untimed} without a known duration`);
    expect(reads().length).toBe(Math.ceil(rows.length / 100));

    // On the overview, of all executions.
    await page.goto('/overview');
    await compute.click();
    const all = (await index.rows('/executions')) ?? [];
    await expect(figure('Executions')).toHaveText(Math.min(all.length, 2_000).toLocaleString('en-US'));
    if (all.length <= 2_000) await expect(figure('Success rate')).toHaveText(rateOf(all));
    else await expect(panel).toContainText(`the newest of ${all.length.toLocaleString('en-US')}`);

    // The specified list of an agent's executions has neither durations nor costs.
    await page.goto(`/agents/${ids.agent}`);
    await compute.click();
    const runs = (await index.rows(`/agents/${ids.agent}/executions`)) ?? [];
    await expect(figure('Executions')).toHaveText(runs.length.toLocaleString('en-US'));
    await expect(figure('Success rate')).toHaveText(rateOf(runs));
    await expect(figure('Median duration')).toContainText('unknown');
    await expect(figure('Mean cost')).toContainText('unknown');
    for (const skill of new Set(runs.map((run) => String(run['skill_id'])))) {
      const own = runs.filter((run) => String(run['skill_id']) === skill);
      const cells = panel.locator(`[data-computed-skill$="/${skill}"] td`);
      await expect(cells.nth(1)).toHaveText(String(own.length));
    }
    // The other tab shows what was computed.
    await page.getByRole('tab', { name: /^Executions/ }).click();
    await expect(figure('Executions')).toHaveText(runs.length.toLocaleString('en-US'));
  } finally {
    await context.close();
    await front.close();
    await index.close();
  }
});

test('a claimed key is kept, whatever the response looks like', async ({ browser, stack }) => {
  test.setTimeout(120_000);
  const index = await startForeignIndex(await readDataSet(stack), behaviourOf(everyVariant()[0]!));
  const front = await openConsole(index.url, { CLAIM_PATH, CLAIM_FIELDS: 'email=contact,scopes=wanted' });
  try {
    for (const response of claimResponses(FOREIGN_KEY)) {
      const context = await browser.newContext({ baseURL: front.url });
      index.issue(response);
      const answer = await context.request.post('/api/session/claim', {
        headers: { origin: front.url },
        data: { email: 'visitor@example.org', scopes },
      });
      expect(answer.status(), `${response.name}: ${await answer.text()}`).toBe(201);
      const session = (await (await context.request.get('/api/session')).json()) as Record<string, unknown>;
      expect(session, response.name).toMatchObject({ connected: true, key_id: 'fk_1' });
      await context.close();
    }
    expect(index.asked.filter((name) => name === `POST ${CLAIM_PATH}`)).toHaveLength(21);
  } finally {
    await front.close();
    await index.close();
  }
});
