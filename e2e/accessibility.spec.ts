// Axe finds nothing on any page, in both themes; every page has a title and a place of its own, and can be reached and left by keyboard.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readIndex, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, PAGES, rowsOf, signIn } from '@/e2e/visitor';
import { isLong } from '@/scripts/test-size';

/** A page that changes while it is asked can be caught between two states (a button that is enabled just then): a fault is one that is found again. */
async function faults(page: Page, rules?: string[], parts: string[] = []): Promise<string[]> {
  const ask = async () => {
    // What passes is not listed, and no frame is merged from a blank page (there are none): both took as long as the rules.
    const only = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    const axe = parts.reduce((builder, part) => builder.include(part), only);
    const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${new URL(page.url()).pathname} ${id}: ${node.html.slice(0, 160)}`),
    );
  };
  const found = await ask();
  if (found.length === 0) return found;
  const again = new Set(await ask());
  return found.filter((fault) => again.has(fault));
}

/** Only colours differ between the themes: the second one is asked about them alone, unless there is time. */
const OF_COLOURS = isLong ? undefined : ['color-contrast', 'link-in-text-block'];

/** In both themes, one after the other on the page that stands; told by theme. */
async function faultsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, rules] of [
    ['dark', undefined],
    ['light', OF_COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const fault of await faults(page, rules)) found.push(`${theme}: ${fault}`);
  }
  return found;
}

async function untilDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
}

test('axe in both themes on the pages without an id; each has a title of its own and its place in the rail', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/connect');
  await expect(page.getByRole('button', { name: 'Open the demo network' })).toBeVisible();
  const found = await faultsInBothThemes(page);
  await signIn(page);
  const titles = new Set<string>();
  for (const path of PAGES) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    await untilDrawn(page);
    await expect(
      page.getByRole('navigation', { name: 'Pages', exact: true }).locator('[aria-current="page"]'),
      path,
    ).toHaveCount(1);
    titles.add(await page.title());
    found.push(...(await faultsInBothThemes(page)));
  }
  expect(found).toEqual([]);
  expect(titles.size).toBe(PAGES.length);
});

/** The listings whose objects have a page, with the column that names one in its address. */
const OBJECTS = {
  leaders: 'leader_cap_id',
  agents: 'agent_object_id',
  tasks: 'object_id',
  tools: 'fqn',
  payments: 'payment_object_id',
  executions: 'object_id',
  dags: 'object_id',
};

test('axe in both themes on a page of each object', async ({ page, stack }) => {
  test.setTimeout(300_000);
  const index = await readIndex(stack);
  await signIn(page);
  const found: string[] = [];
  const first = async ([listing, column]: [string, string]) => {
    const [object] = (await index.get(`/${listing}?page_size=1`))['items'] as Json[];
    const id = object?.[column];
    if (typeof id !== 'string') throw new Error(`${listing}: no ${column} in ${JSON.stringify(object)}`);
    return `/${listing}/${encodeURIComponent(id)}`;
  };
  for (const path of await Promise.all(Object.entries(OBJECTS).map(first))) {
    await page.emulateMedia({ colorScheme: 'dark' });
    expect((await page.goto(path))?.status(), path).toBe(200);
    await untilDrawn(page);
    found.push(...(await faultsInBothThemes(page)));
  }
  expect(found).toEqual([]);
});

test('axe, light, where one looks into an execution and into a build', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const first = async (path: string) => ((await index.get(`${path}&page_size=1`))['items'] as Json[])[0];
  const aborted = await first('/executions?status=aborted');
  const id = String(aborted?.['object_id']);
  const other = await first(
    `/executions?status=succeeded&dag_object_id=${String(aborted?.['dag_object_id'])}`,
  );
  const unsealed = await first('/dags?finalized=false');
  await page.emulateMedia({ colorScheme: 'light' });
  const found: string[] = [];
  // Of these parts alone: the pages around them are asked above.
  const ask = async (...parts: string[]) => {
    for (const part of parts) await expect(page.getByTestId(part)).toBeVisible();
    const here = parts.map((part) => `[data-testid="${part}"]`);
    found.push(...(await faults(page, undefined, here)));
  };

  await openDemo(page, `/executions/${id}`);
  await expect(page.getByTestId('timeline')).toBeVisible();
  await page.keyboard.press('f');
  await page.getByRole('radio', { name: 'Table', exact: true }).click();
  await ask('failure-panel', 'timeline-tables');
  await page.goto(`/executions/${id}?tab=compare&with=${String(other?.['object_id'])}`);
  await ask('difference');
  await page.goto(`/dags/${String(unsealed?.['object_id'])}?built=6`);
  await ask('build-bar');
  expect(found).toEqual([]);
});

test('the skip link is the first stop and leads to the content', async ({ page }) => {
  await openDemo(page, '/leaders');
  await rowsOf(page, 'Leaders');
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  await expect(skip).toHaveText(/skip/i);
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});
