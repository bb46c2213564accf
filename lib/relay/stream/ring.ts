// The last events of one log, in order: what readers are served from. Invariant: ids rise strictly; `base` is the id after which everything
// up to `last` is here. Bounded in frames and bytes; the bytes of all rings of the process have one more bound (frame-pool.ts).
// Places are numbers that only rise and never come back, so that a reader's place stays valid while the oldest frames leave.
import type { FramePool, Pooled } from './frame-pool';
import type { Frame } from './frame-parser';

export interface Ring extends Pooled {
  /** Place of the oldest frame, and one past the newest. */
  readonly start: number;
  readonly end: number;
  /** Everything after this id is here. */
  readonly base: bigint;
  readonly last: bigint;
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
}

export function createRing(options: { maxFrames: number; maxBytes: number; pool: FramePool }): Ring {
  const { maxFrames, maxBytes, pool } = options;
  let slots: (Frame | undefined)[] = [];
  let start = 0;
  let end = 0;
  let base = 0n;
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
    pool.release(oldest);
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
    push(given) {
      if (end - start === maxFrames) evict();
      const frame = pool.take(given);
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
      while (start < end) evict();
      slots = [];
      base = from;
      last = from;
    },
    skipTo(id) {
      if (id <= last) return;
      last = id;
      if (start === end) base = id;
    },
    evict,
  };
}
