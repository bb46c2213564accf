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

interface PlaceLimits {
  /** Requests at once, of all addresses and of one; then how many of one address wait. */
  total: number;
  perAddress: number;
  waiting: number;
}

/** Places for requests under way, which addresses take in turns. */
function createPlaces({ total: most, perAddress, waiting }: PlaceLimits) {
  const running = new Map<string, number>();
  let total = 0;
  /** Addresses in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();

  function count(address: string, change: 1 | -1): void {
    total += change;
    const requests = (running.get(address) ?? 0) + change;
    if (requests === 0) running.delete(address);
    else running.set(address, requests);
  }

  function startWaiting(): void {
    for (const [address, queue] of queues) {
      if (total >= most) return;
      if ((running.get(address) ?? 0) >= perAddress) continue;
      const first = queue.shift();
      queues.delete(address);
      if (queue.length > 0) queues.set(address, queue);
      if (first === undefined) continue;
      count(address, 1);
      first();
    }
  }

  return {
    isFull: (address: string) => (queues.get(address)?.length ?? 0) >= waiting,
    /** Waits for a place; false when the client disconnects first. */
    enter: (address: string, socket: Socket): Promise<boolean> =>
      new Promise((resolve) => {
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
      }),
    leave(address: string): void {
      count(address, -1);
      startWaiting();
    },
  };
}

/**
 * Limits what Next handles at once, and its rate per address: renders, and route handlers, which cost as much as a small page. A change of the
 * session may wait for its body or for the index, so changes have places of their own.
 */
export function limitRenders(rates: SharedRateLimit, perMinute: number): Handler {
  const { rendersAtOnce, rendersAtOncePerAddress: perAddress, waitingPerAddress: waiting } = REQUEST_LIMITS;
  const renders = { name: 'render', places: createPlaces({ total: rendersAtOnce, perAddress, waiting }) };
  const routes = { name: 'route', places: createPlaces({ total: Infinity, perAddress, waiting }) };
  const changes = {
    name: 'change',
    places: createPlaces({ total: Infinity, perAddress: REQUEST_LIMITS.changesAtOncePerAddress, waiting }),
  };

  const placesOfRoute = (method: string | undefined) => (method === 'POST' ? changes : routes);

  return async (request, response, next) => {
    const isRoute = NOT_RENDERED.test(request.url ?? '');
    // In development reads and streams pass here too.
    if (isRoute && DEVELOPMENT) return next();
    const { name, places } = isRoute ? placesOfRoute(request.method) : renders;
    const address = clientAddress(request.headers);
    await rates.take(`${name} ${address}`, perMinute);
    if (places.isFull(address))
      return refuse(response, 429, 'Too many requests at once', { 'Retry-After': '1' });
    if (request.socket.destroyed || !(await places.enter(address, request.socket))) return;
    let released = false;
    // A response whose client reads slowly waits for the socket and no longer costs CPU: a few such clients must not take all places.
    let ticks = 0;
    const watch = setInterval(() => {
      ticks = response.writableNeedDrain || response.writableEnded ? ticks + 1 : 0;
      if (ticks > 1) release();
    }, REQUEST_LIMITS.blockedRenderMs).unref();
    const release = () => {
      if (released) return;
      released = true;
      clearInterval(watch);
      places.leave(address);
    };
    response.once('close', () => setTimeout(release, REQUEST_LIMITS.abandonedRenderMs).unref());
    try {
      await next();
    } finally {
      release();
    }
  };
}
