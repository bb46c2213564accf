// The open streams of each key, so that revoking a key or stopping the service ends them.
// Invariant: a revoked key has no open stream, not even one that was just authenticated.
import type { OpenStream } from './event-stream';

export function createOpenStreams() {
  const byKey = new Map<string, Set<OpenStream>>();
  /** Keys that were revoked: none lives again, and an id is small. */
  const ended = new Set<string>();

  const endAll = (streams: Iterable<OpenStream>) => {
    for (const stream of [...streams]) stream.end();
  };

  return {
    /** Opens a stream for a key; `open` receives what must run when it ends. */
    add(keyId: string, open: (onEnd: () => void) => OpenStream): OpenStream {
      const streams = byKey.get(keyId) ?? new Set<OpenStream>();
      byKey.set(keyId, streams);
      const stream = open(() => {
        streams.delete(stream);
        if (streams.size === 0 && byKey.get(keyId) === streams) byKey.delete(keyId);
      });
      streams.add(stream);
      // The key was looked up before it was revoked, and its stream opens after.
      if (ended.has(keyId)) stream.end();
      return stream;
    },
    /** Ends a revoked key's streams, those on their way too. */
    endOf(keyId: string): void {
      ended.add(keyId);
      endAll(byKey.get(keyId) ?? []);
    },
    endEvery(): void {
      for (const streams of [...byKey.values()]) endAll(streams);
    },
    /** The keys that have a stream open. */
    keyIds: () => [...byKey.keys()],
    count(): number {
      return [...byKey.values()].reduce((sum, streams) => sum + streams.size, 0);
    },
  };
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;
