// From a browser's cursor to a place on the hub: in the ring, behind it (catch-ups.ts), or beyond what is known of the log. Invariant: the one connection
// is never opened past a cursor that waits for it and is near the end; a cursor that is not of this log is told so and begins at the tip, never silently.
import { controlFrame } from './control-frames';
import type { CatchUps } from './catch-ups';
import type { FanOut } from './fan-out';
import type { LogLife } from './log-life';
import type { Piece } from './piece';
import type { Reader } from './reader';
import type { Ring } from './ring';

export interface Arrivals {
  /** Greets a reader and places it, or lets it wait for the ring's beginning. */
  arrive(reader: Reader, cursor: bigint | undefined): void;
  leave(reader: Reader): void;
  /** Gives the ring its beginning, and the readers that waited for it their places. */
  start(end: bigint): void;
  /** Asks whether a cursor beyond the known end is of this log. */
  verify(reader: Reader): Promise<void>;
}

export function createArrivals(options: {
  ring: Ring;
  ringFrames: number;
  /** Asked for late: log, fan-out and arrivals know each other. */
  life: () => LogLife;
  fanOut: FanOut;
  catchUps: CatchUps;
  state: () => 'live' | 'stale';
  isHere: (reader: Reader) => boolean;
  say: (reader: Reader, piece: Piece) => void;
}): Arrivals {
  const { catchUps, fanOut, isHere, ring, say } = options;
  let waiting = new Map<Reader, bigint | undefined>();

  function greet(reader: Reader): void {
    const { end, id } = options.life();
    say(reader, controlFrame('relay-hello', { log_id: id, tip: String(end), state: options.state() }));
  }

  /** Without a cursor a reader begins at the tip. */
  function place(reader: Reader, cursor: bigint | undefined): void {
    const { end } = options.life();
    reader.afterId = cursor ?? end;
    reader.unverified = reader.afterId > end;
    if (reader.afterId < ring.base) catchUps.enter(reader);
    else fanOut.enter(reader);
    if (reader.unverified) void verify(reader);
  }

  /** It may still be right: the browser can know the log from a listing that was faster than the stream. */
  async function verify(reader: Reader): Promise<void> {
    const life = options.life();
    const found = await life.ask();
    if (!isHere(reader) || !reader.unverified || found.is !== 'known') return;
    reader.unverified = false;
    if (life.end >= reader.afterId) return;
    fanOut.leave(reader);
    reader.afterId = life.end;
    fanOut.enter(reader);
    say(reader, controlFrame('relay-reset', { log_id: life.id, tip: String(life.end) }));
  }

  return {
    arrive(reader, cursor) {
      if (options.life().started) {
        greet(reader);
        place(reader, cursor);
        return;
      }
      const state = options.state();
      if (state === 'stale') say(reader, controlFrame('relay-status', { state }));
      waiting.set(reader, cursor);
    },
    leave: (reader) => void waiting.delete(reader),
    start(end) {
      // One connection for all that are near enough to the end; the others catch up.
      const oldest = end - BigInt(options.ringFrames);
      let base = end;
      for (const cursor of waiting.values())
        if (cursor !== undefined && cursor >= oldest && cursor < base) base = cursor;
      ring.restart(base);
      fanOut.flush();
      const came = waiting;
      waiting = new Map();
      for (const [reader, cursor] of came) {
        greet(reader);
        place(reader, cursor);
      }
    },
    verify,
  };
}
