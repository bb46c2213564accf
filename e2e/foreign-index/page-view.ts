// What a page of the console shows, as data: read once from the document, judged afterwards (judge.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

export interface PageView {
  /** Beside the title: a count, a status. */
  note: string;
  /** Labelled values. */
  facts: Record<string, string>;
  tables: { label: string; headers: string[]; rows: { id: string; cells: string[] }[] }[];
  /** At the end of the filter bar: `1 to 20 of 128`. */
  range: string;
  /** Filters in use, as their chips show them. */
  chips: string[];
  tabs: string[];
  /** Text of each titled panel. */
  panels: Record<string, string>;
  /** Sections that count something, by the id of their heading. */
  sections: Record<string, string | null>;
  empty: { kind: string; text: string }[];
  alerts: string[];
  notes: string[];
  text: string;
  /** What still looks like loading. */
  waiting: string[];
  /** Addresses of the scripts that the page has loaded. */
  scripts: string[];
}

/** Runs in the browser. */
function readDocument(): PageView {
  const main = document.querySelector('main') ?? document.body;
  const all = (selector: string, within: Element = main) => [
    ...within.querySelectorAll<HTMLElement>(selector),
  ];
  const textOf = (element: Element | null | undefined) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const visible = (element: HTMLElement) => element.getClientRects().length > 0;
  const heading = main.querySelector('h1');
  const pairs = all('dl > div').map((pair) => [
    textOf(pair.querySelector('dt')),
    textOf(pair.querySelector('dd')),
  ]);
  const filters = main.querySelector('[role=group][aria-label=Filters]');
  const loading = all('.skeleton, [data-skeleton], [aria-busy=true], [data-state=loading]').filter(visible);
  const text = main.innerText;
  const words = text.match(/\b(Loading|Searching|Retrying|Checking)[^\n.]*…|\bloading\b/g);
  return {
    note: textOf(heading?.nextElementSibling),
    facts: Object.fromEntries(pairs.filter(([label]) => label !== '')) as Record<string, string>,
    tables: all('table')
      .filter(visible)
      .map((table) => ({
        label: table.getAttribute('aria-label') ?? '',
        headers: all('thead th', table).map(textOf),
        rows: all('tbody tr', table)
          .filter((row) => row.dataset['skeleton'] === undefined)
          .map((row) => ({ id: row.dataset['row'] ?? '', cells: all('td', row).map(textOf) })),
      })),
    range: textOf(filters?.querySelector(':scope > span.ml-auto')),
    chips: filters === null ? [] : all(':scope > span:has(button[aria-label^=Clear])', filters).map(textOf),
    tabs: all('[role=tab]').map(textOf),
    panels: Object.fromEntries(
      all('section:has(> header > h2)').map((panel) => [textOf(panel.querySelector('h2')), textOf(panel)]),
    ),
    sections: Object.fromEntries(
      all('section[aria-labelledby]').map((section) => [
        section.getAttribute('aria-labelledby') ?? '',
        section.dataset['total'] ?? null,
      ]),
    ),
    empty: all('[data-empty]').map((state) => ({ kind: state.dataset['empty'] ?? '', text: textOf(state) })),
    alerts: all('[role=alert]')
      .map(textOf)
      .filter((words) => words !== ''),
    notes: all('[role=note], [role=status]')
      .map(textOf)
      .filter((words) => words !== ''),
    text,
    waiting: [...loading.map((element) => element.outerHTML.slice(0, 80)), ...(words ?? [])],
    scripts: [...document.scripts].map(({ src }) => src),
  };
}

const CALM_MS = 250;
const STEP_MS = 100;

/** Runs in the browser once it is idle: whether something looks like loading. Reading the whole document lays it out and costs more. */
async function looksBusy(): Promise<boolean> {
  await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
  const loading = document.querySelectorAll('main :is(.skeleton, [data-skeleton], [aria-busy=true])');
  return [...loading].some((element) => element.getClientRects().length > 0);
}

/** The page once it shows no loading state and no read is under way, or as it is after `limitMs`. */
export async function settledView(page: Page, reads: Reads, limitMs: number): Promise<PageView> {
  const end = Date.now() + limitMs;
  let calmSince = Date.now();
  let started = reads.started;
  for (;;) {
    const isLate = Date.now() > end;
    const busy =
      reads.open.size > 0 || reads.started !== started || (await page.evaluate(looksBusy).catch(() => true));
    if (busy) [calmSince, started] = [Date.now(), reads.started];
    if (isLate || Date.now() - calmSince >= CALM_MS) {
      const view = await page.evaluate(readDocument).catch(() => undefined);
      if (view !== undefined && (isLate || view.waiting.length === 0)) return view;
      calmSince = Date.now();
    }
    if (Date.now() > end + limitMs) throw new Error(`${page.url()} cannot be read`);
    // Not a wait of Playwright's: it would list each among the steps of the test.
    await sleep(STEP_MS);
  }
}

const UNUSED_PRELOAD = /^The resource (\S+) was preloaded using link preload but not used within/;

/** A preloaded script that was used after all, seconds after the load event: the machine is slow. */
export function isLateScript(complaint: string, { scripts }: Pick<PageView, 'scripts'>): boolean {
  const [, address] = UNUSED_PRELOAD.exec(complaint) ?? [];
  return address !== undefined && scripts.includes(address);
}

interface Reads {
  open: Set<Request>;
  /** How many there have been. */
  started: number;
}

/** Whether a request is a page's own, or leads to another page; links are also loaded ahead, and the event stream stays open. */
function isRead(request: Request): boolean {
  const url = request.url();
  if (/[?&]_rsc=/.test(url)) return request.headers()['next-router-prefetch'] === undefined;
  return /\/api\/(index|session)\//.test(url) && !/stream/.test(url);
}

/** Counts a tab's reads. */
export function countReads(page: Page): Reads {
  const reads = { open: new Set<Request>(), started: 0 };
  page.on('request', (request) => {
    // A document that is left takes its reads with it.
    if (request.isNavigationRequest()) reads.open.clear();
    if (!isRead(request)) return;
    reads.open.add(request);
    reads.started += 1;
  });
  const done = (request: Request) => void reads.open.delete(request);
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  return reads;
}
