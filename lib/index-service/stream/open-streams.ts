// The streams that are open, by key: so that revoking a key or stopping the service ends them.
// Invariant: a stream is listed from its opening to its end, whoever ends it.
import type { OpenStream } from './event-stream';

export function createOpenStreams() {
  const byKey = new Map<string, Set<OpenStream>>();

  const endAll = (streams: Iterable<OpenStream>) => {
    for (const stream of [...streams]) stream.end();
  };

  return {
    /** Opens a stream for a key; `open` is given what must run when it ends. */
    add(keyId: string, open: (onEnd: () => void) => OpenStream): OpenStream {
      const streams = byKey.get(keyId) ?? new Set<OpenStream>();
      byKey.set(keyId, streams);
      const stream = open(() => {
        streams.delete(stream);
        if (streams.size === 0 && byKey.get(keyId) === streams) byKey.delete(keyId);
      });
      streams.add(stream);
      return stream;
    },
    endOf(keyId: string): void {
      endAll(byKey.get(keyId) ?? []);
    },
    endEvery(): void {
      for (const streams of [...byKey.values()]) endAll(streams);
    },
    count(): number {
      return [...byKey.values()].reduce((sum, streams) => sum + streams.size, 0);
    },
  };
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;
