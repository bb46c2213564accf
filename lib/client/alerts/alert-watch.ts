// Checks every event of the stream against the alerts that are on.
// Invariant: each event is checked once per browser, by the tab holding the stream; a reload skips none, and older events raise nothing.
import type { EventStore } from '@/lib/client/live/event-store';
import type { LiveConnection, LiveEvent, StoredCursor } from '@/lib/client/live/messages';
import type { Clock } from '@/lib/time/clock';
import type { StoredValue } from '@/lib/client/local-storage';
import { evaluate, type LiveAlert } from './alert-rules';
import type { AlertLog, RaisedAlert } from './stored-alerts';

interface AlertWatchOptions {
  store: Pick<EventStore, 'state' | 'subscribe' | 'events' | 'onChange'>;
  connection: Pick<LiveConnection, 'holdsStream'>;
  /** The same object until a switch or a filter changes. */
  alerts: () => readonly LiveAlert[];
  log: Pick<StoredValue<AlertLog>, 'get' | 'set'>;
  /** The last event checked. */
  cursor: Pick<StoredValue<StoredCursor | null>, 'get' | 'set'>;
  clock: Clock;
  /** Shows a notification; returns whether the browser accepted it. */
  notify: (alert: RaisedAlert) => boolean;
}

/** Longer than a reload takes: a stored cursor older than this is from an earlier visit. */
const RELOAD_MS = 60_000;
/** Storage writes wake every tab, so counts and the cursor are written together. */
const WRITE_EVERY_MS = 2_000;

export function watchForAlerts(options: AlertWatchOptions) {
  const { store, connection, alerts, clock, notify } = options;
  /** The last event checked; undefined until the newest id is known. */
  let checkedTo: bigint | undefined;
  /** The log with repeats that are not written yet. */
  let unwritten: AlertLog | undefined;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const stored = options.log.get();
    // The log may have been seen or cleared meanwhile.
    if (unwritten !== undefined && stored.raised.length > 0)
      options.log.set({ ...unwritten, seen_at: stored.seen_at });
    unwritten = undefined;
    if (checkedTo === undefined || !connection.holdsStream()) return;
    options.cursor.set({ log_id: store.state().log_id, id: checkedTo.toString(), at: clock.now() });
  }

  function check(events: readonly LiveEvent[]): void {
    const from = checkedTo;
    if (from === undefined) return;
    const fresh = events.filter(({ id }) => id > from);
    for (const { id } of fresh) if (checkedTo === undefined || id > checkedTo) checkedTo = id;
    if (fresh.length === 0 || !connection.holdsStream()) return;
    cancel ??= clock.after(WRITE_EVERY_MS, flush);
    const before = unwritten ?? options.log.get();
    const { log, raised } = evaluate(before, alerts(), fresh, clock.now());
    if (log === before) return;
    if (raised.length === 0) {
      unwritten = log;
      return;
    }
    const notified = new Set(raised.filter(notify));
    const all = log.raised.map((alert) => (notified.has(alert) ? { ...alert, notified: true } : alert));
    unwritten = undefined;
    options.log.set({ seen_at: options.log.get().seen_at, raised: all });
  }

  /** Continues after a reload where it was, otherwise starts at the newest event. */
  function begin(): void {
    const { tip, log_id, heartbeat_at } = store.state();
    if (checkedTo !== undefined || tip === null || heartbeat_at === null) return;
    const stored = options.cursor.get();
    const continues = stored !== null && stored.log_id === log_id && clock.now() - stored.at < RELOAD_MS;
    checkedTo = continues && BigInt(stored.id) < tip ? BigInt(stored.id) : tip;
    check(store.events());
  }

  const stopListening = store.onChange((change) => {
    if (change.is === 'added') check(change.events);
    else if (change.is === 'reset') checkedTo = change.after ?? 0n;
  });
  const unsubscribe = store.subscribe(begin);
  begin();
  return {
    /** Writes what is pending, before the page is unloaded. */
    flush,
    stop(): void {
      flush();
      stopListening();
      unsubscribe();
    },
  };
}
