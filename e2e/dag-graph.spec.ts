// Every vertex, port and edge of a DAG is in the graph and in its table: for DAGs of our own, and for each definition
// beside the checkout where there are any (they come with a script that turns them into events and says what must come out).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import type { Stack } from '@/e2e/stack/stack';
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents, objectIdOf, type Blueprint } from '@/e2e/building-events';
import { overlaps } from '@/e2e/drawn-geometry';
import { openDemo, signIn } from '@/e2e/visitor';
import { isLong } from '@/scripts/test-size';

// These append DAGs of their own.
test.use({ network: 'workbench' });

const SHARED = join(import.meta.dirname, '../../shared');
const all = existsSync(join(SHARED, 'spec/dags'))
  ? readdirSync(join(SHARED, 'spec/dags')).filter((file) => file.endsWith('.json'))
  : [];
/** Two by default: what comes of each is checked without a browser too (dags-answers.test.ts). */
const published = isLong ? all : all.slice(0, 2);

interface DrawnElements {
  vertices: string[];
  ports: string[];
  edges: string[];
}

/** A dot or an arrow inside a name is escaped, since these part the names of a key. */
const key = (...segments: string[]) =>
  segments.map((name) => name.replaceAll(/[\\.>]/g, (sign) => `\\${sign}`)).join('.');

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** What must be found, worked out from the structure alone. A vertex that is only named is drawn as well, as a ghost. */
function expected(dag: Blueprint): DrawnElements {
  const groups = dag.entry_groups.flatMap(({ ports }) => ports);
  const { edges, default_values, output_variants } = dag;
  return {
    vertices: sorted([
      ...dag.vertices.map(({ name }) => name),
      ...edges.flatMap(({ from, to }) => [from.vertex, to.vertex]),
      ...groups.map(({ vertex }) => vertex),
    ]),
    ports: sorted([
      ...edges.map(({ to }) => key(to.vertex, to.port)),
      ...[...groups, ...default_values].map(({ vertex, port }) => key(vertex, port)),
      ...edges.map(({ from }) => key(from.vertex, from.variant, from.port)),
      ...output_variants.map(({ vertex, variant, port }) => key(vertex, variant, port)),
    ]),
    edges: sorted(
      edges.map(
        ({ from, to, kind }) =>
          `${key(from.vertex, from.variant, from.port)}->${key(to.vertex, to.port)} ${kind}`,
      ),
    ),
  };
}

async function names(page: Page, attribute: string): Promise<string[]> {
  return sorted(
    await page.locator(`[${attribute}]`).evaluateAll(
      (elements, name) =>
        elements.map((element) => {
          const kind = name.endsWith('edge') ? ` ${element.getAttribute('data-edge-kind')}` : '';
          return `${element.getAttribute(name)}${kind}`;
        }),
      attribute,
    ),
  );
}

