// The stream of one key: one unfiltered connection to the index, shared by any number of readers (docs/decisions/002). The only file that knows all parts;
// duplicates and log resets are decided here and nowhere else. Data flows upstream -> channel -> ring -> broadcaster -> reader.
import type { CloseReason, LinkState } from '@/lib/contract/relay-events';
import { oneAtATime, type IndexLog, type KnownLog } from '@/lib/relay/upstream/index-facts';
import { createBroadcaster } from './broadcaster';
import { createCatchUps } from './catch-up';
import type { StreamLimits } from './limits';
import { every, type Clock } from '@/lib/time/clock';
import type { Departure, StreamMetrics } from './metrics';
import { createReader, send, type Chunk, type Reader, type Sink } from './browser-connection';
import { createRing, type RingBudget } from './ring';
import { controlFrame, goodbyeFrame, openingFrame, type Frame } from './sse';
import type { OpenConnection, OpenShared } from './upstream-connection';
import { createUpstreamStream, type ResumePoint, type UpstreamEvent } from './reconnect';

interface ChannelOptions {
  open: OpenConnection;
  /** For the end of the log, where replicas share it. */
  openShared?: OpenShared | undefined;
  /** Replicas share what came after this event of the log. */
  oldestShared?: ((logId: string | null) => Promise<bigint | undefined>) | undefined;
  index: IndexLog;
  clock: Clock;
  random: () => number;
  limits: StreamLimits;
  budget: RingBudget;
  metrics: StreamMetrics;
  /** The log started again; called before any reader receives the reset. */
  onReset: (base: bigint) => void;
  /** No reader for so long that the ring was dropped. */
  onDisposed: () => void;
  log: (message: string, fields: Record<string, string | number | null>) => void;
}

export interface Attachment {
  detach(): void;
  /** Ends the reader's stream; with a reason the browser does not reconnect until its session changes. */
  close(why: Departure, reason?: CloseReason): void;
}

export type Channel = ReturnType<typeof createChannel>;

/** Without a listing: chunks of frames that are no events, from which the stream is unusable. */
const MIN_UNUSABLE = 3;

type Cursors = Iterable<bigint | undefined>;

/** The newest of the cursors of waiting readers; undefined when no reader brought one. */
function newestOf(cursors: Cursors): bigint | undefined {
  let newest: bigint | undefined;
  for (const cursor of cursors)
    if (cursor !== undefined && (newest === undefined || cursor > newest)) newest = cursor;
  return newest;
}

/** The oldest cursor at most `most` ids before the tip, else the tip. `shared`: replicas have everything after it, so the ring begins there if it can. */
function oldestNear(tip: bigint, cursors: Cursors, most: number, shared = tip): bigint {
  const furthest = tip - BigInt(most);
  let oldest = shared < furthest ? furthest : shared;
  for (const cursor of cursors)
    if (cursor !== undefined && cursor >= furthest && cursor < oldest) oldest = cursor;
  return oldest;
}

