// Axe finds nothing where every-page.spec.ts does not go: the Connect page, and parts of pages that are opened by hand.
import { axeFindings, axeFindingsInBothThemes, useTheme } from '@/e2e/axe';
import { readIndex, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

test('axe finds nothing on the Connect page in either theme', async ({ page }) => {
  await page.goto('/connect');
  await expect(page.getByRole('button', { name: 'Open the demo network' })).toBeVisible();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});

test(
  'axe finds nothing in the panels of a failure, of a comparison and of a build',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const first = async (path: string) => ((await index.get(`${path}&page_size=1`))['items'] as Json[])[0];
    const aborted = await first('/executions?status=aborted');
    const id = String(aborted?.['object_id']);
    const other = await first(
      `/executions?status=succeeded&dag_object_id=${String(aborted?.['dag_object_id'])}`,
    );
    const unsealed = await first('/dags?finalized=false');
    const check = async (...parts: string[]) => {
      for (const part of parts) await expect(page.getByTestId(part)).toBeVisible();
      expect(await axeFindings(page, { parts })).toEqual([]);
    };

    await openDemo(page, `/executions/${id}`);
    await useTheme(page, 'light');
    await expect(page.getByTestId('timeline')).toBeVisible();
    await page.keyboard.press('f');
    await page.getByRole('radio', { name: 'Table', exact: true }).click();
    await check('failure-panel', 'timeline-tables');
    await page.goto(`/executions/${id}?tab=compare&with=${String(other?.['object_id'])}`);
    await check('difference');
    await page.goto(`/dags/${String(unsealed?.['object_id'])}?built=6`);
    await check('build-bar');
  },
);

test('the skip link is the first stop and leads to the content', async ({ page }) => {
  await openDemo(page, '/leaders');
  await rowsOf(page, 'Leaders');
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  await expect(skip).toHaveText(/skip/i);
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});
