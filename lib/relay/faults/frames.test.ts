// Faults 10, 11, 12: malformed, oversized and non-text frames. Events are passed on unchanged; anything else is skipped.
import { expect, it, onTestFinished } from 'vitest';
import { MAX_FRAME_BYTES } from '@/lib/relay/stream/sse';
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
  const text = 'x'.repeat(MAX_FRAME_BYTES + more - before);
  expect(frame(2, text)).toHaveLength(MAX_FRAME_BYTES + more);
  index.passOver();
  index.raw(frame(2, text));
  if (isTooLong) await until(() => index.streamRequests.length === 2 && index.streams() === 1);
  else index.raw(frame(3));
  if (isTooLong) {
    index.append(2);
    await allHave(browsers, ['1', '3', '4']);
  } else await allHave(browsers, ['1', '2', '3']);
  for (const browser of browsers)
    expect(browser.control('relay-gap')).toEqual(isTooLong ? [{ after: '1' }] : []);
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
