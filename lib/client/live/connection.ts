// The browser's connection to the relay's stream: an EventSource, and everything around it that an EventSource does not do.
// Invariant: one EventSource at a time; every new one begins after the last event that was passed on, so nothing is missed or (but for a reset) repeated.
// It comes back by itself with growing, jittered waits, after an error or 45 s of silence, and stops only where asking again is no use.
import { isEventId } from '@/lib/contract/events';
import {
  relayEvents,
  type CloseReason,
  type RelayEvent,
  type RelayEventName,
} from '@/lib/contract/relay-events';
import { parseJson } from '@/lib/json/exact';
import type { CursorMemory } from './cursor-memory';
import {
  parseLiveEvent,
  UNKNOWN_STATE,
  type LiveConnection,
  type LiveMessage,
  type LiveState,
} from './live-message';
import type { Timers } from './timers';

/** What is used of an EventSource. */
export interface Source {
  readonly readyState: number;
  onerror: (() => void) | null;
  addEventListener(name: string, listener: (event: { data: string; lastEventId: string }) => void): void;
  close(): void;
}

export interface ConnectionOptions {
  open: (url: string) => Source;
  timers: Timers;
  random: () => number;
  memory: CursorMemory;
  online: () => boolean;
  /** Asked when the relay refused the stream by status, which an EventSource does not tell: why, if for good. */
  whyRefused: () => Promise<CloseReason | undefined>;
}

const PATH = '/api/events/stream';
const SILENCE_MS = 45_000;
const LEAST_WAIT_MS = 250;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const REMEMBER_EVERY_MS = 2_000;
const CLOSED = 2;

export function createConnection(options: ConnectionOptions): LiveConnection {
  const { memory, timers } = options;
  let state = UNKNOWN_STATE;
  const listeners = new Set<() => void>();
  const messageListeners = new Set<(message: LiveMessage) => void>();
  let source: Source | undefined;
  /** Recognises what an earlier source or question still has to say. */
  let round = 0;
  let running = false;
  /** The last id passed on; undefined: begin at the tip. */
  let cursor: bigint | undefined;
  let logId: string | null = null;
  let everLive = false;
  let rememberedAt = 0;
  let cancelSilence: () => void = () => undefined;
  let cancelRetry: () => void = () => undefined;

  function set(change: Partial<LiveState>): void {
    const keys = Object.keys(change) as (keyof LiveState)[];
    if (keys.every((key) => state[key] === change[key])) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function pass(message: LiveMessage): void {
    for (const listener of messageListeners) listener(message);
  }

  function move(id: bigint): void {
    cursor = id;
    if (logId === null || timers.now() - rememberedAt < REMEMBER_EVERY_MS) return;
    rememberedAt = timers.now();
    memory.write({ id, log_id: logId });
  }

  function alive(): void {
    cancelSilence();
    cancelSilence = timers.after(SILENCE_MS, () => lost());
  }

  function tipFrom(text: string | null): bigint | null {
    const told = text === null ? null : BigInt(text);
    return told === null || (state.tip !== null && state.tip > told) ? state.tip : told;
  }

  /** The log is another one: what we hold of it is worth nothing. */
  function reset(tip: string | null, life: string | null): void {
    logId = life ?? logId;
    memory.forget();
    cursor = tip === null ? undefined : BigInt(tip);
    set({ tip: cursor ?? null, log_id: logId });
    pass({ is: 'reset', tip: cursor ?? null });
  }

  const hear: { [Name in RelayEventName]: (data: RelayEvent<Name>, id: string) => void } = {
    'relay-hello'({ log_id, tip, state: link }) {
      const other = log_id !== null && logId !== null && log_id !== logId;
      if (other) {
        // The stream was opened with a cursor of the former log: open it again without one.
        reset(tip, log_id);
        connect();
        return;
      }
      logId = log_id ?? logId;
      if (cursor === undefined) {
        cursor = tip === null ? undefined : BigInt(tip);
        pass({ is: 'begin', after: cursor ?? null });
      }
      const resumed = everLive ? state.resumed + 1 : state.resumed;
      everLive = true;
      set({ status: link, reason: null, attempts: 0, tip: tipFrom(tip), log_id: logId, resumed });
    },
    'relay-beat'({ tip, state: link }, id) {
      if (isEventId(id) && (cursor === undefined || BigInt(id) > cursor)) move(BigInt(id));
      set({ tip: tipFrom(tip), ...(tip === null && link === 'live' ? {} : { status: link }) });
    },
    'relay-status': ({ state: link }) => set({ status: link }),
    'relay-reset': ({ tip, log_id }) => reset(tip, log_id),
    'relay-gap': ({ after }) => pass({ is: 'gap', after: after === null ? null : BigInt(after) }),
    'relay-closed': ({ reason }) => close(reason),
  };

  function close(reason: CloseReason): void {
    letGo();
    set({ status: 'closed', reason });
  }

  function letGo(): void {
    round += 1;
    cancelSilence();
    cancelRetry();
    source?.close();
    source = undefined;
  }

  /** The connection is gone: come back, unless the relay refused it for good. */
  function lost(): void {
    const refused = source?.readyState === CLOSED;
    letGo();
    if (!running) return;
    const mine = round;
    const attempts = state.attempts + 1;
    set({ status: options.online() ? 'connecting' : 'offline', attempts });
    const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
    cancelRetry = timers.after(LEAST_WAIT_MS + options.random() * ceiling, connect);
    if (!refused) return;
    void options
      .whyRefused()
      .catch(() => undefined)
      .then((reason) => {
        if (reason !== undefined && mine === round && running) close(reason);
      });
  }

  function connect(): void {
    letGo();
    const mine = round;
    const here = () => mine === round;
    const opened = options.open(cursor === undefined ? PATH : `${PATH}?last_event_id=${cursor}`);
    source = opened;
    alive();
    opened.onerror = () => {
      if (here()) lost();
    };
    opened.addEventListener('message', ({ data }) => {
      if (!here()) return;
      alive();
      const event = parseLiveEvent(data, timers.now());
      if (event === undefined) {
        pass({ is: 'gap', after: cursor ?? null });
        return;
      }
      move(event.id);
      set({
        tip: state.tip === null || event.id > state.tip ? event.id : state.tip,
        last_event_at: event.received_at,
      });
      pass({ is: 'events', events: [event] });
    });
    for (const name of Object.keys(relayEvents) as RelayEventName[])
      opened.addEventListener(name, ({ data, lastEventId }) => {
        if (!here()) return;
        alive();
        const told = relayEvents[name].safeParse(parseJson(data));
        if (told.success) (hear[name] as (data: unknown, id: string) => void)(told.data, lastEventId);
      });
  }

  return {
    start(from) {
      if (running) return;
      running = true;
      const kept = from ?? (cursor === undefined ? memory.read() : undefined);
      if (kept !== undefined) {
        cursor = kept.id;
        logId = kept.log_id;
        pass({ is: 'begin', after: kept.id });
      }
      set({ status: 'connecting', reason: null });
      connect();
    },
    stop() {
      running = false;
      letGo();
    },
    hurry() {
      if (running && source === undefined && state.status !== 'closed') connect();
    },
    refuse: close,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onMessage(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
  };
}
