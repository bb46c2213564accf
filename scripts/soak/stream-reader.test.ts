// The reader must notice repetitions and a new log, and lose nothing over either version of HTTP.
import { createServer } from 'node:http';
import { connect, createServer as createServer2 } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { overHttp1, overHttp2, startReader, type StreamReader } from './stream-reader';

let server: Server;
let reader: StreamReader;
afterEach(async () => {
  reader.stop();
  await new Promise((done) => server.close(done));
});

const hello = (log_id: string | null, tip: string | null = '9') =>
  `retry: 2000\n: ok\n\nevent: relay-hello\ndata: ${JSON.stringify({ log_id, tip, state: 'live' })}\n\n`;
const reset = (log_id: string, tip: string) =>
  `event: relay-reset\ndata: ${JSON.stringify({ log_id, tip })}\n\n`;
const event = (id: number) => `id: ${id}\nevent: message\ndata: {"id":${id}}\n\n`;

interface Request {
  headers: Record<string, string | string[] | undefined>;
}
interface Response {
  writeHead(status: number, headers?: Record<string, string>): unknown;
  write(text: string): unknown;
  end(): unknown;
}

describe.each(['HTTP/1.1', 'HTTP/2'])('over %s', (version) => {
  /** Answers connections in turn; the last answer stays. `null`: refused. */
  async function serve(from: 'start' | 'end', ...answers: (string | null)[]) {
    const cursors: unknown[] = [];
    const answerNext = (request: Request, response: Response) => {
      cursors.push(request.headers['last-event-id']);
      const isLast = answers.length === 1;
      const answer = (isLast ? answers[0] : answers.shift()) ?? null;
      if (answer === null) return void (response.writeHead(503), response.end());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(answer);
      if (!isLast) response.end();
    };
    server =
      version === 'HTTP/2'
        ? createServer2((request, response) => answerNext(request, response))
        : createServer((request, response) => answerNext(request, response));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const transport =
      version === 'HTTP/2' ? overHttp2(() => connect(url), 'console.example') : overHttp1(() => url);
    reader = startReader({ transport, cookie: '', from, random: () => 0 });
    return cursors;
  }
  const idsOf = (log: string) => expect.poll(() => reader.logs.get(log)?.ids);

  test('it reconnects with its last id after an end and after a rejection', async () => {
    const cursors = await serve('start', hello('A') + event(1) + event(2), null, hello('A') + event(3));
    await idsOf('A').toEqual([1, 2, 3]);
    expect(cursors).toEqual(['0', '2', '2']);
    expect(reader.refused).toEqual(new Map([[503, 1]]));
    expect(reader.logs.get('A')).toMatchObject({ start: 0, wrong: 0 });
  });

  test('repeated events and resets of the same log are counted', async () => {
    await serve('start', hello('A') + event(1) + event(2) + event(2) + event(3) + reset('A', '1') + event(2));
    await idsOf('A').toEqual([1, 2, 2, 3, 2]);
    expect(reader.logs.get('A')?.wrong).toBe(2);
  });

  test('a new log is read from its start and counted separately', async () => {
    const cursors = await serve(
      'start',
      hello('A') + event(5),
      hello('B') + event(6),
      hello('B') + event(1) + event(2),
    );
    await idsOf('B').toEqual([1, 2]);
    expect(reader.logs.get('A')?.ids).toEqual([5]);
    expect(cursors).toEqual(['0', '5', '0']);
  });

  test('a stream without a log id delivers nothing', async () => {
    await serve('start', hello(null) + event(1), hello('A') + event(1));
    await idsOf('A').toEqual([1]);
  });

  test('a reader that starts at the end keeps that start over reconnects', async () => {
    const cursors = await serve('end', hello('A', '7'), hello('A', '9') + event(8) + event(9));
    await idsOf('A').toEqual([8, 9]);
    expect(cursors).toEqual([undefined, '7']);
    expect(reader.logs.get('A')).toMatchObject({ start: 7, wrong: 0 });
  });

  test('the end of a log is taken from the first event if the relay does not know it', async () => {
    await serve('end', hello('A', null) + event(5) + event(6));
    await idsOf('A').toEqual([5, 6]);
    expect(reader.logs.get('A')).toMatchObject({ start: 4, wrong: 0 });
  });
});

test('an unreachable server is counted', async () => {
  server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('connection', (socket) => socket.destroy());
  reader = startReader({ transport: overHttp1(() => url), cookie: '', random: () => 0 });
  await expect.poll(() => reader.refused.get(0)).toBeGreaterThan(1);
});
