// Every page of the console in front of an index we did not write: it shows what is true, or says that it does not know.
// By default every page meets every variant level, and every two levels meet; with TEST_LONG=1 every page meets every combination.
import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import { readDataSet } from '@/e2e/foreign-index/data-set';
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
