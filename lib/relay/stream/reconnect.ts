// Keeps one stream from the index open: reconnects with back-off and resumes where the owner says. It knows no readers.
// Invariant: at most one connection and one attempt at a time; a refused key is never tried again, a refused cursor only if its owner names it again.
import type { CloseReason } from '@/lib/contract/relay-events';
import { RECONNECT } from './limits';
import { backoffMs } from '@/lib/time/backoff';
import type { Clock } from '@/lib/time/clock';
import type { Frame } from './sse';
import type { ConnectionEnd, OpenConnection, UpstreamConnection } from './upstream-connection';

export type UpstreamEvent =
  /** `awayMs`: since the connection was lost or the first attempt failed; undefined when the first attempt succeeded. */
  | { type: 'opened'; after: bigint | undefined; awayMs: number | undefined }
  | { type: 'frames'; frames: readonly Frame[] }
  /** A frame exceeded the size limit; `id` when it is known. */
  | { type: 'oversize'; id: bigint | undefined }
  /** `answered`: the index refused with a status. */
  | { type: 'lost'; why: string; waitMs: number; answered: boolean }
  /** The index refused to resume after this event: its owner names another place before the next attempt. */
  | { type: 'cursor-refused'; after: bigint }
  /** No connection for `staleAfterMs`. */
  | { type: 'stale' }
  /** Frames that are no events arrived: without a usable id, or of another name. */
  | { type: 'unusable' }
  | { type: 'refused'; reason: CloseReason };

/** Where to resume (`after` undefined: at the tip); undefined when that is not known now and should be asked again later. */
export type ResumePoint = { after: bigint | undefined } | undefined;

export type UpstreamStream = ReturnType<typeof createUpstreamStream>;

export function createReconnectDelay(random: () => number) {
  let failures = 0;
  return {
    /** Milliseconds to wait. `atLeast`: what a Retry-After asked for. */
    next({
      atLeast = 0,
      unreachable = false,
    }: { atLeast?: number | undefined; unreachable?: boolean } = {}): number {
      failures += 1;
      const backoff = backoffMs(unreachable ? RECONNECT.unreachable : RECONNECT.refused, failures, random);
      return Math.max(backoff, Math.min(atLeast, RECONNECT.longestRetryAfterMs));
    },
    succeeded(how: 'stable' | 'progress'): void {
      failures = how === 'stable' ? 0 : Math.min(failures, RECONNECT.failuresAfterProgress);
    },
  };
}

/** Why an end is final; undefined when another attempt may help. */
export function closeReasonOf(end: ConnectionEnd): CloseReason | undefined {
  if (end.why !== 'refused') return undefined;
  if (end.status === 401) return 'unauthenticated';
  return end.status === 403 ? 'missing_scope' : undefined;
}

/** Statuses that say at once that a cursor is invalid or too old; any other 4xx must repeat. */
const CURSOR_REFUSALS = new Set([400, 409, 410, 412, 416, 422]);
/** These are about the moment, not about the cursor. */
const TEMPORARY = new Set([408, 425, 429]);
const REPEATED = 3;

/** `times`: refusals with this status in a row. */
function refusesCursor(status: number, times: number): boolean {
  if (status < 400 || status >= 500 || TEMPORARY.has(status)) return false;
  return CURSOR_REFUSALS.has(status) || times >= REPEATED;
}

