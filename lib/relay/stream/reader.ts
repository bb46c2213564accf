// One browser on a channel: a cursor, not a queue. Invariant: it is sent every wanted frame after its cursor, once and in order, or its stream ends.
import type { Chunk, Sink } from './sink';

export interface Reader {
  readonly sink: Sink;
  /** Wanted kinds; undefined: all. `kindsKey` is equal for equal sets. */
  readonly kinds: ReadonlySet<string> | undefined;
  readonly kindsKey: string;
  /** The stream ends at this time of the clock. */
  readonly endsAt: number;
  /** It has all frames up to this id. Kept current until it reaches the ring. */
  afterId: bigint;
  /** Since when the socket has been full. */
  blockedSince: number | undefined;
  /** Its cursor is beyond the known end of the log and must be checked with the index. */
  unverified: boolean;
}

/** Writes and records a full socket. Returns whether there is room for more. */
export function send(reader: Reader, chunk: Chunk, now: () => number): boolean {
  if (reader.sink.write(chunk)) return reader.blockedSince === undefined;
  reader.blockedSince ??= now();
  return false;
}
