// Faults 13, 14, 21 and 24: browser input never reaches a request or a stream verbatim, and no secret reaches a browser.
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { from, has } from '@/lib/relay/testing/expectations';
import { startScene } from '@/lib/relay/testing/scene';
import { until, type StreamBrowser } from '@/lib/relay/testing/stream-browser';
import { CANARY_KEY } from '@/lib/relay/testing/stream-console';

/** Sends raw bytes; resolves with everything received until 300 ms of silence. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.setTimeout(300, () => socket.destroy());
    socket.on('data', (part) => (got += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(got));
  });
}

describe('fault 13: CRLF injection', () => {
  const EVIL = [
    '1\r\nX-Evil: y',
    '1\nX-Evil: y',
    '1\r\n\r\nGET /evil HTTP/1.1',
    'WalkAdvanced\r\nX-Evil: y',
    '1\u0000X-Evil',
  ];

  it.each(EVIL)('through kinds and last_event_id: %j', async (text) => {
    const { index, open } = await startScene(onTestFinished);
    for (const name of ['kinds', 'last_event_id']) {
      const browser = await open({ query: `?${name}=${encodeURIComponent(text)}` });
      expect(browser.status).toBe(400);
      await browser.ended;
      expect(browser.headers).not.toHaveProperty('x-evil');
    }
    expect(JSON.stringify([index.streamRequests, index.listRequests])).not.toMatch(/evil/i);
  });

  it('through a header', async () => {
    const { index, console_ } = await startScene(onTestFinished);
    const cookie = await console_.cookie();
    for (const line of [
      'last-event-id: 1\u0000X',
      'last-event-id: 1\rX-Evil: y',
      'last-event-id: 1\n: x\nid: 99',
    ]) {
      const answer = await raw(
        console_.url,
        `GET /api/events/stream HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n${line}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 (400|200)/);
      expect(answer).not.toMatch(/evil|id: 99/i);
    }
    expect(JSON.stringify(index.streamRequests)).not.toMatch(/evil/i);
  });

  it('from the index: line ends inside event text open no new field', async () => {
    const { index, connected } = await startScene(onTestFinished);
    const [browser] = await connected(1);
    index.append(1, 'WalkAdvancedEvent', 'a\r\n\r\nid: 99\nevent: relay-closed\ndata: {}\n\n');
    await has(browser!, ['1']);
    expect(browser!.control('relay-closed')).toEqual([]);
  });
});

it('fault 14: no byte sent to a browser and no log line contains the key, the address of the index or a stack trace', async () => {
  const { index, console_, open, connected } = await startScene(onTestFinished, {
    limits: { staleAfterMs: 30, heartbeatMs: 30 },
  });
  const browsers: StreamBrowser[] = await connected(2);
  index.append(2);
  for (const answer of [500, 429, 'html', 'json', 302] as const) {
    index.next(answer);
    index.cut('reset');
    await until(() => index.streams() === 1);
  }
  const wants = ['?kinds=Nope', '?last_event_id=x', '?last_event_id=999999', '?kinds=WalkAdvanced'];
  for (const query of wants) browsers.push(await open({ query }));
  browsers.push(await open({ anonymous: true }), await open({ scopes: [] }));
  index.append(1, 'WalkAdvancedEvent', 'y'.repeat(1024 * 1024));
  await until(() => console_.relay.streamMetrics.gaps === 1);
  index.refuse(500);
  browsers.push(await open({ query: '?kinds=DAGCreated' }));
  index.refuse(401);
  index.cut('end');
  await Promise.all(browsers.map(({ ended }) => ended));
  browsers.push(await open());
  await browsers.at(-1)!.ended;
  const [, secret = ''] = CANARY_KEY.split('.');
  const { host, port } = new URL(index.url);
  const secrets = [
    secret,
    CANARY_KEY,
    'k_1.',
    'x-api-key',
    host,
    `:${port}`,
    'at /',
    'at async',
    '.ts:',
    'secret stack',
  ];
  for (const browser of browsers) {
    const seen = `${JSON.stringify(browser.headers)}\n${browser.bytes().toString('latin1')}`;
    for (const word of secrets) expect(seen).not.toContain(word);
  }
  for (const word of [secret, 's'.repeat(32)]) expect(JSON.stringify(console_.turns)).not.toContain(word);
});

describe('fault 24: kinds', () => {
  it('with and without the Event suffix, in any order, repeated, and empty', async () => {
    const { index, console_, open } = await startScene(onTestFinished);
    const ask = (kinds: string) => open({ query: `?kinds=${kinds}` });
    const same = await Promise.all(
      [
        'WalkAdvanced,DAGCreatedEvent',
        'DAGCreated,WalkAdvancedEvent',
        'WalkAdvanced,WalkAdvancedEvent,DAGCreated',
      ].map(ask),
    );
    const all = await Promise.all([ask(''), open()]);
    await until(() => index.streams() === 1 && console_.relay.channels.stats().channels[0]?.readers === 5);
    await Promise.all(
      [...same, ...all].map((one) => one.until(() => one.control('relay-hello').length === 1)),
    );
    index.append(2, 'WalkAdvancedEvent');
    index.append(2, 'LeaderStakeDepositedEvent');
    index.append(1, 'DAGCreatedEvent');
    for (const browser of same) await has(browser, ['1', '2', '5']);
    for (const browser of all) await has(browser, from(1, 5));
    // One set is checked once, however it is spelled.
    expect(index.listRequests.filter((url) => url.includes('kinds'))).toHaveLength(1);
    expect(index.mostStreams()).toBe(1);
  });

  it('every kind of the catalogue at once, and 10 KB of them', async () => {
    const { index, open } = await startScene(onTestFinished);
    const names = Object.keys(eventKinds);
    const browser = await open({ query: `?kinds=${names.join(',')}` });
    await browser.until(() => browser.control('relay-hello').length === 1);
    index.append(2);
    await has(browser, from(1, 2));
    const long = Array.from({ length: 800 }, () => 'WalkAdvanced').join(',');
    expect(long.length).toBeGreaterThan(10_000);
    const twice = await open({ query: `?kinds=${long}`, lastEventId: '0' });
    await has(twice, from(1, 2));
    const nonsense = await open({ query: `?kinds=${'x'.repeat(10_000)}` });
    expect(nonsense.status).toBe(400);
  });

  it('a set is checked once, however many browsers want it', async () => {
    const { index, open } = await startScene(onTestFinished);
    index.forgetKind('DAGCreatedEvent');
    const many = await Promise.all(Array.from({ length: 10 }, () => open({ query: '?kinds=DAGCreated' })));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 400));
    expect(index.listRequests).toHaveLength(1);
  });
});

it('fault 21: whatever a browser accepts, the stream is not compressed and must not be transformed', async () => {
  const { index, console_ } = await startScene(onTestFinished);
  const cookie = await console_.cookie();
  for (const encoding of ['gzip', 'br', 'gzip, deflate, br, zstd', 'identity;q=0, gzip']) {
    const answer = await raw(
      console_.url,
      `GET /api/events/stream HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\naccept-encoding: ${encoding}\r\n\r\n`,
    );
    expect(answer).toMatch(/^cache-control: no-cache, no-transform\r$/im);
    expect(answer).not.toMatch(/^content-encoding/im);
    expect(answer).toContain('event: relay-hello');
  }
  expect(index.mostStreams()).toBe(1);
});