export function createChannel(options: ChannelOptions) {
  const { budget, clock, index, limits, metrics, random } = options;
  const now = () => clock.monotonic();
  const readTip = oneAtATime(() => index.tip());
  const ring = createRing({ maxFrames: limits.ringFrames, maxBytes: limits.ringBytes, budget });
  const readers = new Set<Reader>();
  /** Readers that arrived before the log was known, with their cursors. */
  const waiting = new Map<Reader, bigint | undefined>();
  let log: KnownLog | undefined;
  /** Of a log whose end no listing names: it becomes known with the first event. */
  let unlistedLogId: string | null = null;
  let state: LinkState = 'live';
  let closed: CloseReason | undefined;
  let checking = false;
  /** No event was lost since the connection last opened. */
  let complete = true;
  /** The index refused to resume; the next connection starts at its tip. */
  let startsAtTip = false;
  /** The listing has events that the open stream does not deliver. */
  let isMute = false;
  /** Since the last event. */
  let unusableFrames = 0;
  /** The last attempt to connect got an answer. */
  let answered = false;
  /** Identifies the newest call of `noteNoStream`. */
  let lastNote: symbol | undefined;
  /** When the stream is compared with the listing next, and how long after that. */
  let compareAt = Infinity;
  let compareEveryMs = limits.quietMs;
  let comparedAt = -Infinity;
  let comparing = false;
  /** The oldest event that arrived out of order and is not reported yet. */
  let disorderAfter: bigint | undefined;
  let cancelIdle: () => void = () => undefined;
  let cancelHeartbeat: (() => void) | undefined;

  const broadcaster = createBroadcaster({
    ring,
    clock,
    metrics,
    batchMs: limits.batchMs,
    maxFrames: limits.ringFrames,
    onLost: (reader) => drop(reader, 'slow'),
  });
  const catchUps = createCatchUps({
    ...options,
    ring,
    emit: ({ type, reader }) => (type === 'caught-up' ? broadcaster.add(reader) : drop(reader, 'behind')),
  });
  const upstream = createUpstreamStream({
    ...options,
    open: (cursor, handlers) => (options.openShared ?? options.open)(cursor, handlers, log?.id ?? null),
    staleAfterMs: limits.staleAfterMs,
    resumePoint,
    emit: onUpstream,
  });

  const logEnd = () => (log === undefined || ring.last > log.tip ? ring.last : log.tip);

  // Upstream

  async function resumePoint(): Promise<ResumePoint> {
    const [id, firstTip] = await Promise.all([index.id(), log === undefined ? readTip() : undefined]);
    if (log !== undefined && (id === null || log.id === null || id === log.id)) {
      log.id ??= id;
      return startsAtTip ? resumeAtTip() : { after: ring.last };
    }
    const tip = firstTip ?? (await readTip());
    if (tip.is === 'unknown') return undefined;
    if (tip.is === 'unavailable') return resumeUnlisted(id);
    if (log === undefined)
      start({ id, tip: tip.id, listed: true }, { shared: await options.oldestShared?.(id) });
    else {
      log.id = id;
      reset(tip.id);
    }
    return { after: ring.last };
  }

  /** Without a listing, the newest cursor that a reader brings is all that is known of the log. */
  function resumeUnlisted(id: string | null): ResumePoint {
    unlistedLogId = id;
    const newest = newestOf(waiting.values());
    if (log !== undefined) log.id = id;
    else if (newest === undefined) return { after: undefined };
    else start({ id, tip: newest, listed: false });
    return { after: ring.last };
  }

  /** Without a cursor: what the listing has up to its tip is reported as missing. */
  async function resumeAtTip(): Promise<ResumePoint> {
    const tip = await readTip();
    if (tip.is === 'unknown') return undefined;
    if (tip.is === 'known') jump(tip.id);
    return { after: undefined };
  }

  /** The stream will not deliver the events up to `to`. */
  function jump(to: bigint): void {
    if (to <= ring.last) return;
    complete = false;
    broadcastGap(ring.last, to);
    // Not skipped to: a reader with an older cursor must not take the ring for complete.
    ring.restart(to);
    broadcaster.flush();
  }

  function onUpstream(event: UpstreamEvent): void {
    switch (event.type) {
      case 'opened':
        options.log('upstream opened', { after: event.after === undefined ? null : String(event.after) });
        if (log === undefined) for (const reader of waiting.keys()) sendHello(reader);
        if (state === 'live' && complete && event.awayMs !== undefined && event.awayMs >= limits.awayMs)
          broadcast(controlFrame('relay-away', { ms: Math.round(event.awayMs) }));
        complete = true;
        compareSoon();
        return isMute ? undefined : setState('live');
      case 'frames':
        return publish(event.frames);
      case 'oversize':
        return skip(event.id);
      case 'lost':
        metrics.reconnects += 1;
        answered = event.answered;
        if (state !== 'live') void noteNoStream();
        return options.log('upstream lost', { why: event.why, wait_ms: Math.round(event.waitMs) });
      case 'stale':
        return void noteNoStream();
      case 'cursor-refused':
        startsAtTip = true;
        return options.log('cursor refused', { after: String(event.after) });
      case 'unusable':
        unusableFrames += 1;
        return compareSoon(0);
      case 'refused':
        closed = event.reason;
        options.log('upstream refused', { reason: event.reason });
        for (const reader of readers) close(reader, 'refused', event.reason);
    }
  }

  function publish(frames: readonly Frame[]): void {
    metrics.frames += frames.length;
    const [first] = frames;
    if (startsAtTip && first !== undefined && log !== undefined) jump(first.id - 1n);
    startsAtTip = false;
    if (log === undefined && first !== undefined)
      start({ id: unlistedLogId, tip: first.id - 1n, listed: false }, { base: first.id - 1n });
    for (const frame of frames) {
      const comparison = ring.compare(frame);
      if (comparison === 'repeat' || (comparison === 'unknown' && log?.listed === true)) {
        metrics.duplicates += 1;
        if (comparison === 'unknown') noteOldEvent(frame.id);
        continue;
      }
      // An old id with different content: the index started another log.
      if (comparison !== 'new') reset(frame.id - 1n);
      broadcaster.publish(frame);
      isMute = false;
      unusableFrames = 0;
      compareSoon();
    }
    if (!isMute) setState('live');
    broadcaster.schedule();
  }

  /** An old event that the ring does not have: of another log, of before the ring, or out of order. */
  function noteOldEvent(id: bigint): void {
    void checkLog();
    if (id <= ring.base) return;
    if (disorderAfter === undefined) clock.after(limits.disorderMs, reportDisorder);
    if (disorderAfter === undefined || id <= disorderAfter) disorderAfter = id - 1n;
  }

  function reportDisorder(): void {
    if (disorderAfter === undefined) return;
    broadcastGap(disorderAfter, ring.last);
    disorderAfter = undefined;
  }

  /** Without a connection for a while: whether the index answers reads decides what is wrong. */
  async function noteNoStream(): Promise<void> {
    if (!answered && state === 'live') setState('stale');
    const current = (lastNote = Symbol('note'));
    const tip = await readTip();
    if (upstream.connected) return;
    if (tip.is === 'unknown') return setState('stale');
    // The index may just be back: its stream opens a moment after the first read is answered.
    clock.after(limits.opensWithinMs, () => {
      if (!upstream.connected && current === lastNote) setState('unusable');
    });
  }

  function compareSoon(inMs = limits.quietMs): void {
    compareEveryMs = limits.quietMs;
    compareAt = Math.max(now() + inMs, comparedAt + limits.overdueMs);
    if (inMs === 0) void compareWithListing();
  }

  /** Finds a stream that is open and delivers nothing, or nothing usable. */
  async function compareWithListing(): Promise<void> {
    if (comparing || !upstream.connected || now() < compareAt) return;
    comparing = true;
    comparedAt = now();
    compareAt = comparedAt + compareEveryMs;
    compareEveryMs = Math.min(limits.longestQuietMs, compareEveryMs * 2);
    const tip = await readTip();
    // Without a listing, nothing but frames that are no events is the only sign.
    const isBehind = () =>
      tip.is === 'known' ? log !== undefined && tip.id > ring.last : unusableFrames >= MIN_UNUSABLE;
    const isMuteNow = () => upstream.connected && tip.is !== 'unknown' && isBehind();
    if (!isMuteNow()) return void (comparing = false);
    clock.after(limits.overdueMs, () => {
      comparing = false;
      if (isMute || !isMuteNow()) return;
      isMute = true;
      options.log('upstream mute', { after: String(ring.last) });
      setState('unusable');
      // One more attempt to resume, in case the connection itself is at fault.
      upstream.reconnect();
    });
  }

  /**
   * An old event is missing from the ring: either the index started a new log, or its stream lags behind the listing the ring began with and
   * repeats earlier events.
   */
  async function checkLog(): Promise<void> {
    if (checking || log === undefined) return;
    checking = true;
    const comparison = await index.compare(log.id, ring.last);
    checking = false;
    if (comparison.is === 'renamed') upstream.reconnect();
    else if (comparison.is === 'shorter') reset(comparison.tip);
    else if (comparison.is === 'unlisted') log.listed = false;
  }

  /** An event was too large to pass on: readers get a gap, and the stream resumes after it. */
  function skip(id: bigint | undefined): void {
    complete = false;
    broadcastGap(ring.last, null);
    // Without an id the next one is tried: ids rise, so the oversize event is passed in the end.
    ring.skipTo(id ?? ring.last + 1n);
    broadcaster.flush();
  }

  /**
   * The log is known for the first time: the ring starts at `base`, or at the oldest waiting cursor that is near enough to the end, and with what
   * replicas share, so that it is read from the index once.
   */
  function start(
    newLog: KnownLog,
    { base, shared }: { base?: bigint; shared?: bigint | undefined } = {},
  ): void {
    log = newLog;
    ring.restart(base ?? oldestNear(newLog.tip, waiting.values(), limits.ringFrames, shared));
    broadcaster.flush();
    const arrived = [...waiting];
    waiting.clear();
    for (const [reader, cursor] of arrived) place(reader, cursor);
  }

  /** The index has another log now: nothing that was sent is part of it. */
  function reset(base: bigint): void {
    if (log !== undefined) log.tip = base;
    metrics.resets += 1;
    complete = false;
    options.onReset(base);
    options.log('log reset', { base: String(base) });
    broadcaster.flush();
    ring.restart(base);
    broadcaster.flush();
    broadcast(controlFrame('relay-reset', { log_id: log?.id ?? null, tip: String(base) }));
    for (const reader of readers) {
      remove(reader);
      reader.afterId = base;
      reader.unverified = false;
      broadcaster.add(reader);
    }
  }

  // Readers

  function sendHello(reader: Reader): void {
    const tip = log === undefined ? null : String(logEnd());
    write(reader, controlFrame('relay-hello', { log_id: log?.id ?? unlistedLogId, tip, state }));
  }

  /** Without a cursor a reader starts at the end of the log. */
  function place(reader: Reader, cursor: bigint | undefined): void {
    const end = logEnd();
    sendHello(reader);
    reader.afterId = cursor ?? end;
    reader.unverified = reader.afterId > end;
    if (reader.afterId < ring.base) catchUps.add(reader);
    else broadcaster.add(reader);
    if (reader.unverified) void verify(reader, 'first');
  }

  /**
   * A cursor beyond the known end may still be valid: the browser may know it from a listing that was ahead of the stream, or from an index process
   * that is ahead of the one asked now. So the end is read twice before the reader is reset.
   */
  async function verify(reader: Reader, attempt: 'first' | 'second' | 'last'): Promise<void> {
    const tip = await readTip();
    // Without a listing, what the stream has not reached by the next heartbeat is not in the log.
    if (log === undefined || (tip.is !== 'known' && !(tip.is === 'unavailable' && attempt === 'last')))
      return;
    if (tip.is === 'known' && tip.id > log.tip) log.tip = tip.id;
    if (!readers.has(reader) || !reader.unverified) return;
    const end = logEnd();
    if (end < reader.afterId && attempt === 'first')
      return void clock.after(limits.recheckMs, () => void verify(reader, 'second'));
    reader.unverified = false;
    if (end >= reader.afterId) return;
    broadcaster.remove(reader);
    reader.afterId = end;
    broadcaster.add(reader);
    write(reader, controlFrame('relay-reset', { log_id: log.id, tip: String(end) }));
  }

  function write(reader: Reader, chunk: Chunk): void {
    if (!send(reader, chunk, now)) broadcaster.blocked(reader);
  }

  const broadcast = (chunk: Chunk) => readers.forEach((reader) => write(reader, chunk));

  /** Events after `after`, up to `to` or the next one that arrives, are only in the history. */
  function broadcastGap(after: bigint, to: bigint | null): void {
    metrics.gaps += 1;
    broadcaster.flush();
    broadcast(controlFrame('relay-gap', { after: String(after), to: to === null ? null : String(to) }));
  }

  function setState(next: LinkState): void {
    if (state === next) return;
    state = next;
    broadcast(controlFrame('relay-status', { state }));
  }

  /** Keeps streams alive, moves the cursors of idle readers, and ends streams whose time is up. */
  function heartbeat(): void {
    broadcaster.flush();
    void compareWithListing();
    const tip = log === undefined ? null : String(logEnd());
    const pending = controlFrame('relay-beat', { tip, state });
    const current = controlFrame('relay-beat', { tip, state }, ring.last);
    for (const reader of readers) {
      if (reader.blockedSince !== undefined) {
        // A full socket gets its time to drain, even if the stream's time is up.
        if (now() - reader.blockedSince >= limits.drainMs) drop(reader, 'hung');
      } else if (now() >= reader.endsAt) drop(reader, 'expired');
      else {
        if (reader.unverified) void verify(reader, 'last');
        write(reader, broadcaster.isCurrent(reader) && !reader.unverified ? current : pending);
      }
    }
  }

  function onDrain(reader: Reader): void {
    reader.blockedSince = undefined;
    broadcaster.drained(reader);
    catchUps.drained(reader);
  }

  function remove(reader: Reader): void {
    waiting.delete(reader);
    broadcaster.remove(reader);
    catchUps.remove(reader);
  }

  function drop(reader: Reader, why: Departure, last?: Chunk): void {
    if (!readers.delete(reader)) return;
    metrics.departures[why] += 1;
    remove(reader);
    reader.sink.end(last, limits.graceMs);
    if (readers.size === 0) idle();
  }

  function close(reader: Reader, why: Departure, reason?: CloseReason): void {
    drop(reader, why, reason === undefined ? undefined : controlFrame('relay-closed', { reason }));
  }

  /** Without readers the connection is kept for a while and the ring for longer, so that a reload costs nothing. */
  function idle(): void {
    cancelHeartbeat?.();
    cancelHeartbeat = undefined;
    cancelIdle();
    cancelIdle = clock.after(limits.idleMs, () => {
      upstream.stop();
      cancelIdle = clock.after(closed === undefined ? limits.keepRingMs : 0, dispose);
    });
  }

  function dispose(): void {
    upstream.stop();
    ring.dispose();
    options.onDisposed();
  }

  return {
    /** Set once the index has refused this key. */
    get closed(): CloseReason | undefined {
      return closed;
    },
    /** Whether the index has to be read again for a reader with this cursor. Not known before the log is. */
    isBehind: (cursor: bigint) => log !== undefined && cursor < ring.base,
    /** Adds a reader and writes its first bytes at once. */
    attach(sink: Sink, cursor: bigint | undefined): Attachment {
      cancelIdle();
      const reader = createReader(sink, cursor, now() + limits.maxAgeMs * (0.8 + 0.4 * random()));
      readers.add(reader);
      sink.onDrain(() => onDrain(reader));
      cancelHeartbeat ??= every(clock, limits.heartbeatMs, heartbeat);
      write(reader, openingFrame(random));
      upstream.start(log === undefined ? limits.gatherMs : 0);
      if (log !== undefined) place(reader, cursor);
      else {
        waiting.set(reader, cursor);
        if (upstream.connected) sendHello(reader);
        else if (state !== 'live') write(reader, controlFrame('relay-status', { state }));
      }
      return {
        detach: () => drop(reader, 'left'),
        close: (why, reason) => close(reader, why, reason),
      };
    },
    stats: () => ({
      readers: readers.size,
      /** Open connections to the index, without catch-ups. */
      upstream: upstream.connected ? 1 : 0,
      catchUps: catchUps.running,
      state,
      /** Frames that the slowest reader is behind. */
      lag: broadcaster.lag(),
    }),
    /** The index answered elsewhere: if it was unreachable, reconnect now. */
    reconnectNow: () => upstream.reconnectNow(),
    /** Ends every stream; browsers reconnect by themselves. */
    stop(): void {
      for (const reader of readers) drop(reader, 'stopped', goodbyeFrame(random));
      cancelIdle();
      dispose();
    },
  };
}
