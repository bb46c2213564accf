// Other ways to see a DAG: running from the top down, as it stood while it was built, as the next revision of a skill, and folded with a run on it.
import type { Page } from '@playwright/test';
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents } from '@/e2e/building-events';
import { drawn } from '@/e2e/drawn-geometry';
import { readIndex, type Json } from '@/e2e/index-reader';
import { executionId, many, one, advanced, recordedRun, requested } from '@/e2e/recorded-run';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

const claims = blueprints['claims']!;

const placeOf = async (page: Page, vertex: string) =>
  (await page.locator(`[data-vertex="${vertex}"]`).boundingBox()) ?? { x: NaN, y: NaN };

test(
  'two revisions of a skill lead to the comparison of their DAGs',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    let pair: { agent: string; skill: string; numbers: string[]; dags: string[] } | null = null;
    for (const { agent_object_id: agent } of await index.all('/agents'))
      for (const { skill_id: skill } of await index.all(`/agents/${String(agent)}/skills`)) {
        const revisions = await index.all(`/agents/${String(agent)}/skills/${String(skill)}/revisions`);
        const inOrder = [...revisions].sort(
          (a, b) => Number(a['interface_revision']) - Number(b['interface_revision']),
        );
        const dags = inOrder.map(({ dag_binding }) => String((dag_binding as Json)['dag_id']));
        const at = dags.findIndex((dag, place) => place > 0 && dag !== dags[place - 1]);
        if (at < 1) continue;
        const numbers = inOrder.slice(at - 1, at + 1).map((row) => String(row['interface_revision']));
        pair = { agent: String(agent), skill: String(skill), numbers, dags: dags.slice(at - 1, at + 1) };
      }
    if (pair === null) throw new Error('no skill of the simulated network changes its DAG');
    await openDemo(page, `/agents/${pair.agent}?skill=${pair.skill}&revisions=${pair.numbers.join(',')}`);
    // The revisions fit beside each other: a long id in their JSON wraps.
    const wider = (table: Element) => {
      const box = table.closest('.overflow-x-auto');
      return box === null || box.scrollWidth > box.clientWidth;
    };
    await expect
      .poll(() => page.getByRole('table', { name: /^Changes from revision/ }).evaluate(wider))
      .toBe(false);
    await page.getByRole('link', { name: 'Compare DAGs' }).click();
    await expect(page).toHaveURL(new RegExp(`left=${pair.dags[0]}.*right=${pair.dags[1]}`));
    await expect(page.getByTestId('revision-words')).toContainText(
      `from revision ${pair.numbers[0]} to ${pair.numbers[1]}`,
    );
    await expect(page.getByTestId('change-counts')).toBeVisible();
    // On a phone the other changes are cards that show both sides.
    await page.setViewportSize({ width: 390, height: 844 });
    const boxes = page.getByTestId('revision-words').locator('.overflow-x-auto');
    const over = (all: Element[]) => all.filter((box) => box.scrollWidth > box.clientWidth).length;
    await expect.poll(() => boxes.evaluateAll(over)).toBe(0);
  },
);

