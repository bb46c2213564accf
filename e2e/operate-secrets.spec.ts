// Rotation of secrets as docs/operate.md has it: visitors stay connected, and claims are counted per visitor again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { scopes } from '@/lib/contract/scopes';
import { freePort, startIndex, startNode, waitUntilReady } from '@/scripts/processes.mjs';

const OLD = 'old-'.repeat(12);
const NEW = 'new-'.repeat(12);
const clean = { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'warn' };

async function port(): Promise<number> {
  const found = await freePort();
  if (found === null) throw new Error('no free port');
  return found;
}

test('secrets are rotated without ending a session, and at index and console together', async () => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-secrets-'));
  const [indexPort, own] = [await port(), await port()];
  const origin = `http://127.0.0.1:${own}`;
  let index: ReturnType<typeof startIndex> | undefined;
  let front: ReturnType<typeof startNode> | undefined;
  const stop = async () => {
    await front?.stop();
    await index?.stop();
  };
  async function start(SESSION_SECRET: string, INDEX_SECRET: string): Promise<void> {
    await stop();
    index = startIndex({
      port: indexPort,
      dataDir: join(folder, 'index'),
      env: { ...clean, INDEX_SECRET, CLAIMS_PER_HOUR: '1' },
      logFile: join(folder, 'index.log'),
    });
    await index.ready();
    const INDEX_URL = `http://127.0.0.1:${indexPort}`;
    const env = { ...clean, SESSION_SECRET, INDEX_SECRET, INDEX_URL, TRUSTED_PROXIES: '127.0.0.1' };
    // As docs/operate/dagscope-console@.service starts it.
    front = startNode({
      name: 'The console',
      args: ['scripts/serve.mjs'],
      env: { ...env, PORT: String(own), DATA_DIR: join(folder, 'console') },
      logFile: join(folder, 'console.log'),
    });
    await waitUntilReady({ url: `${origin}/healthz`, process: front, timeoutMs: 60_000 });
  }
  async function claim(visitor: string) {
    const response = await fetch(`${origin}/api/session/claim`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': visitor },
      body: JSON.stringify({ email: `${visitor}@example.org`, scopes }),
    });
    const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
    return { status: response.status, cookie: cookies.join('; ') };
  }
  const read = async (cookie: string) => {
    const response = await fetch(`${origin}/api/index/dags?page_size=1`, { headers: { cookie } });
    return { status: response.status, cookies: response.headers.getSetCookie() };
  };
  try {
    await start(OLD, OLD);
    const before = await claim('192.0.2.1');
    expect([before.status, (await claim('192.0.2.1')).status]).toEqual([201, 429]);

    // The new secret first: it seals from now on, and both open.
    await start(`${NEW},${OLD}`, NEW);
    expect((await read(before.cookie)).status).toBe(200);
    const during = await claim('192.0.2.2');
    // Counted for each visitor: the index believes the console's new secret.
    expect([during.status, (await claim('192.0.2.2')).status]).toEqual([201, 429]);
    expect((await claim('192.0.2.3')).status).toBe(201);

    // The old one is dropped: what it sealed is over, what the new one sealed is not.
    await start(NEW, NEW);
    expect((await read(during.cookie)).status).toBe(200);
    expect((await read(before.cookie)).status).toBe(401);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
