// Which reader rides which catch-up: readers whose cursors are older than the ring share connections. Invariant: at most `limit` connections a hub;
// nobody waits for ever, since the last free connection begins at the lowest cursor that waits and so takes all of them along.
import type { Backoff } from './backoff';
import { createCatchUp, type CatchUp } from './catch-up';
import type { Clock } from './clock';
import type { Reader } from './reader';
import type { Ring } from './ring';
import type { Tally } from './tally';
import type { OpenStream } from './upstream-stream';

/** Whoever is at most so many ids ahead of a connection rather rides it than has one opened. */
const NEAR = 20_000n;

export interface CatchUps {
  /** Begins after `reader.afterId`; `onReached` or `onFailed` follows, unless the reader leaves. */
  enter(reader: Reader): void;
  leave(reader: Reader): void;
  /** The reader's socket has room again. Does nothing for a reader that is not here. */
  drained(reader: Reader): void;
  readonly running: number;
}

export function createCatchUps(options: {
  open: OpenStream;
  ring: Ring;
  clock: Clock;
  tally: Tally;
  limit: number;
  /** Those that come within this time are looked at together. */
  gatherMs: number;
  patienceMs: number;
  backoff: () => Backoff;
  /** The ring has everything after `reader.afterId`. */
  onReached: (reader: Reader) => void;
  onFailed: (reader: Reader) => void;
}): CatchUps {
  const { clock, limit, ring } = options;
  const rides = new Map<Reader, CatchUp>();
  const waiting = new Set<Reader>();
  const running = new Set<CatchUp>();
  let cancelGather: (() => void) | undefined;

  function arrange(): void {
    cancelGather ??= clock.after(options.gatherMs, () => {
      cancelGather = undefined;
      assign();
    });
  }

  function end(run: CatchUp, readers: Iterable<Reader>, then: (reader: Reader) => void): void {
    running.delete(run);
    for (const reader of [...readers]) {
      rides.delete(reader);
      then(reader);
    }
    if (waiting.size > 0) arrange();
  }

  function start(after: bigint): CatchUp {
    const run: CatchUp = createCatchUp({
      ...options,
      backoff: options.backoff(),
      after,
      onReached: (readers) => end(run, readers, options.onReached),
      onFailed: (readers) => end(run, readers, options.onFailed),
      onPutOff(reader) {
        rides.delete(reader);
        waiting.add(reader);
      },
    });
    running.add(run);
    return run;
  }

  function ride(reader: Reader, run: CatchUp): void {
    waiting.delete(reader);
    rides.set(reader, run);
    run.join(reader);
  }

  /** The connection that reaches the reader's cursor soonest. */
  function passing(reader: Reader): CatchUp | undefined {
    let best: CatchUp | undefined;
    for (const run of running)
      if (run.position <= reader.afterId && (best === undefined || run.position > best.position)) best = run;
    return best;
  }

  function assign(): void {
    const ready = [...waiting]
      .filter(({ blockedSince }) => blockedSince === undefined)
      .sort((a, b) => (a.afterId < b.afterId ? -1 : a.afterId > b.afterId ? 1 : 0));
    for (const reader of ready) {
      // The ring may have begun to reach it meanwhile: it was put off, or the ring's beginning changed.
      if (reader.afterId >= ring.base) {
        waiting.delete(reader);
        options.onReached(reader);
        continue;
      }
      const run = passing(reader);
      const near = run !== undefined && reader.afterId - run.position <= NEAR;
      if (near || (run !== undefined && running.size >= limit)) ride(reader, run);
      else if (running.size < limit) ride(reader, start(reader.afterId));
    }
  }

  return {
    enter(reader) {
      waiting.add(reader);
      arrange();
    },
    leave(reader) {
      waiting.delete(reader);
      const run = rides.get(reader);
      if (run === undefined) return;
      rides.delete(reader);
      run.leave(reader);
      if (run.size > 0) return;
      run.close();
      running.delete(run);
      if (waiting.size > 0) arrange();
    },
    drained(reader) {
      rides.get(reader)?.drained();
      if (waiting.has(reader)) arrange();
    },
    get running() {
      return running.size;
    },
  };
}
