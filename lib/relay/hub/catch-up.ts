// A reader whose cursor is older than the ring gets what it missed over a connection of its own, until it reaches the ring.
// Invariant: at most `limit` such connections a hub, the rest wait their turn; a full socket of the reader pauses its connection and nobody else's.
// When the connection breaks it goes on after the last frame it passed; a reader that cannot be served this way is ended.
import type { Backoff } from './backoff';
import type { Clock } from './clock';
import { controlFrame } from './control-frames';
import type { Frame } from './frame-parser';
import { write, type Reader } from './reader';
import type { Ring } from './ring';
import type { OpenStream, StreamEnd, UpstreamStream } from './upstream-stream';

const ATTEMPTS = 6;

export interface CatchUps {
  /** Begins after `reader.afterId`; `done` when the ring has everything after `reader.afterId`, `failed` when it cannot be. */
  start(reader: Reader, done: () => void, failed: () => void): void;
  /** The reader's socket has room again. */
  resume(reader: Reader): void;
  /** The reader left, or the log it was reading is gone. */
  cancel(reader: Reader): void;
  readonly running: number;
}

interface Job {
  reader: Reader;
  done: () => void;
  failed: () => void;
  stream: UpstreamStream | undefined;
  cancelTimer: (() => void) | undefined;
  attempts: number;
  backoff: Backoff;
}

export function createCatchUps(options: {
  open: OpenStream;
  ring: Ring;
  clock: Clock;
  limit: number;
  backoff: () => Backoff;
  /** Called when a socket that was full has room again; the hub answers with `resume` where it is our turn. */
  drained: (reader: Reader) => void;
}): CatchUps {
  const { clock, open, ring } = options;
  const running = new Map<Reader, Job>();
  let queue: Job[] = [];

  function leave(job: Job): void {
    job.stream?.close();
    job.cancelTimer?.();
    running.delete(job.reader);
    const next = running.size < options.limit ? queue.shift() : undefined;
    if (next !== undefined) run(next);
  }

  /** Passes frames on up to the ring's beginning. */
  function pass(job: Job, frames: Frame[]): void {
    const { reader } = job;
    const parts: Buffer[] = [];
    let reached = false;
    for (const frame of frames) {
      if (frame.id <= reader.afterId) continue;
      if (frame.id > ring.base) {
        reached = true;
        break;
      }
      reader.afterId = frame.id;
      if (reader.kinds === undefined || reader.kinds.has(frame.kind)) parts.push(frame.bytes);
      reached = frame.id === ring.base;
    }
    job.attempts = 0;
    job.backoff.was('progress');
    if (parts.length > 0) {
      write(
        reader,
        Buffer.concat(parts),
        () => clock.now(),
        () => options.drained(reader),
      );
      if (reader.blockedSince !== undefined && !reached) job.stream?.pause();
    }
    if (!reached) return;
    leave(job);
    job.done();
  }

  function run(job: Job): void {
    running.set(job.reader, job);
    job.cancelTimer = undefined;
    job.stream = open(job.reader.afterId, {
      onOpen: () => undefined,
      onFrames: (frames) => pass(job, frames),
      onClose: (end) => broke(job, end),
    });
  }

  function broke(job: Job, end: StreamEnd): void {
    if (!running.has(job.reader)) return;
    job.stream = undefined;
    job.attempts += 1;
    const final = end.why === 'refused' && end.status >= 400 && end.status < 500 && end.status !== 429;
    if (end.why === 'oversize') {
      // Without an id the next one is tried: ids rise, so the long event is passed at last.
      const after = job.reader.afterId;
      job.reader.afterId = end.id ?? after + 1n;
      job.reader.sink.write(controlFrame('relay-gap', { after: String(after) }));
    }
    if (final || job.attempts >= ATTEMPTS) {
      leave(job);
      job.failed();
      return;
    }
    const asked = end.why === 'refused' ? end.retryAfterMs : undefined;
    job.cancelTimer = clock.after(job.backoff.next({ asked }), () => run(job));
  }

  return {
    start(reader, done, failed) {
      const job = {
        reader,
        done,
        failed,
        stream: undefined,
        cancelTimer: undefined,
        attempts: 0,
        backoff: options.backoff(),
      };
      if (running.size < options.limit) run(job);
      else queue.push(job);
    },
    resume: (reader) => running.get(reader)?.stream?.resume(),
    cancel(reader) {
      const job = running.get(reader);
      if (job !== undefined) leave(job);
      else queue = queue.filter((waiting) => waiting.reader !== reader);
    },
    get running() {
      return running.size;
    },
  };
}
