// One walk over every page that links lead to, from the overview on. Each page loads, has a title of its own, links the ids it shows,
// is no wider than a narrow window, has no finding of axe, and the browser has nothing to complain of (the fixture watches).
import type { Page } from '@playwright/test';
import { axeFindings, useTheme } from '@/e2e/axe';
import type { Stack } from '@/e2e/stack/stack';
import { expect, test } from '@/e2e/stack/fixtures';
import { PAGES, signIn } from '@/e2e/visitor';
import { count, isLong } from '@/scripts/test-size';

/** Pages visited of each kind: one shows whether the kind works, many find the row that breaks it. */
const MOST_OF_A_KIND = count(1, 20);

const ANY = 'http://console.invalid';

/** A path without its ids and names. */
const routeOf = (path: string) =>
  new URL(path, ANY).pathname.replace(/0x[0-9a-f]{64}/, '{id}').replace(/^\/tools\/.+/, '/tools/{fqn}');

/** In the long form the same page with other filters is another kind. */
function kindOf(path: string): string {
  const { searchParams } = new URL(path, ANY);
  const route = routeOf(path);
  return isLong ? `${route}?${[...new Set(searchParams.keys())].sort().join('&')}` : route;
}

/** Where the index has something under an id, by what the id is then of. */
const PATH_BY_FAMILY = {
  leader: (id: string) => `/leaders/${id}`,
  DAG: (id: string) => `/dags/${id}`,
  execution: (id: string) => `/executions/${id}`,
  payment: (id: string) => `/payments/${id}`,
  agent: (id: string) => `/agents/${id}/skills`,
  task: (id: string) => `/tasks/${id}/executions`,
};

/** What an id is of; undefined if the index does not know it. */
type FindFamily = (id: string) => Promise<string | undefined>;

async function familyFinder(stack: Stack): Promise<FindFamily> {
  const headers = { 'x-api-key': await stack.claimKey() };
  return async (id) => {
    const families = await Promise.all(
      Object.entries(PATH_BY_FAMILY).map(async ([family, pathOf]) => {
        const response = await fetch(`${stack.indexUrl}${pathOf(id)}`, { headers });
        return response.ok ? family : undefined;
      }),
    );
    return families.find((family) => family !== undefined);
  };
}

interface ShownId {
  /** `object` if the page does not say. */
  family: string;
  id: string;
}

/** The ids of a page that lead nowhere; what a block of JSON holds is raw on purpose. */
function unlinkedIds(page: Page): Promise<ShownId[]> {
  return page.evaluate(() => {
    const found: { family: string; id: string }[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('main [data-same-id]')) {
      const id = element.dataset['sameId'] ?? '';
      if (element.closest('a[href], svg, button') !== null || element.querySelector('a[href]') !== null)
        continue;
      // `leader `, or `label, leader 0x…` where the reader named it.
      const words = element.querySelector('.sr-only')?.textContent ?? '';
      const family = words.replace(id, '').trim().split(' ').at(-1) || 'object';
      found.push({ family: id.includes('@') ? 'tool' : family, id });
    }
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (texts.nextNode() !== null) {
      const parent = texts.currentNode.parentElement;
      if (parent === null || parent.closest('a[href], pre, [data-same-id]') !== null) continue;
      for (const [id] of (texts.currentNode.textContent ?? '').matchAll(/0x[0-9a-f]{64}/g))
        found.push({ family: 'object', id });
    }
    return found;
  });
}

