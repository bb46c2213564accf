// Axe finds nothing on any page, in both themes; and every page can be reached and left by keyboard.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readIndex, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, PAGES, rowsOf, signIn } from '@/e2e/visitor';

/** A page that changes while it is asked can be caught between two states (a button that is enabled just then): a fault is one that is found again. */
async function faults(page: Page, rules?: string[], parts: string[] = []): Promise<string[]> {
  const ask = async () => {
    const axe = parts.reduce((builder, part) => builder.include(part), new AxeBuilder({ page }));
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

/** The first object of a listing, by its row's link. */
async function firstOf(page: Page, path: string, label: string): Promise<string> {
  await page.goto(path);
  const rows = await rowsOf(page, label);
  return (await rows.first().locator(`a[href^="${path}/"]`).first().getAttribute('href')) ?? '';
}

/** Only colours differ between the themes: the second one is asked about them alone, unless there is time. */
const OF_COLOURS = process.env['TEST_LONG'] === '1' ? undefined : ['color-contrast', 'link-in-text-block'];

for (const [colorScheme, rules] of [
  ['dark', undefined],
  ['light', OF_COLOURS],
] as const) {
  test(`axe, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme });
    await page.goto('/connect');
    await expect(page.getByRole('button', { name: 'Open the demo network' })).toBeVisible();
    const found = await faults(page, rules);
    await signIn(page);
    const details =
      rules !== undefined
        ? []
        : [
            await firstOf(page, '/leaders', 'Leaders'),
            await firstOf(page, '/agents', 'Agents'),
            await firstOf(page, '/tasks', 'Tasks'),
            await firstOf(page, '/tools', 'Tools'),
            await firstOf(page, '/payments', 'Payments'),
            await firstOf(page, '/executions', 'Executions'),
            await firstOf(page, '/dags', 'DAGs'),
            '/executions/file',
          ];
    for (const path of [...PAGES, ...details]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      found.push(...(await faults(page, rules)));
    }
    expect(found).toEqual([]);
  });
}

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
  await page.getByRole('radio', { name: 'table', exact: true }).click();
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
