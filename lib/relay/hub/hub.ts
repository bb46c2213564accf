// One key's stream from the index, for any number of browsers (docs/decisions/002). Invariant: at most one unfiltered connection upstream, and `catchUps`
// private ones for cursors older than the ring; every reader gets each event after its cursor that it wants once, in order, whatever happens upstream.
// The life of the connection upstream is link.ts's, who gets what from the ring reader.ts's, old cursors catch-up.ts's; here they are put together.
import type { CloseReason, RelayEvent, RelayEventName } from '@/lib/contract/relay-events';
import { createBackoff } from './backoff';
import { createCatchUps } from './catch-up';
import type { Clock } from './clock';
import { controlFrame, farewell, opening } from './control-frames';
import type { Frame } from './frame-parser';
import { createLink } from './link';
import { oneAtATime, type LogState } from './log-state';
import { advance, write, type Batches, type Reader, type Sink } from './reader';
import { createRing, type RingBudget } from './ring';
import type { OpenStream } from './upstream-stream';

export const HUB_LIMITS = {
  ringFrames: 4096,
  ringBytes: 8 * 1024 * 1024,
  catchUps: 4,
  beatMs: 15_000,
  drainMs: 30_000,
  lifeMs: 15 * 60_000,
  coldWaitMs: 60,
  idleMs: 30_000,
  keepRingMs: 5 * 60_000,
  staleAfterMs: 10_000,
};
export type HubLimits = typeof HUB_LIMITS;

export interface HubOptions {
  open: OpenStream;
  log: LogState;
  clock: Clock;
  random: () => number;
  limits: HubLimits;
  budget: RingBudget;
  /** Nobody has read for so long that the ring may go. */
  onForgotten: () => void;
  /** A turn in the hub's life, for the log. */
  onTurn: (what: string, facts: Record<string, string | number | null>) => void;
}

export interface Hub {
  /** Adds a reader and writes its first bytes at once. Answers how to take it away again. */
  attach(sink: Sink, wants: { cursor: bigint | undefined; kinds: readonly string[] | undefined }): () => void;
  /** Why this key gets no stream, once the index has said so. */
  readonly closed: CloseReason | undefined;
  stats(): {
    readers: number;
    upstream: number;
    catchUps: number;
    last: bigint | null;
    resets: number;
    duplicates: number;
  };
  /** The index has answered somebody: do not wait any longer if it was unreachable. */
  hurry(): void;
  /** Ends every stream; browsers come back by themselves. */
  stop(): void;
}

