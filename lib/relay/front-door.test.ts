import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openFrontDoor } from './front-door';
import { streamDoor } from './stream-door';

it('takes a plain request for the stream, the first one too, and leaves everything else to who was there before', async () => {
  openFrontDoor([streamDoor((request, response) => void response.end(`door ${request.url}`))]);
  const server = createServer((request, response) => void response.end(`next ${request.url}`));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, method = 'GET') =>
    new Promise<string>((done, failed) => {
      const request = send({ port, path, method, host: '127.0.0.1', agent: false }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () => done(text));
      });
      request.on('error', failed).end();
    });
  expect(await ask('/api/events/stream')).toBe('door /api/events/stream');
  expect(await ask('/api/events/stream?last_event_id=7')).toBe('door /api/events/stream?last_event_id=7');
  for (const path of [
    '/api/events/stream/',
    '/api/events/streams',
    '/API/events/stream',
    '//api/events/stream',
    '/api/events/%73tream',
    '/events?next=/api/events/stream',
  ])
    expect(await ask(path)).toBe(`next ${path}`);
  expect(await ask('/api/events/stream', 'POST')).toBe('next /api/events/stream');
});
