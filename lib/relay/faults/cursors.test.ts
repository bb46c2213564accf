// Faults 8 and 9: cursors that belong to no log or another one, and log resets while browsers hold old ids.
import { expect, it, onTestFinished } from 'vitest';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { startScene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';

it('fault 8: an invalid cursor is refused, in the header and in the URL', async () => {
  const { index, open } = await startScene(onTestFinished);
  for (const cursor of ['-1', 'abc', '', '1e3', '0x10', '1\tx'])
    for (const options of [
      { lastEventId: cursor },
      { query: `?last_event_id=${encodeURIComponent(cursor)}` },
      { query: `?last_event_id=${encodeURIComponent(`${cursor}٣`)}` },
    ]) {
      const browser = await open(options);
      expect(browser.status, JSON.stringify(options)).toBe(400);
      await browser.ended;
      expect(browser.text()).toContain('INVALID_REQUEST');
    }
  expect(index.streamRequests).toEqual([]);
});

it.each(['11', '9223372036854775807', '9223372036854775808', '99999999999999999999'])(
  'fault 8: the cursor %s, beyond the tip, is clamped and reported, warm and cold',
  async (cursor) => {
    const { index, open } = await startScene(onTestFinished);
    index.append(10);
    const cold = await open({ lastEventId: cursor });
    await cold.until(() => cold.control('relay-reset').length === 1);
    const warm = await open({ lastEventId: cursor });
    await warm.until(() => warm.control('relay-reset').length === 1);
    for (const browser of [cold, warm])
      expect(browser.control('relay-reset')).toEqual([{ log_id: 'L1', tip: '10' }]);
    index.append(3);
    await allHave([cold, warm], from(11, 13));
  },
);

it('fault 8: the cursor 0 is the whole log, over a second connection that closes once the ring is reached', async () => {
  const { index, open, connected } = await startScene(onTestFinished, { limits: { ringFrames: 20 } });
  index.append(100);
  const [live] = await connected(1);
  const browser = await open({ lastEventId: '0' });
  index.append(5);
  await has(browser, from(1, 105));
  await until(() => index.streams() === 1);
  index.append(5);
  await has(browser, from(1, 110));
  await has(live!, from(101, 110));
  expect(index.mostStreams()).toBe(2);
  expect(browser.control('relay-reset')).toEqual([]);
});

it.each([['L2'], [null]])(
  'fault 9: the log restarts at 1 (log id %j) while browsers at 10^6 stream, catch up and reconnect',
  async (nextLogId) => {
    const { index, console_, open, connected } = await startScene(onTestFinished, {
      index: { firstId: 1_000_000, logId: nextLogId === null ? null : 'L1' },
      limits: { ringFrames: 50 },
    });
    index.append(100);
    const browsers = await connected(5);
    index.append(200);
    const old = from(1_000_100, 1_000_299);
    await allHave(browsers, old);
    // One reader is catching up when it happens.
    const late = await open({ lastEventId: '1000000' });
    index.restart(nextLogId);
    const requestsBefore = index.streamRequests.length;
    index.cut('end');
    // Wait for the main connection, not the catch-up's: an event appended before it is open
    // would count as the log's end. A named log has been recognised as another by then.
    const isBack = () =>
      index.streamRequests.slice(requestsBefore).some(({ lastEventId }) => lastEventId === '1000299');
    await until(
      () =>
        (nextLogId === null ? isBack() : console_.relay.streamMetrics.resets === 1) &&
        index.streams() >= 1 &&
        browsers.every((browser) => index.ids().length === 0 && browser.ids().length === 200),
    );
    index.append(3);
    for (const browser of browsers) await browser.until(() => browser.control('relay-reset').length === 1);
    index.append(1);
    // Without a name, the end of the listing shows that the log is another one; what came before it is read from lists.
    const first = nextLogId === null ? 4 : 1;
    for (const browser of browsers) {
      await browser.until(() => browser.ids().at(-1) === '4');
      expect(browser.ids()).toEqual([...old, ...from(first, 4)]);
      expect(browser.control('relay-reset')).toHaveLength(1);
      expect(browser.corrupt()).toEqual([]);
    }
    const back = await open({ lastEventId: '1000299' });
    await back.until(() => back.control('relay-reset').length === 1);
    index.append(2);
    await has(back, ['5', '6']);
    await late.until(() => late.ids().at(-1) === '6');
    const turn = late.ids().indexOf(String(first));
    expect(late.ids().slice(turn)).toEqual(from(first, 6));
    expect(late.ids().slice(0, turn)).toEqual(from(1_000_001, 1_000_000 + turn));
    expect(console_.relay.streamMetrics.resets).toBe(1);
  },
);

it('fault 9: the log restarts without a pause in the stream, at ids older than the ring', async () => {
  const { index, connected } = await startScene(onTestFinished, {
    index: { firstId: 1_000_000, logId: 'L1' },
  });
  const browsers = await connected(3);
  index.append(5);
  await allHave(browsers, from(1_000_000, 1_000_004));
  index.restart();
  index.append(2);
  for (const browser of browsers) await browser.until(() => browser.control('relay-reset').length === 1);
  for (const browser of browsers)
    expect(browser.control('relay-reset')).toEqual([{ log_id: 'L2', tip: '2' }]);
  index.append(2);
  for (const browser of browsers) {
    await browser.until(() => browser.ids().length === 7);
    expect(browser.ids().slice(5)).toEqual(['3', '4']);
  }
});

it('fault 9: the log restarts without a pause in the stream', async () => {
  const { index, connected } = await startScene(onTestFinished);
  const browsers = await connected(3);
  index.append(5);
  await allHave(browsers, from(1, 5));
  index.restart();
  index.append(2);
  for (const browser of browsers) {
    await browser.until(() => browser.ids().length === 7);
    expect(browser.ids()).toEqual(['1', '2', '3', '4', '5', '1', '2']);
    expect(browser.control('relay-reset')).toHaveLength(1);
  }
});