/** What the page says went wrong, and the ids that it shows without a link. */
async function contentProblems(page: Page, path: string, familyOf: FindFamily): Promise<string[]> {
  const failures = await page
    .locator('main [role="alert"], main [data-empty="failed"], main [data-empty="not-produced"]')
    .allInnerTexts();
  const problems = failures.map((text) => `${path} says: ${text}`);
  for (const name of await page.locator('main .character-name').allInnerTexts())
    problems.push(`${path} marks an id of the simulated network: ${name}`);
  const overhang = await page.evaluate(() => {
    const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - (end + window.scrollY);
  });
  if (overhang > 1) problems.push(`${path} has something ${overhang} pixels below its end`);
  for (const { family, id } of await unlinkedIds(page)) {
    // An object's own page need not lead to itself.
    if (decodeURIComponent(path).includes(id)) continue;
    const found = family === 'object' ? await familyOf(id) : family;
    if (found !== undefined) problems.push(`${path} shows the ${found} ${id} without a link`);
  }
  return problems;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE_WIDTH = 360;
/** 720 is a window of 1440 at a zoom of 200 %. */
const NARROW_WIDTHS = [720, PHONE_WIDTH];

/** Nothing is wider than the window, which is left at a phone's width; a page may take a moment to follow it. */
async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  for (const width of NARROW_WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const contentWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(contentWidth, `${path} at ${width} pixels`).toBeLessThanOrEqual(width);
  }
  // Cards hide what doesn't fit.
  const wide = page.locator('.stacked-table td').evaluateAll((cells) => {
    const end = (element: Element) => element.getBoundingClientRect().right;
    return cells.filter((cell) => [...cell.children].some((child) => end(child) > end(cell) + 1)).length;
  });
  expect(await wide, `cut cells of ${path}`).toBe(0);
}

/** Visits a page of each kind; the problems that `inspect` finds. */
async function walk(page: Page, inspect: (path: string) => Promise<string[]>): Promise<string[]> {
  const queue = ['/overview'];
  const seen = new Map<string, Set<string>>();
  const visited: string[] = [];
  const problems: string[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    await page.setViewportSize(DESKTOP);
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.locator('[data-skeleton]'), path).toHaveCount(0);
    visited.push(path);
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    problems.push(...(await inspect(path)));
    for (const href of hrefs.map((link) => link.replace(/#.*/, ''))) {
      const kind = kindOf(href);
      const hrefsOfKind = seen.get(kind) ?? new Set();
      seen.set(kind, hrefsOfKind);
      if (hrefsOfKind.has(href) || hrefsOfKind.size >= MOST_OF_A_KIND || kind === kindOf('/overview'))
        continue;
      hrefsOfKind.add(href);
      queue.push(href);
    }
  }
  const routes = new Set(visited.map(routeOf));
  // Nothing was left out because a page that leads on to it had no rows.
  const objects = ['leaders', 'agents', 'dags', 'executions', 'tasks', 'payments', 'address'];
  const expected = [...PAGES, ...objects.map((name) => `/${name}/{id}`), '/tools/{fqn}'];
  expect(expected.filter((route) => !routes.has(route))).toEqual([]);
  return problems;
}

test(
  'every page that links lead to loads, links its ids, fits a narrow window and has no finding of axe',
  { tag: '@full' },
  async ({ page, stack }) => {
    test.setTimeout(count(900_000, 3_600_000));
    const familyOf = await familyFinder(stack);
    await signIn(page);
    const routeByTitle = new Map<string, string>();
    let turn = 0;
    const problems = await walk(page, async (path) => {
      const route = routeOf(path);
      if (PAGES.some((name) => name === route)) {
        const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
        await expect(navigation.locator('[aria-current="page"]'), path).toHaveCount(1);
      }
      const title = await page.title();
      const namesake = routeByTitle.get(title) ?? route;
      routeByTitle.set(title, route);
      const found = await contentProblems(page, path, familyOf);
      if (namesake !== route) found.push(`${path} and ${namesake} have the same title`);
      // Each page in one theme and, narrow, in the other, in turn.
      turn += 1;
      await useTheme(page, turn % 2 === 0 ? 'dark' : 'light');
      found.push(...(await axeFindings(page)));
      await expectNoSidewaysScroll(page, path);
      await useTheme(page, turn % 2 === 0 ? 'light' : 'dark');
      return [...found, ...(await axeFindings(page))];
    });
    expect(problems).toEqual([]);
  },
);
