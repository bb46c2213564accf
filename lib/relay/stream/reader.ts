// One browser on the hub: a cursor, not a queue (a slow reader costs nothing but its socket's buffer).
// Invariant: a reader is given every wanted frame after its cursor, once, in order, or its stream ends; single frames are never dropped.
// When the socket is full the reader waits for its drain. Who gives it frames meanwhile is fan-out.ts's and catch-up.ts's business.
import type { Piece } from './piece';

/** What the hub needs of a response. */
export interface Sink {
  /** False when the socket is full; then the listener is called once it has room again. */
  write(piece: Piece): boolean;
  /** Sets the one listener. */
  onDrain(drained: () => void): void;
  /** Ends the stream; a socket that does not take the rest within `graceMs` is destroyed. */
  end(last: Piece | undefined, graceMs: number): void;
}

export interface Reader {
  readonly sink: Sink;
  /** Wanted kinds; undefined: all. `kindsKey` is equal for equal sets. */
  readonly kinds: ReadonlySet<string> | undefined;
  readonly kindsKey: string;
  /** Ends at this time, so that no stream outlives changes of its surroundings for ever. */
  readonly endsAt: number;
  /** Frames up to this id are not for it: it has them. Kept up to date until it first reaches the ring. */
  afterId: bigint;
  /** Since when the socket has been full. */
  blockedSince: number | undefined;
  /** Its cursor is beyond what is known of the log: to be checked against the index. */
  unverified: boolean;
}

/** Writes; a full socket is noted with its time. Answers whether there is room for more. */
export function write(reader: Reader, piece: Piece, now: () => number): boolean {
  if (reader.sink.write(piece)) return reader.blockedSince === undefined;
  reader.blockedSince ??= now();
  return false;
}
