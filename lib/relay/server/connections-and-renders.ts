// Limits the open connections of an address, the requests of a connection, and page renders, the most expensive work (values: lib/relay/limits.ts).
// Invariant: addresses take turns, and a request whose client has disconnected is never rendered.
import type { BlockList, Socket } from 'node:net';
import { addressGroup } from '@/lib/limits/address-group';
import { DEVELOPMENT } from '@/lib/relay/env';
import { REQUEST_LIMITS } from '@/lib/relay/limits';
import type { SharedRateLimit } from '@/lib/relay/redis/shared-limits';
import { clientAddress, isTrusted } from './client-address';
import { refuse, type Handler } from './request-head';

/** Closes new connections of an address beyond `most`. Trusted proxies are exempt: their visitors share connections. */
export function limitConnections(most: number, proxies: BlockList): (socket: Socket) => void {
  const open = new Map<string, number>();
  return (socket) => {
    const remote = socket.remoteAddress ?? '';
    if (isTrusted(remote, proxies)) return;
    const address = addressGroup(remote);
    const count = open.get(address) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const remaining = (open.get(address) ?? 1) - 1;
      if (remaining === 0) open.delete(address);
      else open.set(address, remaining);
    });
  };
}

/**
 * Handles the requests of a connection one at a time and drops a connection that pipelines more. A pipelined response that has not begun
 * gets no event when its client disconnects, so Next would wait for it forever.
 */
export function limitPipelining(): Handler {
  const queues = new WeakMap<Socket, { length: number; idle: Promise<void> }>();
  return async ({ socket }, response, next) => {
    // The parser still emits the rest of what it has received.
    if (socket.destroyed) return;
    const queue = queues.get(socket) ?? { length: 0, idle: Promise.resolve() };
    queues.set(socket, queue);
    if (queue.length >= REQUEST_LIMITS.pipelinedPerConnection) {
      socket.destroy();
      return;
    }
    const previous = queue.idle;
    queue.length += 1;
    queue.idle = new Promise((resolve) => {
      response.once('close', () => {
        queue.length -= 1;
        resolve();
      });
    });
    await previous;
    if (!socket.destroyed) await next();
  };
}

/** Closes the connection of a response that is not finished after `ms`, however slowly its client reads. Event streams are served before. */
export const limitResponseTime =
  (ms: number): Handler =>
  ({ socket }, response, next) => {
    const timer = setTimeout(() => socket.destroy(), ms).unref();
    response.once('close', () => clearTimeout(timer));
    return next();
  };

/** Route handlers. Everything else may render a page, if only the one for 404. */
const NOT_RENDERED = /^\/(api\/|healthz$|metrics$)/;

/** Limits concurrent renders, in total and per address, and the rates of renders and of route handlers per address. */
export function limitRenders(rates: SharedRateLimit, perMinute: number): Handler {
  const running = new Map<string, number>();
  let total = 0;
  /** Addresses in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();

  function count(address: string, change: 1 | -1): void {
    total += change;
    const renders = (running.get(address) ?? 0) + change;
    if (renders === 0) running.delete(address);
    else running.set(address, renders);
  }

  function startWaiting(): void {
    for (const [address, queue] of queues) {
      if (total >= REQUEST_LIMITS.rendersAtOnce) return;
      if ((running.get(address) ?? 0) >= REQUEST_LIMITS.rendersAtOncePerAddress) continue;
      const first = queue.shift();
      queues.delete(address);
      if (queue.length > 0) queues.set(address, queue);
      if (first === undefined) continue;
      count(address, 1);
      first();
    }
  }

  /** Waits for a place; false when the client disconnects first. */
  function place(address: string, socket: Socket): Promise<boolean> {
    return new Promise((resolve) => {
      const queue = queues.get(address) ?? [];
      const leave = () => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) queues.delete(address);
        resolve(false);
      };
      const start = () => {
        socket.off('close', leave);
        resolve(true);
      };
      socket.once('close', leave);
      queue.push(start);
      queues.set(address, queue);
      startWaiting();
    });
  }

  return async (request, response, next) => {
    const address = clientAddress(request.headers);
    if (NOT_RENDERED.test(request.url ?? '')) {
      // Their own limits are checked in Next, which costs as much as a small page. In development reads pass here too.
      if (!DEVELOPMENT) await rates.take(`route ${address}`, perMinute);
      return next();
    }
    await rates.take(`render ${address}`, perMinute);
    if ((queues.get(address)?.length ?? 0) >= REQUEST_LIMITS.rendersWaitingPerAddress)
      return refuse(response, 429, 'Too many pages requested at once', { 'Retry-After': '1' });
    if (request.socket.destroyed || !(await place(address, request.socket))) return;
    let released = false;
    // A page whose client reads slowly waits for the socket and no longer costs CPU: a few such clients must not take all places.
    let ticks = 0;
    const watch = setInterval(() => {
      ticks = response.writableNeedDrain || response.writableEnded ? ticks + 1 : 0;
      if (ticks > 1) release();
    }, REQUEST_LIMITS.blockedRenderMs).unref();
    const release = () => {
      if (released) return;
      released = true;
      clearInterval(watch);
      count(address, -1);
      startWaiting();
    };
    response.once('close', () => setTimeout(release, REQUEST_LIMITS.abandonedRenderMs).unref());
    try {
      await next();
    } finally {
      release();
    }
  };
}
