// A receiver on this machine gets the alerts of a console whose index appends events.
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { RelayEnv } from '@/lib/relay/env';
import { parseRelayEnv } from '@/lib/relay/env';
import { metricsAnswer, readHealth } from '@/lib/relay/monitoring';
import { systemClock } from '@/lib/time/clock';
import { until } from '@/lib/relay/testing/stream-browser';
import { CANARY_KEY, startStreamConsole } from '@/lib/relay/testing/stream-console';
import { startWildIndex } from '@/lib/relay/testing/wild-index';
import type { WEBHOOK_LIMITS } from './outbox';
import { createWebhooks, type Webhooks } from './webhooks';

const secret = randomBytes(32);
const older = randomBytes(32);
const LIMITS = { gatherMs: 20, intervalMs: 100, retry: { firstMs: 20, longestMs: 40, jitter: 0 } };
const TOKEN = 'a-token-of-some-length';

interface Body {
  type: string;
  timestamp: string;
  data: { count: number; events: Record<string, unknown>[]; undelivered_before: number };
}

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** `answer` decides the status of each request; the default accepts. */
async function startReceiver(answer: (times: number) => { status: number; location?: string }) {
  const requests: { id: string; body: string; accepted: boolean; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { status, location } = answer(requests.length + 1);
      const { headers } = request;
      requests.push({ id: String(headers['webhook-id']), body, accepted: status === 204, headers });
      response.writeHead(status, location === undefined ? {} : { location }).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/T0KEN?sig=T0KEN`,
    requests,
  };
}

async function startAlerts(url: string, filters: string, limits: Partial<typeof WEBHOOK_LIMITS> = {}) {
  const index = await startWildIndex();
  const asBase64 = (secret: Buffer) => `whsec_${secret.toString('base64')}`;
  const env: RelayEnv = parseRelayEnv({
    SESSION_SECRET: 's'.repeat(32),
    INDEX_URL: index.url,
    INDEX_API_KEY: CANARY_KEY,
    PUBLIC_READ: 'true',
    PUBLIC_URL: 'https://console.example',
    METRICS_TOKEN: TOKEN,
    WEBHOOK_URL: url,
    WEBHOOK_SECRET: `${asBase64(secret)},${asBase64(older)}`,
    WEBHOOK_FILTERS: filters,
  });
  const console_ = await startStreamConsole(index.url, { env: { METRICS_TOKEN: TOKEN } });
  const logged: string[] = [];
  const { relay } = console_;
  const networks = new Map([...relay.networks].map(([name, network]) => [name, withKey(network)]));
  const webhooks = createWebhooks({
    env,
    networks,
    channels: relay.channels,
    fetch,
    clock: systemClock,
    random: () => 0.5,
    limits: { ...LIMITS, ...limits },
    log: { webhook: (what, facts) => void logged.push(JSON.stringify({ what, ...facts })) },
  });
  if (webhooks === undefined) throw new Error('no webhooks');
  relay.webhooks = webhooks;
  cleanups.push(async () => {
    webhooks.stop();
    await console_.close();
    await index.close();
  });
  webhooks.start();
  await until(() => index.streams() === 1);
  return { index, console_, logged, webhooks };
}

function withKey<One extends { env: { operatorKey: string | undefined } }>(network: One): One {
  return { ...network, env: { ...network.env, operatorKey: CANARY_KEY } };
}

const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as Body;
const idle = (webhooks: Webhooks) => until(() => webhooks.stats().waiting_events === 0);

describe('the webhook', () => {
  it('gets an event that matches, signed, with the sentence and a link', async () => {
    const receiver = await startReceiver(() => ({ status: 204 }));
    const { index, console_, webhooks } = await startAlerts(
      receiver.url,
      'Walks?kinds=WalkFailed;Nothing?sender=0x2',
    );
    const begin = Date.now();
    index.append(1, 'DAGCreatedEvent');
    index.append(1, 'WalkFailedEvent');
    await until(() => receiver.requests.length === 1);
    await idle(webhooks);
    const [request] = receiver.requests;
    const { headers, body, id } = request!;
    const { type, data } = bodyOf(request!);
    expect(type).toBe('dagscope.alert');
    expect(data).toMatchObject({ count: 1, undelivered_before: 0 });
    expect(data.events).toMatchObject([
      { network: 'index', id: '2', kind: 'WalkFailedEvent', tx_digest: 'tx', filters: ['Walks'] },
    ]);
    expect(data.events[0]!['sentence']).toEqual(expect.any(String));
    expect(data.events[0]!['link']).toBe('https://console.example/events?kinds=WalkFailed&event=2');
    const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
    const signatures = [secret, older].map(
      (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
    );
    expect(headers['webhook-signature']).toBe(signatures.join(' '));
    expect(Number(headers['webhook-timestamp'])).toBeGreaterThanOrEqual(Math.floor(begin / 1_000));
    expect(Number(headers['webhook-timestamp'])).toBeLessThanOrEqual(Date.now() / 1_000);
    // It read the one stream of the key, as a browser's would.
    await console_.open({ key: CANARY_KEY });
    expect(index.mostStreams()).toBe(1);
  });

  it('gets the same message again until it accepts it, and reports failures', async () => {
    const receiver = await startReceiver((times) => ({ status: times <= 2 ? 503 : 204 }));
    const { index, console_, logged, webhooks } = await startAlerts(receiver.url, 'All?', {
      retry: { firstMs: 300, longestMs: 300, jitter: 0 },
    });
    index.append(1);
    await until(() => receiver.requests.length === 1);
    await until(() => webhooks.stats().failing);
    const failing = await readHealth(console_.relay);
    expect(failing).toMatchObject({ state: 'degraded', webhook: { failing: true, waiting_events: 1 } });
    await idle(webhooks);
    const [first, ...others] = receiver.requests;
    expect(receiver.requests.map(({ accepted }) => accepted)).toEqual([false, false, true]);
    for (const request of others) expect([request.id, request.body]).toEqual([first!.id, first!.body]);
    expect(await readHealth(console_.relay)).toMatchObject({
      state: 'ready',
      webhook: { failing: false, delivered: 1, failed_attempts: 2, reading: true },
    });
    const metrics = await (await metricsAnswer(console_.relay, `Bearer ${TOKEN}`)).text();
    expect(metrics).toContain('relay_webhook_messages_total{outcome="failed_attempt"} 2');
    expect(logged.join()).toContain('status 503');
    expect(logged.join() + metrics).not.toMatch(/T0KEN|hooks|127\.0\.0\.1/);
  });

  it('gets a flood as few messages that count every event once', async () => {
    const receiver = await startReceiver((times) => ({ status: times % 3 === 1 ? 500 : 204 }));
    const { index, webhooks } = await startAlerts(receiver.url, 'All?');
    for (let times = 0; times < 10; times += 1) {
      index.append(200);
      await sleep(20);
    }
    // The connection is lost in between: nothing is missed or repeated.
    index.cut('reset');
    index.append(500);
    const accepted = () => receiver.requests.filter(({ accepted }) => accepted);
    const eventCount = () => accepted().reduce((sum, request) => sum + bodyOf(request).data.count, 0);
    await until(
      () => eventCount() >= 2_500,
      () => `accepted ${eventCount()} events`,
    );
    await idle(webhooks);
    const bodies = accepted().map(bodyOf);
    expect(new Set(accepted().map(({ id }) => id)).size).toBe(bodies.length);
    expect(eventCount()).toBe(2_500);
    expect(bodies.length).toBeLessThan(15);
    for (const { data } of bodies) expect(data.events.length).toBe(Math.min(data.count, 20));
    const ids = bodies.flatMap(({ data }) => data.events.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('abandons a message after the last attempt, and the next one states how many events are missing', async () => {
    const receiver = await startReceiver((times) => ({ status: times <= 3 ? 500 : 204 }));
    const { index, webhooks } = await startAlerts(receiver.url, 'All?', { attempts: 3 });
    index.append(4);
    await until(() => webhooks.stats().undelivered === 1);
    index.append(1);
    await until(() => webhooks.stats().delivered === 1);
    expect(bodyOf(receiver.requests.at(-1)!).data).toMatchObject({ count: 1, undelivered_before: 4 });
    expect(webhooks.stats()).toMatchObject({ undelivered_events: 4, failing: false });
  });

  it('is not followed to another address', async () => {
    const elsewhere = await startReceiver(() => ({ status: 204 }));
    const receiver = await startReceiver(() => ({ status: 307, location: elsewhere.url }));
    const { index, logged, webhooks } = await startAlerts(receiver.url, 'All?', { attempts: 2 });
    index.append(1);
    await until(() => webhooks.stats().undelivered === 1);
    expect(elsewhere.requests).toEqual([]);
    expect(logged.join()).toContain('status 307');
  });

  it('continues at the end of a log that started again', async () => {
    const receiver = await startReceiver(() => ({ status: 204 }));
    const { index, webhooks } = await startAlerts(receiver.url, 'All?');
    index.append(5);
    await until(() => webhooks.stats().delivered === 1);
    index.restart('L2');
    index.cut('end');
    await until(() => index.streams() === 1);
    index.append(1);
    await until(() => webhooks.stats().delivered === 2);
    const [before, after] = receiver.requests;
    expect(bodyOf(after!).data.events).toMatchObject([{ id: '1' }]);
    expect(after!.id).not.toBe(before!.id);
  });
});

describe('settings of the webhook', () => {
  const settings = {
    SESSION_SECRET: 's'.repeat(32),
    INDEX_API_KEY: CANARY_KEY,
    PUBLIC_READ: 'true',
    PUBLIC_URL: 'https://console.example',
    WEBHOOK_URL: 'https://alerts.example/T0KEN',
    WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
    WEBHOOK_FILTERS: 'Walks?kinds=WalkFailed',
  };

  it.each([
    ['WEBHOOK_SECRET', ''],
    ['WEBHOOK_SECRET', 'whsec_T0KEN'],
    ['WEBHOOK_FILTERS', ''],
    ['WEBHOOK_FILTERS', 'Walks'],
    ['WEBHOOK_FILTERS', 'Walks?kinds=NoSuchKind'],
    ['WEBHOOK_FILTERS', 'Walks?kinds=WalkFailed,NoSuchKind'],
    ['WEBHOOK_FILTERS', 'Walks?sender=none'],
    ['WEBHOOK_FILTERS', 'Walks?created_before=2026-01-01T00:00:00Z'],
    ['WEBHOOK_URL', 'http://alerts.example/T0KEN'],
    ['WEBHOOK_URL', 'https://user:T0KEN@alerts.example/'],
    ['INDEX_API_KEY', ''],
    ['PUBLIC_URL', ''],
  ])('refuses %s %j and repeats no secret', (name, value) => {
    const start = () => parseRelayEnv({ ...settings, [name]: value });
    expect(start).toThrow(`${name}: `);
    expect(start).not.toThrow(/T0KEN/);
  });

  it('accepts what a browser accepts', () => {
    expect(parseRelayEnv(settings).WEBHOOK_FILTERS).toMatchObject([{ name: 'Walks' }]);
  });
});
