// The soak's reader must detect repetitions and a new log, and then start over.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startReader, type SoakReader } from './reader';

let server: Server;
let reader: SoakReader;
afterEach(async () => {
  reader.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const hello = (log_id: string | null) =>
  `retry: 2000\n: ok\n\nevent: relay-hello\ndata: ${JSON.stringify({ log_id, tip: '9', state: 'live' })}\n\n`;
const event = (id: number) => `id: ${id}\nevent: message\ndata: {"id":${id}}\n\n`;

/** Answers connections in turn; the last answer stays. `null`: refused. */
async function serve(...answers: (string | null)[]): Promise<string[]> {
  const cursors: string[] = [];
  server = createServer((request, response) => {
    cursors.push(String(request.headers['last-event-id']));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === null) return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (answers.length > 1) response.end(answer);
    else response.write(answer);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  reader = startReader({ url: () => url, cookie: '', random: () => 0 });
  return cursors;
}

test('it reconnects with its last id after an end and after a rejection', async () => {
  const cursors = await serve(hello('A') + event(1) + event(2), null, hello('A') + event(3));
  await expect.poll(() => reader.lives.get('A')?.ids).toEqual([1, 2, 3]);
  expect(cursors).toEqual(['0', '2', '2']);
  expect(reader.refused).toEqual(new Map([[503, 1]]));
  expect(reader.lives.get('A')?.wrong).toBe(0);
});

test('repeated events are counted', async () => {
  await serve(hello('A') + event(1) + event(2) + event(2) + event(3));
  await expect.poll(() => reader.lives.get('A')?.ids).toEqual([1, 2, 2, 3]);
  expect(reader.lives.get('A')?.wrong).toBe(1);
});

test('a new log is read from its start and counted separately', async () => {
  const cursors = await serve(hello('A') + event(5), hello('B') + event(6), hello('B') + event(1) + event(2));
  await expect.poll(() => reader.lives.get('B')?.ids).toEqual([1, 2]);
  expect(reader.lives.get('A')?.ids).toEqual([5]);
  expect(cursors).toEqual(['0', '5', '0']);
});

test('a stream without a log id delivers nothing', async () => {
  await serve(hello(null) + event(1), hello('A') + event(1));
  await expect.poll(() => reader.lives.get('A')?.ids).toEqual([1]);
});
