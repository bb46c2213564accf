// Faults 15, 16, 17 and 27: browsers that hang, read slowly or disconnect midway. They cost the others nothing and leak nothing.
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { from, has } from '@/lib/relay/testing/expectations';
import { forkConsole } from '@/lib/relay/testing/forked-console';
import { count } from '@/scripts/test-size';
import { startScene, type Scene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';
import { startWildIndex } from '@/lib/relay/testing/wild-index';

const MIB = 1024 * 1024;
const FULL = { tags: ['full'] };
const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));
const long = (id: number, size: number) =>
  `id: ${id}\nevent: message\ndata: {"id":${id},"kind":"WalkAdvancedEvent","payload":"${'x'.repeat(size)}"}\n\n`;

/** As a browser does: opens again at its cursor until it has the last event. A busy machine may let its stream hang again. */
async function resumes(open: Scene['open'], cursor: number, last: number): Promise<void> {
  let received = cursor;
  while (received < last) {
    const browser = await open({ lastEventId: String(received) });
    let ended = false;
    void browser.ended.then(() => (ended = true));
    await browser.until(() => ended || browser.ids().at(-1) === String(last));
    expect(browser.ids()).toEqual(from(received + 1, received + browser.ids().length));
    expect(browser.corrupt()).toEqual([]);
    received += browser.ids().length;
  }
}

it(
  `fault 15: 20 clients never read (30 MB in ${count(3, 15)} s): memory is bounded, the fast reader gets everything, nothing backs up at the index`,
  FULL,
  async () => {
    const index = await startWildIndex();
    onTestFinished(() => index.close());
    const console_ = await forkConsole(onTestFinished, index.url, {
      drainMs: count(1_000, 5_000),
      heartbeatMs: 200,
      graceMs: 500,
    });
    const fast = await console_.open();
    const hanging = await Promise.all(Array.from({ length: 20 }, () => console_.open()));
    for (const browser of hanging) browser.hang();
    await until(() => index.streams() === 1 && fast.control('relay-hello').length === 1);
    const before = await console_.memory();
    let mostRss = 0;
    let mostHeld = 0;
    const total = 1_500;
    for (let id = 1; id <= total; id += 1) {
      index.raw(long(id, 20_000));
      if (id % 10 === 0) {
        await pause(count(20, 100));
        await fast.until(() => fast.ids().length > id - 100);
      }
      mostHeld = Math.max(mostHeld, index.buffered());
      if (id % 300 === 0) mostRss = Math.max(mostRss, (await console_.memory()).rss);
    }
    await has(fast, from(1, total));
    expect(mostRss - before.rss).toBeLessThan(120 * MIB);
    // The ring, and what each socket buffers before it reports that it is full; garbage takes several collections.
    await expect.poll(async () => (await console_.memory()).buffers).toBeLessThan(8 * MIB + 21 * 256 * 1024);
    expect(mostHeld).toBeLessThan(2 * MIB);
    // They are disconnected, and their sockets destroyed after the grace period, though they never read.
    await expect.poll(async () => (await console_.memory()).streams).toBe(1);
  },
);

it('fault 15: a hanging browser is disconnected, its socket destroyed after the grace period, and what it received is a prefix of the log', async () => {
  const { index, console_, connected, open } = await startScene(onTestFinished, {
    limits: { ringFrames: 300, heartbeatMs: 30, drainMs: 200, graceMs: 100 },
  });
  const [slow, fast] = await connected(2);
  slow!.hang();
  for (let last = 20; last <= 400; last += 20) {
    index.append(20, 'WalkAdvancedEvent', 'x'.repeat(30_000));
    await has(fast!, from(1, last));
  }
  await until(
    () => console_.relay.channels.stats().streams === 1,
    'the socket of the hanging browser is still open',
  );
  slow!.goOn();
  await slow!.ended;
  const got = slow!.ids().length;
  expect(got).toBeLessThan(400);
  expect(slow!.ids()).toEqual(from(1, got));
  const { slow: fellOff, hung } = console_.relay.streamMetrics.departures;
  expect(fellOff + hung).toBe(1);
  await resumes(open, got, 400);
});

