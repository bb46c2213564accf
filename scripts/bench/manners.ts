// npm run bench -- manners: requests per minute from one visible tab to the index, page by page, at two events per second.
// Counted in front of the index, probes included, for BENCH_MINUTES (5) after a minute of warm-up. Needs a build.
// `npm run bench -- manners overview` measures one page; BENCH_MINUTES=1 is enough while working on it.
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { readIndex } from '@/e2e/index-reader';
import { openConsole, type OwnStack } from '@/e2e/stack/stack';
import { connectWithKey } from '@/e2e/visitor';
import { startCountingProxy } from './counting-proxy';
import { figures } from './figures';
import { inBrowser } from './in-browser';

const MINUTE_MS = 60_000;
const SPECIFIED_MINUTES = 5;
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? SPECIFIED_MINUTES);
/** After this time a page has loaded; live events refresh it later. */
const LOAD_MS = 5_000;
/** After this time a connection's own reads are over. */
const SETTLE_MS = 15_000;
/** Pages open one after the other: their consoles start on the same machine. */
const STAGGER_MS = 5_000;
/** Where the index has statistics. */
const LIMIT_OVERVIEW_LOAD = 20;

/** Limit of requests per minute and page. */
const LISTS = ['executions', 'dags', 'payments', 'leaders', 'agents', 'tools', 'tasks', 'fees'] as const;
const LIST_LIMIT = 6;
const LIMITS = { overview: 20, execution: 6, events: 4, ...eachList(() => LIST_LIMIT) };
type PageName = keyof typeof LIMITS;

function eachList<Value>(of: (list: string) => Value): Record<(typeof LISTS)[number], Value> {
  return Object.fromEntries(LISTS.map((list) => [list, of(list)])) as Record<(typeof LISTS)[number], Value>;
}

type Counts = ReadonlyMap<string, number>;

interface Cost {
  /** Requests to load the page. */
  load: Counts;
  /** Requests while it was watched. */
  watched: Counts;
}

const total = (counts: Counts) => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** A request as it is printed: ids and times differ from run to run. */
const shape = (request: string) =>
  request
    .replace(/0x[0-9a-f]{64}/g, '{id}')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
    .replace(/(kinds=[^,&]+),[^&]*/, '$1,…');

/** What was counted after `before`, the most frequent first. */
function since(before: Counts, after: Counts): Counts {
  const counts = new Map<string, number>();
  for (const [request, count] of after) {
    const more = count - (before.get(request) ?? 0);
    if (more > 0) counts.set(shape(request), (counts.get(shape(request)) ?? 0) + more);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/** The requests of `path` in its own console, so that pages share no cached responses. */
async function costOf(browser: Browser, stack: OwnStack, path: string): Promise<Cost> {
  const proxy = await startCountingProxy(stack.indexUrl);
  const front = await openConsole(proxy.url);
  const context = await browser.newContext({
    baseURL: front.url,
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    // Connecting and the page after it are not counted.
    await connectWithKey(page, front.url, await stack.claimKey(), '/key');
    await wait(SETTLE_MS);
    const before = proxy.counts();
    await page.goto(path);
    await wait(LOAD_MS);
    const loaded = proxy.counts();
    await wait(MINUTE_MS - LOAD_MS);
    const warm = proxy.counts();
    await wait(MINUTES * MINUTE_MS);
    // A request that was repeated by then is a refresh.
    const load = new Map([...since(before, loaded).keys()].map((request) => [request, 1]));
    return { load, watched: since(warm, proxy.counts()) };
  } finally {
    await context.close();
    await front.close();
    await proxy.close();
  }
}

async function pathsOf(stack: OwnStack): Promise<Record<PageName, string>> {
  const { items } = (await (await readIndex(stack)).get('/executions?page_size=1')) as {
    items: { object_id: string }[];
  };
  return {
    overview: '/overview',
    execution: `/executions/${items[0]?.object_id ?? ''}`,
    events: '/events',
    ...eachList((list) => `/${list}`),
  };
}

function printEach(counts: Counts): void {
  for (const [request, count] of counts) console.log(`       ${String(count).padStart(4)} ${request}`);
}

export function run(parts: readonly string[]): Promise<Record<string, unknown>> {
  const measured = figures((line) => console.log(line));
  return inBrowser(
    async ({ browser, stack }) => {
      const paths = Object.entries(await pathsOf(stack)) as [PageName, string][];
      const selected = paths.filter(([name]) => parts.length === 0 || parts.includes(name));
      const costs = await Promise.all(
        selected.map(async ([name, path], place) => {
          await wait(place * STAGGER_MS);
          return [name, await costOf(browser, stack, path)] as const;
        }),
      );
      for (const [name, { load, watched }] of costs) {
        measured.atMost(`${name}_per_minute`, total(watched) / MINUTES, LIMITS[name], 'requests');
        printEach(watched);
        if (name === 'overview')
          measured.atMost('overview_load', total(load), LIMIT_OVERVIEW_LOAD, 'requests');
        else measured.note(`${name}_load`, total(load));
        printEach(load);
      }
      measured.note('minutes', MINUTES);
      if (MINUTES < SPECIFIED_MINUTES)
        console.log(`short run: ${MINUTES} of ${SPECIFIED_MINUTES} minutes per page`);
      return measured.all();
    },
    { simulate: '7:2' },
  );
}
