// The stream with browsers that misbehave, or may not read.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { from, has, openConnected } from '@/lib/relay/testing/expectations';
import { until } from '@/lib/relay/testing/stream-browser';
import { startStreamConsole, type StreamConsole } from '@/lib/relay/testing/stream-console';
import { startWildIndex, type WildIndex } from '@/lib/relay/testing/wild-index';

let index: WildIndex;
let console_: StreamConsole;

beforeEach(async () => {
  index = await startWildIndex();
  console_ = await startStreamConsole(index.url);
});
afterEach(async () => {
  await console_.close();
  await index.close();
});

const connected = (count = 1) => openConnected(console_, index, count);

describe('browsers that go wrong', () => {
  it('leave: the index is let go after a while, and a return costs no event', async () => {
    await console_.close();
    console_ = await startStreamConsole(index.url, { limits: { idleMs: 30 } });
    const [browser] = await connected();
    index.append(3);
    await has(browser!, from(1, 3));
    browser!.leave();
    await until(() => index.streams() === 0);
    index.append(3);
    const back = await console_.open({ lastEventId: '2' });
    await has(back, from(3, 6));
    expect(console_.relay.hubs.stats().streams).toBe(1);
  });

  it('hang: they are let go, cost the others nothing, and lose nothing when they come back', async () => {
    await console_.close();
    console_ = await startStreamConsole(index.url, { limits: { ringFrames: 300, beatMs: 30, drainMs: 200 } });
    const [slow, fast] = await connected(2);
    slow!.hang();
    for (let id = 1; id <= 400; id += 1) {
      index.raw(
        `id: ${id}\nevent: message\ndata: {"id":${id},"kind":"WalkAdvancedEvent","payload":"${'x'.repeat(30_000)}"}\n\n`,
      );
    }
    await has(fast!, from(1, 400));
    // Only then: one that reads on in time would catch up from the ring and never be let go.
    const readers = () => console_.relay.hubs.stats().hubs[0]?.readers;
    await until(() => readers() === 1, 'the hanging browser was not let go');
    slow!.goOn();
    await slow!.ended;
    const got = slow!.ids();
    expect(got.length).toBeGreaterThan(0);
    expect(got).toEqual(from(1, got.length));
    expect(got.length).toBeLessThan(400);
  });

  it('may have so many streams and no more', async () => {
    await console_.close();
    console_ = await startStreamConsole(index.url, { env: { streamsPerAddress: 2 } });
    const [first] = await connected(2);
    const third = await console_.open();
    expect(third.status).toBe(503);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    first!.leave();
    await until(() => console_.relay.hubs.stats().streams === 1);
    expect((await console_.open()).status).toBe(200);
  });

  it('without a session or a scope get nothing', async () => {
    expect((await console_.open({ anonymous: true })).status).toBe(401);
    expect((await console_.open({ scopes: ['dags:read'] })).status).toBe(403);
    expect(index.streamRequests).toEqual([]);
  });

  it.each(['NoSuchKind', 'WalkAdvanced,ToolPaymentSettled', 'WalkAdvanced%0d%0aid:%201', 'x'.repeat(13_000)])(
    'ask for kinds that do not exist: %.40s',
    async (kinds) => {
      const browser = await console_.open({ query: `?kinds=${kinds}` });
      expect(browser.status).toBe(400);
      await browser.ended;
      expect(browser.text()).toContain('INVALID_FILTER_VALUE');
    },
  );
});
