// The handlers that bound connections, pipelining and page renders.
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { BlockList, connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createRateLimit } from '@/lib/limits/rate-limit';
import { passClientAddress } from './client-address';
import {
  limitConnections,
  limitPipelining,
  limitRenders,
  limitResponseTime,
} from './connections-and-renders';

/** Long, for busy machines. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000 });

const REQUEST = 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n';

async function listen(listener: RequestListener, onConnection?: (socket: Socket) => void) {
  const server = createServer(listener);
  if (onConnection) server.on('connection', onConnection);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (text: string, localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const client = { socket, received: '', closed: false };
    socket.on('data', (chunk) => (client.received += chunk.toString()));
    socket.on('close', () => (client.closed = true));
    socket.on('error', () => socket.destroy());
    socket.write(text);
    return client;
  };
}

it('closes connections of an address beyond its limit, and counts those that end', async () => {
  const limit = limitConnections(2, new BlockList());
  const open = await listen((_request, response) => response.end(), limit);
  const clients = [open(''), open(''), open('')];
  await eventually(() => expect(clients.filter(({ closed }) => closed)).toHaveLength(1));
  const other = open(REQUEST, '127.0.0.2');
  await eventually(() => expect(other.received).toContain('200 OK'));
  for (const { socket } of clients) socket.destroy();
  // Until the server has seen them close it refuses another.
  await eventually(async () => {
    const again = open(REQUEST);
    await eventually(() => expect(again.closed || again.received !== '').toBe(true));
    expect(again.received).toContain('200 OK');
  });
});

it('counts the connections of an IPv6 /64 together', () => {
  const limit = limitConnections(2, new BlockList());
  const connectFrom = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false });
    const destroy = () => (socket.destroyed = true);
    limit(Object.assign(socket, { destroy }) as unknown as Socket);
    return socket.destroyed ? 'closed' : 'open';
  };
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:aaaa::2', '2001:db8:1:2:bbbb::3', '2001:db8:1:3::1'];
  expect(addresses.map(connectFrom)).toEqual(['open', 'open', 'closed', 'open']);
});

it('does not limit the connections of a trusted proxy', async () => {
  const proxies = new BlockList();
  proxies.addAddress('127.0.0.1');
  const open = await listen((_request, response) => response.end(), limitConnections(1, proxies));
  const clients = [open(REQUEST), open(REQUEST), open(REQUEST)];
  await eventually(() => expect(clients.every(({ received }) => received.includes('200 OK'))).toBe(true));
});

it('answers a few pipelined requests in turn and drops a connection that sends many', async () => {
  let [running, most, started] = [0, 0, 0];
  const limit = limitPipelining();
  const open = await listen((request, response) => {
    void limit(request, response, async () => {
      running += 1;
      started += 1;
      most = Math.max(most, running);
      await sleep(20);
      running -= 1;
      response.end('done');
    });
  });
  const few = open(REQUEST.repeat(4));
  await eventually(() => expect(few.received.match(/200 OK/g)).toHaveLength(4));
  expect(most).toBe(1);
  started = 0;
  const many = open(REQUEST.repeat(500));
  await eventually(() => expect(many.closed).toBe(true));
  await sleep(200);
  expect(started).toBeLessThanOrEqual(1);
});

/** A server whose renders end when `finish` is called or, unless `stuck`, when their client goes. */
async function renderer(perMinute = 1_000) {
  const renders: { path: string; finish: () => void }[] = [];
  const address = passClientAddress(new BlockList());
  const limit = limitRenders(createRateLimit({ now: () => 0 }), perMinute);
  let [requested, closed] = [0, 0];
  const open = await listen((request, response) => {
    requested += 1;
    request.socket.once('close', () => (closed += 1));
    const render = () =>
      new Promise<void>((resolve) => {
        renders.push({ path: request.url ?? '', finish: () => response.end('page', resolve) });
        response.once('close', resolve);
      });
    const run = async () => address(request, response, async () => limit(request, response, render));
    run().catch((error: { status: number }) => response.writeHead(error.status).end());
  });
  return { open, renders, requested: () => requested, closed: () => closed };
}

it('renders a few pages per address at once, and lets other addresses in meanwhile', async () => {
  const { open, renders } = await renderer();
  for (let index = 0; index < 20; index += 1) open(REQUEST);
  await eventually(() => expect(renders).toHaveLength(4));
  open(REQUEST.replace('/page', '/other'), '127.0.0.2');
  await eventually(() => expect(renders.map(({ path }) => path)).toContain('/other'));
  renders[0]?.finish();
  await eventually(() => expect(renders).toHaveLength(6));
});

