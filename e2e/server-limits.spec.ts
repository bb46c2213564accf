// The request path of the production server as a whole: each protection is reached through the real server, on every kind of route.
// What each protection does in detail: lib/relay/server.
import { connect, type Socket } from 'node:net';
import { expect } from '@playwright/test';
import { send, test } from '@/e2e/attack-target';
import type { Attack } from '@/e2e/attacks';
import { openConsole } from '@/e2e/stack/stack';

const ROUTES = [
  '/connect',
  '/overview',
  '/api/index/leaders',
  '/api/session',
  '/api/events/stream',
  '/_next/static/x.js',
];

const attack = (path: string, more: Partial<Attack> = {}): Attack => ({
  name: '',
  method: 'GET',
  path,
  must: 'harmless',
  ...more,
});

interface Client {
  socket: Socket;
  received: string;
  isOpen: boolean;
}

/** Opens a connection, writes `text` and waits for what comes. */
function open(url: string, text: string, localAddress = '127.0.0.1'): Client {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  const client: Client = { socket, received: '', isOpen: true };
  socket.on('data', (chunk: Buffer) => (client.received += chunk.toString('latin1')));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => (client.isOpen = false));
  if (text !== '') socket.write(text);
  return client;
}
const isOpen = (client: Client) => client.isOpen;

test('a foreign host name reaches nothing but the health check', { tag: '@full' }, async ({ target }) => {
  const statuses = async (url: string, host: string) =>
    Promise.all(
      ROUTES.map(
        async (path) => (await send({ ...target, url }, attack(path, { headers: { host } }))).status,
      ),
    );
  for (const host of ['rebound.example', '192.168.1.5:3000', 'localhost.rebound.example'])
    expect(await statuses(target.url, host)).toEqual(ROUTES.map(() => 421));
  const health = await send(target, attack('/healthz', { headers: { host: 'rebound.example' } }));
  expect(health.status).toBe(200);
  const front = await openConsole(target.index.url, { PUBLIC_URL: 'https://console.example' });
  try {
    const forged = { host: 'rebound.example', 'x-forwarded-host': 'console.example' };
    expect((await send({ ...target, url: front.url }, attack('/connect', { headers: forged }))).status).toBe(
      421,
    );
    const allowed = { headers: { host: 'console.example' } };
    expect((await send({ ...target, url: front.url }, attack('/connect', allowed))).status).toBe(200);
    expect(await statuses(front.url, 'rebound.example')).toEqual(ROUTES.map(() => 421));
  } finally {
    await front.close();
  }
});

test('a body is refused by its head', { tag: '@full' }, async ({ target }) => {
  const head = (path: string, headers: string) =>
    open(target.url, `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`);
  const clients = [
    ...['/connect', '/nothing', '/healthz'].map(
      (path) => [413, head(path, 'Content-Length: 10485760')] as const,
    ),
    [413, head('/connect', 'Transfer-Encoding: chunked')] as const,
    [413, head('/api/session', 'Content-Length: 20000')] as const,
    [411, head('/api/session', 'Transfer-Encoding: chunked')] as const,
  ];
  for (const [status, client] of clients) {
    await expect.poll(() => client.received).toContain(`HTTP/1.1 ${status} `);
    // It is not received either.
    await expect.poll(() => isOpen(client)).toBe(false);
  }
});

test('a cookie with two values counts as absent', { tag: '@full' }, async ({ target }) => {
  const [name = ''] = target.cookie.split('=');
  const [, scope = '', connection = ''] = /^(.*-)key-([\w-]{22})$/.exec(name) ?? [];
  const active = `${scope}active=${connection}`;
  const wholly = `${target.cookie}; ${active}`;
  const doubled = [`${wholly}; ${name}=Fe26.2*planted`, `${name}=Fe26.2*planted; ${wholly}`];
  const outcome = async (cookie: string) => {
    const ask = (path: string) => send({ ...target, cookie }, attack(path));
    const post = attack('/api/session/use', { method: 'POST', body: JSON.stringify({ connection }) });
    const state = await ask('/api/session');
    const page = await ask('/leaders');
    return {
      read: (await ask('/api/index/leaders')).status,
      requests: (await ask('/api/session/requests')).status,
      act: (await send({ ...target, cookie }, post)).status,
      session: /"connected":(\w+)/.exec(state.bytes)?.[1],
      page: page.status,
    };
  };
  expect(await outcome(wholly)).toEqual({ read: 200, requests: 200, act: 200, session: 'true', page: 200 });
  for (const cookie of doubled) {
    expect(await outcome(cookie)).toEqual({
      read: 401,
      requests: 401,
      act: 401,
      session: 'false',
      page: 307,
    });
    expect((await send({ ...target, cookie }, attack('/api/events/stream'))).status).toBe(401);
  }
});

test.describe('connections', () => {
  test.skip(process.platform !== 'linux', 'needs loopback addresses besides 127.0.0.1');

  test('are limited per address and in total', { tag: '@full' }, async ({ target }) => {
    const front = await openConsole(target.index.url, { STREAMS_PER_ADDRESS: '5', MAX_CONNECTIONS: '50' });
    const clients: Client[] = [];
    const openFrom = (address: string, count: number) => {
      const opened = Array.from({ length: count }, () => open(front.url, '', address));
      clients.push(...opened);
      return opened;
    };
    const stillOpen = (some: Client[]) => expect.poll(() => some.filter(isOpen).length);
    try {
      // Four times as many as streams.
      await stillOpen(openFrom('127.0.0.2', 30)).toBe(20);
      await stillOpen(openFrom('127.0.0.3', 30)).toBe(20);
      // Some of the 50 belong to the server's own health checks.
      await stillOpen([...openFrom('127.0.0.4', 19), ...openFrom('127.0.0.5', 19)]).toBeLessThanOrEqual(10);
      for (const { socket } of clients) socket.destroy();
      await expect
        .poll(() =>
          fetch(`${front.url}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
    } finally {
      for (const { socket } of clients) socket.destroy();
      await front.close();
    }
  });

  test('that are silent, slow or idle are closed', { tag: '@full' }, async ({ target }) => {
    const silent = open(target.url, '');
    const headers = open(target.url, 'GET /connect HTTP/1.1\r\nHost: local');
    const body = open(
      target.url,
      'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
    );
    const idle = open(target.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const drip = setInterval(() => {
      headers.socket.write('h');
      body.socket.write(' ');
    }, 1_000);
    try {
      const all = [silent, headers, body, idle];
      await expect.poll(() => all.filter(isOpen).length, { timeout: 60_000 }).toBe(0);
      expect(idle.received).toContain('HTTP/1.1 200');
    } finally {
      clearInterval(drip);
      for (const { socket } of [silent, headers, body, idle]) socket.destroy();
    }
  });

  test('an upgrade is refused and its socket closed', { tag: '@full' }, async ({ target }) => {
    for (const path of ['/nothing', '/connect', '/_next/hmr', '/api/events/stream']) {
      const client = open(
        target.url,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      );
      await expect.poll(() => isOpen(client)).toBe(false);
      expect(client.received).toMatch(/^HTTP\/1\.1 400 /);
    }
    const tunnel = open(target.url, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
    await expect.poll(() => isOpen(tunnel)).toBe(false);
  });
});
