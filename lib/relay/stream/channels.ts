// One channel per index and key, and the limits on streams. Invariant: two keys never share a channel or a ring, keys are map names only as hashes,
// and a stream over a limit is refused before its first byte.
import { requestPath } from '@/lib/contract/endpoint-url';
import { ContractError } from '@/lib/contract/errors';
import { hashOf } from '@/lib/relay/hash';
import type { RelayEnv } from '@/lib/relay/env';
import type { RelayLog } from '@/lib/relay/log';
import { indexLog } from '@/lib/relay/upstream/index-facts';
import type { Replicas } from '@/lib/relay/redis/replicas';
import { idOfKey } from '@/lib/relay/session/key-facts';
import type { Network } from '@/lib/relay/upstream/network-client';
import { createChannel, type Attachment, type Channel } from './channel';
import { createKeyChecks, refusalError } from './key-checks';
import { STREAM_LIMITS, type StreamLimits } from './limits';
import { systemClock } from '@/lib/time/clock';
import type { StreamMetrics } from './metrics';
import type { Sink } from './browser-connection';
import type { RingBudget } from './ring';
import { type ConnectionHandlers, openConnectionTo, type OpenConnection } from './upstream-connection';

export interface StreamRequest {
  network: Network;
  /** The visitor's own key. Where the operator set a stream key, that one reads upstream and this one is checked. */
  key: string;
  /** Milliseconds until the visitor's key expires; undefined: unknown. */
  expiresInMs: number | undefined;
  /** Names the browser's session, without its key. */
  session: string;
  address: string;
  cursor: bigint | undefined;
}

export type Channels = ReturnType<typeof createChannels>;

