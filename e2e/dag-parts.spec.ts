// Finding one's way in a graph: search, neighbourhood, folding, contract check, large graphs, and two DAGs as one difference.
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents, objectIdOf, toolLines, type Blueprint } from '@/e2e/building-events';
import { drawn } from '@/e2e/dag-page';
import { openDemo } from '@/e2e/visitor';
import { tangle } from '@/lib/dag/testing/large-structures';
import { isLong } from '@/scripts/test-size';

// These append DAGs of their own.
test.use({ network: 'workbench' });

const claims = blueprints['claims']!;
const large: Blueprint = { ...tangle(1000, 3000), object_id: objectIdOf('a thousand') };
/** Too many to be drawn at once. */
const HUGE = isLong ? { vertices: 5_000, edges: 12_000 } : { vertices: 2_100, edges: 4_000 };
const huge: Blueprint = { ...tangle(HUGE.vertices, HUGE.edges), object_id: objectIdOf('huge') };

test('a vertex is found by a part of its name, and its neighbourhood is drawn alone', async ({
  page,
  stack,
}) => {
  await stack.ingest(buildingEvents(claims));
  await openDemo(page, `/dags/${claims.object_id}`);
  await expect(page.locator('[data-vertex="offer"]')).toBeVisible();
  await page.getByRole('combobox', { name: 'Find a vertex' }).fill('adj');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/vertex=adjuster/);
  await page.getByRole('button', { name: 'Show only the neighbourhood of adjuster' }).click();
  await page.getByRole('menuitemradio', { name: /^Upstream:/ }).click();
  await expect.poll(() => drawn(page)).toEqual(['adjuster', 'offer']);
  await expect(page).toHaveURL(/around=up-1/);
  await page.reload();
  await expect.poll(() => drawn(page)).toEqual(['adjuster', 'offer']);
  await page.getByRole('button', { name: 'Show whole graph' }).click();
  await expect.poll(() => drawn(page)).toHaveLength(claims.vertices.length);
});

test('a loop is folded into one vertex and unfolded again', async ({ page, stack }) => {
  await stack.ingest(buildingEvents(claims));
  await openDemo(page, `/dags/${claims.object_id}`);
  await expect(page.locator('[data-vertex="offer"]')).toBeVisible();
  await page.getByRole('button', { name: 'Fold' }).click();
  await page.getByRole('menuitemcheckbox', { name: /loop of adjuster/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => drawn(page)).toContain('⟨loop of adjuster⟩');
  expect(await drawn(page)).not.toContain('offer');
  await expect(page.getByText('Showing 5 of 7 vertices, 2 folded into 1.')).toBeVisible();
  await page.goBack();
  await expect.poll(() => drawn(page)).toContain('offer');
});

test('the arrow keys walk along edges', async ({ page, stack }) => {
  await stack.ingest(buildingEvents(claims));
  await openDemo(page, `/dags/${claims.object_id}`);
  const start = page.getByRole('button', { name: /^intake,/ });
  await start.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^assess,/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^summarise,/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: /^assess,/ })).toBeFocused();
});

test('a slow layout can be cancelled, which leaves the list', async ({ page, stack }) => {
  const slow: Blueprint = { ...tangle(200, 400), object_id: objectIdOf('two hundred') };
  await stack.ingest(buildingEvents(slow));
  // A worker that never answers.
  await page.addInitScript(() => {
    const ended = { count: 0 };
    class Mute {
      onmessage = null;
      onerror = null;
      postMessage() {}
      terminate() {
        ended.count += 1;
      }
    }
    Object.assign(window, { Worker: Mute, ended });
  });
  await openDemo(page, `/dags/${slow.object_id}`);
  const panel = page.getByTestId('graph-panel');
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel).toContainText('Layout stopped');
  const ended = () => page.evaluate(() => (window as unknown as { ended: { count: number } }).ended.count);
  await expect.poll(ended).toBeGreaterThan(0);
  await expect(panel.locator('[data-outline-vertex="step_0"]')).toBeVisible();
  await panel.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(panel).toContainText('Computing layout');
});

/** Waits until the view no longer moves: a click would stop it on its way. */
async function atRest(page: Page): Promise<void> {
  const view = page.locator('.react-flow__viewport');
  let before: string | null = null;
  await expect
    .poll(
      async () => {
        const now = await view.getAttribute('style');
        const rests = now === before;
        before = now;
        return rests;
      },
      { intervals: [400] },
    )
    .toBe(true);
}

