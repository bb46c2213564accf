// Reads the log from a cursor (spec 6.1), the newest events from memory.
// Invariant: every event after the cursor comes once and in order; replay and live are the same read, so there is no gap.
import { STREAM } from '@/lib/index-service/limits';
import { mayHaveMore, type ServedLog } from '@/lib/index-service/log/event-log';
import type { LogEvent } from '@/lib/index-service/log/log-entry';

export type LogReader = ReturnType<typeof createLogReader>;

/** Runs a read of the store, now or later. */
export type StoreRead = (read: () => Promise<LogEvent[]>) => Promise<LogEvent[]>;

export interface LogReaderOptions {
  /** Events a read gives at most; fewer where their payloads are large. */
  chunk?: number;
  /** How much of the newest is kept in memory: events, and characters of payload. */
  keep?: { events: number; characters: number };
}

export function createLogReader(
  log: ServedLog,
  { chunk = STREAM.readEvents, keep = STREAM.buffer }: LogReaderOptions = {},
) {
  let version = 0;
  const waiting = new Set<() => void>();
  /** Every decodable event above `floor`, oldest first. */
  let recent: LogEvent[] = [];
  let characters = 0;
  let floor = log.tip();

  function remember(events: readonly LogEvent[]): void {
    recent.push(...events);
    for (const event of events) characters += event.payload.length;
    let drop = 0;
    while (recent.length - drop > keep.events || characters > keep.characters) {
      const oldest = recent[drop];
      if (oldest === undefined) break;
      drop += 1;
      characters -= oldest.payload.length;
      floor = oldest.id;
    }
    if (drop > 0) recent = recent.slice(drop);
  }

  /** What a read gives of those in memory, from a place on. */
  function readRecent(from: number): LogEvent[] {
    const events: LogEvent[] = [];
    let bytes = 0;
    for (let at = from; at < recent.length && events.length < chunk && bytes < STREAM.readBytes; at += 1) {
      const event = recent[at];
      if (event === undefined) break;
      events.push(event);
      bytes += Buffer.byteLength(event.payload);
    }
    return events;
  }

  /** Where the events after `cursor` begin. */
  function placeAfter(cursor: bigint): number {
    let low = 0;
    let high = recent.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((recent[middle]?.id ?? 0n) > cursor) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function wakeAll(): void {
    version += 1;
    const woken = [...waiting];
    waiting.clear();
    for (const run of woken) run();
  }

  const stop = log.subscribe(
    (events) => {
      remember(events);
      wakeAll();
    },
    () => {
      recent = [];
      characters = 0;
      floor = log.tip();
      wakeAll();
    },
  );

  return {
    /** The newest id at this moment. */
    tip: () => log.tip(),
    /**
     * The cursor, or the end of the log if the cursor lies beyond it (spec 6.1). The end is read from the store: a list may already have shown an
     * event that this process has not read yet, and starting earlier would send that event twice.
     */
    async clamp(cursor: bigint): Promise<bigint> {
      if (cursor <= log.tip()) return cursor;
      const stored = await log.storedTip();
      const end = stored > log.tip() ? stored : log.tip();
      return cursor < end ? cursor : end;
    },
    /** A cursor is valid under one log id. */
    logId: () => log.logId(),
    /** Changes with every append and reset: take it before reading, wait with it after. */
    version: () => version,
    /** The next events after `cursor` (perhaps none of the requested kinds), and the cursor to continue from; undefined when nothing is newer. */
    async next(
      cursor: bigint,
      kinds: ReadonlySet<string> | undefined,
      storeRead: StoreRead = (read) => read(),
    ): Promise<{ events: readonly LogEvent[]; cursor: bigint } | undefined> {
      const tip = log.tip();
      if (cursor >= tip) return undefined;
      if (cursor >= floor) {
        const from = placeAfter(cursor);
        const events = readRecent(from);
        const whole = from + events.length >= recent.length;
        const matching = kinds === undefined ? events : events.filter((event) => kinds.has(event.kind));
        return { events: matching, cursor: whole ? tip : (events.at(-1)?.id ?? tip) };
      }
      const events = await storeRead(() =>
        log.readAfter(cursor, chunk, kinds === undefined ? undefined : [...kinds]),
      );
      const last = events.at(-1)?.id ?? 0n;
      // Read to the end: everything up to the tip that was known before the read has been seen.
      return { events, cursor: !mayHaveMore(events, chunk) && last < tip ? tip : last };
    },
    /** Calls once the version is no longer `sinceVersion`, at once if that is so already. The returned function forgets it. */
    whenPast(sinceVersion: number, run: () => void): () => void {
      if (sinceVersion !== version) {
        run();
        return () => undefined;
      }
      waiting.add(run);
      return () => waiting.delete(run);
    },
    stop,
  };
}
