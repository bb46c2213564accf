// Faults 1 to 4 and 20: the connection to the index ends in every way, or stays open when it should not. Browsers receive the log, each id once.
import { expect, it, onTestFinished } from 'vitest';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { count, isLong } from '@/scripts/test-size';
import { startScene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';
import { cuts } from '@/lib/relay/testing/wild-index';

it.each(cuts.flatMap((how) => ([`\n`, '\r\n', '\r'] as const).map((end) => ({ how, end }))))(
  'fault 1: the connection is cut ($how, lines end in $end), repeatedly, and no browser notices',
  async ({ how, end }) => {
    const { index, connected } = await startScene(onTestFinished);
    index.endLines(end);
    const browsers = await connected(3);
    const rounds = count(3, 30);
    for (let round = 0; round < rounds; round += 1) {
      index.append(7);
      index.cut(how);
      index.append(3);
      await until(() => index.streams() === 1);
    }
    await allHave(browsers, from(1, 10 * rounds));
    for (const browser of browsers) expect(browser.text()).not.toContain('HalfEvent');
  },
);

it('fault 1: the connection is cut after each byte of a frame', async () => {
  const { index, connected } = await startScene(onTestFinished);
  index.endLines('\r\n');
  const browsers = await connected(3);
  let sent = 0;
  for (let at = 1; at < 170; at += count(13, 1)) {
    index.append(1);
    sent += 1;
    index.cut(at);
    await until(() => index.streams() === 1);
  }
  index.append(1);
  await allHave(browsers, from(1, sent + 1));
});

it('fault 2: the index disconnects after every frame (flapping): all events arrive, without a request loop', async () => {
  const { index, connected } = await startScene(onTestFinished, { random: Math.random });
  const browsers = await connected(5);
  const flaps = count(6, 40);
  index.next(...Array.from({ length: flaps }, () => 'flap' as const));
  index.cut('end');
  index.append(flaps + 3);
  await allHave(browsers, from(1, flaps + 3));
  expect(index.streamRequests).toHaveLength(flaps + 2);
});

it('fault 3: half-open: the index falls silent, and the relay reconnects', async () => {
  const { index, connected } = await startScene(onTestFinished, { limits: { silenceMs: 200 } });
  const browsers = await connected(5);
  index.append(3);
  await allHave(browsers, from(1, 3));
  index.freeze();
  index.append(4);
  await allHave(browsers, from(1, 7));
  expect(index.streamRequests.length).toBeGreaterThan(1);
});

it('fault 3: half-open, and the next attempts hang too, though reads answer', async () => {
  const { index, connected } = await startScene(onTestFinished, {
    limits: { silenceMs: 200, headersMs: 150, staleAfterMs: 100, opensWithinMs: 20, heartbeatMs: 50 },
  });
  const browsers = await connected(3);
  index.append(3);
  await allHave(browsers, from(1, 3));
  index.next('mute', 'mute');
  index.freeze();
  index.append(2);
  await browsers[0]!.until(() => browsers[0]!.control('relay-status').length > 0);
  await allHave(browsers, from(1, 5));
  for (const browser of browsers) {
    await browser.until(() => browser.control('relay-status').length >= 3);
    expect(browser.control('relay-status').slice(0, 3)).toEqual(
      ['stale', 'unusable', 'live'].map((state) => ({ state })),
    );
    // Meanwhile the browser stayed connected and received heartbeats.
    expect(browser.control('relay-beat')).toContainEqual({ tip: '3', state: 'unusable' });
  }
});

it('an index that is just back is not taken for one whose stream is unusable', async () => {
  const { index, connected } = await startScene(onTestFinished, { limits: { staleAfterMs: 50 } });
  const [browser] = await connected(1);
  // Reads are answered when the stream is found stale, and the stream opens soon after.
  index.next('late');
  index.cut('end');
  index.append(2);
  await browser!.until(() => browser!.ids().includes('2'));
  await browser!.until(() => browser!.control('relay-status').length === 2);
  expect(browser!.control('relay-status')).toEqual([{ state: 'stale' }, { state: 'live' }]);
});

it('a stream that is reset before its headers is retried with back-off, though reads are answered', async () => {
  const resets = 50;
  const { index, console_, connected } = await startScene(onTestFinished, {
    limits: { staleAfterMs: 50, opensWithinMs: 20 },
  });
  const [browser] = await connected(1);
  index.next(...Array.from({ length: resets }, () => 'reset' as const));
  index.cut('end');
  const states = () => browser!.control('relay-status').map((report) => (report as { state: string }).state);
  await browser!.until(() => states().includes('unusable'));
  const requests = () => index.streamRequests.length;
  const lost = () => console_.lines.filter(({ facts }) => typeof facts['wait_ms'] === 'number').length;
  await until(() => lost() >= 8);
  // Back-off has grown to hundreds of milliseconds: another attempt may be brought forward, but not one after the other.
  const before = requests();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(requests() - before).toBeLessThan(8);
});

it('an outage too short for a status is reported with its length once it is over, unless the log was reset meanwhile', async () => {
  const { index, connected } = await startScene(onTestFinished, {
    limits: { headersMs: 150, silenceMs: 200, awayMs: 100 },
  });
  const browsers = await connected(3);
  index.next('mute');
  index.cut('end');
  index.append(2);
  await allHave(browsers, from(1, 2));
  for (const browser of browsers) {
    const [outage, ...more] = browser.control('relay-away') as { ms: number }[];
    expect(more).toEqual([]);
    expect(outage!.ms).toBeGreaterThanOrEqual(100);
    expect(browser.control('relay-status')).toEqual([]);
  }
  index.next('mute');
  index.cut('end');
  index.restart();
  await until(() => index.streams() === 1);
  index.append(1);
  await browsers[0]!.until(() => browsers[0]!.ids().length === 3);
  expect(browsers[0]!.control('relay-reset')).toHaveLength(1);
  expect(browsers[0]!.control('relay-away')).toHaveLength(1);
});

it('an outage before the first connection is reported too: the page was live already', async () => {
  const { index, open } = await startScene(onTestFinished, {
    limits: { headersMs: 150, silenceMs: 200, awayMs: 100 },
  });
  index.append(2);
  index.next('mute');
  const browser = await open();
  await browser.until(() => browser.control('relay-away').length > 0);
  expect(browser.control('relay-hello')).toHaveLength(1);
  index.append(1);
  await browser.until(() => browser.ids().length > 0);
  expect(browser.ids()).toEqual(['3']);
  expect(browser.control('relay-status')).toEqual([]);
});

it.each(['slow-headers', 'mute', 'endless-refusal'] as const)(
  'fault 4: slow loris: %s is abandoned after the timeout',
  async (answer) => {
    const { index, connected } = await startScene(onTestFinished, {
      limits: { headersMs: 150, silenceMs: 200 },
    });
    const browsers = await connected(3);
    index.next(answer, answer);
    index.cut('reset');
    index.append(4);
    await allHave(browsers, from(1, 4));
    expect(index.streamRequests.length).toBeGreaterThanOrEqual(4);
  },
);

it('fault 20: a long silence: the relay reconnects before any reader notices', async () => {
  const { index, connected } = await startScene(onTestFinished, { limits: { silenceMs: 150 } });
  const [browser] = await connected(1);
  await until(() => index.streamRequests.length >= 4);
  index.append(3);
  await has(browser!, from(1, 3));
  expect(browser!.control('relay-status')).toEqual([]);
});

it.runIf(isLong)(
  'fault 20: idle 330 s: the HTTP client keeps a silent connection, and with our limits no reader notices either',
  async () => {
    const patient = await startScene(onTestFinished, { limits: { silenceMs: 600_000 } });
    const usual = await startScene(onTestFinished);
    const [[untouched], [reconnected]] = await Promise.all([patient.connected(1), usual.connected(1)]);
    await new Promise((over) => setTimeout(over, 330_000));
    for (const { index } of [patient, usual]) index.append(2);
    await allHave([untouched!, reconnected!], from(1, 2));
    expect(patient.index.streamRequests).toHaveLength(1);
    expect(usual.index.streamRequests.length).toBeGreaterThan(3);
    expect(reconnected!.control('relay-status')).toEqual([]);
  },
  400_000,
);
