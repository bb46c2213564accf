import { Agent, createServer, get, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chunkOf, responseSink } from './browser-connection';

let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer((request, response) => {
    sockets.push(request.socket);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const sink = responseSink(response);
    sink.onDrain(() => undefined);
    for (const text of ['one é', 'two']) sink.write(chunkOf(text));
    sink.end(chunkOf('three'), 1_000);
    sink.write(chunkOf('after the end'));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const port = () => (server.address() as AddressInfo).port;

it('writes well-formed chunks and leaves the connection usable for the next requests', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < 15; n += 1) {
    const text = await new Promise<string>((resolve, reject) => {
      get({ port: port(), host: '127.0.0.1', agent }, (response) => {
        let got = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (got += part));
        response.on('end', () => resolve(got));
      }).on('error', reject);
    });
    expect(text).toBe('one étwothree');
  }
  agent.destroy();
  expect(new Set(sockets).size).toBe(1);
  expect(sockets[0]!.listenerCount('drain')).toBeLessThan(4);
});

it('writes plain bytes where the body is not chunked (HTTP/1.0, the default of some proxies)', async () => {
  const text = await new Promise<string>((resolve) => {
    let got = '';
    const socket = connect(port(), '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'));
    socket.setEncoding('utf8');
    socket.on('data', (part) => (got += String(part)));
    socket.on('close', () => resolve(got));
  });
  expect(text).toMatch(/\r\n\r\none étwothree$/);
  expect(text).not.toMatch(/transfer-encoding/i);
});
