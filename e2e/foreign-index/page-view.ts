// What a page of the console shows, as data: read once from the document, judged afterwards (judge.ts).
import type { Page } from '@playwright/test';

export interface PageView {
  /** Beside the title: a count, a status. */
  note: string;
  /** Labelled values: facts, and the figures of the overview. */
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
  const pairs = [
    ...all('dl > div').map((one) => [textOf(one.querySelector('dt')), textOf(one.querySelector('dd'))]),
    // The overview's totals: a label over a figure.
    ...all('ul > li > a')
      .filter((one) => one.children.length === 2)
      .map((one) => [textOf(one.children[0]), textOf(one.children[1])]),
  ];
  const filters = main.querySelector('[role=group][aria-label=Filters]');
  const loading = all('.skeleton, [data-skeleton], [aria-busy=true], [data-state=loading]').filter(visible);
  const text = main.innerText;
  const words = text.match(/\b(Loading|Searching|Retrying|Checking)[^\n.]*…|\bbeing read\b|\(loading\)/g);
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
      all('section:has(> header > h2)').map((one) => [textOf(one.querySelector('h2')), textOf(one)]),
    ),
    sections: Object.fromEntries(
      all('section[aria-labelledby]').map((one) => [
        one.getAttribute('aria-labelledby') ?? '',
        one.dataset['total'] ?? null,
      ]),
    ),
    empty: all('[data-empty]').map((one) => ({ kind: one.dataset['empty'] ?? '', text: textOf(one) })),
    alerts: all('[role=alert]')
      .map(textOf)
      .filter((one) => one !== ''),
    notes: all('[role=note], [role=status]')
      .map(textOf)
      .filter((one) => one !== ''),
    text,
    waiting: [...loading.map((one) => one.outerHTML.slice(0, 80)), ...(words ?? [])],
    scripts: [...document.scripts].map(({ src }) => src),
  };
}

const CALM_MS = 250;
const STEP_MS = 100;

/** The page once it shows no loading state and no read is under way, or as it is after `limitMs`. */
export async function settledView(page: Page, reads: { open: number }, limitMs: number): Promise<PageView> {
  const end = Date.now() + limitMs;
  let calmSince = Date.now();
  for (;;) {
    // Reading a document lays it out, so it is not read while requests are open.
    const isReading = reads.open > 0 && Date.now() <= end;
    const view = isReading ? undefined : await page.evaluate(readDocument).catch(() => undefined);
    const busy = view === undefined || reads.open > 0 || view.waiting.length > 0;
    if (busy) calmSince = Date.now();
    if (view !== undefined && (Date.now() - calmSince >= CALM_MS || Date.now() > end)) return view;
    if (Date.now() > end + limitMs) throw new Error(`${page.url()} cannot be read`);
    await page.waitForTimeout(STEP_MS);
  }
}

const UNUSED_PRELOAD = /^The resource (\S+) was preloaded using link preload but not used within/;

/** A preloaded script that was used after all, seconds after the load event: the machine is slow. */
export function isLateScript(complaint: string, { scripts }: Pick<PageView, 'scripts'>): boolean {
  const [, address] = UNUSED_PRELOAD.exec(complaint) ?? [];
  return address !== undefined && scripts.includes(address);
}

/** Counts the page's reads under way; the event stream stays open and is left out. */
export function countReads(page: Page): { open: number } {
  const reads = { open: 0 };
  const isRead = (request: { url(): string }) =>
    /\/api\/(index|session)\//.test(request.url()) && !/stream/.test(request.url());
  page.on('request', (request) => void (isRead(request) && (reads.open += 1)));
  const done = (request: { url(): string }) => void (isRead(request) && (reads.open -= 1));
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  return reads;
}
