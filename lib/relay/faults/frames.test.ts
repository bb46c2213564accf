// Faults 10, 11, 12: malformed, oversized and non-text frames. Events are passed on unchanged; anything else is skipped.
import { expect, it, onTestFinished } from 'vitest';
import { STREAM_LIMITS } from '@/lib/relay/stream/limits';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { count } from '@/scripts/test-size';
import { startScene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';

const data = (id: number, text = 'x') =>
  `{"id":${id},"kind":"WalkAdvancedEvent","payload":{"text":"${text}"}}`;
const frame = (id: number, text?: string) => `id: ${id}\nevent: message\ndata: ${data(id, text)}\n\n`;

it('fault 10: duplicate ids, and ids that go back to known events, are delivered once', async () => {
  const { index, console_, connected } = await startScene(onTestFinished);
  const browsers = await connected(5);
  for (const id of [1, 2, 2, 3, 1, 2, 3, 4, 4]) index.raw(frame(id));
  await allHave(browsers, from(1, 4));
  expect(console_.relay.streamMetrics.duplicates).toBe(5);
  expect(browsers[0]!.control('relay-reset')).toEqual([]);
});

it('fault 10: an index that resumes too early every time: each event once', async () => {
  const { index, connected } = await startScene(onTestFinished);
  index.overlap(5);
  const browsers = await connected(3);
  for (let round = 0; round < 4; round += 1) {
    index.append(10);
    index.cut('reset');
    await until(() => index.streams() === 1);
  }
  index.append(1);
  await allHave(browsers, from(1, 41));
});

it.each(['L1', null])(
  'fault 10: an index whose stream lags behind its lists (log id %j) repeats what the relay never had: no reset, cold and after a reconnect',
  async (logId) => {
    const { index, console_, open } = await startScene(onTestFinished, {
      limits: { ringFrames: 4 },
      index: { logId },
    });
    index.append(10);
    index.overlap(5);
    const browsers = [await open({ lastEventId: '10' }), await open()];
    await until(() => index.streams() === 1);
    index.append(1);
    await allHave(browsers, ['11']);
    index.overlap(9);
    index.cut('end');
    await until(() => index.streams() === 1);
    index.append(1);
    await allHave(browsers, ['11', '12']);
    for (const browser of browsers) expect(browser.control('relay-reset')).toEqual([]);
    expect(console_.relay.streamMetrics.resets).toBe(0);
  },
);

it('fault 10: ids that are not ascending: what comes too late is reported as a gap', async () => {
  const { index, connected } = await startScene(onTestFinished, { limits: { disorderMs: 20 } });
  const [browser] = await connected(1);
  for (const id of [1, 3, 2, 6, 5, 4, 7]) index.raw(frame(id));
  await browser!.until(() => browser!.control('relay-gap').length > 0);
  expect(browser!.control('relay-gap')[0]).toMatchObject({ after: '1' });
  await has(browser!, ['1', '3', '6', '7']);
  expect(browser!.control('relay-reset')).toEqual([]);
});

const ODD_STREAMS: Record<string, (id: number) => string> = {
  'frames without an id': (id) => `event: message\ndata: ${data(id)}\n\n`,
  'another event name': (id) => `id: ${id}\nevent: log\ndata: ${data(id)}\n\n`,
  'ids that are not numbers': (id) => `id: evt_${id}\ndata: ${data(id)}\n\n`,
  'ids beyond int64': (id) => `id: 99999999999999999${id}0\ndata: ${data(id)}\n\n`,
  'ids as in Redis': (id) => `id: ${id}-0\ndata: ${data(id)}\n\n`,
  'comments only': (id) => `: event ${id}\n\n`,
  'one old event again and again': () => frame(1),
};
it.each(Object.entries(ODD_STREAMS))(
  'fault 10: %s while the listing moves: the stream is unusable until an event arrives',
  async (_, odd) => {
    const { index, connected } = await startScene(onTestFinished, {
      limits: { heartbeatMs: 20, quietMs: 40, overdueMs: 20 },
    });
    index.append(1);
    const [browser] = await connected(1);
    const states = () =>
      browser!.control('relay-status').map((status) => (status as { state: string }).state);
    for (const id of [2, 3, 4]) {
      index.passOver();
      index.raw(odd(id));
    }
    await browser!.until(() => states().length > 0);
    expect(states()).toEqual(['unusable']);
    // A new connection alone proves nothing.
    const requestsBefore = index.streamRequests.length;
    index.cut('end');
    await until(() => index.streamRequests.length > requestsBefore && index.streams() === 1);
    index.append(1);
    await browser!.until(() => browser!.ids().includes('5'));
    expect(states()).toEqual(['unusable', 'live']);
    expect(browser!.control('relay-closed')).toEqual([]);
  },
);

it('fault 10: a quiet log with keep-alives of another name is live', async () => {
  const { index, connected } = await startScene(onTestFinished, {
    limits: { heartbeatMs: 10, quietMs: 20, overdueMs: 10 },
  });
  const [browser] = await connected(1);
  for (let ping = 0; ping < 5; ping += 1) {
    const listRequestsBefore = index.listRequests.length;
    index.raw('event: ping\ndata: {}\n\n');
    await until(() => index.listRequests.length > listRequestsBefore);
  }
  index.append(1);
  await has(browser!, ['1']);
  expect(browser!.control('relay-status')).toEqual([]);
});

it('fault 10: frames that are no events, from an index without history', async () => {
  const { index, open } = await startScene(onTestFinished, {
    limits: { heartbeatMs: 10, quietMs: 20, overdueMs: 10 },
  });
  index.refuseHistory(403);
  const browser = await open();
  await until(() => index.streams() === 1);
  while (browser.control('relay-status').length === 0) {
    index.raw(`data: ${data(1)}\n\n`);
    await new Promise((next) => setTimeout(next, 5));
  }
  expect(browser.control('relay-status')).toEqual([{ state: 'unusable' }]);
});

it('fault 10: gaps between ids are not losses', async () => {
  const { index, open, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  for (const id of [1, 5, 6, 900]) index.raw(frame(id));
  await allHave(browsers, ['1', '5', '6', '900']);
  await has(await open({ lastEventId: '3' }), ['5', '6', '900']);
});

it.each([
  [-1, false],
  [0, false],
  [1, true],
])('fault 11: a frame of 1 MiB %d bytes', async (more, isTooLong) => {
  const { index, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  index.append(1);
  await allHave(browsers, ['1']);
  const before = frame(2, '').length;
  const text = 'x'.repeat(STREAM_LIMITS.frameBytes + more - before);
  expect(frame(2, text)).toHaveLength(STREAM_LIMITS.frameBytes + more);
  index.passOver();
  index.raw(frame(2, text));
  if (isTooLong) await until(() => index.streamRequests.length === 2 && index.streams() === 1);
  else index.raw(frame(3));
  if (isTooLong) {
    index.append(2);
    await allHave(browsers, ['1', '3', '4']);
  } else await allHave(browsers, ['1', '2', '3']);
  for (const browser of browsers)
    expect(browser.control('relay-gap')).toEqual(isTooLong ? [{ after: '1', to: null }] : []);
  expect(index.streamRequests[1]?.lastEventId).toBe(isTooLong ? '2' : undefined);
});

it('fault 11: 50 MiB without a line end: the connection is closed after 1 MiB, and nothing of it is kept', async () => {
  const { index, console_, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  index.append(2);
  await allHave(browsers, from(1, 2));
  const flood = Buffer.concat([Buffer.from('id: 3\ndata: '), Buffer.alloc(50 * 1024 * 1024, 'x')]);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  index.passOver();
  index.raw(flood);
  while (index.streamRequests.length < 2) {
    await new Promise((next) => setImmediate(next));
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  await until(() => index.streamRequests.length >= 2 && index.streams() === 1);
  expect(most).toBeLessThan(16 * 1024 * 1024);
  expect(console_.relay.streamMetrics.gaps).toBe(1);
  index.append(2);
  await allHave(browsers, ['1', '2', '4', '5']);
});

it('fault 12: bytes that are not UTF-8, U+2028 and U+0085 arrive as they were sent', async () => {
  const { index, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  const odd = Buffer.concat([
    Buffer.from(`id: 1\ndata: {"id":1,"kind":"WalkAdvancedEvent","t":"a\u2028b\u0085c`),
    Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('"}\n\n'),
  ]);
  for (let at = 0; at < odd.length; at += count(7, 1)) {
    index.raw(odd.subarray(at, at + count(7, 1)));
    await new Promise((next) => setImmediate(next));
  }
  index.raw(frame(2));
  await allHave(browsers, from(1, 2));
  const line = odd.subarray(odd.indexOf('data'), -2);
  for (const browser of browsers) expect(browser.bytes().includes(line)).toBe(true);
});
