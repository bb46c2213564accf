// Readers whose browser, device or paper differs: a translated page, a finger, forced colours, print, zones and locales.
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents, objectIdOf, type Blueprint } from '@/e2e/building-events';
import { advanced, executionId, failedEvaluation, one, recordedRun, requested } from '@/e2e/recorded-run';
import { followLink, openDemo, PAGES, rowsOf } from '@/e2e/visitor';
import { tangle } from '@/lib/dag/testing/large-structures';

/** Replaces every text as a browser's translator does, now and whenever the page changes. */
async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const skipped = text.parentElement?.closest('font, script, style, [translate="no"]') ?? null;
        if (text.data.trim() === '' || skipped !== null) continue;
        const [font, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data;
        font.append(inner);
        text.replaceWith(font);
      }
    };
    translate();
    new MutationObserver(translate).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

test(
  'a translated page keeps its content, and its content stays current',
  { tag: '@full' },
  async ({ page }) => {
    await openDemo(page, '/executions');
    await rowsOf(page, 'executions');
    await translatePage(page);
    expect(await page.locator('main font').count()).toBeGreaterThan(20);
    // What React changes is on the page: the rows' numbers, the filter's value, the row's preview.
    const range = page.getByRole('navigation', { name: 'Pagination' });
    await expect(range).toContainText(/^1 to 20 of/);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(range).toContainText(/^21 to 40 of/);
    const status = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Status/ });
    await status.click();
    await page.getByRole('radio', { name: 'aborted', exact: true }).click();
    await expect(status).toHaveText('Status: aborted');
    await expect(range).toContainText(/^1 to /);
    await page.getByRole('button', { name: 'Clear Status' }).click();
    await expect(status).toHaveText('Status');
    await (await rowsOf(page, 'executions')).first().locator('a').first().click();
    await expect(page).toHaveURL(/\/executions\/0x/);
    // The first list: the graph's is gone while another tab is open.
    const tabs = page.getByRole('tablist').first().getByRole('tab');
    for (const tab of await tabs.all()) await tab.click();
    for (const path of PAGES) {
      await followLink(page, path);
      const current = page.getByRole('navigation', { name: 'Pages', exact: true }).locator('[aria-current]');
      await expect(current).toHaveAttribute('href', path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
      await expect(page.locator('main [role="alert"]')).toHaveCount(0);
    }
    // Ids, names and code are not offered to the translator.
    await followLink(page, '/payments');
    await rowsOf(page, 'payments');
    await expect(page.locator('main [data-same-id] font, main [data-exact] font, main pre font')).toHaveCount(
      0,
    );
  },
);

test('with an input method Enter ends the composition and opens nothing', async ({ page }) => {
  await openDemo(page, '/tools');
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: /^Search/ });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.imeSetComposition', { text: 'leaders', selectionStart: 7, selectionEnd: 7 });
  await expect(page.getByRole('option', { name: /Leaders/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('leaders');
  await expect(page).toHaveURL(/\/tools$/);
  await browser.send('Input.insertText', { text: 'leaders' });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leaders$/);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap shows a reason or an exact amount and opens no row; fields and targets are large', async ({
    page,
  }) => {
    await openDemo(page, '/payments');
    const rows = await rowsOf(page, 'payments');
    const amount = rows.first().locator('[data-exact]').first();
    const exact = (await amount.getAttribute('data-tip')) ?? '';
    const tooltip = page.locator('.pointer-events-none').filter({ hasText: exact });
    await amount.tap();
    await expect(tooltip).toBeVisible();
    await amount.tap();
    await expect(tooltip).toBeHidden();
    await expect(page).toHaveURL(/\/payments$/);
    const search = page.getByRole('combobox', { name: /^Search/ });
    await expect(search).toHaveCSS('font-size', '16px');
    const small = await page
      .locator('button:visible, select:visible, main a:visible, input:visible')
      .evaluateAll((all) =>
        all.flatMap((control) => {
          const { width, height } = control.getBoundingClientRect();
          return width >= 24 && height >= 24
            ? []
            : [`${control.outerHTML.slice(0, 120)} ${width} x ${height}`];
        }),
      );
    expect(small).toEqual([]);
  });
});

test('reasons and amounts open on focus; in a row the arrow keys reach them', async ({ page }) => {
  await openDemo(page, '/payments');
  const rows = await rowsOf(page, 'payments');
  await page.keyboard.press('j');
  const amount = rows.first().locator('[data-exact]').first();
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(amount).toBeFocused({ timeout: 100 });
  }).toPass();
  const exact = (await amount.getAttribute('data-tip')) ?? '';
  await expect(page.locator('.pointer-events-none').filter({ hasText: exact })).toBeVisible();
});

