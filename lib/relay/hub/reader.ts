// One browser on the hub: a place in the ring, not a queue (relay design: a slow reader costs nothing but its socket's buffer).
// Invariant: a reader is given every wanted frame after its cursor, once, in order, or its stream ends; single frames are never dropped.
// When the socket is full the reader waits for its drain and goes on from its place.
import type { Ring } from './ring';

/** What the hub needs of a response. */
export interface Sink {
  /** False when the socket is full; then `drained` is called once it has room again. */
  write(bytes: Buffer): boolean;
  onDrain(drained: () => void): void;
  end(last?: Buffer): void;
}

export interface Reader {
  readonly sink: Sink;
  /** Wanted kinds; undefined: all. `kindsKey` is equal for equal sets. */
  readonly kinds: ReadonlySet<string> | undefined;
  readonly kindsKey: string;
  /** Ends at this time, so that no stream outlives changes of its surroundings for ever. */
  readonly endsAt: number;
  /** Frames up to this id are not for it: it has them. */
  afterId: bigint;
  /** Place of the next frame in the ring; undefined while it catches up by a connection of its own, or waits for the first start. */
  place: number | undefined;
  /** Since when the socket has been full. */
  blockedSince: number | undefined;
  /** Its cursor is beyond what is known of the log: to be checked against the index. */
  unverified: boolean;
}

const BATCH_BYTES = 64 * 1024;

/** Frames joined once for all readers that stand at the same place and want the same kinds. */
interface Batch {
  to: number;
  bytes: Buffer | undefined;
}

/** By place and kinds; valid while the ring is not written to. */
export type Batches = Map<string, Batch>;

function collect(reader: Reader, ring: Ring, from: number): Batch {
  const parts: Buffer[] = [];
  let size = 0;
  let to = from;
  while (to < ring.end && size < BATCH_BYTES) {
    const frame = ring.at(to);
    to += 1;
    if (frame === undefined || frame.id <= reader.afterId) continue;
    if (reader.kinds !== undefined && !reader.kinds.has(frame.kind)) continue;
    parts.push(frame.bytes);
    size += frame.bytes.length;
  }
  return { to, bytes: parts.length > 1 ? Buffer.concat(parts, size) : parts[0] };
}

/**
 * Writes what the ring has for a reader, until it is caught up or its socket is full.
 * Answers false when its place has fallen off the ring: the reader must go (it resumes by its cursor).
 */
export function advance(
  reader: Reader,
  ring: Ring,
  now: () => number,
  batches: Batches = new Map(),
): boolean {
  while (reader.place !== undefined && reader.blockedSince === undefined && reader.place < ring.end) {
    const from = reader.place;
    if (from < ring.start) return false;
    // Readers that stand in the middle of what they already have do not share.
    const shared = (ring.at(from)?.id ?? 0n) > reader.afterId;
    const name = `${from} ${reader.kindsKey}`;
    const batch = (shared ? batches.get(name) : undefined) ?? collect(reader, ring, from);
    if (shared) batches.set(name, batch);
    reader.place = batch.to;
    if (batch.bytes !== undefined) write(reader, batch.bytes, now, () => advance(reader, ring, now));
  }
  return true;
}

/** Writes and, when the socket is full, marks the reader until `resume` may go on. */
export function write(reader: Reader, bytes: Buffer, now: () => number, resume: () => void): void {
  if (reader.sink.write(bytes) || reader.blockedSince !== undefined) return;
  reader.blockedSince = now();
  reader.sink.onDrain(() => {
    reader.blockedSince = undefined;
    resume();
  });
}
