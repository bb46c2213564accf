// Bounds what one address and one connection can hold open. Trusted proxies are exempt from the former: their visitors share connections.
import type { BlockList, Socket } from 'node:net';
import { addressGroup } from '@/lib/limits/address-group';
import { isTrusted } from './client-address';
import type { Handler } from './handler';

/** Browsers do not pipeline; two requests overlap when one arrives before the last response is closed. */
const MAX_PIPELINED = 4;

/** Closes new connections of an address beyond `most`. */
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
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  };
}

/**
 * Handles the requests of a connection one at a time and drops a connection that pipelines more. A pipelined response that has not begun
 * never learns that its client has gone, so Next would wait for it forever.
 */
export function limitPipelining(): Handler {
  const queues = new WeakMap<Socket, { length: number; idle: Promise<void> }>();
  return async ({ socket }, response, next) => {
    // The parser still emits the rest of what it has received.
    if (socket.destroyed) return;
    const queue = queues.get(socket) ?? { length: 0, idle: Promise.resolve() };
    queues.set(socket, queue);
    if (queue.length >= MAX_PIPELINED) {
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