test.describe('on DAGs of its own', () => {
  test.use({ network: 'workbench' });

  test(
    'a graph runs from the top down on request, and so do the next ones',
    { tag: '@full' },
    async ({ page, stack }) => {
      await stack.ingest([...buildingEvents(claims), ...buildingEvents(blueprints['twelve']!)]);
      await openDemo(page, `/dags/${claims.object_id}`);
      await expect(page.locator('[data-vertex="offer"]')).toBeVisible();
      expect((await placeOf(page, 'intake')).x).toBeLessThan((await placeOf(page, 'assess')).x);
      await page.getByRole('radio', { name: 'Top to bottom' }).click();
      await expect(page).toHaveURL(/heading=down/);
      await expect
        .poll(async () => (await placeOf(page, 'intake')).y < (await placeOf(page, 'assess')).y)
        .toBe(true);
      await page.getByRole('button', { name: /^intake,/ }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('button', { name: /^assess,/ })).toBeFocused();

      await page.goto(`/dags/${blueprints['twelve']!.object_id}`);
      await expect(page.getByRole('radio', { name: 'Top to bottom' })).toBeChecked();
      await page.goto(`/dags/${claims.object_id}?heading=right`);
      await expect(page.getByRole('radio', { name: 'Left to right' })).toBeChecked();
    },
  );

  test(
    'a graph is fitted again when its frame becomes narrower, unless the reader has moved it',
    { tag: '@full' },
    async ({ page, stack }) => {
      await stack.ingest(buildingEvents(claims));
      await openDemo(page, `/dags/${claims.object_id}`);
      await expect(page.locator('[data-vertex="offer"]')).toBeVisible();
      const frame = page.getByTestId('flow-graph');
      const view = () => frame.locator('.react-flow__viewport').getAttribute('style');
      const cutOff = () =>
        frame.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          const boxes = [...element.querySelectorAll('[data-vertex]')].map((each) =>
            each.getBoundingClientRect(),
          );
          return boxes.filter((box) => box.left < left || box.right > right).length;
        });
      const wide = await view();
      await page.setViewportSize({ width: 1000, height: 900 });
      await expect.poll(view).not.toBe(wide);
      await expect.poll(cutOff).toBe(0);

      const box = (await frame.boundingBox())!;
      await page.mouse.move(box.x + 20, box.y + box.height - 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 90, box.y + box.height - 60, { steps: 3 });
      await page.mouse.up();
      await expect(page).toHaveURL(/at=/);
      const movedView = await view();
      await page.setViewportSize({ width: 1300, height: 900 });
      await expect.poll(async () => (await frame.boundingBox())?.width).not.toBe(box.width);
      // The frame is measured once a picture of it has been made.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      expect(await view()).toBe(movedView);

      await page.getByRole('button', { name: 'Fit graph' }).click();
      await expect(page).not.toHaveURL(/at=/);
      await expect.poll(cutOff).toBe(0);
    },
  );

  test(
    'a DAG is seen as it stood after any of the events that built it',
    { tag: '@full' },
    async ({ page, stack }) => {
      const events = buildingEvents(claims);
      await stack.ingest(events);
      await openDemo(page, `/dags/${claims.object_id}`);
      await expect(page.locator('[data-vertex="offer"]')).toBeVisible();
      await page.getByRole('button', { name: 'Build history' }).click();
      const bar = page.getByTestId('build-bar');
      await expect(bar).toHaveAttribute('data-steps', String(events.length));
      await expect(bar).toHaveAttribute('data-step', String(events.length));
      await expect(page.getByTestId('build-gaps')).toHaveCount(0);
      const slider = page.getByRole('slider', { name: /^Building event/ });
      await slider.focus();
      await page.keyboard.press('Home');
      await expect.poll(() => drawn(page)).toEqual([]);
      for (let step = 1; step <= 3; step += 1) await page.keyboard.press('ArrowRight');
      // The first event creates the DAG, the next two add a vertex each.
      const two = claims.vertices.slice(0, 2).map(({ name }) => name);
      await expect.poll(() => drawn(page)).toEqual([...two].sort());
      await expect(page.getByTestId('build-moment')).toContainText(`vertex ${two[1]} added`);
      await expect(page).toHaveURL(/built=3/);
      await page.reload();
      await expect.poll(() => drawn(page)).toEqual([...two].sort());
      await page.getByRole('button', { name: 'Show current state' }).click();
      await expect.poll(() => drawn(page)).toHaveLength(claims.vertices.length);

      // Where tables come first and are long, the bar is at hand all the same.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/dags/${claims.object_id}?view=table&built=9`);
      await page.getByText('Edges, ports, entry groups').click();
      await page.getByRole('heading', { name: 'Edges' }).scrollIntoViewIfNeeded();
      await expect(bar).toBeInViewport({ ratio: 1 });
    },
  );

  test('a folded loop shows the sum of what happened in it', async ({ page, stack }) => {
    const lines = [
      requested(0, 'intake'),
      advanced(0, 'intake', 'ok', { claims: many(1) }),
      requested(1, 'assess', { iteration: 0, out_of: 1 }),
      advanced(1, 'assess', 'ok', { score: one(3) }, { iteration: 0, out_of: 1 }),
      requested(2, 'summarise'),
      advanced(2, 'summarise', 'ok', { total: one(3) }),
      requested(3, 'offer'),
      advanced(3, 'offer', 'ok', { proposal: one(2) }),
      requested(3, 'adjuster'),
    ];
    await stack.ingest([...buildingEvents(claims), ...recordedRun('folded', claims, lines)]);
    const fold = encodeURIComponent('loop:adjuster');
    await openDemo(page, `/executions/${executionId('folded')}?fold=${fold}`);
    const group = page.locator('[data-vertex="⟨loop of adjuster⟩"]');
    await expect(group).toHaveAttribute('data-state', 'active');
    await expect(group.locator('[data-member-states] > span')).toHaveCount(2);
    await expect(group.getByRole('button')).toHaveAccessibleName(/2 vertices, 1 running, 1 settled/);
  });
});
