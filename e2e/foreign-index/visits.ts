// Opens pages of one console in front of many foreign indexes, several at a time, and judges what each shows.
import { type Browser, type BrowserContext, type Page, test } from '@playwright/test';
import type { DataSet } from '@/e2e/foreign-index/data-set';
import { FOREIGN_KEY, startForeignIndex, type ForeignIndex } from '@/e2e/foreign-index/foreign-index';
import { judge, type PageCase } from '@/e2e/foreign-index/judge';
import { countReads, isLateScript, settledView } from '@/e2e/foreign-index/page-view';
import type { Visit } from '@/e2e/foreign-index/report';
import { chooseIds, truthOf, type Truth } from '@/e2e/foreign-index/truth';
import { behaviourOf, type Variant } from '@/e2e/foreign-index/variants';
import { openConsole } from '@/e2e/stack/stack';
import { followLink } from '@/e2e/visitor';

/** Longest wait for a page to finish loading. */
const PATIENCE_MS = 60_000;
/** Tabs open at a time: most of the time they wait for slow and refused responses. */
const AT_A_TIME = 5;
/** A failed request is the index's doing; what the page makes of it is judged. */
const EXPECTED_COMPLAINT = /Failed to load resource|ERR_INCOMPLETE_CHUNKED_ENCODING/;

/** Pages that one visitor opens in front of one index, in this order. */
export interface Tour {
  variant: Variant;
  pages: readonly PageCase[];
  /** Whether each page is loaded as a document; otherwise only the first, and the others by links from it. */
  asDocuments: boolean;
}

interface Prepared extends Tour {
  network: string;
  index: ForeignIndex;
  truth: Truth;
}

/** Connects as the Connect page does; an index whose first responses fail gets a second and third try. */
export async function connect(context: BrowserContext, consoleUrl: string, network: string): Promise<void> {
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

/** What the browser complains about in a tab. */
function watchConsole(tab: Page): string[] {
  const complaints: string[] = [];
  tab.on('pageerror', (error) => complaints.push(`uncaught ${error.message}`));
  tab.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !EXPECTED_COMPLAINT.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** Visits the pages of a tour. */
async function take(context: BrowserContext, tour: Prepared): Promise<Visit[]> {
  const { variant, truth } = tour;
  const visits: Visit[] = [];
  const tab = await context.newPage();
  const complaints = watchConsole(tab);
  const reads = countReads(tab);
  const visit = async (page: PageCase) => {
    complaints.length = 0;
    const started = Date.now();
    const path = page.path(truth.ids);
    const isDocument = tour.asDocuments || visits.length === 0;
    const response = isDocument ? await tab.goto(path) : await followLink(tab, path);
    const view = await settledView(tab, reads, PATIENCE_MS);
    const opened = {
      view,
      path: new URL(tab.url()).pathname,
      status: response?.status() ?? 200,
      complaints: complaints.filter((text) => !isLateScript(text, view)),
    };
    const ms = Date.now() - started;
    visits.push({ page: page.name, variant, text: view.text, ms, ...(await judge(page, opened, truth)) });
  };
  // Outside a step each call searches all calls before it for the step that it belongs to.
  for (const page of tour.pages) await test.step(page.name, () => visit(page));
  return visits;
}

/** Takes every tour in a console of its own, each in front of an index of its own. */
export async function takeTours(browser: Browser, data: DataSet, tours: readonly Tour[]): Promise<Visit[]> {
  const ids = await chooseIds(data);
  const prepared = await Promise.all(
    tours.map(async (tour, at): Promise<Prepared> => {
      const index = await startForeignIndex(data, behaviourOf(tour.variant));
      return { ...tour, network: `v${at}`, index, truth: truthOf(data, index, ids) };
    }),
  );
  const front = await openConsole('', {
    INDEX_URLS: prepared.map(({ network, index }) => `${network}=${index.url}`).join(','),
  });
  const queue = [...prepared];
  const visits: Visit[] = [];
  const work = async () => {
    for (let tour = queue.shift(); tour !== undefined; tour = queue.shift()) {
      const context = await browser.newContext({ baseURL: front.url });
      await connect(context, front.url, tour.network);
      visits.push(...(await take(context, tour)));
      await context.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    return visits;
  } finally {
    await front.close();
    await Promise.all(prepared.map(({ index }) => index.close()));
  }
}