export function createChannels(options: {
  env: Pick<RelayEnv, 'STREAMS_PER_SESSION' | 'STREAMS_PER_ADDRESS'>;
  log: Pick<RelayLog, 'stream'>;
  metrics: StreamMetrics;
  budget: RingBudget;
  random: () => number;
  limits?: StreamLimits;
  /** Whose streams are shared; undefined: this process is on its own. */
  replicas?: Replicas | undefined;
}) {
  const { budget, env, log, metrics, random, replicas, limits = STREAM_LIMITS } = options;
  const clock = systemClock;
  const channels = new Map<string, { network: Network; channel: Channel }>();
  const keyChecks = createKeyChecks({ clock, limits });
  /** Open streams by session and by address. */
  const open = new Map<string, number>();
  let total = 0;
  let stopped = false;

  // The name of a network holds no line break, so different pairs never look alike.
  const nameOf = ({ name }: Network, key: string) => hashOf(`${name}\n${key}`);
  const readingKey = ({ network, key }: StreamRequest) => network.env.streamKey ?? key;
  const isChecked = ({ network, key }: StreamRequest) => (network.env.streamKey ?? key) !== key;

  function connectionsOf(network: Network, key: string): OpenConnection {
    const url = `${network.env.url}${requestPath('events.stream', {})}`;
    return openConnectionTo({ url, key, clock, headersMs: limits.headersMs, silenceMs: limits.silenceMs });
  }

  function channelOf(network: Network, key: string): Channel {
    const name = nameOf(network, key);
    const existing = channels.get(name);
    if (existing !== undefined) return existing.channel;
    const open = connectionsOf(network, key);
    const stream = replicas?.streamOf(replicas.nameOf(network.env.url, key), open);
    const noting = (handlers: ConnectionHandlers): ConnectionHandlers => ({
      ...handlers,
      onFrames(frames) {
        network.noteEvents();
        handlers.onFrames(frames);
      },
    });
    const channel = createChannel({
      clock,
      random,
      limits,
      budget,
      metrics,
      open: (cursor, handlers) => open(cursor, noting(handlers)),
      openShared: stream && ((cursor, handlers, logId) => stream.open(cursor, noting(handlers), logId)),
      oldestShared: stream && ((logId) => stream.oldest(logId)),
      index: indexLog(network, key),
      onReset(base) {
        network.noteReset();
        stream?.noteReset(base);
      },
      onDisposed: () => channels.delete(name),
      log: (message, fields) =>
        log.stream(message, { network: network.name, key_id: idOfKey(key), ...fields }),
    });
    channels.set(name, { network, channel });
    return channel;
  }

  function unavailable(message: string): ContractError {
    const wait = String(3 + Math.floor(random() * 8));
    return new ContractError('UNAVAILABLE', message, { headers: { 'Retry-After': wait } });
  }

  const limitsOf = ({ session, address }: StreamRequest) =>
    [
      [`session ${session}`, env.STREAMS_PER_SESSION, 'Too many streams are open in this session'],
      [`address ${address}`, env.STREAMS_PER_ADDRESS, 'Too many streams are open from this address'],
    ] as const;

  function count(request: StreamRequest, by: 1 | -1): void {
    total += by;
    for (const [name] of limitsOf(request)) {
      const streams = (open.get(name) ?? 0) + by;
      if (streams > 0) open.set(name, streams);
      else open.delete(name);
    }
  }

  /** Ends the stream when the visitor's key expires or loses its right to read. Returns how to stop watching. */
  function watchKey(request: StreamRequest, reader: Attachment): () => void {
    const { network, key, expiresInMs } = request;
    const stops: (() => void)[] = [];
    if (expiresInMs !== undefined)
      stops.push(clock.after(expiresInMs, () => reader.close('refused', 'unauthenticated')));
    if (isChecked(request))
      stops.push(
        keyChecks.watch(nameOf(network, key), connectionsOf(network, key), (loss) =>
          reader.close(loss.why, loss.why === 'refused' ? loss.reason : undefined),
        ),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }

  return {
    /** Throws UNAVAILABLE (a limit, or shutting down), UNAUTHENTICATED or MISSING_SCOPE (the index has refused this key). */
    check(request: StreamRequest): void {
      if (stopped) throw unavailable('The console is shutting down');
      if (total >= limits.streamsPerProcess) throw unavailable('Too many streams are open');
      for (const [name, most, message] of limitsOf(request))
        if ((open.get(name) ?? 0) >= most) throw unavailable(message);
      const reason = channels.get(nameOf(request.network, readingKey(request)))?.channel.closed;
      if (reason !== undefined) throw refusalError(reason);
    },
    /** Whether the stream needs a catch-up, which costs the index a read of its log. */
    needsCatchUp(request: StreamRequest): boolean {
      const { network, cursor } = request;
      if (cursor === undefined) return false;
      return channels.get(nameOf(network, readingKey(request)))?.channel.isBehind(cursor) ?? false;
    },
    /** Rejects like `check` unless the index lets the visitor's own key read the stream. */
    async confirmKey(request: StreamRequest): Promise<void> {
      const { network, key } = request;
      if (isChecked(request)) await keyChecks.confirm(nameOf(network, key), connectionsOf(network, key));
    },
    /** Adds a reader and returns how to remove it. `check` and `confirmKey` have passed. */
    attach(request: StreamRequest, sink: Sink): () => void {
      count(request, 1);
      const reader = channelOf(request.network, readingKey(request)).attach(sink, request.cursor);
      const stopWatching = watchKey(request, reader);
      let attached = true;
      return () => {
        if (!attached) return;
        attached = false;
        count(request, -1);
        stopWatching();
        reader.detach();
      };
    },
    stats: () => ({
      streams: total,
      channels: [...channels.values()].map(({ channel }) => channel.stats()),
    }),
    /** The index answered a read: streams that found it unreachable reconnect now. */
    reconnectNow(name: string): void {
      for (const { network, channel } of channels.values()) if (network.name === name) channel.reconnectNow();
    },
    /** Ends every stream and accepts no more. */
    stop(): void {
      stopped = true;
      for (const { channel } of [...channels.values()]) channel.stop();
    },
  };
}
