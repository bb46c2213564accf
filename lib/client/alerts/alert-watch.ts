// Looks at every event of the stream for the alerts that are on. Invariant: an event is looked at once in a browser, by the tab that has its stream, whatever
// page stands in it; events from before a tab of the console was open raise nothing. What was looked at is kept, so that a reload leaves nothing out.
import type { Feed } from '@/lib/client/live/feed';
import type { LiveConnection, LiveEvent } from '@/lib/client/live/live-message';
import type { Timers } from '@/lib/client/live/timers';
import type { StoredValue } from '@/lib/client/local-storage';
import { judge, type AlertLog, type LiveAlert, type Raised } from './alert-rule';

/** How far the events were looked at, in which life of their log, and when. */
export interface LookedAt {
  log_id: string | null;
  id: string;
  at: number;
}

/** What storage holds of it. */
export function lookedOf(found: unknown): LookedAt | null {
  const { log_id, id, at } = (found ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !/^\d{1,19}$/.test(id) || typeof at !== 'number') return null;
  return { log_id: typeof log_id === 'string' ? log_id : null, id, at };
}

export interface AlertWatchOptions {
  feed: Pick<Feed, 'events' | 'listen'>;
  connection: Pick<LiveConnection, 'state' | 'subscribe' | 'holdsStream'>;
  /** The same object until a switch or a filter changes. */
  alerts: () => readonly LiveAlert[];
  log: Pick<StoredValue<AlertLog>, 'get' | 'set'>;
  looked: Pick<StoredValue<LookedAt | null>, 'get' | 'set'>;
  timers: Timers;
  /** Tells the reader; the answer says whether the browser took it. */
  notify: (raised: Raised) => boolean;
}

/** A reload takes less; who comes back later was away. */
const AWAY_MS = 60_000;
const WRITE_EVERY_MS = 2_000;

export interface AlertWatch {
  /** Writes down what waits to be: the page is about to go. */
  flush(): void;
  stop(): void;
}

/** Begins to look. */
export function watchForAlerts(options: AlertWatchOptions): AlertWatch {
  const { feed, connection, alerts, looked, timers, notify } = options;
  /** Events up to this id are not looked at (any more); undefined before the log's end is known. */
  let upTo: bigint | undefined;
  /** What counting within quiet periods has made of the log, not written yet. */
  let counted: AlertLog | undefined;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const kept = options.log.get();
    // Somebody may have looked meanwhile, or emptied the log.
    if (counted !== undefined && kept.raised.length > 0)
      options.log.set({ ...counted, seen_at: kept.seen_at });
    counted = undefined;
    if (upTo === undefined || !connection.holdsStream()) return;
    looked.set({ log_id: connection.state().log_id, id: upTo.toString(), at: timers.now() });
  }

  function look(events: readonly LiveEvent[]): void {
    const from = upTo;
    if (from === undefined) return;
    const fresh = events.filter(({ id }) => id > from);
    for (const { id } of fresh) if (upTo === undefined || id > upTo) upTo = id;
    if (fresh.length === 0 || !connection.holdsStream()) return;
    // Writing wakes every tab: counts and places wait for company.
    cancel ??= timers.after(WRITE_EVERY_MS, flush);
    const before = counted ?? options.log.get();
    const { log, raised } = judge(before, alerts(), fresh, timers.now());
    if (log === before) return;
    if (raised.length === 0) {
      counted = log;
      return;
    }
    const notified = new Set(raised.filter(notify));
    const list = log.raised.map((one) => (notified.has(one) ? { ...one, notified: true } : one));
    counted = undefined;
    options.log.set({ seen_at: options.log.get().seen_at, raised: list });
  }

  /** Where to begin: after what was looked at a moment ago, else at the log's end. */
  function begin(): void {
    const { tip, log_id } = connection.state();
    if (upTo !== undefined || tip === null) return;
    const kept = looked.get();
    const goesOn = kept !== null && kept.log_id === log_id && timers.now() - kept.at < AWAY_MS;
    upTo = goesOn && BigInt(kept.id) < tip ? BigInt(kept.id) : tip;
    look(feed.events());
  }

  const stopListening = feed.listen({
    added: look,
    reset: (after) => void (upTo = after ?? 0n),
    skipped: () => undefined,
    told: () => undefined,
  });
  const leave = connection.subscribe(begin);
  begin();
  return {
    flush,
    stop() {
      flush();
      stopListening();
      leave();
    },
  };
}
