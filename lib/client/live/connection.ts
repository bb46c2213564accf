// The browser's connection to the relay's stream: an EventSource, and everything around it that an EventSource does not do.
// Invariant: one EventSource at a time; every new one begins after the last event that was passed on, so nothing is missed or (but for a reset) repeated.
// Events are passed on in handfuls: what arrives within a moment is one message, so that a burst does not wake every listener for each event.
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
import { createGather } from './gather';
import {
  parseLiveEvent,
  UNKNOWN_STATE,
  type LiveConnection,
  type LiveEvent,
  type LiveMessage,
} from './live-message';
import { createObserved } from './observed';
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
  /** For how long events may be gathered, in milliseconds; 0 passes each on at once (a hidden tab's timers sleep). */
  gatherMs: () => number;
}

const PATH = '/api/events/stream';
const SILENCE_MS = 45_000;
const LEAST_WAIT_MS = 250;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const REMEMBER_EVERY_MS = 2_000;
const REMEMBER_WHEN_QUIET_MS = 60_000;
const CLOSED = 2;
/** A cursor further behind the tip than this is not replayed: the rows would leave the feed's buffer as they come. */
export const MOST_REPLAYED = 5_000n;

export function createConnection(options: ConnectionOptions): LiveConnection {
  const { memory, timers } = options;
  const observed = createObserved(UNKNOWN_STATE);
  const { set } = observed;
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
  let greeted = false;

  function pass(message: LiveMessage): void {
    for (const listener of messageListeners) listener(message);
  }

  /** Keeps the place and the time of day for the next visit. */
  function remember(): void {
    if (cursor === undefined) return;
    rememberedAt = timers.now();
    memory.write({ id: cursor, log_id: logId });
  }

  function move(id: bigint): void {
    cursor = id;
    if (timers.now() - rememberedAt >= REMEMBER_EVERY_MS) remember();
  }

  const gather = createGather<LiveEvent>({ timers, ms: options.gatherMs, pass: passOn });

  function passOn(events: LiveEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    move(last.id);
    const { tip } = observed.get();
    set({
      tip: tip === null || last.id > tip ? last.id : tip,
      cursor: last.id,
      last_event_at: last.received_at,
      heard_at: last.received_at,
    });
    pass({ is: 'events', events });
  }

  function alive(): void {
    cancelSilence();
    cancelSilence = timers.after(SILENCE_MS, () => lost());
  }

  function tipFrom(text: string | null): bigint | null {
    const told = text === null ? null : BigInt(text);
    const { tip } = observed.get();
    return told === null || (tip !== null && tip > told) ? tip : told;
  }

  /** After days there is more behind us than anybody scrolls through: goes on nearer to the tip, and says from where to where. */
  function skips(tip: string | null): boolean {
    if (cursor === undefined || tip === null || BigInt(tip) - cursor <= MOST_REPLAYED) return false;
    const from = cursor;
    cursor = BigInt(tip) - MOST_REPLAYED;
    pass({ is: 'skip', from, after: cursor });
    connect();
    return true;
  }

  /** The log is another one: what we hold of it is worth nothing. */
  function reset(tip: string | null, life: string | null): void {
    logId = life ?? logId;
    memory.forget();
    cursor = tip === null ? undefined : BigInt(tip);
    set({ tip: cursor ?? null, cursor: cursor ?? null, log_id: logId });
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
      if (!greeted && skips(tip)) return;
      greeted = true;
      if (cursor === undefined) {
        cursor = tip === null ? undefined : BigInt(tip);
        // A visit in which nothing happens is one as well: what comes after it is to be caught up with.
        remember();
        // What the page shows was read before the stream began.
        pass({ is: 'begin', after: cursor ?? null, late: true });
      }
      const resumed = observed.get().resumed + (everLive ? 1 : 0);
      everLive = true;
      set({
        status: link,
        reason: null,
        attempts: 0,
        tip: tipFrom(tip),
        cursor: cursor ?? null,
        heard_at: timers.now(),
        log_id: logId,
        resumed,
      });
    },
    'relay-beat'({ tip, state: link }, id) {
      if (isEventId(id) && (cursor === undefined || BigInt(id) > cursor)) move(BigInt(id));
      else if (timers.now() - rememberedAt >= REMEMBER_WHEN_QUIET_MS) remember();
      set({
        tip: tipFrom(tip),
        cursor: cursor ?? null,
        heard_at: timers.now(),
        ...(tip === null && link === 'live' ? {} : { status: link }),
      });
    },
    'relay-status': ({ state: link }) => set({ status: link }),
    'relay-away': ({ ms }) => pass({ is: 'away', ms }),
    'relay-reset': ({ tip, log_id }) => reset(tip, log_id),
    'relay-gap': ({ after }) => pass({ is: 'gap', after: after === null ? null : BigInt(after) }),
    'relay-closed': ({ reason }) => close(reason),
  };

  function close(reason: CloseReason): void {
    letGo();
    set({ status: 'closed', reason });
  }

  function letGo(): void {
    gather.flush();
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
    const attempts = observed.get().attempts + 1;
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
    greeted = false;
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
      if (event !== undefined) return gather.add(event);
      gather.flush();
      pass({ is: 'gap', after: cursor ?? null });
    });
    for (const name of Object.keys(relayEvents) as RelayEventName[])
      opened.addEventListener(name, ({ data, lastEventId }) => {
        if (!here()) return;
        alive();
        gather.flush();
        const told = relayEvents[name].safeParse(parseJson(data));
        if (told.success) (hear[name] as (data: unknown, id: string) => void)(told.data, lastEventId);
      });
  }

  return {
    start(from) {
      if (running) return;
      running = true;
      const remembered = from === undefined && cursor === undefined ? memory.read() : undefined;
      const kept = from ?? remembered;
      if (kept !== undefined) {
        cursor = kept.id;
        logId = kept.log_id;
        const left_at = remembered === undefined ? {} : { left_at: remembered.at };
        pass({ is: 'begin', after: kept.id, ...left_at });
      }
      set({ status: 'connecting', reason: null });
      connect();
    },
    stop() {
      if (running) {
        // What it has gathered counts too.
        gather.flush();
        if (observed.get().status !== 'closed') remember();
      }
      running = false;
      letGo();
    },
    hurry() {
      if (running && source === undefined && observed.get().status !== 'closed') connect();
    },
    refuse: close,
    holdsStream: () => running,
    state: observed.get,
    subscribe: observed.subscribe,
    onMessage(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
  };
}
