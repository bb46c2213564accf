// The EventSource to the relay, with resume, back-off and silence detection.
// Invariant: one EventSource at a time, each opened after the last event delivered, so nothing is missed or (except after a reset) repeated.
import { isEventId } from '@/lib/contract/events';
import {
  relayEvents,
  type CloseReason,
  type RelayEvent,
  type RelayEventName,
} from '@/lib/contract/relay-events';
import { parseJson } from '@/lib/json/exact';
import type { StoredValue } from '@/lib/client/local-storage';
import {
  INITIAL_STATE,
  parseLiveEvent,
  type LiveConnection,
  type LiveMessage,
  type StoredCursor,
} from './messages';
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
  /** Called when the relay refused the stream, because an EventSource hides the status. Undefined: keep retrying. */
  whyRefused: () => Promise<CloseReason | undefined>;
}

const PATH = '/api/events/stream';
/** Two heartbeats of the relay, and time for the second to arrive. */
const SILENCE_MS = 35_000;
const RECONNECT = { firstMs: 1_000, longestMs: 30_000, jitter: 0.75 };
/** Leaving the page also closes the EventSource, some milliseconds before `pagehide`; shorter than any wait to reconnect. */
const LEAVING_MS = 100;
const STORE_EVERY_MS = 2_000;
const STORE_WHEN_QUIET_MS = 60_000;
const CLOSED = 2;
/** A cursor further behind the tip is not replayed: the rows would leave the event store as they arrive. */
export const MAX_REPLAY = 5_000n;

export function createConnection(options: ConnectionOptions): LiveConnection {
  const { stored, clock } = options;
  const observable = createObservable(INITIAL_STATE);
  const { set } = observable;
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
  let storedAt = 0;
  let cancelSilence: () => void = () => undefined;
  let cancelRetry: () => void = () => undefined;
  let cancelQuestion: () => void = () => undefined;

  function storeCursor(): void {
    if (cursor === undefined) return;
    storedAt = clock.now();
    stored.set({ id: cursor.toString(), log_id: logId, at: storedAt });
  }

  function advance(id: bigint): void {
    cursor = id;
    if (clock.now() - storedAt >= STORE_EVERY_MS) storeCursor();
  }

  function expectMore(): void {
    cancelSilence();
    cancelSilence = clock.after(SILENCE_MS, lost);
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
      if (cursor === undefined) {
        cursor = tip === null ? undefined : BigInt(tip);
        // Stored even if nothing happens, so that the next visit catches up from here.
        storeCursor();
        messages.notify({ is: 'begin', after: cursor ?? null, stale_page: true });
      }
      wasLive = true;
      set({
        status,
        reason: null,
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
      else if (clock.now() - storedAt >= STORE_WHEN_QUIET_MS) storeCursor();
      set({
        tip: newestTip(tip),
        cursor: cursor ?? null,
        heartbeat_at: clock.now(),
        ...(tip === null && status === 'live' ? {} : { status }),
      });
    },
    'relay-status': ({ state: status }) => set({ status }),
    'relay-away': ({ ms }) => messages.notify({ is: 'outage', ms }),
    'relay-reset': ({ tip, log_id }) => reset(tip, log_id),
    'relay-gap': ({ after }) => messages.notify({ is: 'gap', after: after === null ? null : BigInt(after) }),
    'relay-closed': ({ reason }) => close(reason),
  };

  function close(reason: CloseReason): void {
    disconnect();
    set({ status: 'closed', reason });
  }

  function disconnect(): void {
    generation += 1;
    cancelSilence();
    cancelRetry();
    cancelQuestion();
    source?.close();
    source = undefined;
  }

  function lost(): void {
    const refused = source?.readyState === CLOSED;
    disconnect();
    if (!running) return;
    const attempts = observable.get().attempts + 1;
    set({ status: options.online() ? 'connecting' : 'offline', attempts });
    cancelRetry = clock.after(backoffMs(RECONNECT, attempts, options.random), connect);
    if (refused) cancelQuestion = clock.after(LEAVING_MS, () => void askWhyRefused());
  }

  async function askWhyRefused(): Promise<void> {
    const current = generation;
    const reason = await options.whyRefused().catch(() => undefined);
    if (reason !== undefined && current === generation && running) close(reason);
  }

  function connect(): void {
    disconnect();
    const current = generation;
    greeted = false;
    const opened = options.open(cursor === undefined ? PATH : `${PATH}?last_event_id=${cursor}`);
    source = opened;
    expectMore();
    opened.onerror = () => {
      if (current === generation) lost();
    };
    opened.addEventListener('message', ({ data }) => {
      if (current !== generation) return;
      expectMore();
      const event = parseLiveEvent(data, clock.now());
      if (event === undefined) return messages.notify({ is: 'gap', after: cursor ?? null });
      advance(event.id);
      messages.notify({ is: 'event', event });
    });
    for (const name of Object.keys(relayEvents) as RelayEventName[])
      opened.addEventListener(name, ({ data, lastEventId }) => {
        if (current !== generation) return;
        expectMore();
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
      connect();
    },
    stop() {
      if (running && observable.get().status !== 'closed') storeCursor();
      running = false;
      disconnect();
    },
    reconnectNow() {
      if (running && source === undefined && observable.get().status !== 'closed') connect();
    },
    refuse: close,
    holdsStream: () => running,
    state: observable.get,
    subscribe: observable.subscribe,
    onMessage: messages.add,
  };
}
