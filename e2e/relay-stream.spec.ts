// The event stream of the built console, without a browser page: compression, a proxy in front, the end of the process, and what it tells of itself.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { expect, test as base } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';
import { freePort } from '@/scripts/processes.mjs';

const run = promisify(execFile);
const TOKEN = 'metrics-token-of-the-test';

interface OwnConsole {
  url: string;
  /** Ends it as a deploy does. */
  stop(): Promise<void>;
  /** The header of a session with a key that may read everything. */
  cookie(): Promise<string>;
}
const test = base.extend<{ ownConsole: OwnConsole }>({
  /** A console of the test's own, before the shared index. */
  ownConsole: async ({ stack, context, connect }, use) => {
    const front = await openConsole(stack.indexUrl, { METRICS_TOKEN: TOKEN });
    await use({
      url: front.url,
      stop: () => front.close(),
      cookie: async () => {
        await connect({ ...stack, consoleUrl: front.url }, context);
        return cookieOf(context);
      },
    });
    await front.close();
  },
});

async function cookieOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Opens a stream; resolves with its headers, and what has come so far. */
function openStream(url: string, headers: Record<string, string>) {
  return new Promise<{ response: IncomingMessage; text: () => string; ended: Promise<void> }>(
    (resolve, reject) => {
      const request = get(`${url}/api/events/stream`, { agent: false, headers }, (response) => {
        let text = '';
        response.setEncoding('latin1');
        response.on('data', (part: string) => (text += part));
        response.on('error', () => undefined);
        const ended = new Promise<void>((done) => response.on('close', done));
        resolve({ response, text: () => text, ended });
      });
      request.on('error', reject);
    },
  );
}

test('fault 21: the stream is not compressed, whatever the browser accepts', async ({
  stack,
  context,
  connect,
}) => {
  await connect(stack, context);
  const stream = await openStream(stack.consoleUrl, {
    cookie: await cookieOf(context),
    'accept-encoding': 'gzip, deflate, br, zstd',
  });
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
  });
  expect(stream.response.headers).not.toHaveProperty('content-encoding');
  await expect.poll(stream.text).toContain('event: relay-hello');
  stream.response.destroy();
});

test('fault 21: events pass nginx with its defaults', async ({ stack, context, connect }) => {
  const nginx = await run('sh', ['-c', 'command -v nginx || ls /usr/sbin/nginx']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  test.skip(nginx === undefined, 'there is no nginx here');
  const folder = await mkdtemp(join(tmpdir(), 'dagscope-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events {}
http {
  access_log off; gzip on; gzip_proxied any;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${stack.consoleUrl}; } }
}`,
  );
  const proxy = spawn(nginx ?? '', ['-c', file, '-p', folder], { stdio: 'ignore' });
  try {
    await connect(stack, context);
    const url = `http://127.0.0.1:${port}`;
    const headers = { cookie: await cookieOf(context), 'accept-encoding': 'gzip, br' };
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    const stream = await openStream(url, headers);
    expect(stream.response.headers).not.toHaveProperty('content-encoding');
    // Unbuffered: the first bytes are there while the stream goes on.
    await expect.poll(stream.text).toContain('event: relay-hello');
    stream.response.destroy();
  } finally {
    const gone = new Promise((exited) => proxy.once('exit', exited));
    proxy.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
});

test('fault 22: SIGTERM with open streams: all are ended with a time to come back, and the process is gone', async ({
  ownConsole,
}) => {
  const headers = { cookie: await ownConsole.cookie() };
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(ownConsole.url, headers)));
  for (const stream of streams) await expect.poll(stream.text).toContain('event: relay-hello');
  const began = Date.now();
  await ownConsole.stop();
  const took = Date.now() - began;
  await Promise.all(streams.map(({ ended }) => ended));
  for (const stream of streams) {
    expect(stream.text()).toMatch(/retry: \d+\n\n$/);
    // Ended, not broken off.
    expect(stream.response.complete).toBe(true);
  }
  test.info().annotations.push({ type: 'gone after', description: `${took} ms` });
  expect(took).toBeLessThan(2_000);
});

test('metrics need the token, health is public, secrets never appear', async ({ stack, ownConsole }) => {
  const key = await stack.claimKey();
  const metrics = (headers: Record<string, string>) => fetch(`${ownConsole.url}/metrics`, { headers });
  expect((await metrics({})).status).toBe(401);
  const stream = await openStream(ownConsole.url, { cookie: await ownConsole.cookie() });
  await expect.poll(stream.text).toContain('event: relay-hello');
  const told = () => metrics({ authorization: `Bearer ${TOKEN}` });
  // The browser is greeted before the index has answered.
  await expect.poll(async () => (await told()).text()).toMatch(/^relay_upstream_connections 1$/m);
  const answer = await told();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  expect(text).toMatch(/^relay_readers 1$/m);
  const health = await (await fetch(`${ownConsole.url}/healthz`)).text();
  expect(JSON.parse(health)).toMatchObject({ ok: true, state: 'ready', streams: { open: 1 } });
  for (const secret of [key.split('.')[1] ?? '', key.split('.')[0] ?? '', TOKEN])
    expect(text + health).not.toContain(secret);
  stream.response.destroy();
});

test('without a token set there are no metrics', async ({ stack }) => {
  expect((await fetch(`${stack.consoleUrl}/metrics`)).status).toBe(404);
});