test('a thousand vertices: a picture from afar, vertices where one looks', async ({ page, stack }) => {
  // Drawing without a graphics card takes minutes on a busy machine.
  test.setTimeout(480_000);
  await stack.ingest(buildingEvents(large));
  await openDemo(page, `/dags/${large.object_id}`);
  await expect(page.locator('[data-painted]')).toBeVisible();
  expect(await page.locator('[data-testid="flow-graph"] [data-vertex]').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Find a vertex' }).fill('step_500');
  await page.keyboard.press('Enter');
  const vertex = page.locator('[data-vertex="step_500"]');
  await expect(vertex).toBeInViewport();
  await expect(vertex).toHaveAttribute('data-level', /full|brief/);
  await atRest(page);
  const mounted = await page.locator('[data-testid="flow-graph"] [data-vertex]').count();
  expect(mounted).toBeGreaterThan(1);
  expect(mounted).toBeLessThan(400);

  // From afar again; what is chosen is in the picture, which stays until it is painted without.
  await page.getByRole('button', { name: 'Fit graph' }).click();
  await expect(page.locator('[data-painted] canvas')).toBeVisible();
  await atRest(page);
  const blanks = page.getByTestId('overview-layer').evaluate(async (box) => {
    const before = box.firstChild;
    let missing = 0;
    await new Promise<void>((done) =>
      new MutationObserver(() => {
        if (box.firstChild === null) missing += 1;
        else if (box.firstChild !== before && !document.querySelector('[data-vertex="step_500"]')) done();
      }).observe(box, { childList: true }),
    );
    return missing;
  });
  const pane = (await page.getByTestId('flow-graph').boundingBox())!;
  await page.mouse.click(pane.x + 6, pane.y + pane.height / 2);
  expect(await blanks).toBe(0);
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByRole('button', { name: /^Show \d+ more/ }).first()).toBeVisible();
});

test(`${HUGE.vertices} vertices: a list first, then what is around the chosen one`, async ({
  page,
  stack,
}) => {
  test.setTimeout(180_000);
  await stack.ingest(buildingEvents(huge));
  await openDemo(page, `/dags/${huge.object_id}`);
  const outline = page.getByTestId('graph-outline');
  await expect(outline).toBeVisible();
  await outline.getByRole('searchbox').fill('step_1987');
  await outline.getByRole('button', { name: /step_1987/ }).click();
  await outline.getByRole('button', { name: /^Draw around step_1987/ }).click();
  await expect.poll(() => drawn(page)).toContain('step_1987');
  expect((await drawn(page)).length).toBeLessThan(60);
});

test('what does not fit the contract of a tool is told on the graph and in a list', async ({
  page,
  stack,
}) => {
  const broken: Blueprint = {
    ...blueprints['alone']!,
    object_id: objectIdOf('broken'),
    vertices: [{ name: 'tell', kind: 'off_chain', tool_fqn: 'xyz.claims.tell@1' }],
    entry_groups: [{ name: '_default_group', ports: [{ vertex: 'tell', port: 'volume' }] }],
    output_variants: [],
  };
  await stack.ingest([...toolLines('xyz.claims.tell@1', ['message']), ...buildingEvents(broken)]);
  await openDemo(page, `/dags/${broken.object_id}`);
  const panel = page.getByTestId('contract-panel');
  await expect(panel.locator('[data-finding="no_such_input"]')).toContainText('volume');
  await expect(panel.locator('[data-finding="input_unfed"]').first()).toBeVisible();
  await expect(page.locator('[data-vertex="tell"] [data-contract-errors]')).toBeVisible();
});

test('two DAGs stand side by side as one difference', async ({ page, stack }) => {
  const other: Blueprint = {
    ...claims,
    object_id: objectIdOf('claims, later'),
    vertices: claims.vertices.filter(({ name }) => name !== 'policy'),
    edges: claims.edges.filter(({ from }) => from.vertex !== 'policy'),
    entry_groups: [],
  };
  await stack.ingest([...buildingEvents(claims), ...buildingEvents(other)]);
  await openDemo(page, `/dags/compare?left=${claims.object_id}&right=${other.object_id}`);
  await expect(page.locator('[data-vertex="policy"]')).toHaveAttribute('data-change', 'removed');
  await expect(page.locator('[data-vertex="payout"]')).not.toHaveAttribute('data-change', /.*/);
  const list = page.getByTestId('differences');
  await expect(list.locator('[data-difference="removed"]').first()).toContainText('policy');
  await expect(page.getByTestId('change-counts')).toContainText('removed');
});
