// The documented nginx.conf in front of servers that only record what reaches them: what it passes on, and what it keeps from the consoles.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, test as base } from '@playwright/test';
import { ensureNginx, startNginx } from '@/scripts/nginx.mjs';
import { freePort } from '@/scripts/processes.mjs';
import { createCertificate, HOST, nginxConfig, sendRequest } from '@/scripts/soak/replicas';

interface Proxied {
  port: number;
  /** What reached the consoles. */
  received: IncomingMessage[];
  /** What a console does; by default it answers 200. */
  answer: { by: RequestListener };
  ports: number[];
  /** Of nginx: configuration, log, and what it writes of bodies. */
  folder: string;
}

const test = base.extend<{ proxied: Proxied }>({
  proxied: async ({}, use) => {
    const program = ensureNginx();
    test.skip(program === null, 'needs nginx from apt');
    const received: IncomingMessage[] = [];
    const answer: Proxied['answer'] = { by: (_, response) => void response.end('ok') };
    const servers = Array.from({ length: 4 }, () =>
      createServer((request, response) => {
        received.push(request);
        answer.by(request, response);
      }),
    );
    const folder = mkdtempSync(join(tmpdir(), 'dagscope-nginx-'));
    try {
      for (const server of servers) await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const ports = servers.map((server) => (server.address() as AddressInfo).port);
      const [tls, index] = [await freePort(), await freePort()];
      createCertificate(folder);
      const config = nginxConfig(folder, { tls, index, consoles: ports, readers: ports.slice(0, 2) }, '90')
        // Requests per second are not what is tested, and a test does not wait half a minute for a console that hangs.
        .replaceAll('proxy_read_timeout 30s', 'proxy_read_timeout 1s');
      const nginx = startNginx({ program: program ?? '', folder, config });
      await expect
        .poll(() =>
          open(tls).then(
            (socket) => socket.destroy().destroyed,
            () => false,
          ),
        )
        .toBe(true);
      await use({ port: tls, received, answer, ports, folder });
      await nginx.stop();
    } finally {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

function open(port: number, text = ''): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      socket.write(text);
      socket.resume();
      resolve(socket);
    });
    socket.on('error', reject);
  });
}
const http2 = (port: number) => connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });

test('replaces every header that a console believes', async ({ proxied: { port, received } }) => {
  const session = http2(port);
  const forged = {
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'localhost',
    'x-forwarded-proto': 'http',
  };
  for (const path of ['/connect', '/api/session', '/api/events/stream', '/_next/static/x.js'])
    await sendRequest(session, path, { headers: forged });
  session.destroy();
  expect(received).toHaveLength(4);
  for (const { headers } of received)
    expect(headers).toMatchObject({
      host: HOST,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': HOST,
      'x-forwarded-proto': 'https',
    });
});

test('a read is asked elsewhere when its console hangs', async ({ proxied }) => {
  const { port, ports, received, answer } = proxied;
  answer.by = ({ socket }, response) => {
    if (socket.localPort === ports[0]) return;
    response.end('ok');
  };
  const session = http2(port);
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await sendRequest(session, '/api/index/leaders')).status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(received.length).toBeGreaterThan(4);
  session.destroy();
});

test('an answer that is not read stays at its console, not on the disk', async ({ proxied }) => {
  const { port, answer, folder } = proxied;
  const size = 16 * 1024 * 1024;
  const ended: boolean[] = [];
  answer.by = (_, response) => {
    const at = ended.push(false) - 1;
    response.on('finish', () => (ended[at] = true));
    response.end(Buffer.alloc(size));
  };
  for (const path of ['/api/index/leaders', '/api/session', '/_next/static/x.js']) {
    const socket = await open(port, `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
    socket.pause();
  }
  await expect.poll(() => ended.length).toBe(3);
  // It took the consoles less than a second to be rid of all.
  await sleep(2_000);
  expect(ended).toEqual([false, false, false]);
  const written = readdirSync(join(folder, 'proxy'), { recursive: true });
  expect(written).toEqual([]);
});

test(
  'closes slow and idle connections, and limits the requests of an address',
  { tag: '@full' },
  async ({ proxied: { port, answer } }) => {
    test.setTimeout(120_000);
    const slow = await Promise.all([
      open(port),
      open(port, `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-Slow: `),
      open(port, `POST /api/session HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 900\r\n\r\n{`),
      open(port, `GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`),
    ]);
    // Streams: none ends.
    answer.by = (_, response) => void response.writeHead(200).write(':\n');
    const sessions = Array.from({ length: 5 }, () => http2(port));
    const statuses: number[] = [];
    for (let count = 0; count < 450; count += 1) {
      const request = sessions[count % 5]?.request({ ':path': '/api/events/stream', ':authority': HOST });
      request?.on('response', (headers) => statuses.push(Number(headers[':status'])));
      request?.on('error', () => undefined);
    }
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(450);
    // The slow ones may count too.
    const accepted = statuses.filter((status) => status === 200).length;
    expect(accepted).toBeLessThanOrEqual(360);
    expect(accepted).toBeGreaterThanOrEqual(360 - slow.length);
    expect(statuses.filter((status) => status === 429)).toHaveLength(450 - accepted);
    await expect.poll(() => slow.filter(({ destroyed }) => !destroyed).length, { timeout: 60_000 }).toBe(0);
    for (const session of sessions) session.destroy();
  },
);
