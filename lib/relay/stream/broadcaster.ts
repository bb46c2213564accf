// Sends the ring's frames to readers. Invariant: every current reader has everything up to `flushed`; a lagging reader has a place
// of its own and waits for its socket; one that is ahead waits for the ring. In the common case a frame costs one write per reader and nothing else.
import type { Clock } from '@/lib/time/clock';
import type { StreamMetrics } from './metrics';
import { joinChunk, send, type Chunk, type Reader } from './browser-connection';
import type { Ring } from './ring';
import type { Frame } from './sse';

/** More than this is sent at once, before the ring could drop what no reader has yet. */
const MAX_PENDING_FRAMES = 256;
const MAX_PENDING_BYTES = 1024 * 1024;
const BATCH_BYTES = 64 * 1024;
/** Shared batches end at multiples of this, so that readers from different cursors soon ask for the same ones. */
const BATCH_STRIDE = 64;
const BATCH_CACHE_BYTES = 4 * 1024 * 1024;
/** Rough cost of a cache entry besides its bytes. */
const ENTRY_BYTES = 256;

interface Batch {
  /** Place after its last frame. */
  readonly to: number;
  readonly frames: number;
  /** Undefined when there is no frame. */
  readonly chunk: Chunk | undefined;
}

/** The frames from a place on, up to 64 KiB and the frame that exceeds it. */
function collect(ring: Ring, from: number, end: number): Batch {
  const parts: Buffer[] = [];
  let size = 0;
  let to = from;
  while (to < end && size < BATCH_BYTES) {
    const frame = ring.at(to);
    to += 1;
    if (frame === undefined) continue;
    parts.push(frame.bytes);
    size += frame.bytes.length;
  }
  return { to, frames: parts.length, chunk: size === 0 ? undefined : joinChunk(parts, size) };
}

/** Batches for lagging readers, shared by those at the same place. */
function createBatchCache(ring: Ring) {
  const cache = new Map<number, Batch>();
  let bytes = 0;
  function clear(): void {
    cache.clear();
    bytes = 0;
  }
  return {
    clear,
    get(from: number, end: number): Batch {
      const cached = cache.get(from);
      if (cached !== undefined && cached.to <= end) return cached;
      if (bytes > BATCH_CACHE_BYTES) clear();
      const stop = Math.min(end, (Math.floor(from / BATCH_STRIDE) + 1) * BATCH_STRIDE);
      const batch = collect(ring, from, stop);
      cache.set(from, batch);
      bytes += ENTRY_BYTES + (batch.chunk?.bytes.length ?? 0);
      return batch;
    },
  };
}

export function createBroadcaster(options: {
  ring: Ring;
  clock: Clock;
  batchMs: number;
  /** Capacity of the ring. */
  maxFrames: number;
  metrics: StreamMetrics;
  /** The reader fell off the ring and must go. */
  onLost: (reader: Reader) => void;
}) {
  const { ring, clock, batchMs, metrics, onLost } = options;
  const now = () => clock.monotonic();
  const maxPending = Math.min(MAX_PENDING_FRAMES, Math.ceil(options.maxFrames / 2));
  /** They have everything up to `flushed`. */
  const current = new Set<Reader>();
  /** With the place of the next frame. */
  const lagging = new Map<Reader, number>();
  const ahead = new Set<Reader>();
  const batches = createBatchCache(ring);
  let flushed = ring.end;
  let flushedId = ring.last;
  let pendingBytes = 0;
  let lastFlush = -Infinity;
  let cancelFlush: (() => void) | undefined;

  function stopLagging(reader: Reader): void {
    lagging.delete(reader);
    if (lagging.size === 0) batches.clear();
  }

  /** Sends what the ring has for one reader, until it is current or its socket is full. */
  function advance(reader: Reader, from: number): void {
    let place = from;
    while (place < flushed && reader.blockedSince === undefined) {
      // The frame at its place has left the ring: frames are never skipped, so the stream ends and resumes by its cursor.
      if (place < ring.start) {
        stopLagging(reader);
        onLost(reader);
        return;
      }
      const batch = batches.get(place, flushed);
      place = batch.to;
      if (batch.chunk === undefined) continue;
      metrics.deliveries += batch.frames;
      send(reader, batch.chunk, now);
    }
    if (reader.blockedSince !== undefined) {
      lagging.set(reader, place);
      return;
    }
    stopLagging(reader);
    current.add(reader);
  }

  function deliver(from: number): void {
    let place = from;
    while (place < flushed && current.size > 0) {
      if (place < ring.start) {
        for (const reader of current) onLost(reader);
        return;
      }
      const { to, frames, chunk } = collect(ring, place, flushed);
      place = to;
      if (chunk === undefined) continue;
      metrics.deliveries += frames * current.size;
      if (frames > 1) metrics.merges += current.size;
      for (const reader of current) {
        if (reader.sink.write(chunk)) continue;
        reader.blockedSince ??= now();
        current.delete(reader);
        lagging.set(reader, place);
      }
    }
  }

  /** Sends what is pending. Must also be called after the ring was restarted or skipped an id. */
  function flush(): void {
    cancelFlush?.();
    cancelFlush = undefined;
    const from = flushed;
    flushed = ring.end;
    flushedId = ring.last;
    pendingBytes = 0;
    if (from < flushed) lastFlush = now();
    deliver(from);
    for (const reader of ahead) if (reader.afterId <= flushedId) add(reader);
  }

  /** Takes a reader whose cursor is in the ring or beyond it. */
  function add(reader: Reader): void {
    if (reader.afterId > flushedId) {
      ahead.add(reader);
      return;
    }
    ahead.delete(reader);
    advance(reader, ring.placeAfter(reader.afterId));
  }

  return {
    add,
    flush,
    remove(reader: Reader): void {
      if (current.delete(reader)) return;
      ahead.delete(reader);
      stopLagging(reader);
    },
    /** Puts a frame into the ring. */
    publish(frame: Frame): void {
      ring.push(frame);
      pendingBytes += frame.bytes.length;
      if (ring.end - flushed >= maxPending || pendingBytes >= MAX_PENDING_BYTES) flush();
    },
    /** After the last frame of a chunk: sends now, or at the end of the batching window. */
    schedule(): void {
      if (current.size === 0 && ahead.size === 0) return flush();
      const wait = lastFlush + batchMs - now();
      if (wait <= 0) flush();
      else cancelFlush ??= clock.after(wait, flush);
    },
    /** The reader's socket is full. */
    blocked(reader: Reader): void {
      if (current.delete(reader)) lagging.set(reader, flushed);
    },
    /** The reader's socket has room again; ignored for readers that are not here. */
    drained(reader: Reader): void {
      const place = lagging.get(reader);
      if (place !== undefined) advance(reader, place);
    },
    /** It was sent everything up to the last flush. */
    isCurrent: (reader: Reader) => current.has(reader),
    /** Frames that the slowest reader is behind. */
    lag(): number {
      let most = 0;
      for (const place of lagging.values()) most = Math.max(most, ring.end - place);
      return most;
    },
  };
}
