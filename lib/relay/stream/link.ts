// The life of a hub's connection upstream: resting, waiting for its turn, opening, open. Invariant: at most one connection and one attempt at a time;
// an end is followed by another attempt after a jittered wait, unless the index refused the key or the request itself: then never again.
import type { CloseReason } from '@/lib/contract/relay-events';
import type { Backoff } from './backoff';
import type { Clock } from './clock';
import type { Frame } from './frame-parser';
import type { Tally } from './tally';
import type { OpenStream, StreamEnd, UpstreamStream } from './upstream-stream';

const GOOD_AFTER_MS = 30_000;
const NO_ANSWER = 'no answer';

export interface LinkOptions {
  open: OpenStream;
  clock: Clock;
  backoff: Backoff;
  tally: Tally;
  staleAfterMs: number;
  /** Before each attempt: where the stream must start; a reason when this key gets none; undefined when the index cannot say now. */
  begin(): Promise<{ cursor: bigint } | CloseReason | undefined>;
  onFrames(frames: Frame[]): void;
  /** No connection for `staleAfterMs`. */
  onStale(): void;
  /** `awayMs`: since the connection was lost, or the first attempt failed; undefined when the first was answered. */
  onLive(awayMs: number | undefined): void;
  /** An event was too long to pass on; `id` when it is known. */
  onGap(id: bigint | undefined): void;
  onRefused(reason: CloseReason): void;
  onTurn(what: string, facts: Record<string, string | number | null>): void;
}

export interface Link {
  /** Connects after `ms` if it was resting. */
  wake(ms: number): void;
  /** Lets go of the connection until it is woken. */
  rest(): void;
  /** The index answers again, somebody else has seen: if nobody answered the last attempt, try now. */
  hurry(): void;
  readonly connected: boolean;
}

/** Why an end is final, or undefined when another attempt may help. */
function finalReason(end: StreamEnd): CloseReason | undefined {
  if (end.why !== 'refused') return undefined;
  if (end.status === 401) return 'unauthenticated';
  if (end.status === 403) return 'missing_scope';
  return end.status === 400 ? 'refused' : undefined;
}

export function createLink(options: LinkOptions): Link {
  const { backoff, clock } = options;
  let state: 'resting' | 'waiting' | 'opening' | 'open' | 'refused' = 'resting';
  /** Answers of an attempt that was given up meanwhile are recognised by it. */
  let attempt = 0;
  let stream: UpstreamStream | undefined;
  let openedAt = 0;
  let lostAt: number | undefined;
  let progressed = false;
  let unreachable = false;
  let cancelTimer: () => void = () => undefined;
  let cancelStale: (() => void) | undefined;

  function watchOutage(): void {
    cancelStale ??= clock.after(options.staleAfterMs, () => options.onStale());
  }

  function endOutage(): void {
    cancelStale?.();
    cancelStale = undefined;
  }

  function refuse(reason: CloseReason): void {
    state = 'refused';
    endOutage();
    options.onRefused(reason);
  }

  function retry(why: string, asked?: number): void {
    state = 'waiting';
    // Also an attempt that failed before there was a connection: readers may have seen the index answer by then.
    lostAt ??= clock.now();
    watchOutage();
    unreachable = why === 'unreachable' || why === NO_ANSWER;
    options.tally.reconnects += 1;
    const wait = backoff.next({ asked, unreachable });
    options.onTurn('upstream away', { why, wait_ms: Math.round(wait) });
    cancelTimer = clock.after(wait, () => void connect());
  }

  async function connect(): Promise<void> {
    const mine = ++attempt;
    state = 'opening';
    watchOutage();
    const start = await options.begin().catch(() => undefined);
    if (mine !== attempt) return;
    if (start === undefined) return retry(NO_ANSWER);
    if (typeof start === 'string') return refuse(start);
    progressed = false;
    stream = options.open(start.cursor, {
      onOpen() {
        state = 'open';
        openedAt = clock.now();
        endOutage();
        const awayMs = lostAt === undefined ? undefined : openedAt - lostAt;
        lostAt = undefined;
        options.onTurn('upstream open', { after: String(start.cursor) });
        options.onLive(awayMs);
      },
      onFrames(frames) {
        progressed = true;
        options.onFrames(frames);
      },
      onClose,
    });
  }

  function onClose(end: StreamEnd): void {
    const wasOpen = state === 'open';
    stream = undefined;
    const reason = finalReason(end);
    if (reason !== undefined) return refuse(reason);
    if (wasOpen && clock.now() - openedAt >= GOOD_AFTER_MS) backoff.was('long');
    else if (progressed) backoff.was('progress');
    if (end.why === 'oversize') options.onGap(end.id);
    if (end.why === 'refused') retry(`status ${end.status}`, end.retryAfterMs);
    else retry(end.why);
  }

  return {
    get connected() {
      return state === 'open';
    },
    wake(ms) {
      if (state !== 'resting') return;
      state = 'waiting';
      cancelTimer = clock.after(ms, () => void connect());
    },
    hurry() {
      if (state !== 'waiting' || !unreachable) return;
      unreachable = false;
      cancelTimer();
      void connect();
    },
    rest() {
      if (state === 'refused') return;
      attempt += 1;
      cancelTimer();
      endOutage();
      lostAt = undefined;
      stream?.close();
      stream = undefined;
      state = 'resting';
    },
  };
}
