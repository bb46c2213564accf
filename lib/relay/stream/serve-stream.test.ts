// A session or a browser that ends while its stream is about to open.
import { expect, it, onTestFinished } from 'vitest';
import { startScene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';

it.each(['the key is checked', 'the end of the session is looked up'])(
  'a session that is disconnected while %s gets no stream',
  async (wait) => {
    const { console_, index, open } = await startScene(onTestFinished);
    const { channels, revoked } = console_.relay;
    const { has } = revoked;
    let confirmed = false;
    channels.confirmKey = async ({ session }) => {
      confirmed = true;
      if (wait === 'the key is checked') await revoked.add(session, Infinity);
    };
    revoked.has = async (id) => {
      const before = await has(id);
      if (confirmed) await revoked.add(id, Infinity);
      return before;
    };
    const browser = await open();
    expect(browser.status).toBe(401);
    await browser.ended;
    expect([index.streams(), channels.stats().streams]).toEqual([0, 0]);
  },
);

it('a browser that leaves while the end of its session is looked up leaves no stream behind', async () => {
  const { console_ } = await startScene(onTestFinished);
  const { channels, revoked } = console_.relay;
  const leaving = new AbortController();
  let confirmed = false;
  channels.confirmKey = () => Promise.resolve(void (confirmed = true));
  let closed = false;
  revoked.has = async () => {
    if (confirmed) {
      leaving.abort();
      await until(() => closed);
    }
    return false;
  };
  const { onAdd } = revoked;
  revoked.onAdd = (id, listener) => {
    const unwatch = onAdd(id, listener);
    return () => {
      unwatch();
      closed = true;
    };
  };
  const headers = { cookie: await console_.cookie() };
  await expect(fetch(console_.url, { headers, signal: leaving.signal })).rejects.toThrow('aborted');
  await until(() => closed);
  expect(channels.stats()).toEqual({ streams: 0, channels: [] });
});