async function check(page: Page, dag: Blueprint): Promise<void> {
  const recorded = expected(dag);
  await page.goto(`/dags/${dag.object_id}`);
  await expect(page.locator('[data-vertex]').first()).toBeVisible();
  await expect.poll(() => names(page, 'data-vertex')).toEqual(recorded.vertices);
  expect(await names(page, 'data-port')).toEqual(recorded.ports);
  expect(await names(page, 'data-edge')).toEqual(recorded.edges);
  expect(await overlaps(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Table' }).click();
  await expect.poll(() => names(page, 'data-table-vertex')).toEqual(recorded.vertices);
  await expect.poll(() => names(page, 'data-table-port')).toEqual(recorded.ports);
  await expect.poll(() => names(page, 'data-table-edge')).toEqual(recorded.edges);
  await expect(page.locator('[data-table-default]')).toHaveCount(dag.default_values.length);
  await expect(page.locator('[data-table-output]')).toHaveCount(dag.output_variants.length);
}

/** Ingesting the same events again changes nothing, so any test may call it. */
async function build(stack: Stack): Promise<void> {
  await stack.ingest(Object.values(blueprints).flatMap((dag) => buildingEvents(dag)));
}

// The short tier draws only the DAG that has every kind of edge.
for (const [name, dag] of Object.entries(blueprints))
  test(
    `the graph and the table of the DAG "${name}" show all of it`,
    { tag: name === 'claims' ? [] : '@full' },
    async ({ page, stack }) => {
      await build(stack);
      await signIn(page);
      await check(page, dag);
    },
  );

test(
  'graphs and tables of published definitions show all of them',
  { tag: '@full' },
  async ({ page, stack }) => {
    test.skip(published.length === 0, 'no DAG definitions beside the checkout');
    test.setTimeout(240_000);
    const script = join(SHARED, 'tools/dag-to-events.mjs');
    const files = published.map((file) => join(SHARED, 'spec/dags', file));
    const run = (...options: string[]) =>
      execFileSync('node', [script, ...options, ...files], { encoding: 'utf8' });
    const recorded = join(mkdtempSync(join(tmpdir(), 'dagscope-dags-')), 'events.ndjson');
    writeFileSync(recorded, run());
    await stack.ingestFile(recorded);
    const structures = JSON.parse(run('--expect')) as Record<string, Blueprint>;
    expect(Object.keys(structures)).toHaveLength(published.length);
    await signIn(page);
    for (const dag of Object.values(structures)) await check(page, dag);
  },
);

test('graph, table and address share one selection, which survives a reload', async ({ page, stack }) => {
  await build(stack);
  await signIn(page);
  const dag = blueprints['claims']!;
  await page.goto(`/dags/${dag.object_id}`);
  await page.locator('[data-vertex="offer"]').click();
  await expect(page).toHaveURL(/vertex=offer/);
  const inspector = page.getByTestId('vertex-inspector');
  await expect(inspector).toContainText('xyz.claims.offer@1');
  await page.reload();
  await expect(inspector).toContainText('xyz.claims.offer@1');
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.locator('[data-table-vertex="offer"]')).toHaveAttribute('data-selected', /.*/);
  await page.goBack();
  await page.goBack();
  await expect(page).not.toHaveURL(/vertex=offer/);
});

test(
  'a DAG that is still being built says so and grows on the screen',
  { tag: '@full' },
  async ({ page, stack }) => {
    const dag: Blueprint = { ...blueprints['claims']!, object_id: objectIdOf(`growing ${Date.now()}`) };
    const events = buildingEvents(dag, { open: true });
    const early = events.slice(0, 4);
    await stack.ingest(early);
    await openDemo(page, `/dags/${dag.object_id}`);
    await expect(page.getByText(/being built/i).first()).toBeVisible();
    await expect.poll(() => names(page, 'data-vertex')).toEqual(['assess', 'intake', 'policy']);
    const snapshot = await page.getByTestId('snapshot').elementHandle();
    // The view stays where it is: a notice reports what arrives beyond its edge, and leads there.
    const view = page.locator('.react-flow__viewport');
    const at = () => new URL(page.url()).searchParams.get('at');
    for (let press = 0; press < 3; press += 1) {
      const former = at();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      // The address has the view once it rests.
      await expect.poll(at).not.toBe(former);
    }
    const before = await view.getAttribute('style');
    await stack.ingest(buildingEvents(dag, { open: true }));
    const notice = page.getByTestId('new-vertices');
    await expect(notice).toContainText(/\d new vert\w+ out of view/);
    expect(await view.getAttribute('style')).toBe(before);
    await notice.focus();
    await page.keyboard.press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(page.locator('[data-vertex] button:focus')).toBeInViewport();
    await stack.ingest(buildingEvents(dag));
    await expect.poll(() => names(page, 'data-vertex')).toEqual(expected(dag).vertices);
    await expect(page.getByText(/being built/i)).toHaveCount(0);
    await expect(page.getByTestId('sealed-now')).toBeVisible();
    // The same live region: a screen reader announces the change.
    expect(await snapshot?.textContent()).toContain('Finalized just now');
    await expect(page.getByTestId('graph-panel').getByText('finalized just now')).toBeVisible();
  },
);

test('on a phone the table comes first', async ({ page, stack }) => {
  await build(stack);
  await page.setViewportSize({ width: 390, height: 844 });
  await openDemo(page, `/dags/${blueprints['claims']!.object_id}`);
  await expect(page.locator('[data-table-vertex="offer"]')).toBeVisible();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.locator('[data-vertex="offer"]')).toBeVisible();
});
