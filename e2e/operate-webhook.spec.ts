// Alerts of a console without a browser: an index of its own, its events, and a receiver on this machine.
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { registries } from '@/e2e/feed-page';
import { scopes } from '@/lib/contract/scopes';
import { appendLines } from '@/scripts/append-lines';
import { freePort, startConsole, startIndex } from '@/scripts/processes.mjs';

const clean = { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'warn' };

/** Appends 20 events a second to the index that runs on `dataDir`, until `signal` is aborted. */
async function appendSteadily(dataDir: string, signal: AbortSignal): Promise<void> {
  for (let from = 0; !signal.aborted; from += 1) {
    await appendLines(dataDir, registries(from, 1));
    await sleep(50);
  }
}

test('a console without visitors posts signed alerts of the events that match', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-webhook-'));
  const [indexPort, own] = [(await freePort()) ?? 0, (await freePort()) ?? 0];
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      // The first attempt fails.
      response.writeHead(received.length === 1 ? 503 : 204).end();
    });
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  const index = startIndex({
    port: indexPort,
    dataDir: join(folder, 'index'),
    env: clean,
    logFile: join(folder, 'index.log'),
  });
  let front: ReturnType<typeof startConsole> | undefined;
  const enough = new AbortController();
  let appending: Promise<void> | undefined;
  try {
    await index.ready();
    appending = appendSteadily(join(folder, 'index'), enough.signal);
    const INDEX_URL = `http://127.0.0.1:${indexPort}`;
    const claimed = await fetch(`${INDEX_URL}/onboarding/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'operator@example.org', scopes }),
    });
    const { key } = (await claimed.json()) as { key: string };
    const secret = randomBytes(32);
    front = startConsole({
      port: own,
      env: {
        ...clean,
        INDEX_URL,
        INDEX_API_KEY: key,
        PUBLIC_READ: 'true',
        SESSION_SECRET: 's'.repeat(48),
        PUBLIC_URL: 'https://console.example.org',
        DATA_DIR: join(folder, 'console'),
        WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`,
        WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
        WEBHOOK_FILTERS: 'Everything?',
      },
      logFile: join(folder, 'console.log'),
    });
    await front.ready();
    await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(2);
    const [first, again, next] = received;
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(next?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
    for (const { headers, body } of received) {
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const expected = createHmac('sha256', secret).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    }
    const { data } = JSON.parse(next?.body ?? '') as { data: { count: number; events: { link: string }[] } };
    expect(data.count).toBeGreaterThan(1);
    expect(data.events[0]?.link).toMatch(/^https:\/\/console\.example\.org\/events\?event=\d+$/);
    const health = await fetch(`http://127.0.0.1:${own}/healthz`);
    expect(await health.json()).toMatchObject({
      state: 'ready',
      webhook: { reading: true, failing: false, failed_attempts: 1, undelivered: 0 },
    });
  } finally {
    enough.abort();
    await appending;
    await front?.stop();
    await index.stop();
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
