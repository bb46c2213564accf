// npm run bench -- manners: requests per minute from one visible tab to the index, page by page, at two events per second.
// Counted in front of the index, probes included, for BENCH_MINUTES (5) after a minute of warm-up. Needs a build.
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { readIndex } from '@/e2e/index-reader';
import { openConsole, type OwnStack } from '@/e2e/stack/stack';
import { connectWithKey } from '@/e2e/visitor';
import { startCountingProxy } from './counting-proxy';
import { figures } from './figures';
import { inBrowser } from './in-browser';

const MINUTE_MS = 60_000;
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 5);
/** After this time a page has loaded. */
const LOAD_MS = 10_000;
const LIMIT_OVERVIEW_LOAD = 25;

/** Limit of requests per minute and page. */
const LIMITS = { overview: 20, executions: 6, dags: 6, payments: 6, execution: 6, events: 4 };
type PageName = keyof typeof LIMITS;

interface Cost {
  /** Requests to load the page. */
  load: number;
  per_minute: number;
  /** The most frequent requests while it was watched. */
  most: string;
}

const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0);

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
    await wait(LOAD_MS);
    const before = total(proxy.counts());
    await page.goto(path);
    await wait(LOAD_MS);
    const load = total(proxy.counts()) - before;
    await wait(MINUTE_MS - LOAD_MS);
    const warm = proxy.counts();
    await wait(MINUTES * MINUTE_MS);
    const watched = [...proxy.counts()]
      .map(([name, count]) => [name, count - (warm.get(name) ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .sort(([, a], [, b]) => b - a);
    return {
      load,
      per_minute: watched.reduce((sum, [, count]) => sum + count, 0) / MINUTES,
      most: watched
        .slice(0, 6)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    };
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
    executions: '/executions',
    dags: '/dags',
    payments: '/payments',
    execution: `/executions/${items[0]?.object_id ?? ''}`,
    events: '/events',
  };
}

export function run(parts: readonly string[]): Promise<Record<string, unknown>> {
  const measured = figures((line) => console.log(line));
  return inBrowser(
    async ({ browser, stack }) => {
      const paths = Object.entries(await pathsOf(stack)) as [PageName, string][];
      const chosen = paths.filter(([name]) => parts.length === 0 || parts.includes(name));
      const costs = await Promise.all(
        chosen.map(async ([name, path]) => [name, await costOf(browser, stack, path)] as const),
      );
      for (const [name, { load, per_minute, most }] of costs) {
        measured.atMost(`${name}_per_minute`, per_minute, LIMITS[name], 'requests');
        if (name === 'overview') measured.atMost('overview_load', load, LIMIT_OVERVIEW_LOAD, 'requests');
        else measured.note(`${name}_load`, load);
        measured.note(`${name}_most`, most);
      }
      return measured.all();
    },
    { simulate: '7:2' },
  );
}
