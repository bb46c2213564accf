// Faults 18, 19 and 23: reconnect storms, bursts of events, and two keys side by side.
import { deepStrictEqual } from 'node:assert/strict';
import { expect, it, onTestFinished } from 'vitest';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { count } from '@/scripts/test-size';
import { startScene } from '@/lib/relay/testing/scene';
import { until, type StreamBrowser } from '@/lib/relay/testing/stream-browser';
import type { StreamConsole } from '@/lib/relay/testing/stream-console';

const MANY = count(200, 5_000);
const FULL = { tags: ['full'] };

/** Opens browsers at these cursors, a few hundred at a time because of the listen backlog. */
async function openAt(console_: StreamConsole, cursors: readonly number[]): Promise<StreamBrowser[]> {
  const browsers: StreamBrowser[] = [];
  for (let at = 0; at < cursors.length; at += 500) {
    const some = cursors.slice(at, at + 500);
    browsers.push(
      ...(await Promise.all(
        some.map((cursor) => console_.open({ lastEventId: String(cursor), keep: false })),
      )),
    );
  }
  return browsers;
}

/** Each has exactly what comes after its cursor, up to `tip`. */
async function haveAfter(
  browsers: readonly StreamBrowser[],
  cursors: readonly number[],
  tip: number,
): Promise<void> {
  for (const [place, browser] of browsers.entries()) {
    await browser.until(
      () => browser.ids().at(-1) === String(tip),
      `a browser has ${browser.ids().at(-1)} of ${tip}`,
    );
    deepStrictEqual(browser.ids(), from((cursors[place] ?? 0) + 1, tip));
    deepStrictEqual(browser.corrupt(), []);
  }
}

it(
  `fault 18: a storm of ${MANY} reconnects, cursors in the ring and older than it, then all again after a restart of the relay`,
  FULL,
  async () => {
    const { index, console_, connected, another } = await startScene(onTestFinished, {
      limits: { ringFrames: 400 },
    });
    index.append(600);
    const [live] = await connected(1);
    // The ring holds 400 of 600, so a third of the cursors are older.
    index.append(400);
    const cursors = Array.from({ length: MANY }, (_, place) => 400 + ((place * 7919) % 600));
    const browsers = await openAt(console_, cursors);
    index.append(5);
    await haveAfter(browsers, cursors, 1_005);
    await has(live!, from(601, 1_005));
    expect(index.mostStreams()).toBeLessThanOrEqual(1 + 4);
    // One is the live connection; the catch-ups were shared.
    expect(index.streamRequests.length).toBeLessThan(MANY / 4);

    const requestsBefore = index.streamRequests.length;
    const last = Array.from({ length: MANY }, (_, place) => 1_005 - (place % 5));
    await console_.close();
    await until(() => index.streams() === 0);
    const back = await openAt(await another(), last);
    index.append(5);
    await haveAfter(back, last, 1_010);
    expect(index.streamRequests.length - requestsBefore).toBeLessThanOrEqual(1 + 4);
  },
);

it('fault 18: cursors far apart and older than the ring share at most four connections, and none waits forever', async () => {
  const { index, console_, connected } = await startScene(onTestFinished, { limits: { ringFrames: 50 } });
  index.append(2_000);
  await connected(1);
  const cursors = Array.from({ length: 60 }, (_, place) => (place * 7919) % 1_900);
  const browsers = await openAt(console_, cursors);
  index.append(3);
  await haveAfter(browsers, cursors, 2_003);
  expect(index.mostStreams()).toBeLessThanOrEqual(1 + 4);
  await until(() => index.streams() === 1);
  expect(console_.relay.streamMetrics.catchUps).toBeLessThan(30);
});

it('fault 18: one reader of a shared catch-up hangs: the others are delayed briefly', FULL, async () => {
  const { index, connected, open } = await startScene(onTestFinished, {
    limits: { ringFrames: 50, patienceMs: 100, drainMs: 60_000 },
  });
  index.append(500, 'WalkAdvancedEvent', 'x'.repeat(30_000));
  await connected(1);
  const [hanging, ...others] = await Promise.all(Array.from({ length: 4 }, () => open({ lastEventId: '0' })));
  hanging!.hang();
  await allHave(others, from(1, 500));
  expect(hanging!.ids().length).toBeLessThan(500);
  hanging!.goOn();
  await has(hanging!, from(1, 500));
});

it('fault 19: a burst of 1000 events in a millisecond', async () => {
  const { index, console_, connected } = await startScene(onTestFinished, { limits: { batchMs: 50 } });
  const browsers = await connected(20);
  index.append(1_000);
  await allHave(browsers, from(1, 1_000));
  const { deliveries, merges } = console_.relay.streamMetrics;
  expect(deliveries).toBe(20 * 1_000);
  // Far fewer writes than events.
  expect(merges).toBeGreaterThan(20);
});

it('fault 23: two keys: a stream each, equal events once in memory, and nothing of one reaches the other', async () => {
  const { index, console_, open } = await startScene(onTestFinished);
  const [first, second] = await Promise.all(
    ['k_1.first-secret', 'k_2.second-secret'].map((key) =>
      Promise.all(Array.from({ length: 5 }, () => open({ key }))),
    ),
  );
  await until(() => index.streams() === 2);
  index.append(10);
  await allHave([...first!, ...second!], from(1, 10));
  expect(console_.relay.ringBudget.frames).toBe(10);
  index.raw(
    'id: 11\nevent: message\ndata: {"id":11,"kind":"WalkAdvancedEvent","t":"for the first only"}\n\n',
    'k_1.first-secret',
  );
  await allHave(first!, from(1, 11));
  index.refuse(401, 'k_1.first-secret');
  index.cut('end');
  await Promise.all(first!.map(({ ended }) => ended));
  index.passOver();
  index.append(2);
  await allHave(second!, [...from(1, 10), '12', '13']);
  for (const browser of second!) expect(browser.text()).not.toMatch(/for the first only|relay-closed/);
  expect(index.mostStreams()).toBe(2);
});
