// Every link that leads on from the overview: the page behind it answers and draws itself, the browser has nothing to complain of (the fixture watches),
// and no id stands there without a link where the console has a page for it.
import type { Page } from '@playwright/test';
import type { Stack } from '@/e2e/stack/stack';
import { expect, test } from '@/e2e/stack/fixtures';
import { signIn } from '@/e2e/visitor';
import { count, isLong } from '@/scripts/test-size';

/** Pages looked at of each kind: one tells whether the kind stands, many find the row that breaks it. */
const MOST_OF_A_KIND = count(1, 20);

const ANY = 'http://console.invalid';

/** What an address is the page of: ids and names left out. In the long form other filters are another kind. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, ANY);
  const page = pathname.replace(/0x[0-9a-f]{64}/, '{id}').replace(/^\/tools\/.+/, '/tools/{fqn}');
  return isLong ? `${page}?${[...new Set(searchParams.keys())].sort().join('&')}` : page;
}

/** What an id that names no family can be: the index answers there for nothing else. */
const MAY_BE = {
  leader: (id: string) => `/leaders/${id}`,
  DAG: (id: string) => `/dags/${id}`,
  execution: (id: string) => `/executions/${id}`,
  payment: (id: string) => `/payments/${id}`,
  agent: (id: string) => `/agents/${id}/skills`,
  task: (id: string) => `/tasks/${id}/executions`,
};

/** Whether the index answers with 200. */
type Knows = (path: string) => Promise<boolean>;

async function asksOf(stack: Stack): Promise<Knows> {
  const key = await stack.claimKey();
  return async (path) => (await fetch(`${stack.indexUrl}${path}`, { headers: { 'x-api-key': key } })).ok;
}

async function whatIs(id: string, knows: Knows): Promise<string | undefined> {
  const answers = await Promise.all(
    Object.entries(MAY_BE).map(async ([what, at]) => ((await knows(at(id))) ? what : undefined)),
  );
  return answers.find((what) => what !== undefined);
}

interface Named {
  /** `object` for one that says no family. */
  family: string;
  id: string;
}

/** The ids of a page that lead nowhere; what a block of JSON holds is raw on purpose. */
function unlinked(page: Page): Promise<Named[]> {
  return page.evaluate(() => {
    const found: { family: string; id: string }[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('main [data-same-id]')) {
      const id = element.dataset['sameId'] ?? '';
      if (element.closest('a[href], svg, button') !== null || element.querySelector('a[href]') !== null)
        continue;
      const words = element.querySelector('.sr-only')?.textContent ?? '';
      const family = words.endsWith(id) ? words.slice(0, -id.length).trim() : 'object';
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

/** Faults of the page that stands, in words. */
async function faultsOf(page: Page, path: string, knows: Knows): Promise<string[]> {
  const said = await page
    .locator('main [role="alert"], main [data-empty="failed"], main [data-empty="not-produced"]')
    .allInnerTexts();
  const faults = said.map((words) => `${path} says: ${words}`);
  for (const { family, id } of await unlinked(page)) {
    // An object's own page need not lead to itself.
    if (decodeURIComponent(path).includes(id)) continue;
    const what = family === 'object' ? await whatIs(id, knows) : family;
    if (what !== undefined) faults.push(`${path} names the ${what} ${id} without a link`);
  }
  return faults;
}

test('every link from the overview leads to a page that stands, and ids lead to theirs', async ({
  page,
  stack,
}) => {
  test.setTimeout(count(120_000, 3_600_000));
  const knows = await asksOf(stack);
  await signIn(page);
  const queue = ['/overview'];
  const seen = new Map<string, Set<string>>();
  const faults: string[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.locator('[data-skeleton]'), path).toHaveCount(0);
    faults.push(...(await faultsOf(page, path, knows)));
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs.map((one) => one.replace(/#.*/, ''))) {
      const kind = kindOf(href);
      const known = seen.get(kind) ?? new Set();
      seen.set(kind, known);
      if (known.has(href) || known.size >= MOST_OF_A_KIND || kind === kindOf('/overview')) continue;
      known.add(href);
      queue.push(href);
    }
  }
  expect(faults).toEqual([]);
  // Nothing was left out because a page that leads on to it had no rows.
  for (const kind of ['leaders', 'agents', 'dags', 'executions', 'tasks', 'payments', 'address'])
    expect(
      [...seen.keys()].some((one) => one.startsWith(`/${kind}/{id}`)),
      kind,
    ).toBe(true);
});
