// Faults 5, 6, 7 and 26: the index refuses, sends something else, or is unreachable.
import { expect, it, onTestFinished, vi } from 'vitest';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { isLong } from '@/scripts/test-size';
import { startScene } from '@/lib/relay/testing/scene';
import { until, type StreamBrowser } from '@/lib/relay/testing/stream-browser';
import { startStreamConsole } from '@/lib/relay/testing/stream-console';
import { startWildIndex } from '@/lib/relay/testing/wild-index';

it.each([400, 409, 410, 416, 422, 404])(
  'fault 5: %d to an old cursor: the stream starts again at the tip, and the gap is reported',
  async (status) => {
    const { index, open, connected } = await startScene(onTestFinished);
    const [browser] = await connected(1);
    index.append(2);
    await has(browser!, from(1, 2));
    // Other 4xx may be about the moment, so they must repeat.
    const refusals = status === 404 ? [404, 404, 404] : [status];
    index.next(...refusals);
    index.cut('end');
    index.append(4);
    await browser!.until(() => browser!.control('relay-gap').length === 1);
    expect(browser!.control('relay-gap')).toEqual([{ after: '2', to: '6' }]);
    await until(() => index.streams() === 1);
    expect(index.streamRequests.map(({ lastEventId }) => lastEventId)).toEqual([
      '0',
      ...refusals.map(() => '2'),
      undefined,
    ]);
    index.append(2);
    await browser!.until(() => browser!.ids().includes('8'));
    expect(browser!.ids()).toEqual(['1', '2', '7', '8']);
    expect(browser!.control('relay-closed')).toEqual([]);
    // The next connection resumes again, and a reader from before the gap learns of it too.
    index.next(...refusals);
    const late = await open({ lastEventId: '1' });
    await late.until(() => late.ids().includes('8'));
    expect(late.ids()).toEqual(['7', '8']);
    expect(late.control('relay-gap')).toEqual([{ after: '1', to: '6' }]);
  },
);

it.each([400, 410])(
  'fault 5: %d to every request: retried with back-off, reads are polled',
  async (status) => {
    const { index, console_, open } = await startScene(onTestFinished, {
      limits: { staleAfterMs: 50, opensWithinMs: 20 },
    });
    index.next(...Array.from({ length: 6 }, () => status));
    const browser = await open();
    // Where the machine is slow, the stream is reported as stale before.
    const states = () => browser.control('relay-status').map((report) => (report as { state: string }).state);
    await browser.until(() => states().includes('unusable'));
    const waits = () =>
      console_.lines.flatMap(({ facts }) => (typeof facts['wait_ms'] === 'number' ? [facts['wait_ms']] : []));
    await browser.until(() => states().at(-1) === 'live');
    expect(waits()).toHaveLength(6);
    index.append(2);
    await browser.until(() => browser.ids().includes('2'));
  },
);

it('fault 6: 401 at the start', async () => {
  const { index, open } = await startScene(onTestFinished);
  index.refuse(401);
  const browser = await open();
  await browser.ended;
  expect(browser.control('relay-closed')).toEqual([{ reason: 'unauthenticated' }]);
});

it.each([
  [401, 'unauthenticated', 401],
  [403, 'missing_scope', 403],
])(
  'fault 6: %d on reconnect, after the key was revoked: reported, never retried, other keys continue',
  async (status, reason, answer) => {
    const { index, console_, open, connected } = await startScene(onTestFinished);
    const browsers = await connected(3);
    const other = await open({ key: 'k_2.another-key' });
    await until(() => index.streams() === 2);
    index.append(2);
    await allHave([...browsers, other], from(1, 2));
    index.refuse(status, 'k_1.canary-secret');
    index.cut('end');
    await Promise.all(browsers.map(({ ended }) => ended));
    for (const browser of browsers) expect(browser.control('relay-closed')).toEqual([{ reason }]);
    await until(() => index.streams() === 1);
    const requestsBefore = index.streamRequests.length;
    expect((await open()).status).toBe(answer);
    expect(index.streamRequests).toHaveLength(requestsBefore);
    index.append(3);
    await has(other, from(1, 5));
    expect(console_.relay.streamMetrics.departures.refused).toBe(3);
  },
);

