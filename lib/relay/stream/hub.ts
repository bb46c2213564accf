// One key's stream from the index, for any number of browsers (docs/decisions/002). Invariant: at most one unfiltered connection upstream, and `catchUps`
// shared ones for cursors older than the ring; every reader gets each event after its cursor that it wants once, in order, whatever happens upstream.
// Here the parts are put together: link.ts keeps the connection, log-life.ts knows the log, fan-out.ts serves from the ring, catch-ups.ts what is older.
import type { CloseReason, RelayEvent, RelayEventName } from '@/lib/contract/relay-events';
import { createArrivals } from './arrivals';
import { createBackoff } from './backoff';
import { createCatchUps } from './catch-ups';
import type { Clock } from './clock';
import { controlFrame, farewell, opening } from './control-frames';
import { createFanOut } from './fan-out';
import type { FramePool } from './frame-pool';
import { createHeartbeat } from './heartbeat';
import type { HubLimits } from './hub-limits';
import { createIntake } from './intake';
import { createLink } from './link';
import { createLogLife } from './log-life';
import type { LogState } from './log-state';
import type { Piece } from './piece';
import { write, type Reader, type Sink } from './reader';
import { createRing } from './ring';
import type { Departure, Tally } from './tally';
import type { OpenStream } from './upstream-stream';

export interface HubOptions {
  open: OpenStream;
  log: LogState;
  clock: Clock;
  random: () => number;
  limits: HubLimits;
  pool: FramePool;
  tally: Tally;
  /** Nobody has read for so long that the ring may go. */
  onForgotten: () => void;
  /** A turn in the hub's life, for the log. */
  onTurn: (what: string, facts: Record<string, string | number | null>) => void;
}

export interface HubStats {
  readers: number;
  /** Open connections upstream, without catch-ups. */
  upstream: number;
  catchUps: number;
  state: 'live' | 'stale';
  /** Frames that the slowest reader is behind. */
  lag: number;
}

export interface Hub {
  /** Adds a reader and writes its first bytes at once. Answers how to take it away again. */
  attach(sink: Sink, wants: { cursor: bigint | undefined; kinds: readonly string[] | undefined }): () => void;
  /** Why this key gets no stream, once the index has said so. */
  readonly closed: CloseReason | undefined;
  stats(): HubStats;
  /** The index has answered somebody: do not wait any longer if it was unreachable. */
  hurry(): void;
  /** Ends every stream; browsers come back by themselves. */
  stop(): void;
}

