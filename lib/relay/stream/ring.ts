// The newest frames of one log, by id. Invariant: ids rise strictly, and everything after `base` up to `last` is here.
// Places are numbers that only rise, so a reader's place stays valid while the oldest frames leave.
import type { Frame } from './sse';

export type Ring = Readonly<ReturnType<typeof createRing>>;
interface BudgetedRing {
  readonly bytes: number;
  evict(): void;
}
export type RingBudget = ReturnType<typeof createRingBudget>;

/** One memory budget for all rings of a process; equal frames of two keys are one buffer, counted once. */
export function createRingBudget(maxBytes: number) {
  const rings = new Set<BudgetedRing>();
  const shared = new Map<bigint, { frame: Frame; holders: number }>();
  /** Frames with the id of another but different bytes: keys that see different logs. */
  let unshared = 0;
  let bytes = 0;
  return {
    /** Distinct frames. */
    get frames(): number {
      return shared.size + unshared;
    },
    get bytes(): number {
      return bytes;
    },
    rings,
    /** The frame to keep: another ring's, if that is equal. */
    take(frame: Frame): Frame {
      const existing = shared.get(frame.id);
      if (existing?.frame.bytes.equals(frame.bytes) === true) {
        existing.holders += 1;
        return existing.frame;
      }
      if (existing === undefined) shared.set(frame.id, { frame, holders: 1 });
      else unshared += 1;
      bytes += frame.bytes.length;
      return frame;
    },
    release(frame: Frame): void {
      const existing = shared.get(frame.id);
      if (existing?.frame === frame) {
        existing.holders -= 1;
        if (existing.holders > 0) return;
        shared.delete(frame.id);
      } else unshared -= 1;
      bytes -= frame.bytes.length;
    },
    /** Evicts from the largest rings until the budget holds. */
    enforce(): void {
      while (bytes > maxBytes) {
        let largest: BudgetedRing | undefined;
        for (const ring of rings) if (ring.bytes > (largest?.bytes ?? 0)) largest = ring;
        if (largest === undefined) return;
        largest.evict();
      }
    },
  };
}

export function createRing(options: { maxFrames: number; maxBytes: number; budget: RingBudget }) {
  const { maxFrames, maxBytes, budget } = options;
  let slots: (Frame | undefined)[] = [];
  const ring = {
    /** Place of the oldest frame, and one past the newest. */
    start: 0,
    end: 0,
    /** Everything after this id is here. */
    base: 0n,
    last: 0n,
    bytes: 0,
    push(received: Frame): void {
      if (ring.end - ring.start === maxFrames) ring.evict();
      const frame = budget.take(received);
      slots[ring.end % maxFrames] = frame;
      ring.end += 1;
      ring.bytes += frame.bytes.length;
      ring.last = frame.id;
      while (ring.bytes > maxBytes && ring.end - ring.start > 1) ring.evict();
      budget.enforce();
    },
    at: (place: number): Frame | undefined =>
      place < ring.start || place >= ring.end ? undefined : slots[place % maxFrames],
    get(id: bigint): Frame | undefined {
      const frame = ring.at(ring.placeAfter(id - 1n));
      return frame?.id === id ? frame : undefined;
    },
    /** unknown: not newer than `last`, and not here. */
    compare(frame: Frame): 'new' | 'repeat' | 'different' | 'unknown' {
      if (frame.id > ring.last) return 'new';
      const existing = ring.get(frame.id);
      if (existing === undefined) return frame.id === ring.base ? 'repeat' : 'unknown';
      return existing.bytes.equals(frame.bytes) ? 'repeat' : 'different';
    },
    /** Place of the first frame after `id`; `end` when there is none yet. */
    placeAfter(id: bigint): number {
      let low = ring.start;
      let high = ring.end;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((ring.at(middle)?.id ?? 0n) > id) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    /** Drops everything; the next frame comes after `base`. */
    restart(base: bigint): void {
      while (ring.start < ring.end) ring.evict();
      slots = [];
      ring.base = base;
      ring.last = base;
    },
    /** Nothing up to `id` will arrive any more. */
    skipTo(id: bigint): void {
      if (id <= ring.last) return;
      ring.last = id;
      if (ring.start === ring.end) ring.base = id;
    },
    /** Drops the oldest frame. */
    evict(): void {
      const oldest = ring.at(ring.start);
      if (oldest === undefined) return;
      slots[ring.start % maxFrames] = undefined;
      ring.start += 1;
      ring.bytes -= oldest.bytes.length;
      ring.base = oldest.id;
      budget.release(oldest);
    },
    /** Gives up its frames and its share of the budget; unusable afterwards. */
    dispose(): void {
      ring.restart(0n);
      budget.rings.delete(ring);
    },
  };
  budget.rings.add(ring);
  return ring;
}
