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