export function createHub(options: HubOptions): Hub {
  const { clock, limits, random, onTurn } = options;
  const now = () => clock.now();
  const ring = createRing({ maxFrames: limits.ringFrames, maxBytes: limits.ringBytes });
  options.budget.add(ring);
  const readers = new Set<Reader>();
  /** Readers that came before the ring had a beginning, with their cursors. */
  let waiting = new Map<Reader, bigint | undefined>();
  /** The ring has a beginning. */
  let started = false;
  let logId: string | null = null;
  let knownTip = 0n;
  let closed: CloseReason | undefined;
  let told: 'live' | 'stale' = 'live';
  let resets = 0;
  let duplicates = 0;
  let cancelIdle: () => void = () => undefined;
  let stopBeat: (() => void) | undefined;
  const tip = oneAtATime(() => options.log.tip());

  const catchUps = createCatchUps({
    open: options.open,
    ring,
    clock,
    limit: limits.catchUps,
    backoff: () => createBackoff(random),
    drained,
  });
  const link = createLink({
    open: options.open,
    clock,
    backoff: createBackoff(random),
    staleAfterMs: limits.staleAfterMs,
    begin,
    onFrames,
    onStale: () => tellState('stale'),
    onLive: () => tellState('live'),
    onGap(id) {
      tell('relay-gap', { after: String(ring.last) });
      // Without an id the next one is tried: ids rise, so the long event is passed at last.
      ring.skipTo(id ?? ring.last + 1n);
    },
    onRefused: close,
    onTurn,
  });

  const tipText = () => (ring.last > knownTip ? ring.last : knownTip).toString();

  function tell<Name extends RelayEventName>(name: Name, data: RelayEvent<Name>): void {
    const bytes = controlFrame(name, data);
    for (const reader of readers) say(reader, bytes);
  }

  function say(reader: Reader, bytes: Buffer): void {
    write(reader, bytes, now, () => drained(reader));
  }

  function tellState(state: 'live' | 'stale'): void {
    if (told === state) return;
    told = state;
    tell('relay-status', { state });
  }

  function hello(reader: Reader): void {
    say(reader, controlFrame('relay-hello', { log_id: logId, tip: started ? tipText() : null, state: told }));
  }

  function drained(reader: Reader): void {
    if (!readers.has(reader)) return;
    if (reader.place === undefined) catchUps.resume(reader);
    else if (!advance(reader, ring, now)) drop(reader);
  }

  function drop(reader: Reader, last?: Buffer): void {
    if (!readers.delete(reader)) return;
    waiting.delete(reader);
    catchUps.cancel(reader);
    reader.sink.end(last);
    if (readers.size === 0) rest();
  }

  /** Where a cursor stands against the ring. Undefined: no cursor, begin at the tip. */
  function place(reader: Reader, cursor: bigint | undefined): void {
    const end = ring.last > knownTip ? ring.last : knownTip;
    reader.afterId = cursor ?? end;
    reader.unverified = reader.afterId > end;
    if (reader.afterId < ring.base) {
      catchUps.start(
        reader,
        () => {
          reader.place ??= ring.placeAfter(reader.afterId);
          drained(reader);
        },
        () => drop(reader),
      );
      return;
    }
    reader.place = ring.placeAfter(reader.afterId);
    if (reader.unverified) void verify(reader);
    drained(reader);
  }

  /** A cursor beyond what the hub has seen may still be right: the browser can know the log from a listing that was faster than the stream. */
  async function verify(reader: Reader): Promise<void> {
    const found = await tip();
    if (!readers.has(reader) || !reader.unverified || found.is !== 'known') return;
    if (found.id > knownTip) knownTip = found.id;
    reader.unverified = false;
    if (found.id >= reader.afterId || ring.last >= reader.afterId) return;
    reader.afterId = knownTip;
    reader.place = ring.placeAfter(knownTip);
    say(reader, controlFrame('relay-reset', { log_id: logId, tip: tipText() }));
    drained(reader);
  }

  /** Before the connection opens: which log this is, where it ends, and from where the stream must start. */
  async function begin(): Promise<{ cursor: bigint } | CloseReason | undefined> {
    const fresh = !started;
    const [life, early] = await Promise.all([options.log.logId(), fresh ? tip() : undefined]);
    const sameLog = life === null || logId === null || life === logId;
    if (!fresh && sameLog) {
      logId ??= life;
      return { cursor: ring.last };
    }
    const end = early ?? (await tip());
    if (end.is === 'refused') return end.reason;
    if (end.is === 'unknown') return undefined;
    logId = life;
    if (fresh) start(end.id);
    else startOver(end.id);
    return { cursor: ring.last };
  }

  /** Gives the ring its beginning, and the readers that waited for it their places. */
  function start(end: bigint): void {
    started = true;
    knownTip = end;
    // One connection for all that are near enough to the end; the others catch up on their own.
    const oldest = end - BigInt(limits.ringFrames);
    let base = end;
    for (const cursor of waiting.values())
      if (cursor !== undefined && cursor >= oldest && cursor < base) base = cursor;
    ring.restart(base);
    const came = waiting;
    waiting = new Map();
    for (const [reader, cursor] of came) {
      hello(reader);
      place(reader, cursor);
    }
  }

  /** The log began again: nothing of what was seen is part of it. */
  function startOver(base: bigint): void {
    resets += 1;
    onTurn('log reset', { base: String(base) });
    ring.restart(base);
    knownTip = base;
    for (const reader of readers) {
      catchUps.cancel(reader);
      reader.afterId = base;
      reader.place = ring.end;
      reader.unverified = false;
    }
    tell('relay-reset', { log_id: logId, tip: String(base) });
  }

  function onFrames(frames: Frame[]): void {
    for (const frame of frames) {
      if (frame.id <= ring.last) {
        const known = ring.get(frame.id)?.bytes;
        if (known === undefined ? frame.id === ring.base : known.equals(frame.bytes)) {
          duplicates += 1;
          continue;
        }
        startOver(frame.id - 1n);
      }
      ring.push(frame);
    }
    options.budget.grown();
    const batches: Batches = new Map();
    for (const reader of readers) {
      if (reader.blockedSince === undefined && !advance(reader, ring, now, batches)) drop(reader);
    }
  }

  function beat(): void {
    const caughtUp = controlFrame('relay-beat', { tip: tipText(), state: told }, ring.last);
    const onTheWay = controlFrame('relay-beat', { tip: started ? tipText() : null, state: told });
    for (const reader of readers) {
      if (reader.blockedSince !== undefined) {
        if (now() - reader.blockedSince >= limits.drainMs) drop(reader);
        continue;
      }
      if (now() >= reader.endsAt) {
        drop(reader);
        continue;
      }
      if (reader.unverified) void verify(reader);
      const hasAll = reader.place === ring.end && reader.afterId <= ring.last && !reader.unverified;
      say(reader, hasAll ? caughtUp : onTheWay);
    }
  }

  function close(reason: CloseReason): void {
    closed = reason;
    onTurn('stream refused', { reason });
    const last = controlFrame('relay-closed', { reason });
    for (const reader of readers) drop(reader, last);
  }

  /** Nobody reads: let go of the index after a while, of the ring later, so that a reload costs nothing. */
  function rest(): void {
    stopBeat?.();
    stopBeat = undefined;
    cancelIdle();
    cancelIdle = clock.after(limits.idleMs, () => {
      link.rest();
      cancelIdle = clock.after(closed === undefined ? limits.keepRingMs : 0, forget);
    });
  }

  function forget(): void {
    link.rest();
    options.budget.remove(ring);
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
        place: undefined,
        blockedSince: undefined,
        unverified: false,
      };
      readers.add(reader);
      stopBeat ??= clock.every(limits.beatMs, beat);
      say(reader, opening(random));
      if (started) {
        hello(reader);
        place(reader, cursor);
        link.wake(0);
      } else {
        if (told === 'stale') say(reader, controlFrame('relay-status', { state: told }));
        waiting.set(reader, cursor);
        link.wake(limits.coldWaitMs);
      }
      return () => drop(reader);
    },
    stats: () => ({
      readers: readers.size,
      upstream: link.connected ? 1 : 0,
      catchUps: catchUps.running,
      last: started ? ring.last : null,
      resets,
      duplicates,
    }),
    hurry: () => link.hurry(),
    stop() {
      const last = farewell(random);
      for (const reader of readers) drop(reader, last);
      cancelIdle();
      forget();
    },
  };
}