export function createHub(options: HubOptions): Hub {
  const { clock, limits, open, pool, random, onTurn, tally } = options;
  const now = () => clock.now();
  const ring = createRing({ maxFrames: limits.ringFrames, maxBytes: limits.ringBytes, pool });
  pool.add(ring);
  const readers = new Set<Reader>();
  let closed: CloseReason | undefined;
  let told: 'live' | 'stale' = 'live';
  /** Nothing is missing since the connection was last opened. */
  let whole = true;
  let cancelIdle: () => void = () => undefined;

  const fanOut = createFanOut({
    ring,
    clock,
    tally,
    windowMs: limits.flushMs,
    maxFrames: limits.ringFrames,
    onLost: (reader) => drop(reader, 'slow'),
  });
  const catchUps = createCatchUps({
    open,
    ring,
    clock,
    tally,
    limit: limits.catchUps,
    gatherMs: limits.coldWaitMs,
    patienceMs: limits.patienceMs,
    backoff: () => createBackoff(random),
    onReached: (reader) => fanOut.enter(reader),
    onFailed: (reader) => drop(reader, 'behind'),
  });
  const arrivals = createArrivals({
    ...{ ring, fanOut, catchUps, say, ringFrames: limits.ringFrames },
    life: () => life,
    state: () => told,
    isHere: (reader) => readers.has(reader),
  });
  const life = createLogLife({ log: options.log, ring, onStart: (end) => arrivals.start(end), onStartOver });
  const intake = createIntake({
    ...{ ring, life, fanOut, pool, tally },
    tellGap(after) {
      whole = false;
      tell('relay-gap', { after: String(after) });
    },
  });
  const link = createLink({
    open,
    clock,
    tally,
    backoff: createBackoff(random),
    staleAfterMs: limits.staleAfterMs,
    begin: () => life.begin(),
    onFrames: (frames) => intake.frames(frames),
    onStale: () => tellState('stale'),
    onLive,
    onGap: (id) => intake.gap(id),
    onRefused,
    onTurn,
  });
  const heartbeat = createHeartbeat({
    ...{ clock, readers, say, drop, beatMs: limits.beatMs, drainMs: limits.drainMs },
    facts() {
      fanOut.flush();
      return { tip: life.started ? String(life.end) : null, state: told, last: ring.last };
    },
    hasAll: (reader) => fanOut.hasAll(reader),
    verify: (reader) => void arrivals.verify(reader),
  });

  function tell<Name extends RelayEventName>(name: Name, data: RelayEvent<Name>): void {
    const piece = controlFrame(name, data);
    for (const reader of readers) say(reader, piece);
  }

  function say(reader: Reader, piece: Piece): void {
    if (!write(reader, piece, now)) fanOut.blocked(reader);
  }

  function tellState(state: 'live' | 'stale'): void {
    if (told === state) return;
    told = state;
    tell('relay-status', { state });
  }

  function onLive(awayMs: number | undefined): void {
    if (told === 'live' && whole && awayMs !== undefined && awayMs >= limits.awayMs)
      tell('relay-away', { ms: Math.round(awayMs) });
    whole = true;
    tellState('live');
  }

  function onDrain(reader: Reader): void {
    reader.blockedSince = undefined;
    fanOut.drained(reader);
    catchUps.drained(reader);
  }

  function leave(reader: Reader): void {
    arrivals.leave(reader);
    fanOut.leave(reader);
    catchUps.leave(reader);
  }

  function drop(reader: Reader, why: Departure, last?: Piece): void {
    if (!readers.delete(reader)) return;
    tally.departures[why] += 1;
    leave(reader);
    reader.sink.end(last, limits.graceMs);
    if (readers.size === 0) rest();
  }

  /** Nothing that was seen is part of the log that comes now. */
  function onStartOver(base: bigint): void {
    tally.resets += 1;
    whole = false;
    onTurn('log reset', { base: String(base) });
    fanOut.flush();
    ring.restart(base);
    fanOut.flush();
    tell('relay-reset', { log_id: life.id, tip: String(base) });
    for (const reader of readers) {
      leave(reader);
      reader.afterId = base;
      reader.unverified = false;
      fanOut.enter(reader);
    }
  }

  function onRefused(reason: CloseReason): void {
    closed = reason;
    onTurn('stream refused', { reason });
    const last = controlFrame('relay-closed', { reason });
    for (const reader of readers) drop(reader, 'refused', last);
  }

  /** Nobody reads: let go of the index after a while, of the ring later, so that a reload costs nothing. */
  function rest(): void {
    heartbeat.stop();
    cancelIdle();
    cancelIdle = clock.after(limits.idleMs, () => {
      link.rest();
      cancelIdle = clock.after(closed === undefined ? limits.keepRingMs : 0, forget);
    });
  }

  function forget(): void {
    link.rest();
    ring.restart(0n);
    pool.remove(ring);
    options.onForgotten();
  }

  return {
    get closed() {
      return closed;
    },
    attach(sink, { cursor, kinds }) {
      cancelIdle();
      const reader: Reader = {
        sink,
        kinds: kinds === undefined ? undefined : new Set(kinds),
        kindsKey: kinds?.join(',') ?? '*',
        endsAt: now() + limits.lifeMs * (0.8 + 0.4 * random()),
        afterId: cursor ?? 0n,
        blockedSince: undefined,
        unverified: false,
      };
      readers.add(reader);
      sink.onDrain(() => onDrain(reader));
      heartbeat.start();
      say(reader, opening(random));
      const wait = life.started ? 0 : limits.coldWaitMs;
      arrivals.arrive(reader, cursor);
      link.wake(wait);
      return () => drop(reader, 'left');
    },
    stats: () => ({
      readers: readers.size,
      upstream: link.connected ? 1 : 0,
      catchUps: catchUps.running,
      state: told,
      lag: fanOut.lag(),
    }),
    hurry: () => link.hurry(),
    stop() {
      const last = farewell(random);
      for (const reader of readers) drop(reader, 'stopped', last);
      cancelIdle();
      forget();
    },
  };
}
