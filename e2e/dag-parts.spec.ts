// Finding one's way in a graph: search, neighbourhood, folding, contract check, large graphs, and two DAGs as one difference.
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents, objectIdOf, toolLines, type Blueprint } from '@/e2e/building-events';
import { drawn } from '@/e2e/drawn-geometry';
import { advanced, executionId, one, recordedRun, requested } from '@/e2e/recorded-run';
import { openDemo } from '@/e2e/visitor';
import { tangle } from '@/lib/dag/testing/large-structures';
import { isLong } from '@/scripts/test-size';

// These append DAGs of their own.
test.use({ network: 'workbench' });

const claims = blueprints['claims']!;
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
  await page.getByRole('button', { name: 'Show only the neighborhood of adjuster' }).click();
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

test('a slow layout can be cancelled, which leaves the list', { tag: '@full' }, async ({ page, stack }) => {
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

/** Drawing takes as long as it takes: without a graphics card, on a busy machine, a minute. */
const DRAWING = { timeout: 120_000 };

const viewOf = (page: Page) => page.locator('.react-flow__viewport').getAttribute('style');
const graphOf = (page: Page) => page.getByTestId('flow-graph');

/** Searches a vertex and waits until what is around it is drawn. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Find a vertex' }).fill(name);
  await page.keyboard.press('Enter');
  const vertex = page.locator(`[data-vertex="${name}"]`);
  await expect(vertex).toBeInViewport(DRAWING);
  await expect(vertex).toHaveAttribute('data-level', /full|brief/);
  await expect(graphOf(page)).not.toHaveAttribute('aria-busy', /.*/, DRAWING);
}

/** The number of mounted vertices. */
const mounted = (page: Page) => graphOf(page).locator('[data-vertex]').count();

test.describe('1000 vertices', { tag: '@full' }, () => {
  const vertices = 1000;
  const dag: Blueprint = { ...tangle(vertices, vertices * 3), object_id: objectIdOf(`${vertices} vertices`) };
  const name = `step_${vertices / 2}`;
  const distantVertex = `step_${vertices - 10}`;

  test('are a picture from afar, vertices where one looks', async ({ page, stack }) => {
    test.setTimeout(480_000);
    await stack.ingest(buildingEvents(dag));
    await openDemo(page, `/dags/${dag.object_id}`);
    await expect(page.locator('[data-painted]')).toBeVisible(DRAWING);
    await expect.poll(() => mounted(page)).toBe(0);
    await goTo(page, name);
    expect(await mounted(page)).toBeGreaterThan(1);
    expect(await mounted(page)).toBeLessThan(vertices / 2);
    expect(await graphOf(page).locator(`[data-edge*="${name}."]`).count()).toBeGreaterThan(0);

    // Another vertex, out of view: it is gone to, selected, and inspected.
    const before = await viewOf(page);
    await goTo(page, distantVertex);
    expect(await viewOf(page)).not.toBe(before);
    await expect(page.getByTestId('vertex-inspector')).toHaveAttribute('data-inspected', distantVertex);

    // From afar again: all but the selected vertex is unmounted; the picture stays until it is painted without the selection.
    await page.getByRole('button', { name: 'Fit graph' }).click();
    await expect(page.locator('[data-painted] canvas')).toBeVisible(DRAWING);
    await expect.poll(() => mounted(page), DRAWING).toBe(1);
    // It watches before the click, and everything: the vertex may be unmounted after the picture was replaced.
    const watch = await page.getByTestId('overview-layer').evaluateHandle((box, selected) => {
      const before = box.firstChild;
      const seen = { blanks: 0, repainted: false };
      new MutationObserver(() => {
        if (box.firstChild === null) seen.blanks += 1;
        else if (box.firstChild !== before && !document.querySelector(`[data-vertex="${selected}"]`))
          seen.repainted = true;
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    }, distantVertex);
    const pane = (await graphOf(page).boundingBox())!;
    await page.mouse.click(pane.x + 6, pane.y + pane.height / 2);
    await expect.poll(() => watch.evaluate(({ repainted }) => repainted), DRAWING).toBe(true);
    expect(await watch.evaluate(({ blanks }) => blanks)).toBe(0);
    await page.getByRole('tab', { name: 'Table' }).click();
    await expect(page.locator('[data-table-vertex="step_0"]')).toBeVisible(DRAWING);
  });

  test('are replayed where one looks', async ({ page, stack }) => {
    test.setTimeout(480_000);
    const run = `run of ${vertices}`;
    const visits = dag.vertices.flatMap((vertex) => [
      requested(0, vertex.name),
      advanced(0, vertex.name, 'ok', { out_0: one(1) }),
    ]);
    await stack.ingest([...buildingEvents(dag), ...recordedRun(run, dag, visits)]);
    await openDemo(page, `/executions/${executionId(run)}`);
    await expect(page.locator('[data-painted]')).toBeVisible(DRAWING);
    const bar = page.getByTestId('replay-bar');
    await expect(bar).toHaveAttribute('data-step', String(visits.length), DRAWING);
    const last = page.locator(`[data-vertex="step_${vertices - 1}"]`);
    await goTo(page, `step_${vertices - 1}`);
    await expect(last).toHaveAttribute('data-state', 'done');
    await page.getByRole('button', { name: /^Step back/ }).click();
    await expect(bar).toHaveAttribute('data-step', String(visits.length - 1));
    await expect(last).toHaveAttribute('data-state', 'active');
    await page.getByRole('button', { name: /^Step back/ }).click();
    await expect(last).toHaveAttribute('data-state', /not_reached|unknown/);
  });
});

test(
  `${HUGE.vertices} vertices: a list first, then what is around the chosen one`,
  { tag: '@full' },
  async ({ page, stack }) => {
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
  },
);

test(
  'an edge that does not fit the contract of a tool is marked on the graph and listed',
  { tag: '@full' },
  async ({ page, stack }) => {
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
  },
);

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
