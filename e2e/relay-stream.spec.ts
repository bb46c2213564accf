// The event stream of the built console over HTTP: what a proxy must know, the end of the process, and the metrics.
import { get, type IncomingMessage } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';

const TOKEN = 'metrics-token-of-the-test';

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

test('fault 21: the stream is neither compressed nor buffered by proxies', async ({
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
    'x-accel-buffering': 'no',
  });
  expect(stream.response.headers).not.toHaveProperty('content-encoding');
  await expect.poll(stream.text).toContain('event: relay-hello');
  stream.response.destroy();
});

test(
  'fault 22: SIGTERM ends all open streams cleanly',
  { tag: '@full' },
  async ({ stack, context, connect }) => {
    const front = await openConsole(stack.indexUrl, { METRICS_TOKEN: TOKEN });
    try {
      await connect({ ...stack, consoleUrl: front.url }, context);
      const headers = { cookie: await cookieOf(context) };
      const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(front.url, headers)));
      for (const stream of streams) await expect.poll(stream.text).toContain('event: relay-hello');

      const metrics = (more: Record<string, string> = {}) => fetch(`${front.url}/metrics`, { headers: more });
      expect((await metrics()).status).toBe(401);
      const read = async () => (await metrics({ authorization: `Bearer ${TOKEN}` })).text();
      // The browser is greeted before the index has answered.
      await expect.poll(read).toMatch(/^relay_upstream_connections 1$/m);
      expect(await read()).toMatch(/^relay_readers 20$/m);
      const health = await fetch(`${front.url}/healthz`);
      expect(await health.json()).toMatchObject({ ok: true, state: 'ready', streams: { open: 20 } });

      await front.close();
      await Promise.all(streams.map(({ ended }) => ended));
      for (const stream of streams) {
        expect(stream.text()).toMatch(/retry: \d+\n\n$/);
        // Ended, not broken off.
        expect(stream.response.complete).toBe(true);
      }
    } finally {
      await front.close();
    }
  },
);
