// Who is given which frames of the ring, and when. Invariant: everything up to `flushed` has been written to every reader of a group;
// whoever has less lags (a place of its own, waiting for its socket), whoever has more is ahead (waiting for the ring). So the common way,
// one frame for readers that have all before it, is one write each and nothing else: no look-up, no allocation, no place to move.
//
// When: at once, unless the last flush was less than the window ago; then frames gather until the window is over and go out as one write.
import type { Clock } from './clock';
import { collect, createBatches } from './batch';
import type { Frame } from './frame-parser';
import { write, type Reader } from './reader';
import type { Ring } from './ring';
import type { Tally } from './tally';

/** So much may gather; more goes out at once, before the ring could drop what nobody has yet. */
const MOST_PENDING_FRAMES = 256;
const MOST_PENDING_BYTES = 1024 * 1024;
const KEPT_BATCH_BYTES = 4 * 1024 * 1024;

/** Readers that have everything up to `flushed` and want the same kinds. */
interface Group {
  readonly kinds: ReadonlySet<string> | undefined;
  readonly members: Set<Reader>;
}

export interface FanOut {
  /** Takes over a reader whose cursor is in the ring or beyond it. */
  enter(reader: Reader): void;
  leave(reader: Reader): void;
  /** Puts a frame into the ring; `grown` says when there are no more for now. */
  push(frame: Frame): void;
  grown(): void;
  /** Writes what has gathered. To be called too after the ring was restarted, or skipped an id. */
  flush(): void;
  /** The reader's socket is full, by other bytes than ours. */
  blocked(reader: Reader): void;
  /** The reader's socket has room again. Does nothing for a reader that is not here. */
  drained(reader: Reader): void;
  /** It has been given everything up to the ring's last flush. */
  hasAll(reader: Reader): boolean;
  /** How many frames the slowest is behind. */
  lag(): number;
}

export function createFanOut(options: {
  ring: Ring;
  clock: Clock;
  /** Frames gather for so long at most. */
  windowMs: number;
  /** What the ring holds at most. */
  maxFrames: number;
  tally: Tally;
  /** Its place has fallen off the ring: it must go, and resumes by its cursor. */
  onLost: (reader: Reader) => void;
}): FanOut {
  const { ring, clock, windowMs, tally, onLost } = options;
  const now = () => clock.now();
  const mostPending = Math.min(MOST_PENDING_FRAMES, Math.ceil(options.maxFrames / 2));
  const groups = new Map<string, Group>();
  /** With the place of the next frame. */
  const lagging = new Map<Reader, number>();
  const ahead = new Set<Reader>();
  const batches = createBatches(ring, KEPT_BATCH_BYTES);
  let flushed = ring.end;
  let flushedId = ring.last;
  let pendingBytes = 0;
  let lastFlush = -Infinity;
  let cancelFlush: (() => void) | undefined;

  function toGroup(reader: Reader): void {
    let group = groups.get(reader.kindsKey);
    if (group === undefined) {
      group = { kinds: reader.kinds, members: new Set() };
      groups.set(reader.kindsKey, group);
    }
    group.members.add(reader);
  }

  function fromGroup(reader: Reader): boolean {
    const group = groups.get(reader.kindsKey);
    if (group?.members.delete(reader) !== true) return false;
    if (group.members.size === 0) groups.delete(reader.kindsKey);
    return true;
  }

  /** Gives a reader what the ring has for it, until it has all or its socket is full. */
  function advance(reader: Reader, from: number): void {
    let place = from;
    while (place < flushed) {
      if (place < ring.start) {
        lagging.delete(reader);
        onLost(reader);
        return;
      }
      if (reader.blockedSince !== undefined) break;
      const batch = batches.get(place, flushed, reader.kinds, reader.kindsKey);
      place = batch.to;
      if (batch.piece === undefined) continue;
      tally.deliveries += batch.frames;
      write(reader, batch.piece, now);
    }
    if (reader.blockedSince === undefined) {
      lagging.delete(reader);
      toGroup(reader);
    } else lagging.set(reader, place);
    if (lagging.size === 0) batches.clear();
  }

  function deliver(group: Group, from: number): void {
    const { members } = group;
    let place = from;
    while (place < flushed && members.size > 0) {
      if (place < ring.start) {
        for (const reader of members) onLost(reader);
        return;
      }
      const { to, frames, piece } = collect(ring, place, flushed, group.kinds);
      place = to;
      if (piece === undefined) continue;
      tally.deliveries += frames * members.size;
      if (frames > 1) tally.merges += members.size;
      for (const reader of members) {
        if (reader.sink.write(piece)) continue;
        reader.blockedSince ??= now();
        members.delete(reader);
        lagging.set(reader, place);
      }
    }
  }

  function flush(): void {
    cancelFlush?.();
    cancelFlush = undefined;
    const from = flushed;
    flushed = ring.end;
    flushedId = ring.last;
    pendingBytes = 0;
    if (from < flushed) lastFlush = now();
    for (const [name, group] of groups) {
      deliver(group, from);
      if (group.members.size === 0) groups.delete(name);
    }
    for (const reader of ahead) if (reader.afterId <= flushedId) enter(reader);
  }

  function enter(reader: Reader): void {
    if (reader.afterId > flushedId) {
      ahead.add(reader);
      return;
    }
    ahead.delete(reader);
    advance(reader, ring.placeAfter(reader.afterId));
  }

  return {
    enter,
    leave(reader) {
      if (fromGroup(reader)) return;
      ahead.delete(reader);
      lagging.delete(reader);
      if (lagging.size === 0) batches.clear();
    },
    push(frame) {
      ring.push(frame);
      pendingBytes += frame.bytes.length;
      const full = ring.end - flushed >= mostPending || pendingBytes >= MOST_PENDING_BYTES;
      if (full) flush();
    },
    grown() {
      if (groups.size === 0 && ahead.size === 0) return flush();
      const wait = lastFlush + windowMs - now();
      if (wait <= 0) flush();
      else cancelFlush ??= clock.after(wait, flush);
    },
    flush,
    blocked(reader) {
      if (fromGroup(reader)) lagging.set(reader, flushed);
    },
    drained(reader) {
      const place = lagging.get(reader);
      if (place !== undefined) advance(reader, place);
    },
    hasAll: (reader) => groups.get(reader.kindsKey)?.members.has(reader) === true,
    lag() {
      let most = 0;
      for (const place of lagging.values()) most = Math.max(most, ring.end - place);
      return most;
    },
  };
}
