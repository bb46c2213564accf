// npm run bench -- page: the time from appending an event to its row on screen (limit: 300 ms at the median), and from a click on
// a DAG with 12 vertices to its drawing (limit: one second). Needs a build.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Page } from 'playwright';
import { twelve } from '@/e2e/blueprints';
import { buildingEvents, digestOf, objectIdOf } from '@/e2e/building-events';
import { connectWithKey } from '@/e2e/visitor';
import type { OwnStack } from '@/e2e/stack/stack';
import { send } from '@/lib/index-service/control-socket';
import { figures, median, p95 } from './figures';
import { inBrowser } from './in-browser';

const AIM_APPEND_MS = 300;
const LIMIT_GRAPH_MS = 1000;
const APPENDS = 40;
const VIEWS = 9;

/** One event of a rare kind, found on screen by its transaction. */
function event(index: number): { line: object; digest: string } {
  const digest = digestOf(`bench ${index}`);
  const line = {
    kind: 'LeaderRegistryCreatedEvent',
    tx_digest: digest,
    sender_address: objectIdOf('bench'),
    onchain_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    payload: { registry: `0x${createHash('sha256').update(String(index)).digest('hex')}` },
  };
  return { line, digest };
}

/** Milliseconds from appending each event until its row is in the document. Browser and bench share one clock. */
async function appendToScreen(page: Page, stack: OwnStack): Promise<number[]> {
  const hand = (index: number) =>
    send(stack.dataDir, { command: 'ingest' }, () => Readable.from(`${JSON.stringify(event(index).line)}\n`));
  await hand(0);
  await page.goto(`${stack.consoleUrl}/events`);
  const rows = page.locator('table tr[data-row]');
  await rows.first().waitFor();
  await page.locator('[data-status="live"]').waitFor();
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('table tr[data-row]'))
        seen[row.getAttribute('data-row') ?? ''] ??= Date.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  const waits: number[] = [];
  for (let index = 1; index <= APPENDS; index += 1) {
    // Lets the page become idle, as between two events of a quiet network.
    await page.waitForTimeout(150);
    const sent = Date.now();
    await hand(index);
    const id = String(index + 1);
    const shownAt = await page.waitForFunction(
      (row) => (window as unknown as { seen: Record<string, number> }).seen[row],
      id,
    );
    waits.push(((await shownAt.jsonValue()) as number) - sent);
  }
  return waits;
}

/** Milliseconds from a click in the list of DAGs until the drawing has all its vertices. */
async function linkToGraph(page: Page, stack: OwnStack): Promise<number[]> {
  const lines = buildingEvents(twelve).map((line) => `${JSON.stringify(line)}\n`);
  await send(stack.dataDir, { command: 'ingest' }, () => Readable.from(lines));
  const waits: number[] = [];
  for (let view = 0; view < VIEWS; view += 1) {
    await page.goto(`${stack.consoleUrl}/dags`);
    const link = page.locator(`tr[data-row] a[href$="${twelve.object_id}"]`).first();
    await link.waitFor();
    const started = Date.now();
    await link.click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-vertex]').length === count,
      twelve.vertices.length,
    );
    waits.push(Date.now() - started);
  }
  return waits;
}

export function run(): Promise<Record<string, unknown>> {
  const measured = figures((line) => console.log(line));
  return inBrowser(async ({ browser, stack }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await connectWithKey(page, stack.consoleUrl, await stack.claimKey());
    const appends = await appendToScreen(page, stack);
    measured.atMost('append_to_screen_median_ms', median(appends), AIM_APPEND_MS, 'ms');
    measured.note('append_to_screen_p95_ms', p95(appends));
    const views = await linkToGraph(page, stack);
    measured.atMost('graph_12_median_ms', median(views), LIMIT_GRAPH_MS, 'ms');
    measured.note('graph_12_first_ms', views[0] ?? Number.NaN);
    return measured.all();
  });
}
