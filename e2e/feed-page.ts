// What the specs of the live feed do on the events page, and the events they append: quick ones, each in a transaction of its own.
import { expect, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { digestOf, objectIdOf } from '@/e2e/building-events';
import type { Stack } from '@/e2e/stack/stack';
import { appendLines } from '@/scripts/append-lines';

/** `count` events of one quiet kind. */
export function registries(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'LeaderRegistryCreatedEvent',
    tx_digest: digestOf(`registry ${from + index}`),
    sender_address: objectIdOf('operator'),
    onchain_at: new Date(Date.UTC(2026, 10, 20, 12, 0, 0, from + index)).toISOString(),
    payload: { registry: objectIdOf(`registry ${from + index}`) },
  }));
}

export const hand = (stack: Stack, lines: readonly object[]) => appendLines(stack.dataDir, lines);

/** Appends `perSecond` events for `seconds`, in steps of a twentieth of a second; answers how many there were. */
export async function steadily(
  stack: Stack,
  options: { from: number; perSecond: number; seconds: number },
): Promise<number> {
  const { from, perSecond, seconds } = options;
  const started = performance.now();
  let sent = 0;
  const total = perSecond * seconds;
  while (sent < total) {
    const sendable = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond));
    if (sendable > sent) {
      await hand(stack, registries(from + sent, sendable - sent));
      sent = sendable;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  return total;
}

export const pill = (page: Page) => page.getByRole('banner').getByRole('status').first();

export const shownIds = (page: Page) =>
  page
    .getByRole('table', { name: 'Events' })
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));

/** Brings in what was only counted so far. */
export async function showNewer(page: Page): Promise<void> {
  const button = page.locator('button[data-newer]');
  if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => undefined);
}

interface StoredRow {
  id: number;
  log: string;
  onchain_at: string | null;
}

/** The rows that the page holds, by its own export: manifest and rows, newest first. */
export async function storedRows(
  page: Page,
): Promise<{ manifest: Record<string, unknown>; rows: StoredRow[] }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export loaded rows' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  await page.keyboard.press('Escape');
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const { manifest } = JSON.parse(head) as { manifest: Record<string, unknown> };
  return { manifest, rows: lines.map((line) => JSON.parse(line) as StoredRow) };
}

/** Every id that the index lists, newest first, read from the index itself. */
export async function listedIds(stack: Stack, key: string): Promise<number[]> {
  const ids: number[] = [];
  for (let token: number | null = 0; token !== null;) {
    const response = await fetch(`${stack.indexUrl}/events?page_size=100&page_token=${token}`, {
      headers: { 'x-api-key': key },
    });
    if (response.status === 429) {
      // The page that is compared has spent the minute's requests.
      const wait = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((done) => setTimeout(done, wait * 1000));
      continue;
    }
    if (!response.ok) throw new Error(`GET /events: ${response.status} ${await response.text()}`);
    const page = (await response.json()) as {
      items: { id: number }[];
      metadata: { next_token: number | null };
    };
    ids.push(...page.items.map(({ id }) => id));
    token = page.metadata.next_token;
  }
  return ids;
}

/** Verifies the feed until it was compared with the history up to this id, with nothing missing. */
export async function verifyTo(page: Page, id: number): Promise<void> {
  const result = page.locator('[data-verified]');
  await expect(async () => {
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(result).toHaveAttribute('data-verified', String(id), { timeout: 5_000 });
  }).toPass();
  await expect(result).toContainText('Verified complete');
}

/** The connection log, newest first. */
export async function connectionLog(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Connection log' });
  if (!(await list.isVisible())) await page.getByRole('button', { name: /Connection details/ }).click();
  await expect(list).toBeVisible();
  const lines = await list.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  return lines;
}