test('forced colours keep the colours of figures and mark what is selected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openDemo(page);
  const bars = page.getByRole('group', { name: /^Executions and outcomes by/ });
  await expect(bars).toBeVisible();
  const fills = await bars
    .locator(':scope > a > span')
    .evaluateAll((all) => [...new Set(all.map((bar) => getComputedStyle(bar).backgroundColor))]);
  expect(fills.length).toBeGreaterThan(2);
  await followLink(page, '/executions');
  const rows = await rowsOf(page, 'executions');
  const outline = (selector: string) => page.locator(selector).first();
  await rows.first().getByRole('checkbox').check();
  await expect(outline('tr[aria-selected="true"]')).toHaveCSS('outline-style', 'solid');
  await expect(outline('nav [aria-current="page"]')).toHaveCSS('outline-style', 'solid');
  await expect(outline('tr[aria-selected="false"]')).toHaveCSS('outline-style', 'none');
});

/** Of the WCAG, of two colours as a browser computes them. */
function contrast(...colours: [string, string]): number {
  const [a = 0, b = 0] = colours.map((colour) => {
    const parts = colour.match(/[\d.]+/g) ?? [];
    const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

for (const colorScheme of ['dark', 'light'] as const)
  test.describe(`graphs in forced colours, ${colorScheme}`, () => {
    test.use({ network: 'workbench' });
    const claims = blueprints['claims']!;

    test('selection, states and edges differ', async ({ page, stack }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const run = `forced ${colorScheme}`;
      const visits = [
        requested(0, 'intake'),
        advanced(0, 'intake', 'ok', { claims: one(1) }),
        requested(0, 'assess'),
        requested(1, 'policy'),
        failedEvaluation(1, 'policy', `0x${'ab'.repeat(32)}`),
      ];
      await stack.ingest([...buildingEvents(claims), ...recordedRun(run, claims, visits)]);
      await openDemo(page, `/executions/${executionId(run)}`);
      const graph = page.getByTestId('flow-graph');
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const look = (vertex: string) =>
        page.locator(`[data-vertex="${vertex}"]`).evaluate((element) => {
          const { borderColor, boxShadow } = getComputedStyle(element);
          return { borderColor, boxShadow };
        });
      const STATES = { intake: 'done', assess: 'active', policy: 'failed', offer: 'not_reached' };
      const colours: string[] = [];
      for (const [vertex, state] of Object.entries(STATES)) {
        await expect(page.locator(`[data-vertex="${vertex}"]`)).toHaveAttribute('data-state', state);
        const { borderColor } = await look(vertex);
        expect(contrast(borderColor, ground), state).toBeGreaterThan(3);
        colours.push(borderColor);
      }
      expect(new Set(colours).size).toBe(colours.length);

      const lines = graph.locator('[data-edge] > path[stroke-width]:nth-of-type(2)');
      const drawn = () =>
        lines.evaluateAll((all) =>
          all.map((line) => {
            const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(line);
            const ends = line.parentElement?.querySelectorAll('path').length;
            const kind = line.parentElement?.dataset['edgeKind'];
            return { kind, stroke, shape: [strokeWidth, strokeDasharray, ends].join(' ') };
          }),
        );
      const before = await drawn();
      for (const { kind, stroke } of before) expect(contrast(stroke, ground), kind).toBeGreaterThan(3);
      const kinds = new Set(before.map(({ kind }) => kind));
      // `for_each` and `collect` differ by the end that has the foot.
      expect(kinds.size).toBe(6);
      expect(new Set(before.map(({ shape }) => shape)).size).toBe(5);

      const plain = await look('offer');
      await page.locator('[data-vertex="offer"] button').click();
      await expect.poll(() => look('offer')).not.toEqual(plain);
      const selected = await look('offer');
      expect(selected.boxShadow).not.toBe('none');
      expect(contrast(selected.borderColor, ground)).toBeGreaterThan(3);
      expect(selected.borderColor).not.toBe((await look('payout')).borderColor);
      const after = await drawn();
      expect(after.filter(({ stroke }, place) => stroke !== before[place]?.stroke).length).toBeGreaterThan(0);
    });

    test('a graph that is painted has lines and states', { tag: '@full' }, async ({ page, stack }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const dag: Blueprint = { ...tangle(400, 800), object_id: objectIdOf('painted in forced colours') };
      const run = `painted ${colorScheme}`;
      const visits = dag.vertices
        .slice(0, 200)
        .flatMap(({ name }, index) => [
          requested(index, name),
          ...(index % 2 === 0
            ? [advanced(index, name, 'ok', { out_0: one(1) })]
            : [failedEvaluation(index, name, `0x${'ab'.repeat(32)}`)]),
        ]);
      await stack.ingest([...buildingEvents(dag), ...recordedRun(run, dag, visits)]);
      await openDemo(page, `/executions/${executionId(run)}`);
      await expect(page.locator('[data-painted] canvas')).toBeVisible();
      const painted = () =>
        page.locator('[data-painted] canvas').evaluate((element) => {
          const canvas = element as HTMLCanvasElement;
          const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
          const counts = new Map<string, number>();
          for (let at = 0; at < pixels.length; at += 4) {
            if ((pixels[at + 3] ?? 0) < 128) continue;
            const colour = `rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`;
            counts.set(colour, (counts.get(colour) ?? 0) + 1);
          }
          return Object.fromEntries(counts);
        });
      const palette = await page.getByTestId('flow-graph').evaluate((element) => {
        const computed = (name: string) => {
          const probe = document.createElement('i');
          probe.style.color = `var(${name})`;
          element.append(probe);
          const { color } = getComputedStyle(probe);
          probe.remove();
          return color;
        };
        return {
          line: computed('--color-line-strong'),
          done: computed('--color-ok'),
          failed: computed('--color-fail'),
        };
      });
      await expect.poll(painted).toMatchObject({
        [palette.line]: expect.any(Number),
        [palette.done]: expect.any(Number),
        [palette.failed]: expect.any(Number),
      });
    });
  });

test(
  'a printed list is dark on white, without navigation, with all rows and whole ids',
  { tag: '@full' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const aWeekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    await openDemo(page, `/executions?created_after=${aWeekAgo}`);
    await rowsOf(page, 'executions');
    await page.getByRole('button', { name: 'Load all' }).click();
    const table = page.getByRole('table', { name: 'executions' });
    const all = Number(
      /\d+/.exec((await page.getByText(/^All \d+ executions loaded/).textContent()) ?? '')?.[0],
    );
    const rows = table.locator('tr[data-row]');
    await expect.poll(() => rows.count()).toBeLessThan(all);
    const visible = () => table.locator('thead th').filter({ visible: true }).allInnerTexts();
    const columns = await visible();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    // As wide as A4: no column of the window is missing.
    const window = page.viewportSize()!;
    await page.setViewportSize({ ...window, width: 703 });
    await expect
      .poll(async () => (await visible()).filter((name) => name !== ''))
      .toEqual(columns.filter((name) => name !== ''));
    await page.setViewportSize(window);
    await expect(rows).toHaveCount(all);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(26, 29, 34)');
    const id = table.locator('tr[data-row] [data-same-id]').first();
    const content = await id.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(content).toContain((await id.getAttribute('data-same-id')) ?? 'none');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => rows.count()).toBeLessThan(all);
  },
);

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin', locale: 'de-DE' });

  test('a time that occurs twice includes both, and amounts are read as typed there', async ({ page }) => {
    await openDemo(page, '/executions');
    await rowsOf(page, 'executions');
    await page.getByRole('button', { name: /Time zone/ }).click();
    await page.getByRole('menuitemradio', { name: 'Local time' }).click();
    await page.getByRole('button', { name: 'Started', exact: true }).first().click();
    const from = page.getByLabel('From', { exact: true });
    await from.fill('2026-10-25T02:00');
    await expect(page.getByText('Occurs twice, as clocks go back')).toBeVisible();
    await page.getByLabel('To (inclusive)').fill('102026-10-25T02:00');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('The year must be between 1 and 9999')).toBeVisible();
    await expect(page.getByLabel('To (inclusive)')).toHaveValue('102026-10-25T02:00');
    await page.getByLabel('To (inclusive)').fill('2026-10-25T02:00');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/created_after=2026-10-25T00%3A00%3A00.000Z/);
    await expect(page).toHaveURL(/created_before=2026-10-25T01%3A00%3A59.999Z/);
    await page.getByRole('button', { name: 'Cost', exact: true }).click();
    await page.getByLabel('At least').fill('1.234,5 SUI');
    await expect(page.getByText('= 1,234.5 SUI')).toBeVisible();
    await page.getByLabel('At least').fill('0,5');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/min_cost_mist=500000000/);
  });
});