export function createUpstreamStream(options: {
  open: OpenConnection;
  clock: Clock;
  random: () => number;
  staleAfterMs: number;
  /** Asked before each attempt. */
  resumePoint: () => Promise<ResumePoint>;
  emit: (event: UpstreamEvent) => void;
}) {
  const { clock, emit } = options;
  const delay = createReconnectDelay(options.random);
  let state: 'stopped' | 'waiting' | 'connecting' | 'open' | 'refused' = 'stopped';
  /** Distinguishes the results of an abandoned attempt from those of the current one. */
  let attempt = 0;
  let connection: UpstreamConnection | undefined;
  let paused = false;
  let openedAt = 0;
  let lostAt: number | undefined;
  let progress = false;
  let unreachable = false;
  /** This attempt did not wait: the index had answered someone else. */
  let early = false;
  let resumedAfter: bigint | undefined;
  let lastRefusal = { status: 0, times: 0 };
  let cancelRetry: () => void = () => undefined;
  let cancelStale: (() => void) | undefined;

  function stopStaleTimer(): void {
    cancelStale?.();
    cancelStale = undefined;
  }

  function refuse(reason: CloseReason): void {
    state = 'refused';
    stopStaleTimer();
    emit({ type: 'refused', reason });
  }

  function retry(why: string, answered: boolean, atLeast?: number): void {
    state = 'waiting';
    // Set by a failed first attempt too: by then readers may have seen the index answer.
    lostAt ??= clock.monotonic();
    const isUnreachable = why === 'unreachable' || why === 'no answer';
    // Where reads are answered and the stream is not, attempts must not follow each read.
    unreachable = isUnreachable && !early;
    early = false;
    const waitMs = delay.next({ atLeast, unreachable: isUnreachable });
    cancelRetry = clock.after(waitMs, () => void connect());
    emit({ type: 'lost', why, waitMs, answered });
  }

  async function connect(): Promise<void> {
    attempt += 1;
    const current = attempt;
    state = 'connecting';
    cancelStale ??= clock.after(options.staleAfterMs, () => emit({ type: 'stale' }));
    const point = await options.resumePoint().catch(() => undefined);
    if (current !== attempt) return;
    if (point === undefined) return retry('no answer', false);
    const { after } = point;
    resumedAfter = after;
    progress = false;
    connection = options.open(after, {
      onOpen() {
        state = 'open';
        early = false;
        openedAt = clock.monotonic();
        lastRefusal = { status: 0, times: 0 };
        stopStaleTimer();
        const awayMs = lostAt === undefined ? undefined : openedAt - lostAt;
        lostAt = undefined;
        emit({ type: 'opened', after, awayMs });
      },
      onFrames(frames) {
        progress = true;
        emit({ type: 'frames', frames });
      },
      onUnusable: () => emit({ type: 'unusable' }),
      onClose,
    });
    if (paused) connection.pause();
  }

  function noteRefusal(status: number): void {
    lastRefusal = { status, times: lastRefusal.status === status ? lastRefusal.times + 1 : 1 };
    if (resumedAfter !== undefined && refusesCursor(status, lastRefusal.times))
      emit({ type: 'cursor-refused', after: resumedAfter });
  }

  function onClose(end: ConnectionEnd): void {
    const current = attempt;
    const stable = state === 'open' && clock.monotonic() - openedAt >= RECONNECT.stableAfterMs;
    connection = undefined;
    const reason = closeReasonOf(end);
    if (reason !== undefined) return refuse(reason);
    if (stable || progress) delay.succeeded(stable ? 'stable' : 'progress');
    cancelStale ??= clock.after(options.staleAfterMs, () => emit({ type: 'stale' }));
    if (end.why === 'oversize') emit({ type: 'oversize', id: end.id });
    if (end.why === 'refused') noteRefusal(end.status);
    // The owner may have stopped it.
    if (current !== attempt) return;
    if (end.why === 'refused') retry(`status ${end.status}`, true, end.retryAfterMs);
    else retry(end.why, false);
  }

  return {
    get connected(): boolean {
      return state === 'open';
    },
    /** Connects after `ms` unless already started. */
    start(ms: number): void {
      if (state !== 'stopped') return;
      state = 'waiting';
      cancelRetry = clock.after(ms, () => void connect());
    },
    /** Closes the connection until started again. */
    stop(): void {
      if (state === 'refused') return;
      attempt += 1;
      cancelRetry();
      stopStaleTimer();
      lostAt = undefined;
      connection?.close();
      connection = undefined;
      state = 'stopped';
    },
    /** The index answered someone else: if the last attempt found it unreachable, tries now. */
    reconnectNow(): void {
      if (state !== 'waiting' || !unreachable) return;
      unreachable = false;
      early = true;
      cancelRetry();
      void connect();
    },
    /** Replaces an open connection by one that starts where the owner says. */
    reconnect(): void {
      if (state !== 'open') return;
      connection?.close();
      connection = undefined;
      void connect();
    },
    pause(): void {
      paused = true;
      connection?.pause();
    },
    resume(): void {
      paused = false;
      connection?.resume();
    },
  };
}
