// From the connection's frames to the ring: what is new goes in, what is known is passed over, what contradicts it begins everything again.
// Invariant: an event that could not be passed on is told to every reader, and the connection goes on after it.
import type { FanOut } from './fan-out';
import type { Frame } from './frame-parser';
import type { FramePool } from './frame-pool';
import type { LogLife } from './log-life';
import type { Ring } from './ring';
import type { Tally } from './tally';

export interface Intake {
  /** The frames that one chunk completed, in order. */
  frames(frames: readonly Frame[]): void;
  /** An event was too long; `id` when it is known. */
  gap(id: bigint | undefined): void;
}

export function createIntake(options: {
  ring: Ring;
  life: LogLife;
  fanOut: FanOut;
  pool: FramePool;
  tally: Tally;
  /** Tells all readers that something after this id is missing. */
  tellGap: (after: bigint) => void;
}): Intake {
  const { fanOut, life, pool, ring, tally } = options;
  return {
    frames(frames) {
      tally.frames += frames.length;
      for (const frame of frames) {
        const judged = life.judge(frame);
        if (judged === 'duplicate') {
          tally.duplicates += 1;
          continue;
        }
        if (judged === 'another log') life.startOver(frame.id - 1n);
        fanOut.push(frame);
      }
      pool.grown();
      fanOut.grown();
    },
    gap(id) {
      tally.gaps += 1;
      fanOut.flush();
      options.tellGap(ring.last);
      // Without an id the next one is tried: ids rise, so the long event is passed at last.
      ring.skipTo(id ?? ring.last + 1n);
      fanOut.flush();
    },
  };
}
