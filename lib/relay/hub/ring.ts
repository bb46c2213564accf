// The last events of one log, in order: what readers are served from. Invariant: ids rise strictly; `base` is the id after which everything
// up to `last` is here. Bounded in frames and bytes; the bytes of all rings of the process have one more bound, and the largest ring gives way.
// Places are numbers that only rise, so that a reader's place stays valid while the oldest frames leave.
import type { Frame } from './frame-parser';

export interface Ring {
  /** Place of the oldest frame, and one past the newest. */
  readonly start: number;
  readonly end: number;
  /** Everything after this id is here. */
  readonly base: bigint;
  readonly last: bigint;
  readonly bytes: number;
  push(frame: Frame): void;
  at(place: number): Frame | undefined;
  /** The frame with this id. */
  get(id: bigint): Frame | undefined;
  /** Place of the first frame after `id`; `end` when there is none yet. */
  placeAfter(id: bigint): number;
  /** Drops everything; what follows comes after `base`. */
  restart(base: bigint): void;
  /** Nothing up to `id` will come any more: it could not be passed on. */
  skipTo(id: bigint): void;
  evict(): void;
}

export interface RingBudget {
  grown(): void;
  add(ring: Ring): void;
  remove(ring: Ring): void;
}

/** One bound for all rings of a process, in bytes. */
export function createRingBudget(maxBytes: number): RingBudget {
  const rings = new Set<Ring>();
  return {
    add: (ring) => void rings.add(ring),
    remove: (ring) => void rings.delete(ring),
    grown() {
      let total = 0;
      for (const ring of rings) total += ring.bytes;
      while (total > maxBytes) {
        let largest: Ring | undefined;
        for (const ring of rings) if (largest === undefined || ring.bytes > largest.bytes) largest = ring;
        if (largest === undefined || largest.bytes === 0) return;
        total -= largest.bytes;
        largest.evict();
        total += largest.bytes;
      }
    },
  };
}

export function createRing(options: { maxFrames: number; maxBytes: number; base?: bigint }): Ring {
  const { maxFrames, maxBytes } = options;
  let slots = new Array<Frame | undefined>(maxFrames);
  let start = 0;
  let end = 0;
  let base = options.base ?? 0n;
  let last = base;
  let bytes = 0;

  const at = (place: number) => (place < start || place >= end ? undefined : slots[place % maxFrames]);

  function evict(): void {
    const oldest = at(start);
    if (oldest === undefined) return;
    slots[start % maxFrames] = undefined;
    start += 1;
    bytes -= oldest.bytes.length;
    base = oldest.id;
  }

  function placeAfter(id: bigint): number {
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((at(middle)?.id ?? 0n) > id) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    get start() {
      return start;
    },
    get end() {
      return end;
    },
    get base() {
      return base;
    },
    get last() {
      return last;
    },
    get bytes() {
      return bytes;
    },
    push(frame) {
      if (end - start === maxFrames) evict();
      slots[end % maxFrames] = frame;
      end += 1;
      bytes += frame.bytes.length;
      last = frame.id;
      while (bytes > maxBytes && end - start > 1) evict();
    },
    at,
    get(id) {
      const frame = at(placeAfter(id - 1n));
      return frame?.id === id ? frame : undefined;
    },
    placeAfter,
    restart(from) {
      slots = new Array<Frame | undefined>(maxFrames);
      start = end;
      base = from;
      last = from;
      bytes = 0;
    },
    skipTo(id) {
      if (id <= last) return;
      last = id;
      if (start === end) base = id;
    },
    evict,
  };
}
