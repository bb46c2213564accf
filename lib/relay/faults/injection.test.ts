// Faults 13, 14 and 21: browser input never reaches a request or a stream verbatim, and no secret reaches a browser.
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { has } from '@/lib/relay/testing/expectations';
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

  it.each(EVIL)('through a parameter: %j', async (text) => {
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
        `GET /api/events/stream HTTP/1.1\r\nhost: ${new URL(console_.url).host}\r\ncookie: ${cookie}\r\n${line}\r\n\r\n`,
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
  browsers.push(await open());
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
  for (const word of [secret, 's'.repeat(32)]) expect(JSON.stringify(console_.lines)).not.toContain(word);
});

it.each([
  ['k_1.canary-secret', 'k_1'],
  ['canary-without-any-dot', null],
  ['.canary', null],
  ['canary.', null],
])('fault 14: the log names a stream of the key %s by the id in it (%s)', async (key, keyId) => {
  const { index, console_, open } = await startScene(onTestFinished);
  const browser = await open({ key });
  await until(() => browser.control('relay-hello').length === 1);
  index.cut('reset');
  await until(() => index.streams() === 1);
  index.refuse(401);
  index.cut('end');
  await browser.ended;
  for (const what of ['upstream opened', 'upstream lost', 'upstream refused'])
    expect(console_.lines.map((line) => line.what)).toContain(what);
  for (const { facts } of console_.lines) expect(facts['key_id']).toBe(keyId);
  expect(JSON.stringify(console_.lines)).not.toContain('canary');
});

it('fault 21: whatever a browser accepts, the stream is not compressed and must not be transformed', async () => {
  const { index, console_ } = await startScene(onTestFinished);
  const cookie = await console_.cookie();
  for (const encoding of ['gzip', 'br', 'gzip, deflate, br, zstd', 'identity;q=0, gzip']) {
    const answer = await raw(
      console_.url,
      `GET /api/events/stream HTTP/1.1\r\nhost: ${new URL(console_.url).host}\r\ncookie: ${cookie}\r\naccept-encoding: ${encoding}\r\n\r\n`,
    );
    expect(answer).toMatch(/^cache-control: no-cache, no-transform\r$/im);
    expect(answer).not.toMatch(/^content-encoding/im);
    expect(answer).toContain('event: relay-hello');
  }
  expect(index.mostStreams()).toBe(1);
});