it('renders twelve pages at once in total, however many addresses ask', async () => {
  const { open, renders, requested } = await renderer();
  for (let address = 1; address <= 8; address += 1)
    for (let index = 0; index < 4; index += 1) open(REQUEST, `127.0.0.${address}`);
  await eventually(() => expect([requested(), renders.length]).toEqual([32, 12]));
  renders[0]?.finish();
  await eventually(() => expect(renders).toHaveLength(13));
});

it('does not render for disconnected clients, and frees the places of those it rendered for', async () => {
  const { open, renders, requested, closed } = await renderer();
  const paths = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
  const clients = paths.map((path) => ({ path, ...open(REQUEST.replace('/page', path)) }));
  await eventually(() => expect([requested(), renders.length]).toEqual([20, 4]));
  const isRendered = (path: string) => renders.some((render) => render.path === path);
  const waiting = clients.filter(({ path }) => !isRendered(path));
  const rendered = clients.filter(({ path }) => isRendered(path));
  // The server has seen the waiting clients leave before a place becomes free.
  for (const { socket } of waiting) socket.destroy();
  await eventually(() => expect(closed()).toBe(16));
  for (const { socket } of rendered) socket.destroy();
  await eventually(() => expect(closed()).toBe(20));
  const next = Array.from({ length: 4 }, () => open(REQUEST));
  await eventually(() => expect(renders).toHaveLength(8));
  expect(renders.slice(4).map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/page'));
  for (const { finish } of renders.slice(4)) finish();
  await eventually(() => expect(next.every(({ received }) => received.includes('200 OK'))).toBe(true));
});

it('gives the places of pages that wait for slow readers to others', async () => {
  const limit = limitRenders(createRateLimit({ now: () => 0 }), 1_000);
  const rendered: string[] = [];
  const open = await listen((request, response) => {
    void limit(request, response, async () => {
      rendered.push(request.url ?? '');
      // As Next does: some pages are written in parts, others are ended at once.
      const page = Buffer.alloc(32 * 1024 * 1024);
      if (rendered.length % 2 === 0) response.end(page);
      else if (!response.write(page)) await once(response, 'drain');
      await once(response, 'close');
    });
  });
  for (let index = 0; index < 20; index += 1) open(REQUEST).socket.pause();
  await eventually(() => expect(rendered).toHaveLength(20));
});

it('closes a connection whose response is not taken in time', async () => {
  const limit = limitResponseTime(200);
  const ended: string[] = [];
  const open = await listen((request, response) => {
    response.once('close', () => ended.push(request.url ?? ''));
    void limit(request, response, () => {
      response.end(request.url === '/page' ? Buffer.alloc(32 * 1024 * 1024) : 'short');
      return Promise.resolve();
    });
  });
  const slow = open(REQUEST);
  slow.socket.pause();
  await eventually(() => expect(ended).toEqual(['/page']));
  const idle = open(REQUEST.replace('/page', '/short'));
  await eventually(() => expect(ended).toEqual(['/page', '/short']));
  // Longer than its time, if the next one's is over.
  open(REQUEST).socket.pause();
  await eventually(() => expect(ended).toHaveLength(3));
  expect(idle.closed).toBe(false);
});

it('refuses what exceeds the queue or the rate of an address', async () => {
  const { open } = await renderer();
  const clients = Array.from({ length: 80 }, () => open(REQUEST));
  await eventually(() =>
    expect(clients.filter(({ received }) => received.includes('429 Too Many')).length).toBe(80 - 4 - 64),
  );
  const rated = await renderer(2);
  const three = Array.from({ length: 3 }, () => rated.open(REQUEST));
  await eventually(() => expect(three.some(({ received }) => received.includes('429'))).toBe(true));
  expect(rated.renders).toHaveLength(2);
});

it('counts and places route handlers and changes of the session apart from pages', async () => {
  const { open, renders } = await renderer(6);
  const routes = ['/api/version', '/healthz', '/metrics', '/api/nothing', '/api/session', '/api/session/use'];
  for (const route of routes) open(REQUEST.replace('/page', route));
  await eventually(() => expect(renders).toHaveLength(4));
  for (const path of ['/api/session/claim', '/api/session/use'])
    open(REQUEST.replace('GET /page', `POST ${path}`));
  await eventually(() => expect(renders).toHaveLength(6));
  for (const { path, finish } of renders) if (!path.startsWith('/api/session/')) finish();
  await eventually(() => expect(renders).toHaveLength(8));
  const refused = open(REQUEST.replace('/page', '/api/version'));
  await eventually(() => expect(refused.received).toContain(' 429 '));
  // Nor does another address, or a page, pay for them.
  open(REQUEST.replace('/page', '/api/version'), '127.0.0.2');
  open(REQUEST);
  await eventually(() => expect(renders).toHaveLength(10));
});
