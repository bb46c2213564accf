// The open streams of each key, so that revoking a key or stopping the service ends them, and no key takes what others need.
// Invariant: a revoked key has no open stream, not even one that was just authenticated; a key's streams read the store one at a time.
import { setImmediate } from 'node:timers/promises';
import { ContractError } from '@/lib/contract/errors';
import { STREAM } from '@/lib/index-service/limits';
import type { OpenStream } from './event-stream';

/** Runs a read of the store once the earlier ones of the key are over. */
export type InTurn = <Value>(read: () => Promise<Value>) => Promise<Value>;

interface StreamsOfKey {
  streams: Set<OpenStream>;
  inTurn: InTurn;
}

function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (read) => {
    const result = last.then(read);
    // The embedded engine answers without leaving the process: other requests come in only in between.
    last = result.catch(() => undefined).then(() => setImmediate());
    return result;
  };
}

export function createOpenStreams(openPerKey = STREAM.openPerKey) {
  const byKey = new Map<string, StreamsOfKey>();
  /** Keys that were revoked: none lives again, and an id is small. */
  const ended = new Set<string>();
  let stopped = false;

  const endAll = (streams: Iterable<OpenStream>) => {
    for (const stream of [...streams]) stream.end();
  };

  return {
    /** Opens a stream for a key; `open` receives what must run when it ends. Throws RATE_LIMITED when the key has too many. */
    add(keyId: string, open: (onEnd: () => void, inTurn: InTurn) => OpenStream): OpenStream {
      const ofKey = byKey.get(keyId) ?? { streams: new Set(), inTurn: createTurns() };
      const { streams, inTurn } = ofKey;
      if (streams.size >= openPerKey)
        throw new ContractError(
          'RATE_LIMITED',
          `this key has ${openPerKey} open streams, the most that a key may have`,
          { headers: { 'retry-after': String(STREAM.retryAfterS) } },
        );
      byKey.set(keyId, ofKey);
      const stream = open(() => {
        streams.delete(stream);
        if (streams.size === 0 && byKey.get(keyId) === ofKey) byKey.delete(keyId);
      }, inTurn);
      streams.add(stream);
      // The key was looked up before it was revoked or the service stopped, and its stream opens after.
      if (stopped || ended.has(keyId)) stream.end();
      return stream;
    },
    /** Ends a revoked key's streams, those on their way too. */
    endOf(keyId: string): void {
      ended.add(keyId);
      endAll(byKey.get(keyId)?.streams ?? []);
    },
    /** Ends every stream; one that opens later ends at once. */
    endEvery(): void {
      stopped = true;
      for (const { streams } of [...byKey.values()]) endAll(streams);
    },
    /** The keys that have a stream open. */
    keyIds: () => [...byKey.keys()],
    count(): number {
      return [...byKey.values()].reduce((sum, { streams }) => sum + streams.size, 0);
    },
  };
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;
