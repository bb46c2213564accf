// What happens to readers as time passes: a sign of life that carries the cursor, and the end of those whose time is up or whose socket stays full.
// Invariant: a beat names an id only to a reader that has been given everything up to it.
import type { Clock } from './clock';
import { controlFrame } from './control-frames';
import type { Piece } from './piece';
import type { Reader } from './reader';
import type { Departure } from './tally';

export interface BeatFacts {
  /** Newest id known of; null before the log is known. */
  tip: string | null;
  state: 'live' | 'stale';
  /** Cursor of a reader that has all. */
  last: bigint;
}

export interface Heartbeat {
  /** Goes on until `stop`. */
  start(): void;
  stop(): void;
}

export function createHeartbeat(options: {
  clock: Clock;
  beatMs: number;
  /** A socket may stay full for so long. */
  drainMs: number;
  readers: ReadonlySet<Reader>;
  facts: () => BeatFacts;
  hasAll: (reader: Reader) => boolean;
  verify: (reader: Reader) => void;
  say: (reader: Reader, piece: Piece) => void;
  drop: (reader: Reader, why: Departure) => void;
}): Heartbeat {
  const { clock, readers, say, drop } = options;
  let cancel: (() => void) | undefined;

  function beat(): void {
    const { tip, state, last } = options.facts();
    const caughtUp = controlFrame('relay-beat', { tip, state }, last);
    const onTheWay = controlFrame('relay-beat', { tip, state });
    const now = clock.now();
    for (const reader of readers) {
      if (reader.blockedSince !== undefined) {
        if (now - reader.blockedSince >= options.drainMs) drop(reader, 'hung');
      } else if (now >= reader.endsAt) drop(reader, 'life');
      else {
        if (reader.unverified) options.verify(reader);
        say(reader, options.hasAll(reader) && !reader.unverified ? caughtUp : onTheWay);
      }
    }
  }

  return {
    start: () => void (cancel ??= clock.every(options.beatMs, beat)),
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
