// The stream against an index that misbehaves: what a reader received is still the log, each id once, in order.
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

describe('an index that goes wrong', () => {
  it.each(['end', 'reset', 'mid-character'] as const)(
    'cut by %s, again and again: nobody notices',
    async (how) => {
      const browsers = await connected(5);
      for (let round = 0; round < 5; round += 1) {
        index.append(7);
        index.cut(how);
        index.append(3);
        await until(() => index.streams() === 1);
      }
      await Promise.all(browsers.map((one) => has(one, from(1, 50))));
      for (const browser of browsers) expect(browser.text()).not.toContain('HalfEvent');
    },
  );

  it('ends after every frame', async () => {
    const [browser] = await connected();
    index.next(...Array.from({ length: 12 }, () => 'flap' as const));
    index.cut('end');
    index.append(15);
    await has(browser!, from(1, 15));
  });

  it.each([500, 502, 503, 429, 302, 404, 'html', 'json', { status: 503, retryAfter: '0' }] as const)(
    'answers %j for a while',
    async (answer) => {
      const [browser] = await connected();
      index.next(answer, answer);
      index.cut('end');
      index.append(4);
      await has(browser!, from(1, 4));
      expect(browser!.text()).not.toMatch(/secret stack|canary-secret/);
    },
  );

  it('waits as long as it is asked to', async () => {
    const [browser] = await connected();
    index.next({ status: 503, retryAfter: '1' });
    index.cut('end');
    index.append(1);
    await has(browser!, ['1']);
    const waits = console_.turns
      .filter(({ facts }) => facts['why'] === 'status 503')
      .map(({ facts }) => facts['wait_ms']);
    expect(waits).toEqual([1000]);
  });

  it('sends doubles, comments inside frames, foreign line ends and events without an id', async () => {
    const [browser] = await connected();
    index.append(3);
    await has(browser!, from(1, 3));
    const line = (id: number) => `{"id":${id},"kind":"WalkAdvancedEvent","payload":{"text":"a\u2028b"}}`;
    const double = browser!.text().slice(browser!.text().indexOf('id: 2\nevent: message')).split('\n\n')[0]!;
    index.raw(`${double}\n\n`);
    index.raw(`id: 4\r\nevent: message\r\n: inside\r\ndata: ${line(4)}\r`);
    index.raw('\n\r\n');
    index.raw(`id: 5\revent: message\rdata: ${line(5)}\r\r`);
    index.raw(
      `event: message\ndata: ${line(6)}\n\nid: 7\n\nid: 8\u0000\ndata: x\n\nevent: other\nid: 9\ndata: {}\n\n`,
    );
    index.raw(`id: 10\ndata: {"id":10,\ndata: "kind":"WalkAdvancedEvent"}\n\n`);
    await has(browser!, ['1', '2', '3', '4', '5', '10']);
    expect(console_.relay.tally.duplicates).toBe(1);
    expect(browser!.frames().find(({ id }) => id === '4')?.data).toBe(line(4));
  });

  it('sends an event that is too long: it is told, and everything after it arrives', async () => {
    const [browser] = await connected();
    index.append(1);
    index.append(1, 'WalkAdvancedEvent', 'x'.repeat(1024 * 1024));
    await until(() => index.streamRequests.length === 2);
    expect(index.streamRequests[1]!.lastEventId).toBe('2');
    await browser!.until(() => browser!.control('relay-gap').length === 1);
    expect(browser!.control('relay-gap')).toEqual([{ after: '1' }]);
    await until(() => index.streams() === 1);
    index.append(2);
    await has(browser!, ['1', '3', '4']);
  });

  it('goes away and comes back: told as stale and live, and nothing is missing', async () => {
    await console_.close();
    console_ = await startStreamConsole(index.url, { limits: { staleAfterMs: 20 } });
    const [browser] = await connected();
    index.append(2);
    await has(browser!, from(1, 2));
    index.next(...Array.from({ length: 5 }, () => 503));
    index.cut('reset');
    await browser!.until(() => browser!.control('relay-status').length === 1);
    index.append(2);
    await has(browser!, from(1, 4));
    expect(browser!.control('relay-status')).toEqual([{ state: 'stale' }, { state: 'live' }]);
  });

  it.each([
    [401, 'unauthenticated', 401],
    [403, 'missing_scope', 403],
  ])('answers %d in the middle: told, and never asked again', async (status, reason, answer) => {
    const [browser] = await connected();
    index.append(2);
    await has(browser!, from(1, 2));
    index.refuse(status);
    index.cut('end');
    await browser!.ended;
    expect(browser!.control('relay-closed')).toEqual([{ reason }]);
    const asked = index.streamRequests.length;
    expect((await console_.open()).status).toBe(answer);
    expect(index.streamRequests).toHaveLength(asked);
    expect((await console_.open({ key: 'k_2.another-key' })).status).toBe(200);
  });

  it('refuses the key from the start', async () => {
    index.refuse(401);
    const browser = await console_.open();
    await browser.ended;
    expect(browser.control('relay-closed')).toEqual([{ reason: 'unauthenticated' }]);
  });

  it.each(['L2', null])('starts its log again with the name %j while readers hold high ids', async (life) => {
    if (life === null) {
      await index.close();
      await console_.close();
      index = await startWildIndex({ logId: null });
      console_ = await startStreamConsole(index.url);
    }
    const [browser] = await connected();
    index.append(1_000);
    await has(browser!, from(1, 1_000));
    index.restart(life);
    index.cut('end');
    await until(() => index.streams() === 1);
    index.append(3);
    await browser!.until(() => browser!.ids().length === 1_003);
    expect(browser!.ids().slice(-3)).toEqual(['1', '2', '3']);
    expect(browser!.control('relay-reset')).toHaveLength(1);
    expect(console_.relay.tally.resets).toBe(1);
  });

  it('starts its log again without even a pause', async () => {
    const [browser] = await connected();
    index.append(5);
    await has(browser!, from(1, 5));
    index.restart();
    index.append(2);
    await browser!.until(() => browser!.ids().length === 7);
    expect(browser!.ids()).toEqual(['1', '2', '3', '4', '5', '1', '2']);
    expect(browser!.control('relay-reset')).toHaveLength(1);
  });
});
