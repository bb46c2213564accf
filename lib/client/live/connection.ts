// The EventSource to the relay, with resume, back-off and silence detection; where it delivers nothing, the history is polled.
// Invariant: one EventSource at a time, each opened after the last event delivered, so nothing is missed or (except after a reset) repeated.
import { isEventId } from '@/lib/contract/events';
import {
  relayEvents,
  type CloseReason,
  type LinkState,
  type RelayEvent,
  type RelayEventName,
} from '@/lib/contract/relay-events';
import { parseJson } from '@/lib/json/exact';
import type { StoredValue } from '@/lib/client/local-storage';
import {
  INITIAL_STATE,
  missedBetween,
  parseLiveEvent,
  POLL_MS,
  type LiveConnection,
  type LiveMessage,
  type LiveState,
  type PollReason,
  type StoredCursor,
} from './messages';
import type { NewEvents } from './new-events';
import type { RequestSlot } from './stream-slots';
import { createListeners, createObservable } from '@/lib/client/observable';
import { backoffMs } from '@/lib/time/backoff';
import type { Clock } from '@/lib/time/clock';

/** The part of EventSource that is used. */
export interface Source {
  readonly readyState: number;
  onerror: (() => void) | null;
  addEventListener(name: string, listener: (event: { data: string; lastEventId: string }) => void): void;
  close(): void;
}

interface ConnectionOptions {
  open: (url: string) => Source;
  clock: Clock;
  random: () => number;
  stored: Pick<StoredValue<StoredCursor | null>, 'get' | 'set'>;
  online: () => boolean;
  /** Called when streams fail, because an EventSource hides the status. `refused`: the last one got no stream. */
  whyLost: (refused: boolean) => Promise<WhyLost>;
  /** Reads the history after an event. */
  readNewEvents: (cursor: bigint | undefined) => Promise<NewEvents>;
  /** Waits for one of the streams that a browser may have. */
  requestSlot: RequestSlot;
}

/** reachable: the console answers reads; console: it refused the stream for now; unreachable: no answer. */
export type WhyLost = CloseReason | 'reachable' | 'console' | 'unreachable';

export const STREAM_PATH = '/api/events/stream';
/** Two heartbeats of the relay, and time for the second to arrive. */
const SILENCE_MS = 35_000;
/** A new stream brings something within one heartbeat. */
const FIRST_SILENCE_MS = 20_000;
/** A stream that is cut sooner counts as a failure; after so many in a row the history is polled. */
const SHORT_MS = 10_000;
const MAX_FAILURES = 3;
/** Unreadable events in a row after which the stream is unusable. */
const MAX_UNREADABLE = 3;
/** Without a slot for this long the history is polled. */
const SLOT_MS = 3_000;
const RECONNECT = { firstMs: 1_000, longestMs: 30_000, jitter: 0.75 };
/** While the history is polled, the stream is retried now and then. */
const RETRY_BLOCKED = { firstMs: 30_000, longestMs: 10 * 60_000, jitter: 0.25 };
/** Leaving the page also closes the EventSource, some milliseconds before `pagehide`; shorter than any wait to reconnect. */
const LEAVING_MS = 100;
const STORE_EVERY_MS = 2_000;
const STORE_WHEN_QUIET_MS = 60_000;
const CLOSED = 2;
/** A cursor further behind the tip is not replayed: the rows would leave the event store as they arrive. */
const MAX_REPLAY = 5_000n;