it('fault 6: 403: a session whose key lacks events:read gets no stream, whatever key reads the index', async () => {
  const { index, open } = await startScene(onTestFinished, { streamKey: 'op_1.operator-key' });
  expect((await open({ scopes: ['dags:read'] })).status).toBe(403);
  expect((await open({ anonymous: true })).status).toBe(401);
  expect(index.streamRequests).toEqual([]);
  await Promise.all([open(), open({ key: 'k_2.another-key' })]);
  const keys = () => index.streamRequests.map(({ key }) => key);
  await until(() => index.streams() === 1 && keys().includes('op_1.operator-key'));
  // The visitors' own keys are checked once each; only the operator's reads.
  expect(keys().sort()).toEqual(['k_1.canary-secret', 'k_2.another-key', 'op_1.operator-key']);
});

it.each([429, 500, 502, 503, 404, 302, 307, 'html', 'json', { status: 503, retryAfter: '0' }] as const)(
  'fault 7: the index answers %j for a while: retried, never followed or shown, nothing missing',
  async (answer) => {
    const { index, connected } = await startScene(onTestFinished);
    const browsers = await connected(3);
    index.next(answer, answer);
    index.cut('end');
    index.append(4);
    await allHave(browsers, from(1, 4));
    expect(browsers[0]!.text()).not.toMatch(/secret|elsewhere|html/);
  },
);

it.each([429, 503])('fault 7: %d with Retry-After: not retried before that', async (status) => {
  const { index, console_, connected } = await startScene(onTestFinished);
  const [browser] = await connected(1);
  index.next({ status, retryAfter: '1' });
  index.cut('end');
  index.append(1);
  await has(browser!, ['1']);
  const waits = console_.lines
    .filter(({ facts }) => facts['why'] === `status ${status}`)
    .map(({ facts }) => facts['wait_ms']);
  expect(waits).toEqual([1000]);
});

it('fault 26: ECONNREFUSED for a while: jittered waits, reported as stale and live, nothing missing', async () => {
  const index = await startWildIndex();
  const console_ = await startStreamConsole(index.url, {
    limits: { staleAfterMs: 100 },
    random: Math.random,
  });
  onTestFinished(() => console_.close());
  const browsers = await Promise.all([console_.open(), console_.open()]);
  await until(() => index.streams() === 1);
  index.append(3);
  await allHave(browsers, from(1, 3));
  await index.close();
  const waits = () =>
    console_.lines.flatMap(({ facts }) => (typeof facts['wait_ms'] === 'number' ? [facts['wait_ms']] : []));
  if (isLong) {
    await new Promise((over) => setTimeout(over, 60_000));
    expect(waits().length).toBeLessThan(60);
  }
  // On a busy machine the first connection may have been stale for a moment, too.
  const state = (browser: StreamBrowser) =>
    (browser.control('relay-status').at(-1) as { state: string } | undefined)?.state;
  await until(() => waits().length >= 4 && browsers.every((browser) => state(browser) === 'stale'));
  expect(new Set(waits()).size).toBeGreaterThan(waits().length / 2);
  const again = await startWildIndex({ port: Number(new URL(index.url).port) });
  onTestFinished(() => again.close());
  again.append(5);
  for (const browser of browsers) await browser.until(() => state(browser) === 'live');
  await allHave(browsers, from(1, 5));
});

it('fault 26: the host name of the index does not resolve: browsers stay connected and get status and heartbeats', async () => {
  const console_ = await startStreamConsole('http://index.invalid', {
    limits: { staleAfterMs: 50, heartbeatMs: 50 },
  });
  onTestFinished(() => console_.close());
  const browser = await console_.open();
  await browser.until(() => browser.control('relay-beat').length > 1);
  expect(browser.control('relay-beat').at(-1)).toEqual({ tip: null, state: 'stale' });
  expect(browser.text()).not.toContain('index.invalid');
});

it.each([1, -1])('fault 26: the clock jumps by %d day: no stream ends, nothing is delayed', async (days) => {
  const { index, connected } = await startScene(onTestFinished, { limits: { heartbeatMs: 20 } });
  const browsers = await connected(3);
  index.append(1);
  await allHave(browsers, ['1']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const beats = browsers[0]!.control('relay-beat').length;
  // `until` uses the clock that jumped.
  while (browsers[0]!.control('relay-beat').length < beats + 4)
    await new Promise((next) => setTimeout(next, 5));
  index.cut('end');
  index.append(2);
  await allHave(browsers, from(1, 3));
});
