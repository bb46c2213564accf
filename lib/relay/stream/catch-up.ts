// Reads what is older than the ring, over connections that readers share. Invariant: at most `limits.catchUps` connections, and no reader waits
// forever, since the last free connection starts at the lowest waiting cursor and so serves all others.
import type { StreamLimits } from './limits';
import type { Clock } from '@/lib/time/clock';
import type { StreamMetrics } from './metrics';
import { joinChunk, send, type Chunk, type Reader } from './browser-connection';
import type { Ring } from './ring';
import { controlFrame, type Frame } from './sse';
import type { OpenConnection } from './upstream-connection';
import { createUpstreamStream, type UpstreamEvent, type UpstreamStream } from './reconnect';

/** caught-up: the ring has everything after the reader's `afterId`; failed: what it missed cannot be read. */
export interface CatchUpEvent {
  type: 'caught-up' | 'failed';
  reader: Reader;
}

/** One shared connection. Frames up to `position` have been sent to its readers, each from its own cursor on. */
interface Run {
  readonly stream: UpstreamStream;
  readonly readers: Set<Reader>;
  position: bigint;
  failures: number;
  cancelPatience: (() => void) | undefined;
}

const MAX_FAILURES = 6;
/** A reader at most this many ids ahead of a connection joins it. */
const NEAR = 20_000n;

