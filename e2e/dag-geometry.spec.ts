// Nothing lies over anything in a drawing of the generated set, whichever way it runs: measured in the page, near enough for every name to be shown. A few
// of the set by default, all of it, in every level of detail, under TEST_LONG.
import type { Page } from '@playwright/test';
import { buildingEvents, objectIdOf, type Blueprint } from '@/e2e/building-events';
import { overlaps } from '@/e2e/drawn-geometry';
import { expect, test } from '@/e2e/stack/fixtures';
import type { Stack } from '@/e2e/stack/stack';
import { signIn } from '@/e2e/visitor';
import { generatedSet } from '@/lib/dag/testing/generated-set';
import { isLong } from '@/scripts/test-size';

// These append DAGs of their own.
test.use({ network: 'workbench' });

const QUICK = ['odd names and all kinds', 'long names of ports'];
/** Shift and zoom of the drawing: names of ports are shown, names of vertices alone, blocks. */
const LEVELS = isLong ? ['40_40_1000', '40_40_400', '40_40_120'] : ['40_40_1000'];
/** From here on only what is in sight is mounted. */
const WHOLE_UP_TO = 120;
/** Beyond this a list stands in the drawing's place until one asks for a part. */
const DRAWN_UP_TO = 2000;

function blueprint(name: string): Blueprint {
  return { ...generatedSet[name]!(), object_id: objectIdOf(`generated ${name}`) };
}

const namesOf = ({ vertices, edges, entry_groups, default_values, output_variants }: Blueprint) =>
  new Set([
    ...vertices.map(({ name }) => name),
    ...edges.flatMap(({ from, to }) => [from.vertex, to.vertex]),
    ...entry_groups.flatMap(({ ports }) => ports.map(({ vertex }) => vertex)),
    ...[...default_values, ...output_variants].map(({ vertex }) => vertex),
  ]);

const vertexNodes = (page: Page) => page.locator('[data-testid="flow-graph"] [data-vertex]');

/** Zooms in until names of ports are shown. */
async function comeNear(page: Page, vertex: string): Promise<void> {
  const card = page.locator(`[data-vertex="${vertex}"]`);
  await expect(async () => {
    if ((await card.getAttribute('data-level')) !== 'full')
      await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(card).toHaveAttribute('data-level', 'full', { timeout: 300 });
  }).toPass();
}

async function check(page: Page, dag: Blueprint, heading: string): Promise<void> {
  const names = namesOf(dag);
  const path = `/dags/${dag.object_id}?heading=${heading}`;
  if (names.size === 0) {
    await page.goto(path);
    await expect(page.getByText('The DAG was finalized without vertices.')).toBeVisible();
    return;
  }
  if (names.size <= WHOLE_UP_TO) {
    for (const at of LEVELS) {
      await page.goto(`${path}&at=${at}`);
      await expect(page.getByTestId('flow-graph')).toBeVisible();
      await expect(vertexNodes(page)).toHaveCount(names.size);
      expect(await overlaps(page), `${heading}, at ${at}`).toEqual([]);
    }
    return;
  }
  const all = [...names];
  for (const vertex of [0.1, 0.5, 0.9].map((part) => all[Math.floor(all.length * part)] ?? '')) {
    await page.goto(`${path}&vertex=${encodeURIComponent(vertex)}`);
    if (names.size > DRAWN_UP_TO) await page.getByRole('button', { name: `Draw around ${vertex}` }).click();
    await expect(page.locator(`[data-vertex="${vertex}"]`)).toBeInViewport();
    expect(await overlaps(page), `${heading}, at ${vertex}`).toEqual([]);
    await comeNear(page, vertex);
    expect(await overlaps(page), `${heading}, near ${vertex}`).toEqual([]);
  }
}

async function build(stack: Stack, names: readonly string[]): Promise<void> {
  await stack.ingest(names.flatMap((name) => buildingEvents(blueprint(name))));
}

if (isLong)
  for (const name of Object.keys(generatedSet))
    test(`nothing lies over anything: ${name}`, { tag: '@full' }, async ({ page, stack }) => {
      test.setTimeout(300_000);
      await build(stack, [name]);
      await signIn(page);
      for (const heading of ['right', 'down']) await check(page, blueprint(name), heading);
    });
else
  test(
    'nothing lies over anything, whichever way the graph runs',
    { tag: '@full' },
    async ({ page, stack }) => {
      await build(stack, QUICK);
      await signIn(page);
      for (const name of QUICK)
        for (const heading of ['right', 'down'])
          await test.step(`${name}, ${heading}`, () => check(page, blueprint(name), heading));
    },
  );
