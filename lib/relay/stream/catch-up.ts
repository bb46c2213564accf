// One connection that brings what is older than the ring, to all readers that ride it. Invariant: each reader is given the wanted frames after its
// own cursor, and joins the ring without a gap when the connection has reached it; `position` is the id up to which the log has been passed.
// The socket that is full pauses the connection; whoever keeps the others waiting for longer than `patienceMs` is put off, with its cursor.
// When the connection breaks it goes on after the last frame it passed.
import type { Backoff } from './backoff';
import type { Clock } from './clock';
import { controlFrame } from './control-frames';
import type { Frame } from './frame-parser';
import { joined, type Piece } from './piece';
import { write, type Reader } from './reader';
import type { Ring } from './ring';
import type { Tally } from './tally';
import type { OpenStream, StreamEnd, UpstreamStream } from './upstream-stream';

const ATTEMPTS = 6;

export interface CatchUpOptions {
  open: OpenStream;
  ring: Ring;
  clock: Clock;
  backoff: Backoff;
  tally: Tally;
  patienceMs: number;
  /** Begins after this id. */
  after: bigint;
  /** The ring has everything after these readers' cursors. The connection is closed. */
  onReached(readers: Iterable<Reader>): void;
  /** They cannot be served this way. The connection is closed. */
  onFailed(readers: Iterable<Reader>): void;
  /** Keeps others waiting: to be served later. */
  onPutOff(reader: Reader): void;
}

export interface CatchUp {
  readonly position: bigint;
  readonly size: number;
  /** Takes a reader whose cursor is not before `position`. */
  join(reader: Reader): void;
  leave(reader: Reader): void;
  drained(): void;
  close(): void;
}

export function createCatchUp(options: CatchUpOptions): CatchUp {
  const { clock, open, ring, tally } = options;
  const now = () => clock.now();
  const readers = new Set<Reader>();
  let position = options.after;
  let stream: UpstreamStream | undefined;
  let over = false;
  let attempts = 0;
  let cancelRetry: () => void = () => undefined;
  let cancelPatience: (() => void) | undefined;

  function close(): void {
    over = true;
    stream?.close();
    cancelRetry();
    cancelPatience?.();
  }

  function anyBlocked(): boolean {
    for (const reader of readers) if (reader.blockedSince !== undefined) return true;
    return false;
  }

  /** Pauses while a socket is full, but not for ever when others could go on. */
  function settle(): void {
    if (over || stream === undefined) return;
    if (!anyBlocked()) {
      cancelPatience?.();
      cancelPatience = undefined;
      stream.resume();
      return;
    }
    stream.pause();
    cancelPatience ??= clock.after(options.patienceMs, () => {
      cancelPatience = undefined;
      const blocked = [...readers].filter((reader) => reader.blockedSince !== undefined);
      if (blocked.length < readers.size)
        for (const reader of blocked) {
          readers.delete(reader);
          options.onPutOff(reader);
        }
      settle();
    });
  }

  /** Readers that miss the same of these frames and want the same kinds are given the same piece. */
  function pass(frames: readonly Frame[]): void {
    const last = frames.at(-1)?.id;
    if (last === undefined) return;
    const pieces = new Map<string, { piece: Piece | undefined; count: number }>();
    for (const reader of readers) {
      if (reader.afterId >= last) continue;
      const from = reader.afterId <= position ? 0 : frames.findIndex(({ id }) => id > reader.afterId);
      const name = `${from} ${reader.kindsKey}`;
      let found = pieces.get(name);
      if (found === undefined) {
        const wanted = frames.slice(from).filter(({ kind }) => reader.kinds?.has(kind) ?? true);
        const parts = wanted.map(({ bytes }) => bytes);
        const size = parts.reduce((sum, { length }) => sum + length, 0);
        found = { piece: size === 0 ? undefined : joined(parts, size), count: parts.length };
        pieces.set(name, found);
      }
      reader.afterId = last;
      tally.deliveries += found.count;
      if (found.piece !== undefined) write(reader, found.piece, now);
    }
    position = last;
  }

  function reached(): void {
    close();
    options.onReached(readers);
  }

  function onFrames(frames: Frame[]): void {
    attempts = 0;
    options.backoff.was('progress');
    pass(frames.filter(({ id }) => id > position && id <= ring.base));
    const newest = frames.at(-1)?.id ?? position;
    if (position >= ring.base || newest > ring.base) reached();
    else settle();
  }

  function onClose(end: StreamEnd): void {
    stream = undefined;
    attempts += 1;
    if (end.why === 'oversize') {
      tally.gaps += 1;
      const gap = controlFrame('relay-gap', { after: String(position) });
      // Without an id the next one is tried: ids rise, so the long event is passed at last.
      position = end.id ?? position + 1n;
      for (const reader of readers) {
        if (reader.afterId >= position) continue;
        reader.afterId = position;
        write(reader, gap, now);
      }
      if (position >= ring.base) return reached();
    }
    const final = end.why === 'refused' && end.status >= 400 && end.status < 500 && end.status !== 429;
    if (final || attempts >= ATTEMPTS) {
      close();
      options.onFailed(readers);
      return;
    }
    const asked = end.why === 'refused' ? end.retryAfterMs : undefined;
    cancelRetry = clock.after(options.backoff.next({ asked }), connect);
  }

  function connect(): void {
    tally.catchUps += 1;
    stream = open(position, { onOpen: () => undefined, onFrames, onClose });
    settle();
  }

  connect();
  return {
    get position() {
      return position;
    },
    get size() {
      return readers.size;
    },
    join(reader) {
      readers.add(reader);
      settle();
    },
    leave(reader) {
      readers.delete(reader);
      settle();
    },
    drained: settle,
    close,
  };
}