export function createCatchUps(options: {
  open: OpenConnection;
  ring: Ring;
  clock: Clock;
  random: () => number;
  limits: StreamLimits;
  metrics: StreamMetrics;
  emit: (event: CatchUpEvent) => void;
}) {
  const { clock, emit, limits, metrics, ring } = options;
  const now = () => clock.monotonic();
  const waiting = new Set<Reader>();
  const runs = new Set<Run>();
  let cancelAssign: (() => void) | undefined;

  const blockedReaders = ({ readers }: Run) =>
    [...readers].filter(({ blockedSince }) => blockedSince !== undefined);
  const runOf = (reader: Reader) => [...runs].find(({ readers }) => readers.has(reader));

  function scheduleAssign(): void {
    cancelAssign ??= clock.after(limits.gatherMs, () => {
      cancelAssign = undefined;
      assign();
    });
  }

  function start(after: bigint): Run {
    const stream = createUpstreamStream({
      ...options,
      staleAfterMs: limits.staleAfterMs,
      resumePoint() {
        metrics.catchUps += 1;
        return Promise.resolve({ after: run.position });
      },
      emit: (event) => onUpstream(run, event),
    });
    const run: Run = { stream, readers: new Set(), position: after, failures: 0, cancelPatience: undefined };
    runs.add(run);
    stream.start(0);
    return run;
  }

  function stop(run: Run): void {
    runs.delete(run);
    run.cancelPatience?.();
    run.stream.stop();
    if (waiting.size > 0) scheduleAssign();
  }

  function finish(run: Run, type: CatchUpEvent['type']): void {
    stop(run);
    for (const reader of run.readers) emit({ type, reader });
  }

  function onUpstream(run: Run, event: UpstreamEvent): void {
    if (event.type === 'frames') onFrames(run, event.frames);
    else if (event.type === 'oversize') onOversize(run, event.id);
    else if (event.type === 'cursor-refused') skipToRing(run);
    else if (event.type === 'refused') finish(run, 'failed');
    else if (event.type === 'lost') {
      run.failures += 1;
      if (run.failures >= MAX_FAILURES) finish(run, 'failed');
    }
  }

  function onFrames(run: Run, frames: readonly Frame[]): void {
    run.failures = 0;
    pass(
      run,
      frames.filter(({ id }) => id > run.position && id <= ring.base),
    );
    const newest = frames.at(-1)?.id ?? run.position;
    if (run.position >= ring.base || newest > ring.base) finish(run, 'caught-up');
    else pauseWhileBlocked(run);
  }

  function onOversize(run: Run, id: bigint | undefined): void {
    metrics.gaps += 1;
    const gap = controlFrame('relay-gap', { after: String(run.position), to: null });
    // Without an id the next one is tried: ids rise, so the oversize event is passed in the end.
    run.position = id ?? run.position + 1n;
    for (const reader of run.readers) {
      if (reader.afterId >= run.position) continue;
      reader.afterId = run.position;
      send(reader, gap, now);
    }
    if (run.position >= ring.base) finish(run, 'caught-up');
  }

  /** The index no longer resumes at these cursors: the readers continue with the ring, and learn what they miss. */
  function skipToRing(run: Run): void {
    metrics.gaps += 1;
    for (const reader of run.readers) {
      if (reader.afterId >= ring.base) continue;
      const gap = controlFrame('relay-gap', { after: String(reader.afterId), to: String(ring.base) });
      reader.afterId = ring.base;
      send(reader, gap, now);
    }
    finish(run, 'caught-up');
  }

  /** Readers that lack the same of these frames share a chunk. */
  function pass(run: Run, frames: readonly Frame[]): void {
    const last = frames.at(-1)?.id;
    if (last === undefined) return;
    const chunks = new Map<number, { chunk: Chunk; frames: number }>();
    for (const reader of run.readers) {
      if (reader.afterId >= last) continue;
      const from = reader.afterId <= run.position ? 0 : frames.findIndex(({ id }) => id > reader.afterId);
      let shared = chunks.get(from);
      if (shared === undefined) {
        const parts = frames.slice(from).map(({ bytes }) => bytes);
        const size = parts.reduce((sum, { length }) => sum + length, 0);
        shared = { chunk: joinChunk(parts, size), frames: parts.length };
        chunks.set(from, shared);
      }
      reader.afterId = last;
      metrics.deliveries += shared.frames;
      send(reader, shared.chunk, now);
    }
    run.position = last;
  }

  /** Pauses the connection while a socket is full, but not for long when other readers could continue. */
  function pauseWhileBlocked(run: Run): void {
    if (blockedReaders(run).length === 0) {
      run.cancelPatience?.();
      run.cancelPatience = undefined;
      run.stream.resume();
      return;
    }
    run.stream.pause();
    run.cancelPatience ??= clock.after(limits.patienceMs, () => {
      run.cancelPatience = undefined;
      const blocked = blockedReaders(run);
      // When all are blocked, none holds up another.
      for (const reader of blocked.length < run.readers.size ? blocked : []) {
        run.readers.delete(reader);
        waiting.add(reader);
      }
      pauseWhileBlocked(run);
    });
  }

  /** The connection that reaches the reader's cursor soonest. */
  function nearestRun(reader: Reader): Run | undefined {
    let nearest: Run | undefined;
    for (const run of runs)
      if (run.position <= reader.afterId && (nearest === undefined || run.position > nearest.position))
        nearest = run;
    return nearest;
  }

  function assign(): void {
    const ready = [...waiting]
      .filter(({ blockedSince }) => blockedSince === undefined)
      .sort((a, b) => Number(a.afterId - b.afterId));
    for (const reader of ready) {
      // It may be in the ring by now: it was put off by a slow socket, or the ring restarted.
      if (reader.afterId >= ring.base) {
        waiting.delete(reader);
        emit({ type: 'caught-up', reader });
        continue;
      }
      const nearest = nearestRun(reader);
      const isFull = runs.size >= limits.catchUps;
      const isNear = nearest !== undefined && reader.afterId - nearest.position <= NEAR;
      const run = isNear || isFull ? nearest : start(reader.afterId);
      if (run === undefined) continue;
      waiting.delete(reader);
      run.readers.add(reader);
      pauseWhileBlocked(run);
    }
  }

  return {
    /** Reads on after `reader.afterId`; an event follows unless the reader is removed. */
    add(reader: Reader): void {
      waiting.add(reader);
      scheduleAssign();
    },
    remove(reader: Reader): void {
      waiting.delete(reader);
      const run = runOf(reader);
      if (run === undefined) return;
      run.readers.delete(reader);
      if (run.readers.size === 0) stop(run);
      else pauseWhileBlocked(run);
    },
    /** The reader's socket has room again; ignored for readers that are not here. */
    drained(reader: Reader): void {
      const run = runOf(reader);
      if (run !== undefined) pauseWhileBlocked(run);
      if (waiting.has(reader)) scheduleAssign();
    },
    get running(): number {
      return runs.size;
    },
  };
}
