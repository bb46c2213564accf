// Frames of a ring joined into one piece, shared by all readers that stand at the same place and want the same kinds.
// Invariant: a batch ends at a multiple of `STRIDE` places at the latest, so that readers that came from different cursors soon ask for the same ones;
// places never come back, so a kept batch stays true. What is kept is bounded in bytes, the oldest goes.
import { joined, type Piece } from './piece';
import type { Ring } from './ring';

export interface Batch {
  /** Place after its last frame. */
  readonly to: number;
  /** Wanted frames in it. */
  readonly frames: number;
  /** Undefined when there are none. */
  readonly piece: Piece | undefined;
}

const BATCH_BYTES = 64 * 1024;
const STRIDE = 64;
/** What an entry costs besides its piece, roughly. */
const ENTRY_BYTES = 256;

/** Joins what is wanted from `from` on, before `end`, up to 64 KiB and the frame that crosses it. */
export function collect(
  ring: Ring,
  from: number,
  end: number,
  kinds: ReadonlySet<string> | undefined,
): Batch {
  const parts: Buffer[] = [];
  let size = 0;
  let to = from;
  while (to < end && size < BATCH_BYTES) {
    const frame = ring.at(to);
    to += 1;
    if (frame === undefined || (kinds !== undefined && !kinds.has(frame.kind))) continue;
    parts.push(frame.bytes);
    size += frame.bytes.length;
  }
  return { to, frames: parts.length, piece: size === 0 ? undefined : joined(parts, size) };
}

export interface Batches {
  /** As `collect`; kept for the next who asks. */
  get(from: number, end: number, kinds: ReadonlySet<string> | undefined, kindsKey: string): Batch;
  clear(): void;
}

export function createBatches(ring: Ring, maxBytes: number): Batches {
  const kept = new Map<string, Batch>();
  let bytes = 0;
  const sizeOf = (batch: Batch) => ENTRY_BYTES + (batch.piece?.chunk.length ?? 0);

  return {
    get(from, end, kinds, kindsKey) {
      const name = `${from} ${kindsKey}`;
      const found = kept.get(name);
      if (found !== undefined && found.to <= end) return found;
      const stop = Math.min(end, (Math.floor(from / STRIDE) + 1) * STRIDE);
      const batch = collect(ring, from, stop, kinds);
      if (found !== undefined) bytes -= sizeOf(found);
      kept.set(name, batch);
      bytes += sizeOf(batch);
      for (const [oldest, old] of kept) {
        if (bytes <= maxBytes) break;
        kept.delete(oldest);
        bytes -= sizeOf(old);
      }
      return batch;
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
