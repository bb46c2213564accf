// The stream end to end without Next, and an index that serves less than the specification: real sockets and a misbehaving index. What faults do to a
// stream is in lib/relay/faults. In every test a reader receives the log, each id once, in order.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allHave, from, has, openConnected } from '@/lib/relay/testing/expectations';
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

describe('one connection for all', () => {
  it('serves any number of browsers, each completely', async () => {
    index.append(10);
    const browsers = await connected(10);
    index.append(50);
    await allHave(browsers, from(11, 60));
    expect(index.mostStreams()).toBe(1);
    expect(index.streamRequests).toEqual([
      { lastEventId: '10', key: 'k_1.canary-secret', url: '/events/stream' },
    ]);
  });

  it('responds at once, even when the index is silent', async () => {
    const [browser] = await connected();
    expect(browser!.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(browser!.text()).toMatch(/^retry: \d+\n: ok\n\n/);
    expect(browser!.control('relay-hello')).toEqual([{ log_id: 'L1', tip: '0', state: 'live' }]);
  });

  it('refuses a filter instead of ignoring it', async () => {
    const filtered = await console_.open({ query: '?kinds=WalkAdvanced' });
    expect(filtered.status).toBe(400);
    await filtered.ended;
    expect(filtered.text()).toContain('INVALID_REQUEST');
    expect(index.streamRequests).toEqual([]);
  });
});

describe('resuming', () => {
  it('replays from the ring and prefers the cursor of the header', async () => {
    await connected();
    index.append(20);
    const back = await console_.open({ query: '?last_event_id=1', lastEventId: '15' });
    await has(back, from(16, 20));
    const resumed = await console_.open({ query: '?last_event_id=18' });
    await has(resumed, from(19, 20));
    expect(index.mostStreams()).toBe(1);
  });

  it('starts cold with one connection at the oldest near cursor', async () => {
    index.append(100);
    const cursors = ['40', '99', '70', '100'];
    const browsers = await Promise.all(cursors.map((cursor) => console_.open({ lastEventId: cursor })));
    const fresh = await console_.open();
    await until(() => index.streams() === 1);
    index.append(5);
    await Promise.all(browsers.map((browser, place) => has(browser, from(Number(cursors[place]) + 1, 105))));
    await has(fresh, from(101, 105));
    expect(index.streamRequests.map(({ lastEventId }) => lastEventId)).toEqual(['40']);
  });

  it('does not clamp a cursor that is only ahead of the stream', async () => {
    const [first] = await connected();
    index.append(2);
    await has(first!, from(1, 2));
    // The listing has 5 events; the connection is cut before the last three.
    index.cut('end');
    index.append(3);
    const ahead = await console_.open({ lastEventId: '5' });
    index.append(1);
    await has(ahead, ['6']);
    expect(ahead.control('relay-reset')).toEqual([]);
    await has(first!, from(1, 6));
  });
});

describe('an index whose lists lag behind its stream', () => {
  it('reads the end of the log twice before it clamps a cursor', async () => {
    index.append(10);
    index.delayLists(5);
    const ahead = await console_.open({ lastEventId: '10' });
    await until(() => index.streams() === 1);
    index.append(1);
    await has(ahead, ['11']);
    expect(ahead.control('relay-reset')).toEqual([]);
  });
});

describe('an index that serves no history', () => {
  it.each([401, 403, 404, 405, 501])('streams from its tip when GET /events gets %d', async (status) => {
    index.append(10);
    index.refuseHistory(status);
    const browser = await console_.open();
    await browser.until(() => browser.control('relay-hello').length === 1);
    expect(browser.control('relay-hello')).toEqual([{ log_id: 'L1', tip: null, state: 'live' }]);
    const second = await console_.open();
    await second.until(() => second.control('relay-hello').length === 1);
    index.append(3);
    await allHave([browser, second], from(11, 13));
    expect(browser.control('relay-hello').at(-1)).toMatchObject({ tip: '10' });
    expect(browser.control('relay-closed')).toEqual([]);
    expect(index.mostStreams()).toBe(1);
  });

  it('resumes at the cursors that browsers bring', async () => {
    index.append(20);
    index.refuseHistory(403);
    const older = await console_.open({ lastEventId: '15' });
    const newer = await console_.open({ lastEventId: '18' });
    await has(older, from(16, 20));
    await has(newer, from(19, 20));
    index.cut('end');
    index.append(2);
    await has(older, from(16, 22));
  });

  it('completes a browser that resumes beside one that only follows', async () => {
    index.append(20);
    index.refuseHistory(403);
    const fresh = await console_.open();
    await fresh.until(() => fresh.control('relay-hello').length === 1);
    const back = await console_.open({ lastEventId: '15' });
    index.append(1);
    await has(fresh, ['21']);
    await has(back, from(16, 21));
  });

  it('recognises another log by ids that go back', async () => {
    index.append(20);
    index.refuseHistory(403);
    const browser = await console_.open({ lastEventId: '20' });
    await browser.until(() => browser.control('relay-hello').length === 1 && index.streams() === 1);
    index.restart();
    index.append(2);
    await browser.until(() => browser.ids().length === 2);
    expect(browser.ids()).toEqual(['1', '2']);
    expect(browser.control('relay-reset')).toMatchObject([{ tip: '0' }]);
  });

  it('recognises another log after its history was taken away', async () => {
    await console_.close();
    await index.close();
    index = await startWildIndex({ logId: null, firstId: 100 });
    console_ = await startStreamConsole(index.url);
    const [browser] = await connected();
    index.append(1);
    await has(browser!, ['100']);
    index.refuseHistory(403);
    index.restart(null);
    // The first event that goes back causes a check, a later one the reset.
    await browser!.until(() => {
      index.append(1);
      return browser!.control('relay-reset').length === 1;
    });
  });

  it('resets a cursor that the stream does not reach', async () => {
    await console_.close();
    console_ = await startStreamConsole(index.url, { limits: { heartbeatMs: 50 } });
    index.append(3);
    index.refuseHistory(403);
    const fresh = await console_.open();
    await fresh.until(() => fresh.control('relay-hello').length === 1);
    const lost = await console_.open({ lastEventId: '500' });
    index.append(1);
    await has(fresh, ['4']);
    await lost.until(() => lost.control('relay-reset').length === 1);
    index.append(1);
    await has(lost, ['5']);
  });
});

it('the heartbeat carries the cursor', async () => {
  await console_.close();
  console_ = await startStreamConsole(index.url, { limits: { heartbeatMs: 20 } });
  const quiet = await console_.open();
  await until(() => index.streams() === 1);
  index.append(9);
  await quiet.until(() => quiet.frames().some(({ event, id }) => event === 'relay-beat' && id === '9'));
  expect(quiet.ids()).toEqual(from(1, 9));
});

it('ends every stream on stop and accepts no more', async () => {
  const browsers = await connected(3);
  console_.relay.channels.stop();
  await Promise.all(browsers.map(({ ended }) => ended));
  expect(browsers[0]!.text()).toMatch(/retry: \d+\n\n$/);
  expect((await console_.open()).status).toBe(503);
  await until(() => index.streams() === 0);
});