export function createConnection(options: ConnectionOptions): LiveConnection {
  const { stored, clock } = options;
  const observable = createObservable(INITIAL_STATE);
  const messages = createListeners<[LiveMessage]>();
  let source: Source | undefined;
  /** Invalidates callbacks of earlier sources and requests. */
  let generation = 0;
  let running = false;
  /** The last id delivered; undefined: start at the tip. */
  let cursor: bigint | undefined;
  let logId: string | null = null;
  let wasLive = false;
  let greeted = false;
  let storedAt = -Infinity;
  /** When the current source delivered its hello, and when anything. */
  let greetedAt = -Infinity;
  let heardAt = -Infinity;
  /** Useless sources in a row, and how often they led to polling. */
  let failures = 0;
  let blocks = 0;
  let unreadable = 0;
  /** Identifies the `whyLost` call in progress. */
  let asking: symbol | undefined;
  /** The history ended before the cursor, as of the last poll. */
  let seemsReset = false;
  let releaseSlot: (() => void) | undefined;
  let cancelPoll: (() => void) | undefined;
  let cancelSilence: () => void = () => undefined;
  let cancelRetry: () => void = () => undefined;
  let cancelQuestion: () => void = () => undefined;

  function storeCursor(): void {
    if (cursor === undefined) return;
    storedAt = clock.monotonic();
    stored.set({ id: cursor.toString(), log_id: logId, at: clock.now() });
  }

  function advance(id: bigint): void {
    cursor = id;
    if (clock.monotonic() - storedAt >= STORE_EVERY_MS) storeCursor();
  }

  function expectMore(withinMs = SILENCE_MS): void {
    cancelSilence();
    cancelSilence = clock.after(withinMs, () => lost('silent'));
  }

  function noteActivity(): void {
    heardAt = clock.monotonic();
    expectMore();
  }

  /** Polls exactly while the status says so. */
  function set(change: Partial<LiveState>): void {
    observable.set(change);
    const isPolling = observable.get().status === 'polling';
    if (isPolling && cancelPoll === undefined) void poll();
    if (isPolling) return;
    cancelPoll?.();
    cancelPoll = undefined;
  }

  async function poll(): Promise<void> {
    const cancel = clock.after(POLL_MS, () => void poll());
    cancelPoll = cancel;
    const found = await options.readNewEvents(cursor).catch(() => undefined);
    if (cancelPoll !== cancel || found === undefined) return;
    if (found.is === 'listed') takePolled(found);
    else messages.notify({ is: 'refresh' });
    set({ heartbeat_at: clock.now(), cursor: cursor ?? null });
  }

  function takePolled({ after, tip, events }: Extract<NewEvents, { is: 'listed' }>): void {
    // Twice, because the listing of a replica may be behind the stream.
    const endsEarlier = cursor !== undefined && tip < cursor;
    if (endsEarlier && seemsReset) reset(tip.toString(), null);
    seemsReset = endsEarlier;
    if (endsEarlier) return;
    if (cursor === undefined) messages.notify({ is: 'begin', after, stale_page: true });
    else if (after > cursor) messages.notify({ is: 'skip', from: cursor, after });
    if (cursor === undefined || after > cursor) cursor = after;
    for (const event of events) {
      advance(event.id);
      messages.notify({ is: 'event', event });
    }
    set({ tip });
  }

  const linkOf = (state: LinkState): Pick<LiveState, 'status' | 'reason'> =>
    state === 'unusable' ? { status: 'polling', reason: 'index' } : { status: state, reason: null };

  /** Polls the history, and retries the stream later. */
  function block(reason: PollReason): void {
    disconnect();
    blocks += 1;
    set({ status: 'polling', reason });
    cancelRetry = clock.after(backoffMs(RETRY_BLOCKED, blocks, options.random), connect);
  }

  function newestTip(text: string | null): bigint | null {
    const announced = text === null ? null : BigInt(text);
    const { tip } = observable.get();
    return announced === null || (tip !== null && tip > announced) ? tip : announced;
  }

  /** Resumes nearer to the tip when the cursor is too far behind. */
  function skipsAhead(tip: string | null): boolean {
    if (cursor === undefined || tip === null || BigInt(tip) - cursor <= MAX_REPLAY) return false;
    const from = cursor;
    cursor = BigInt(tip) - MAX_REPLAY;
    messages.notify({ is: 'skip', from, after: cursor });
    connect();
    return true;
  }

  function reset(tip: string | null, log_id: string | null): void {
    logId = log_id ?? logId;
    stored.set(null);
    cursor = tip === null ? undefined : BigInt(tip);
    set({ tip: cursor ?? null, cursor: cursor ?? null, log_id: logId });
    messages.notify({ is: 'reset', tip: cursor ?? null });
  }

  const handlers: { [Name in RelayEventName]: (data: RelayEvent<Name>, id: string) => void } = {
    'relay-hello'({ log_id, tip, state: status }) {
      if (log_id !== null && logId !== null && log_id !== logId) {
        // The cursor belongs to an earlier log: open the stream again from this one's tip.
        reset(tip, log_id);
        connect();
        return;
      }
      logId = log_id ?? logId;
      if (!greeted && skipsAhead(tip)) return;
      const reconnects = observable.get().reconnects + (wasLive && !greeted ? 1 : 0);
      greeted = true;
      greetedAt = clock.monotonic();
      if (cursor === undefined) {
        cursor = tip === null ? undefined : BigInt(tip);
        // Stored even if nothing happens, so that the next visit catches up from here.
        storeCursor();
        messages.notify({ is: 'begin', after: cursor ?? null, stale_page: true });
      }
      wasLive = true;
      set({
        ...linkOf(status),
        attempts: 0,
        tip: newestTip(tip),
        cursor: cursor ?? null,
        heartbeat_at: clock.now(),
        log_id: logId,
        reconnects,
      });
    },
    'relay-beat'({ tip, state: status }, id) {
      if (isEventId(id) && (cursor === undefined || BigInt(id) > cursor)) advance(BigInt(id));
      else if (clock.monotonic() - storedAt >= STORE_WHEN_QUIET_MS) storeCursor();
      set({
        tip: newestTip(tip),
        cursor: cursor ?? null,
        heartbeat_at: clock.now(),
        ...(tip === null && status === 'live' ? {} : linkOf(status)),
      });
    },
    'relay-status': ({ state }) => set(linkOf(state)),
    'relay-away': ({ ms }) => messages.notify({ is: 'outage', ms }),
    'relay-reset': ({ tip, log_id }) => reset(tip, log_id),
    'relay-gap'(gap) {
      const after = gap.after === null ? null : BigInt(gap.after);
      const to = gap.to === null ? null : BigInt(gap.to);
      if (after === null || to === null) return messages.notify({ is: 'gap', after, to });
      const missed = missedBetween(after, to);
      if (missed.is === 'skip') advance(to);
      messages.notify(missed);
    },
    'relay-closed': ({ reason }) => close(reason),
  };

  function close(reason: CloseReason): void {
    disconnect();
    asking = undefined;
    endSlot();
    set({ status: 'closed', reason });
  }

  function endSlot(): void {
    releaseSlot?.();
    releaseSlot = undefined;
  }

  function disconnect(): void {
    generation += 1;
    cancelSilence();
    cancelRetry();
    cancelQuestion();
    source?.close();
    source = undefined;
  }

  function lost(how: 'ended' | 'silent'): void {
    const refused = source?.readyState === CLOSED;
    // Something between may let the first bytes through and hold back the rest.
    const usedUntil = how === 'silent' ? heardAt : clock.monotonic();
    const wasUseful = greeted && usedUntil - greetedAt >= SHORT_MS;
    const isHeldBack = how === 'silent' && !wasUseful;
    disconnect();
    if (!running) return;
    failures = wasUseful ? 1 : failures + 1;
    if (wasUseful) blocks = 0;
    const attempts = observable.get().attempts + 1;
    const online = options.online();
    const isPolling = online && observable.get().status === 'polling';
    set(isPolling ? { attempts } : { status: online ? 'connecting' : 'offline', reason: null, attempts });
    cancelRetry = clock.after(backoffMs(RECONNECT, attempts, options.random), connect);
    const isBlocked = isHeldBack || failures >= MAX_FAILURES;
    if (refused || isBlocked)
      cancelQuestion = clock.after(LEAVING_MS, () => void askWhyLost(refused, isHeldBack));
  }

  /** The answer counts even if another attempt has begun: on a slow network it takes longer than the back-off. */
  async function askWhyLost(refused: boolean, isHeldBack: boolean): Promise<void> {
    if (asking !== undefined) return;
    const question = (asking = Symbol('question'));
    const why = await options.whyLost(refused).catch(() => 'unreachable' as const);
    if (asking !== question) return;
    asking = undefined;
    const isBlocked = failures >= MAX_FAILURES || (isHeldBack && (!greeted || failures > 1));
    if (why === 'unauthenticated' || why === 'missing_scope') return close(why);
    if (isBlocked && why !== 'unreachable') return block(why === 'console' ? 'console' : 'network');
    // The console itself is gone: there is nothing to poll.
    if (why === 'unreachable' && !greeted)
      set({ status: options.online() ? 'connecting' : 'offline', reason: null });
  }

  /** A message whose data is no event. */
  function noteUnreadable(id: string): void {
    const after = cursor ?? null;
    const to = isEventId(id) ? BigInt(id) : null;
    if (to !== null && (after === null || to > after)) advance(to);
    unreadable += 1;
    if (unreadable >= MAX_UNREADABLE) block('index');
    messages.notify({ is: 'gap', after, to });
  }

  function requestSlot(): void {
    const cancelWait = clock.after(SLOT_MS, () => set({ status: 'polling', reason: 'tabs' }));
    const release = options.requestSlot({
      onGranted() {
        cancelWait();
        connect();
      },
      onLost() {
        disconnect();
        asking = undefined;
        set({ status: 'polling', reason: 'tabs' });
      },
    });
    releaseSlot = () => {
      cancelWait();
      release();
    };
  }

  function connect(): void {
    disconnect();
    const current = generation;
    greeted = false;
    const opened = options.open(
      cursor === undefined ? STREAM_PATH : `${STREAM_PATH}?last_event_id=${cursor}`,
    );
    source = opened;
    expectMore(FIRST_SILENCE_MS);
    opened.onerror = () => {
      if (current === generation) lost('ended');
    };
    opened.addEventListener('message', ({ data, lastEventId }) => {
      if (current !== generation) return;
      noteActivity();
      const event = parseLiveEvent(data, clock.now());
      if (event === undefined) return noteUnreadable(lastEventId);
      unreadable = 0;
      advance(event.id);
      messages.notify({ is: 'event', event });
    });
    for (const name of Object.keys(relayEvents) as RelayEventName[])
      opened.addEventListener(name, ({ data, lastEventId }) => {
        if (current !== generation) return;
        noteActivity();
        const parsed = relayEvents[name].safeParse(parseJson(data));
        if (parsed.success) (handlers[name] as (data: unknown, id: string) => void)(parsed.data, lastEventId);
      });
  }

  return {
    start(from) {
      if (running) return;
      running = true;
      const lastVisit = from === undefined && cursor === undefined ? stored.get() : null;
      const resume = from ?? lastVisit;
      if (resume !== null) {
        cursor = BigInt(resume.id);
        logId = resume.log_id;
        messages.notify({
          is: 'begin',
          after: cursor,
          ...(lastVisit !== null && { last_visit_at: lastVisit.at }),
        });
      }
      set({ status: 'connecting', reason: null });
      requestSlot();
    },
    stop() {
      if (running && observable.get().status !== 'closed') storeCursor();
      running = false;
      asking = undefined;
      disconnect();
      endSlot();
      cancelPoll?.();
      cancelPoll = undefined;
    },
    reconnectNow() {
      const { status, reason } = observable.get();
      if (!running || source !== undefined || status === 'closed' || reason === 'tabs') return;
      failures = 0;
      connect();
    },
    refuse: close,
    holdsStream: () => running,
    state: observable.get,
    subscribe: observable.subscribe,
    onMessage: messages.add,
  };
}
