// Tables on a phone: rows, cells and filters.
import { readIndex, textAt } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { rowsOf, signIn } from '@/e2e/visitor';

test('on a phone a row has two lines, begins with its words, and still links to its page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  for (const [path, label, usual] of [
    ['/executions', 'executions', 'succeeded'],
    ['/payments', 'payments', 'accomplished'],
    ['/dags', 'DAGs', 'finalized'],
  ] as const) {
    await page.goto(path);
    const row = (await rowsOf(page, label)).filter({ hasText: usual }).first();
    const cells = row.locator('td[data-column]:visible');
    const tops = await cells.evaluateAll((all) =>
      all.map((cell) => Math.round(cell.getBoundingClientRect().top)),
    );
    const [title, ...values] = tops;
    expect(values.length).toBeGreaterThan(1);
    // Cells of one line align by baseline, so their tops differ by a pixel or two.
    expect(Math.max(...values) - Math.min(...values)).toBeLessThan(8);
    expect(Math.min(...values)).toBeGreaterThan((title ?? 0) + 8);
    const words = await row.locator('.titled-id > span').first().boundingBox();
    expect(words?.width).toBeGreaterThan(200);
    const link = row.getByRole('link').first();
    await expect(link).toHaveAccessibleName(/0x[0-9a-f]{64}/);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}/0x`));
  }
});

test('on a phone, filters that are not set are behind one button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto('/executions?status=failed');
  await rowsOf(page, 'executions');
  const filters = page.getByRole('group', { name: 'Filters' });
  const shown = filters.getByRole('button').filter({ visible: true });
  await expect(shown).toHaveText(['Filters', 'Status: failed', '', 'Clear all']);
  await filters.getByRole('button', { name: 'Filters' }).click();
  await expect(filters.getByRole('button', { name: 'Duration' })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Filters' })).toHaveCount(0);
});

test('on a phone, the hints of search fields fit, and a table has no controls of a drawing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto('/dags');
  const row = (await rowsOf(page, 'DAGs')).filter({ hasText: 'finalized' }).first();
  const path = (await row.getByRole('link').first().getAttribute('href')) ?? '';
  await page.goto(`${path}?view=table`);
  await expect(page.getByRole('combobox', { name: 'Find a vertex' })).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Direction' })).toHaveCount(0);
  await page.goto(`${path}?view=graph`);
  await expect(page.getByRole('radiogroup', { name: 'Direction' })).toBeVisible();
  for (const name of [/^Search skills/, 'Find a vertex']) {
    const room = page.getByRole('combobox', { name }).evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d');
      if (pen === null) return -1;
      pen.font = font;
      const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
      return field.clientWidth - padding - pen.measureText(field.placeholder).width;
    });
    expect(await room, String(name)).toBeGreaterThanOrEqual(0);
  }
});

test('on a phone, the parts of a cell follow each other beside its label', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const [slash] = await index.events('ToolSlashed');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto(`/tools/${encodeURIComponent(textAt(slash, 'payload.fqn'))}`);
  const changes = page.getByRole('table', { name: 'Changes of this tool' });
  const changed = changes.locator('td', { hasText: /^Collateral: −/ });
  const gap = await changed.evaluate((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell.firstChild ?? cell);
    return (
      (cell.querySelector('[data-exact]')?.getBoundingClientRect().left ?? NaN) -
      words.getBoundingClientRect().right
    );
  });
  expect(Math.abs(gap)).toBeLessThan(2);
  await page.goto('/leaders?tab=races');
  const reasons = page
    .getByRole('table', { name: 'Submission races' })
    .locator('td[data-label="Reasons"]:has(> span + span)')
    .first()
    .locator('> span');
  await expect(reasons.first()).toBeVisible();
  const lefts = await reasons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size).toBe(1);
  const runs = (await index.events('RequestWalkExecution')).filter(
    (event) => textAt(event, 'payload.walk_index') !== '0',
  );
  await page.goto(`/executions/${textAt(runs[0], 'payload.execution')}`);
  await page.getByRole('radiogroup', { name: 'Timeline view' }).getByText('Table').click();
  const slowest = page
    .getByRole('table', { name: 'Walks' })
    .locator('td[data-label="Slowest visit"]')
    .first();
  const space = await slowest.evaluate((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell.lastChild ?? cell);
    return (
      words.getBoundingClientRect().left -
      (cell.querySelector('button')?.getBoundingClientRect().right ?? NaN)
    );
  });
  expect(space).toBeGreaterThan(2);
});
