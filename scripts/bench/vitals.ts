// npm run bench -- vitals [PAGE ...]: web vitals of six pages on a slow machine and network, with a cold cache, and their ratios to the
// connect form, the console's smallest page. Pages are loaded in turn, so that other load affects all; medians of five loads. Needs a build.
import type { Browser, CDPSession, Page } from 'playwright';
import { readIndex } from '@/e2e/index-reader';
import type { OwnStack } from '@/e2e/stack/stack';
import { signIn } from '@/e2e/visitor';
import { figures, median } from './figures';
import { inBrowser } from './in-browser';

const CPU_SLOWDOWN = 4;
const RTT_MS = 40;
const BYTES_PER_SECOND = 10_000_000 / 8;
const LOADS = 5;
/** How long a page is watched after its load event; live updates prevent network idle. */
const WATCH_MS = 3_000;

const LIMIT_CLS = 0.05;
/** The baseline of the ratios. */
const CONNECT = 'connect';

interface Vitals {
  lcp_ms: number;
  /** As web.dev defines it: after the first contentful paint. */
  tbt_ms: number;
  /** What long tasks take beyond 50 ms before that paint; it delays the paint. */
  before_paint_ms: number;
  cls: number;
  kb: number;
  requests: number;
}

interface Observed {
  paint: number;
  lcp: number;
  tasks: { start: number; end: number }[];
  cls: number;
}

/** Runs in the page before any script of its own. */
function observe(): void {
  const vitals: Observed = { paint: 0, lcp: 0, tasks: [], cls: 0 };
  Object.assign(window, { vitals });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.paint = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
  on('longtask', ({ startTime, duration }) =>
    vitals.tasks.push({ start: startTime, end: startTime + duration }),
  );
  on('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) vitals.cls += shift.value;
  });
}

/** What tasks take beyond 50 ms between two times, in ms. */
function blockingTime(tasks: Observed['tasks'], from: number, to: number): number {
  const within = tasks.map(({ start, end }) => Math.min(end, to) - Math.max(start, from));
  return within.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
}

async function throttle(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: RTT_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function load(page: Page, path: string): Promise<Vitals> {
  const cdp = await page.context().newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  cdp.on('Network.requestWillBeSent', () => (requests += 1));
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await throttle(cdp);
  // tsx compiles named functions to calls of a helper that the page does not have.
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named' });
  await page.addInitScript(observe);
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForTimeout(WATCH_MS);
  const { paint, lcp, tasks, cls } = await page.evaluate(
    () => (window as unknown as { vitals: Observed }).vitals,
  );
  if (lcp === 0 || paint === 0) throw new Error(`${path}: no contentful paint was reported`);
  return {
    lcp_ms: lcp,
    tbt_ms: blockingTime(tasks, paint, Infinity),
    before_paint_ms: blockingTime(tasks, 0, paint),
    cls,
    kb: bytes / 1000,
    requests,
  };
}

/** A load in a new browser profile, so nothing is cached; the visitor is connected before, except for the connect form. */
async function coldLoad(browser: Browser, stack: OwnStack, name: string, path: string): Promise<Vitals> {
  const context = await browser.newContext({
    baseURL: stack.consoleUrl,
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    if (name !== CONNECT) await signIn(page);
    return await load(page, path);
  } finally {
    await context.close();
  }
}

async function pathsOf(stack: OwnStack): Promise<Record<string, string>> {
  const index = await readIndex(stack);
  const first = async (path: string) => {
    const { items } = (await index.get(`${path}?page_size=1`)) as { items: { object_id: string }[] };
    const [item] = items;
    if (item === undefined) throw new Error(`${path}: no rows`);
    return `${path}/${item.object_id}`;
  };
  return {
    overview: '/overview',
    executions: '/executions',
    events: '/events',
    key: '/key',
    dag: await first('/dags'),
    execution: await first('/executions'),
  };
}

/** To three digits; null if the connect form's figure is zero. */
function ratio(value: number, baseline: number): number | null {
  return baseline === 0 ? null : Number((value / baseline).toPrecision(3));
}

export function run(parts: readonly string[]): Promise<Record<string, unknown>> {
  const measured = figures((line) => console.log(line));
  return inBrowser(
    async ({ browser, stack }) => {
      const pages = Object.entries(await pathsOf(stack)).filter(
        ([name]) => parts.length === 0 || parts.includes(name),
      );
      const loads = new Map<string, Vitals[]>();
      for (let n = 0; n < LOADS; n += 1)
        for (const [name, path] of [[CONNECT, '/connect'] as const, ...pages])
          loads.set(name, [...(loads.get(name) ?? []), await coldLoad(browser, stack, name, path)]);
      const middle = (name: string, figure: keyof Vitals) =>
        median((loads.get(name) ?? []).map((vitals) => vitals[figure]));
      for (const name of loads.keys()) {
        for (const figure of ['lcp_ms', 'tbt_ms', 'before_paint_ms', 'kb', 'requests'] as const)
          measured.note(`${name}_${figure}`, middle(name, figure));
        measured.atMost(`${name}_cls`, middle(name, 'cls'), LIMIT_CLS, '');
      }
      const ratios = (figure: 'lcp_ms' | 'tbt_ms') =>
        Object.fromEntries(
          pages.map(([name]) => [name, ratio(middle(name, figure), middle(CONNECT, figure))]),
        );
      const [lcp_ratio, tbt_ratio] = [ratios('lcp_ms'), ratios('tbt_ms')];
      console.log(`to the connect form: LCP ${JSON.stringify(lcp_ratio)}, TBT ${JSON.stringify(tbt_ratio)}`);
      return { lcp_ratio, tbt_ratio, ...measured.all() };
    },
    { simulate: '7:2' },
  );
}
