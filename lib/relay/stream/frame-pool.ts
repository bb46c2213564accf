// The frames of all rings of a process, over one index. Invariant: equal frames of two keys are one buffer, counted once; together they stay within
// the budget, and the ring that holds most gives way. Keys see the same log, so a second key costs places and not bytes.
import type { Frame } from './frame-parser';

/** What the pool needs of a ring. */
export interface Pooled {
  readonly bytes: number;
  /** Lets go of its oldest frame. */
  evict(): void;
}

export interface FramePool {
  /** The frame to keep: one that another ring holds already, if it is equal. */
  take(frame: Frame): Frame;
  release(frame: Frame): void;
  add(ring: Pooled): void;
  remove(ring: Pooled): void;
  /** To be called after a ring has grown. */
  grown(): void;
  /** Distinct frames. */
  readonly frames: number;
  readonly bytes: number;
}

export function createFramePool(maxBytes: number): FramePool {
  const rings = new Set<Pooled>();
  const held = new Map<bigint, { frame: Frame; holders: number }>();
  /** Frames with the id of another but not its bytes: keys that are shown different logs. */
  let odd = 0;
  let bytes = 0;

  return {
    get frames() {
      return held.size + odd;
    },
    get bytes() {
      return bytes;
    },
    take(frame) {
      const known = held.get(frame.id);
      if (known?.frame.bytes.equals(frame.bytes) === true) {
        known.holders += 1;
        return known.frame;
      }
      if (known === undefined) held.set(frame.id, { frame, holders: 1 });
      else odd += 1;
      bytes += frame.bytes.length;
      return frame;
    },
    release(frame) {
      const known = held.get(frame.id);
      if (known?.frame === frame) {
        known.holders -= 1;
        if (known.holders > 0) return;
        held.delete(frame.id);
      } else odd -= 1;
      bytes -= frame.bytes.length;
    },
    add: (ring) => void rings.add(ring),
    remove: (ring) => void rings.delete(ring),
    grown() {
      while (bytes > maxBytes) {
        let largest: Pooled | undefined;
        for (const ring of rings) if (largest === undefined || ring.bytes > largest.bytes) largest = ring;
        if (largest === undefined || largest.bytes === 0) return;
        largest.evict();
      }
    },
  };
}
