// Limits on streams, and what happens to the upstream connection without readers.
import { expect, it, onTestFinished } from 'vitest';
import { from, has } from '@/lib/relay/testing/expectations';
import { startScene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';

it.each([
  ['address', { STREAMS_PER_ADDRESS: 2 }],
  ['session', { STREAMS_PER_SESSION: 2 }],
])('limits streams per %s and says how long to wait', async (_, env) => {
  const { console_, open, connected } = await startScene(onTestFinished, { env });
  const [first] = await connected(2);
  const third = await open();
  expect(third.status).toBe(503);
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
  first!.leave();
  await until(() => console_.relay.channels.stats().streams === 1);
  expect((await open()).status).toBe(200);
});

it.each([
  ['session', { STREAMS_PER_SESSION: 3 }],
  ['address', { STREAMS_PER_ADDRESS: 3 }],
])('limits reads of old events per %s and minute, not streams at the end of the log', async (_, env) => {
  const { index, console_, open, connected } = await startScene(onTestFinished, {
    env,
    limits: { ringFrames: 20 },
  });
  index.append(100);
  const [live] = await connected(1);
  index.append(5);
  await has(live!, from(101, 105));
  const streams = () => until(() => console_.relay.channels.stats().streams === 1);
  for (let count = 0; count < 3; count += 1) {
    const browser = await open({ lastEventId: String(count) });
    await has(browser, from(count + 1, 105));
    browser.leave();
    await streams();
  }
  const requestsBefore = index.streamRequests.length;
  const refused = await open({ lastEventId: '0' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // Nor by another spelling, or beyond what the ring keeps.
  expect((await open({ query: '?last_event_id=0' })).status).toBe(429);
  expect((await open({ lastEventId: '99' })).status).toBe(429);
  expect(index.streamRequests).toHaveLength(requestsBefore);
  for (const cursor of ['100', '103', undefined]) {
    const browser = await open({ lastEventId: cursor });
    expect(browser.status).toBe(200);
    browser.leave();
    await streams();
  }
});

it('after the last reader the upstream connection closes, and a returning reader misses nothing', async () => {
  const { index, console_, open, connected } = await startScene(onTestFinished, { limits: { idleMs: 30 } });
  const [browser] = await connected(1);
  index.append(3);
  await has(browser!, from(1, 3));
  browser!.leave();
  await until(() => index.streams() === 0);
  index.append(3);
  await has(await open({ lastEventId: '2' }), from(3, 6));
  expect(console_.relay.channels.stats().streams).toBe(1);
});

it('streams differ in length, so that browsers that came together do not reconnect together', async () => {
  let random = 1;
  const limits = { maxAgeMs: 1_000, heartbeatMs: 20 };
  const { open } = await startScene(onTestFinished, { limits, random: () => random });
  const long = await open();
  random = 0;
  const short = await open();
  const first = await Promise.race([long.ended.then(() => 'long'), short.ended.then(() => 'short')]);
  expect(first).toBe('short');
});

it('a stream ends when its time is up, and what it delivered is complete', async () => {
  const { index, console_, open } = await startScene(onTestFinished, {
    limits: { maxAgeMs: 100, heartbeatMs: 20 },
  });
  index.append(3);
  const browser = await open({ lastEventId: '1' });
  await browser.ended;
  expect(console_.relay.streamMetrics.departures.expired).toBe(1);
  const got = browser.ids().length;
  expect(browser.ids()).toEqual(from(2, 1 + got));
  expect(browser.corrupt()).toEqual([]);
});
