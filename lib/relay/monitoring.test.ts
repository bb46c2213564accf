import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { metricsAnswer, readHealth } from './monitoring';
import { openConnected } from './testing/expectations';
import { until } from './testing/stream-browser';
import { CANARY_KEY, startStreamConsole, type StreamConsole } from './testing/stream-console';
import { startWildIndex, type WildIndex } from './testing/wild-index';

const TOKEN = 'a-token-of-some-length';
let index: WildIndex;
let console_: StreamConsole;

beforeEach(async () => {
  index = await startWildIndex();
  console_ = await startStreamConsole(index.url, { env: { METRICS_TOKEN: TOKEN } });
});
afterEach(async () => {
  await console_.close();
  await index.close();
});

describe('/metrics', () => {
  const read = async () => (await metricsAnswer(console_.relay, `Bearer ${TOKEN}`)).text();
  const value = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );

  it('reports open streams and counters', async () => {
    const browsers = await openConnected(console_, index, 3);
    index.append(2);
    await Promise.all(browsers.map((browser) => browser.until(() => browser.ids().length === 2)));
    browsers[0]!.leave();
    await until(() => console_.relay.channels.stats().streams === 2);
    const text = await read();
    const names = [
      'streams',
      'readers',
      'upstream_connections',
      'frames_total',
      'deliveries_total',
      'ring_frames',
    ];
    expect(names.map((name) => value(text, `relay_${name}`))).toEqual([2, 2, 1, 2, 6, 2]);
    expect(value(text, 'relay_ring_bytes')).toBeGreaterThan(100);
    expect(value(text, 'relay_departures_total{reason="left"}')).toBe(1);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    // Reading again counts nothing twice.
    expect(value(await read(), 'relay_deliveries_total')).toBe(6);
  });

  it('names no key and no browser', async () => {
    await openConnected(console_, index, 1);
    expect(await read()).not.toMatch(new RegExp(`${CANARY_KEY}|k_1|canary|127\\.0\\.0\\.1`));
  });

  it.each([null, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN])('refuses %j', async (header) => {
    await expect(metricsAnswer(console_.relay, header)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is off without a token', async () => {
    const relay = { ...console_.relay, env: { ...console_.relay.env, METRICS_TOKEN: undefined } };
    await expect(metricsAnswer(relay, 'Bearer undefined')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('/healthz', () => {
  it('is ready while the index answers, and degraded when it does not', async () => {
    await openConnected(console_, index, 2);
    // The index sees the stream a moment before the relay has its answer.
    await until(() => console_.relay.channels.stats().channels[0]?.upstream === 1);
    expect(await readHealth(console_.relay)).toEqual({
      ok: true,
      state: 'ready',
      index_reachable: true,
      streams: { open: 2, upstream: 1, stale: 0 },
    });
    await index.close();
    await console_.relay.networks.get('index')!.index.fresh();
    await until(() => console_.relay.channels.stats().channels[0]?.upstream === 0);
    expect(await readHealth(console_.relay)).toMatchObject({
      ok: true,
      state: 'degraded',
      index_reachable: false,
    });
  });
});