it(
  `fault 16: a client that reads ${count(20, 1)} kB/s delays no other reader and receives the whole log in the end`,
  FULL,
  async () => {
    const { index, console_, connected, open } = await startScene(onTestFinished, {
      limits: { ringFrames: 200, heartbeatMs: 50, drainMs: count(500, 5_000), graceMs: 200 },
    });
    const [slow, fast] = await connected(2);
    slow!.hang();
    const sips = setInterval(() => slow!.sip(1024), count(50, 1_000));
    for (let round = 0; round < 10; round += 1) {
      index.append(40, 'WalkAdvancedEvent', 'x'.repeat(30_000));
      await pause(count(50, 500));
      await has(fast!, from(1, 40 * (round + 1)));
    }
    await until(() => console_.relay.channels.stats().streams === 1);
    clearInterval(sips);
    slow!.goOn();
    await slow!.ended;
    const got = slow!.ids().length;
    expect(slow!.ids()).toEqual(from(1, got));
    await resumes(open, got, 400);
    expect(fast!.corrupt()).toEqual([]);
  },
);

it(`fault 17: clients abort ${count(60, 200)} times before headers, stalled and in progress: nothing leaks, and the upstream connection closes`, async () => {
  const { index, console_, open } = await startScene(onTestFinished, { limits: { idleMs: 50 } });
  const cookie = await console_.cookie();
  const { port } = new URL(console_.url);
  const times = count(60, 200);
  for (let n = 0; n < times; n += 1) {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `GET /api/events/stream HTTP/1.1\r\nhost: ${new URL(console_.url).host}\r\ncookie: ${cookie}\r\n\r\n`,
        () => {
          if (n % 2 === 0) socket.destroy();
          else socket.resetAndDestroy();
        },
      );
    });
    socket.on('error', () => undefined);
    await new Promise((gone) => socket.once('close', gone));
  }
  const stalled = await Promise.all(Array.from({ length: times }, () => open({ keep: false })));
  for (const browser of stalled) browser.leave();
  const busy = await Promise.all(Array.from({ length: times }, () => open({ keep: false })));
  const [stays] = [await open()];
  await stays.until(() => index.streams() === 1 && stays.control('relay-hello').length === 1);
  for (const [place, browser] of busy.entries()) {
    index.append(1);
    browser.leave();
    if (place % 10 === 0) await pause(1);
  }
  await has(stays, from(1, times));
  await until(() => console_.relay.channels.stats().streams === 1);
  stays.leave();
  await until(() => console_.relay.channels.stats().streams === 0 && index.streams() === 0);
  expect(console_.relay.channels.stats().channels[0]).toMatchObject({ readers: 0, upstream: 0, catchUps: 0 });
});

it(`fault 27: churn ${count(4, 8)} x ${count(100, 400)}: heap and buffers stay flat`, FULL, async () => {
  const index = await startWildIndex();
  onTestFinished(() => index.close());
  const console_ = await forkConsole(onTestFinished, index.url);
  const stays = await console_.open();
  // Events appended before the relay connects are not new to it.
  await stays.until(() => index.streams() === 1 && stays.control('relay-hello').length === 1);
  const heaps: number[] = [];
  const rounds = count(4, 8);
  for (let round = 0; round < rounds; round += 1) {
    const many = await Promise.all(Array.from({ length: count(100, 400) }, () => console_.open()));
    index.append(20);
    await Promise.all(many.map((browser) => browser.until(() => browser.ids().length > 0)));
    for (const browser of many) browser.leave();
    let memory = await console_.memory();
    while (memory.streams > 1) memory = await console_.memory();
    heaps.push((await console_.memory()).heap);
  }
  // The first round includes one-time allocations.
  expect(heaps.at(-1)! - heaps[1]!).toBeLessThan(2 * MIB);
  expect((await console_.memory()).buffers).toBeLessThan(4 * MIB);
  await has(stays, from(1, 20 * rounds));
});
