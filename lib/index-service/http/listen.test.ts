// The index behind a real socket: slow and leaving clients.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { listen, type Listening } from './listen';

let index: MemoryService;
let listening: Listening;
const printed = vi.spyOn(console, 'error');

beforeAll(async () => {
  index = await openMemoryService();
  listening = await listen(0, index.service.fetch, { headersMs: 300, requestMs: 600 });
});
afterAll(async () => {
  await listening.close();
  await index.stop();
});

/** Sends text and waits until the index closes the connection, or `leave` does. */
function send(text: string, leave?: (socket: ReturnType<typeof connect>) => void): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1', () => {
      socket.write(text, () => leave?.(socket));
    });
    let received = '';
    socket.on('data', (part) => (received += String(part)));
    socket.on('error', () => undefined);
    socket.on('close', () => done(received));
  });
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test.each([
  ['headers', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
  ['a request line', 'GET /hea'],
  ['a body', `${head('/onboarding/keys', 100)}{"email":`],
])('a client that does not finish %s is disconnected', async (_, text) => {
  expect(await send(text)).toMatch(/^HTTP\/1\.1 408 |^$/);
});

test.each(['/onboarding/keys', '/tokens', '/nowhere'])(
  'a client that leaves in the middle of a body to %s is no error of the index',
  async (path) => {
    await send(`${head(path, 100)}{"email":`, (socket) => socket.resetAndDestroy());
    await send(`${head(path, 100)}{"email":`, (socket) => socket.destroy());
    // Answered after what the index made of those.
    expect((await fetch(`${listening.url}/healthz`)).status).toBe(200);
    expect(index.logged).toEqual([]);
    expect(printed).not.toHaveBeenCalled();
  },
);

test('a body that ends early is a 400, whatever ends it', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":'));
      controller.error(new Error('aborted'));
    },
  });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
  const answer = await index.fetch('/onboarding/keys', init);
  expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'the body ended early' }]);
  expect(index.logged).toEqual([]);
});
