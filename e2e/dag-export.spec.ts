// What is saved from a drawing opens elsewhere: a picture with its fonts, its caption and the run that is laid over it; text for other tools.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents } from '@/e2e/building-events';
import { advanced, executionId, many, recordedRun, requested } from '@/e2e/recorded-run';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

// The run is the test's own.
test.use({ network: 'workbench' });

async function saved(page: Page, item: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export graph' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return readFile(await (await download).path());
}

test('the drawing of a run is saved as picture and as text', async ({ page, context, stack }) => {
  const dag = blueprints['claims']!;
  const run = recordedRun('to be saved', dag, [
    requested(0, 'intake'),
    advanced(0, 'intake', 'ok', { claims: many('roof', 'cellar') }),
    requested(1, 'assess', { iteration: 0, out_of: 2 }),
  ]);
  await stack.ingest([...buildingEvents(dag), ...run]);
  const id = executionId('to be saved');
  await openDemo(page, `/executions/${id}`);
  await expect(page.locator('[data-vertex="assess"]')).toHaveAttribute('data-state', 'active');

  const svg = (await saved(page, 'SVG')).toString('utf8');
  // Elsewhere: the policy of our pages forbids the styles of what is read in them.
  const elsewhere = await context.newPage();
  const read = await elsewhere.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      faults: file.querySelectorAll('parsererror').length,
      texts: [...file.querySelectorAll('text')].map(({ textContent }) => textContent),
    };
  }, svg);
  expect(read.faults).toBe(0);
  for (const { name } of dag.vertices) expect(read.texts).toContain(name);
  expect(read.texts).toEqual(expect.arrayContaining(['running', 'settled', 'for each ×2']));
  expect(read.texts.join('\n')).toContain(`Execution ${id}, running at step 3 of 3`);
  expect(read.texts.join('\n')).toContain(`DAG ${dag.object_id}`);
  expect(svg.match(/@font-face\{[^}]*url\(data:font/g)?.length).toBeGreaterThanOrEqual(2);

  const png = await saved(page, 'PNG');
  const painted = await elsewhere.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
    return { width: image.width, colours: new Set(pixels).size };
  }, png.toString('base64'));
  expect(painted.width).toBeGreaterThan(800);
  expect(painted.colours).toBeGreaterThan(20);

  expect((await saved(page, 'Mermaid')).toString('utf8')).toMatch(/^flowchart LR\n {2}v0\["/);
  expect((await saved(page, 'DOT')).toString('utf8')).toMatch(/^digraph dag \{\n {2}rankdir=LR;/);
});
