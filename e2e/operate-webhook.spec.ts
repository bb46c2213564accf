// Alerts of a console without a browser: events of an index, and a receiver on this machine.
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hand, registries } from '@/e2e/feed-page';
import { expect, test } from '@/e2e/stack/fixtures';
import { openConsole, type Stack } from '@/e2e/stack/stack';

/** Appends 20 events per second until `signal` is aborted. */
async function appendSteadily(stack: Stack, signal: AbortSignal): Promise<void> {
  for (let from = 0; !signal.aborted; from += 1) {
    await hand(stack, registries(from, 1));
    await sleep(50);
  }
}

test('a console without visitors posts signed alerts', { tag: '@full' }, async ({ ownStack }) => {
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
  const secret = randomBytes(32);
  const front = await openConsole(ownStack.indexUrl, {
    INDEX_API_KEY: await ownStack.claimKey(),
    PUBLIC_READ: 'true',
    PUBLIC_URL: 'https://console.example.org',
    WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`,
    WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
    WEBHOOK_FILTERS: 'Everything?',
  });
  const enough = new AbortController();
  const appending = appendSteadily(ownStack, enough.signal);
  try {
    await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(2);
    const [first, again, next] = received;
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(next?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
    for (const { headers, body } of received) {
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const expected = createHmac('sha256', secret).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    }
    const { data } = JSON.parse(next?.body ?? '') as {
      data: { count: number; events: { link: string }[] };
    };
    expect(data.count).toBeGreaterThan(1);
    expect(data.events[0]?.link).toMatch(/^https:\/\/console\.example\.org\/events\?event=\d+$/);
    const health = await fetch(`${front.url}/healthz`);
    expect(await health.json()).toMatchObject({
      state: 'ready',
      webhook: { reading: true, failing: false, failed_attempts: 1, undelivered: 0 },
    });
  } finally {
    enough.abort();
    await appending;
    await front.close();
    receiver.closeAllConnections();
    receiver.close();
  }
});
