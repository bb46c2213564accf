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

it('fault 10: missing id, frame without data, other event names: skipped, everything else arrives', async () => {
  const { index, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  index.raw(frame(1));
  index.raw(`event: message\ndata: ${data(2)}\n\n`);
  index.raw('id: 3\nevent: message\n\nid: 4\n\n');
  index.raw(`event: relay-closed\ndata: {"reason":"unauthenticated"}\n\nid: 5\nevent: other\ndata: {}\n\n`);
  index.raw(`idx: 6\nnonsense\n\nid: 7x\ndata: ${data(7)}\n\nid: -8\ndata: ${data(8)}\n\n`);
  index.raw(frame(9));
  await allHave(browsers, ['1', '9']);
  expect(browsers[0]!.control('relay-closed')).toEqual([]);
});

it('fault 10: multi data: lines, comments inside a frame, a byte order mark, CR alone and CRLF split over two writes', async () => {
  const { index, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  index.raw(`id: 1\n: inside\ndata: {"id":1,\n:\ndata: "kind":"WalkAdvancedEvent"}\n\n`);
  index.raw(`id: 2\revent: message\rdata: ${data(2)}\r\r`);
  index.raw(`id: 3\r\nevent: message\r\n: inside\r\ndata: ${data(3)}\r`);
  await new Promise((next) => setTimeout(next, 20));
  index.raw('\n\r\n');
  index.raw(`id:4\ndata:${data(4)}\n\n`);
  await allHave(browsers, from(1, 4));
  expect(browsers[0]!.frames().find(({ id }) => id === '1')?.data).toBe(
    '{"id":1,\n"kind":"WalkAdvancedEvent"}',
  );
  // A byte order mark at the start of a connection is not part of its first line.
  index.next({ status: 200, body: '' });
  index.cut('end');
  await until(() => index.streams() === 1);
  index.raw(frame(5));
  await allHave(browsers, from(1, 5));
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

it('fault 12: an id with a NUL is ignored', async () => {
  const { index, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  index.raw(`${frame(1)}id: 2\u0000\ndata: ${data(2)}\n\n${frame(3)}`);
  await allHave(browsers, ['1', '3']);
  expect(browsers[0]!.bytes().includes(0)).toBe(false);
});
