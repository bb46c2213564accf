// Faults 8 and 9: cursors that are of no log or of another one, and a log that starts again while browsers hold its old ids.
import { expect, it, onTestFinished } from 'vitest';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { startScene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';

it.each(
  ['-1', 'abc', '', '1e3', '0x10', '99999999999999999999', '1\tx', '٣'.normalize()].filter((text) =>
    /^[\t -~]*$/.test(text),
  ),
)('fault 8: the cursor %j is refused', async (cursor) => {
  const { index, open } = await startScene(onTestFinished);
  for (const wants of [{ lastEventId: cursor }, { query: `?last_event_id=${encodeURIComponent(cursor)}` }]) {
    const browser = await open(wants);
    expect(browser.status).toBe(400);
    await browser.ended;
    expect(browser.text()).toContain('INVALID_REQUEST');
  }
  expect(index.streamRequests).toEqual([]);
});

it.each(['11', '9223372036854775807', '9223372036854775808', '9999999999999999999'])(
  'fault 8: the cursor %s, beyond the tip, is clamped and told, warm and cold',
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

it('fault 8: the cursor 0 is the whole log', async () => {
  const { index, open, connected } = await startScene(onTestFinished, { limits: { ringFrames: 20 } });
  index.append(100);
  await connected(1);
  const browser = await open({ lastEventId: '0' });
  index.append(5);
  await has(browser, from(1, 105));
  expect(browser.control('relay-reset')).toEqual([]);
});

it.each([['L2'], [null]])(
  'fault 9: the log starts again from 1 (log id %j) while browsers hold 10^6, streaming, catching up and coming back',
  async (life) => {
    const { index, console_, open, connected } = await startScene(onTestFinished, {
      index: { firstId: 1_000_000, logId: life === null ? null : 'L1' },
      limits: { ringFrames: 50 },
    });
    index.append(100);
    const browsers = await connected(5);
    index.append(200);
    const old = from(1_000_100, 1_000_299);
    await allHave(browsers, old);
    // One is on its way through what is older than the ring when it happens.
    const late = await open({ lastEventId: '1000000' });
    index.restart(life);
    const asked = index.streamRequests.length;
    index.cut('end');
    // Until the one stream is open again, which may not be the one of the catch-up: an event that is appended before
    // is read as the log's end. Where a log has a name the relay has seen by then that it is another.
    const isBack = () => index.streamRequests.slice(asked).some((one) => one.lastEventId === '1000299');
    await until(
      () =>
        (life === null ? isBack() : console_.relay.streamMetrics.resets === 1) &&
        index.streams() >= 1 &&
        browsers.every((one) => index.ids().length === 0 && one.ids().length === 200),
    );
    index.append(3);
    for (const browser of browsers) {
      await browser.until(() => browser.ids().at(-1) === '3');
      expect(browser.ids()).toEqual([...old, '1', '2', '3']);
      expect(browser.control('relay-reset')).toHaveLength(1);
      expect(browser.corrupt()).toEqual([]);
    }
    const back = await open({ lastEventId: '1000299' });
    await back.until(() => back.control('relay-reset').length === 1);
    index.append(2);
    await has(back, ['4', '5']);
    await late.until(() => late.ids().at(-1) === '5');
    const turn = late.ids().indexOf('1');
    expect(late.ids().slice(turn)).toEqual(from(1, 5));
    expect(late.ids().slice(0, turn)).toEqual(from(1_000_001, 1_000_000 + turn));
    expect(console_.relay.streamMetrics.resets).toBe(1);
  },
);

it('fault 9: the log starts again without even a pause in the stream', async () => {
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
