// A visitor's key loses its right to read the stream while the operator's key reads it for everyone (INDEX_STREAM_KEY), or expires.
import { expect, it, onTestFinished } from 'vitest';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { startScene } from '@/lib/relay/testing/scene';
import { until, type StreamBrowser } from '@/lib/relay/testing/stream-browser';

const OPERATOR = 'op_1.operator-key';
const [LOST, VALID] = ['k_1.lost-key', 'k_2.valid-key'];
/** Long enough that a busy machine never leaves a key unconfirmed by being slow. */
const LIMITS = { keyCheckMs: 60, keyUnconfirmedMs: 120_000, keyFirstCheckMs: 30_000 };
/** For tests in which the index leaves a key unconfirmed. */
const UNCONFIRMED_MS = 3_000;

async function operatorScene(changed: Partial<typeof LIMITS> = {}) {
  const limits = { ...LIMITS, ...changed };
  const scene = await startScene(onTestFinished, { streamKey: OPERATOR, limits });
  const lostKeyBrowsers = await Promise.all(Array.from({ length: 5 }, () => scene.open({ key: LOST })));
  const otherBrowser = await scene.open({ key: VALID });
  const checks = (key: string) => scene.index.streamRequests.filter((request) => request.key === key).length;
  await until(
    () =>
      checks(OPERATOR) === 1 &&
      [...lostKeyBrowsers, otherBrowser].every((browser) => browser.control('relay-hello').length === 1),
  );
  return { ...scene, lostKeyBrowsers, otherBrowser, checks };
}

const departures = (browsers: readonly StreamBrowser[]) => Promise.all(browsers.map(({ ended }) => ended));

it.each([
  [401, 'unauthenticated', 401],
  [403, 'missing_scope', 403],
])(
  'a key that gets %d is disconnected with the reason and gets no stream again, other keys continue',
  async (status, reason, answer) => {
    const { index, open, lostKeyBrowsers, otherBrowser, checks } = await operatorScene({ keyCheckMs: 1_000 });
    index.append(3);
    await allHave([...lostKeyBrowsers, otherBrowser], from(1, 3));
    index.refuse(status, LOST);
    const checksBefore = checks(LOST);
    await departures(lostKeyBrowsers);
    for (const browser of lostKeyBrowsers) expect(browser.control('relay-closed')).toEqual([{ reason }]);
    const back = await Promise.all(Array.from({ length: 5 }, () => open({ key: LOST, lastEventId: '0' })));
    await departures(back);
    for (const browser of back) {
      expect(browser.status).toBe(answer);
      expect(browser.text()).not.toContain('WalkAdvancedEvent');
    }
    index.append(2);
    await has(otherBrowser, from(1, 5));
    expect(otherBrowser.control('relay-closed')).toEqual([]);
    // A refusal is remembered until the next check.
    expect(checks(LOST) - checksBefore).toBeLessThanOrEqual(3);
  },
);

it('readers of one key share its checks, and no check stays open', async () => {
  const { index, checks } = await operatorScene();
  const before = { lost: checks(LOST), valid: checks(VALID) };
  await until(() => checks(VALID) - before.valid >= 4);
  expect(checks(LOST) - before.lost).toBeLessThanOrEqual(checks(VALID) - before.valid + 2);
  await until(() => index.streams() === 1);
});

it('a key that the index leaves unconfirmed for too long is disconnected, and returns once it is confirmed', async () => {
  const { index, console_, open, lostKeyBrowsers, otherBrowser } = await operatorScene({
    keyUnconfirmedMs: UNCONFIRMED_MS,
  });
  const start = performance.now();
  index.refuse(503, LOST);
  await departures(lostKeyBrowsers);
  expect(performance.now() - start).toBeGreaterThan(UNCONFIRMED_MS / 2);
  expect(console_.relay.streamMetrics.departures.unconfirmed).toBe(5);
  // Nothing was refused, so the browser may come back.
  for (const browser of lostKeyBrowsers) expect(browser.control('relay-closed')).toEqual([]);
  const refused = await open({ key: LOST });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  index.refuse(undefined);
  const back = await open({ key: LOST });
  expect(back.status).toBe(200);
  await until(() => back.control('relay-hello').length === 1);
  index.append(2);
  await allHave([back, otherBrowser], from(1, 2));
});

it('an index that does not answer at all confirms no key', async () => {
  const { index, open, lostKeyBrowsers, otherBrowser } = await operatorScene({
    keyUnconfirmedMs: UNCONFIRMED_MS,
  });
  await index.close();
  await departures([...lostKeyBrowsers, otherBrowser]);
  expect((await open({ key: LOST })).status).toBe(503);
});

it.each([undefined, OPERATOR])(
  'a stream ends as soon as its key expires, however busy it is (stream key %s)',
  async (streamKey) => {
    const scene = await startScene(onTestFinished, streamKey === undefined ? {} : { streamKey });
    const { index, open } = scene;
    const expiresAt = new Date(Date.now() + 2_000);
    const [expiring, other] = await Promise.all([open({ key: LOST, expiresAt }), open({ key: VALID })]);
    await until(() => [expiring, other].every((browser) => browser.control('relay-hello').length === 1));
    const busy = setInterval(() => index.append(1), 5);
    onTestFinished(() => clearInterval(busy));
    await expiring.ended;
    expect(Date.now()).toBeGreaterThan(expiresAt.getTime() - 100);
    expect(expiring.ids().length).toBeGreaterThan(5);
    expect(expiring.control('relay-closed')).toEqual([{ reason: 'unauthenticated' }]);
    const seen = other.ids().length;
    await other.until(() => other.ids().length > seen + 5);
  },
);
