// All streams of the process: one hub a key and network, found by their hash, and the caps. Invariant: a key is held by its hub alone and forgotten with it;
// two keys, or two networks, share no hub, no ring and no answer. Beyond a cap a stream is refused before its first byte, with a time to wait.
import { createHash } from 'node:crypto';
import { ContractError } from '@/lib/contract/errors';
import type { CloseReason } from '@/lib/contract/relay-events';
import type { Hub, HubStats } from './hub';
import type { Sink } from './reader';

export interface StreamRequest {
  /** Which index the key is for. */
  network: string;
  /** The key that reads upstream. */
  key: string;
  /** Names the browser's session; not the key. */
  session: string;
  address: string;
  cursor: bigint | undefined;
  /** Canonical and sorted; undefined: all. */
  kinds: readonly string[] | undefined;
}

export interface Hubs {
  /** Throws UNAVAILABLE (a cap, or shutting down), UNAUTHENTICATED or MISSING_SCOPE (the index refused this key a moment ago). */
  check(request: StreamRequest): void;
  /** Adds a reader; answers how to take it away. `check` has been passed in the same turn. */
  attach(request: StreamRequest, sink: Sink): () => void;
  stats(): { streams: number; hubs: HubStats[] };
  /** The network's index has answered a read: streams that found nobody there try again now. */
  hurry(network: string): void;
  /** Ends every stream and takes no more. */
  stop(): void;
}

const STREAMS_PER_PROCESS = 10_000;

const REFUSALS = {
  unauthenticated: ['UNAUTHENTICATED', 'the index does not accept this key any more'],
  missing_scope: ['MISSING_SCOPE', 'this key may not read events (events:read)'],
  refused: ['UPSTREAM_INVALID', 'the index refuses the event stream'],
} as const satisfies Record<CloseReason, readonly [string, string]>;

export function createHubs(options: {
  makeHub: (request: Pick<StreamRequest, 'network' | 'key'>, onForgotten: () => void) => Hub;
  perSession: number;
  perAddress: number;
  random: () => number;
}): Hubs {
  const hubs = new Map<string, { network: string; hub: Hub }>();
  const open = new Map<string, number>();
  let total = 0;
  let stopped = false;

  // A network's name has no line break, so no two pairs are written alike.
  const hashOf = ({ network, key }: StreamRequest) =>
    createHash('sha256').update(`${network}\n${key}`).digest('base64url');
  const caps = ({ session, address }: StreamRequest) =>
    [
      [`session ${session}`, options.perSession, 'too many streams of this session are open'],
      [`address ${address}`, options.perAddress, 'too many streams from this address are open'],
    ] as const;

  function unavailable(message: string): ContractError {
    const wait = String(3 + Math.floor(options.random() * 8));
    return new ContractError('UNAVAILABLE', message, { headers: { 'Retry-After': wait } });
  }

  function count(request: StreamRequest, by: 1 | -1): void {
    total += by;
    for (const [name] of caps(request)) {
      const now = (open.get(name) ?? 0) + by;
      if (now > 0) open.set(name, now);
      else open.delete(name);
    }
  }

  return {
    check(request) {
      if (stopped) throw unavailable('the console is shutting down');
      if (total >= STREAMS_PER_PROCESS) throw unavailable('too many streams are open');
      for (const [name, most, message] of caps(request))
        if ((open.get(name) ?? 0) >= most) throw unavailable(message);
      const closed = hubs.get(hashOf(request))?.hub.closed;
      if (closed === undefined) return;
      const [code, message] = REFUSALS[closed];
      throw new ContractError(code, message);
    },
    attach(request, sink) {
      const name = hashOf(request);
      const hub = hubs.get(name)?.hub ?? options.makeHub(request, () => hubs.delete(name));
      hubs.set(name, { network: request.network, hub });
      count(request, 1);
      const detach = hub.attach(sink, request);
      let attached = true;
      return () => {
        if (!attached) return;
        attached = false;
        count(request, -1);
        detach();
      };
    },
    stats: () => ({ streams: total, hubs: [...hubs.values()].map(({ hub }) => hub.stats()) }),
    hurry(network) {
      for (const one of hubs.values()) if (one.network === network) one.hub.hurry();
    },
    stop() {
      stopped = true;
      for (const { hub } of [...hubs.values()]) hub.stop();
    },
  };
}
