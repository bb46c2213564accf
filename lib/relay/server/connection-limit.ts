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

/** Drops a connection that sends many requests without waiting for responses. */
export function limitPipelining(): Handler {
  const pending = new WeakMap<Socket, number>();
  return ({ socket }, response, next) => {
    // The parser still emits the rest of what it has received.
    if (socket.destroyed) return;
    const count = (pending.get(socket) ?? 0) + 1;
    pending.set(socket, count);
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
    if (count <= MAX_PIPELINED) return next();
    socket.destroy();
  };
}
