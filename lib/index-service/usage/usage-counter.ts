// Counts requests per key, hour, scope, route and status class (spec 2.2, 4.1), and flushes them every few seconds.
// Invariant: a count is in memory or in the store, never in both; a failed flush puts its counts back.
import { isoTime, type Clock } from '@/lib/time/clock';
import type { Database } from '@/lib/index-service/store/database';
import { hourOf } from './usage-report';

/** Routes without a scope, and paths that match no route. */
export const NO_GROUP = 'none';

export interface CountedRequest {
  key_id: string;
  scope: string;
  /** The route's template, e.g. /leaders/{leader_cap_id}. */
  route: string;
  status: number;
  duration_ms: number;
}

interface Cell {
  key: readonly [key_id: string, hour: string, scope: string, route: string, status_class: string];
  count: number;
  micros: number;
}

export interface UsageCounterParts {
  db: Database;
  clock: Clock;
  flushMs: number;
  onError: (error: unknown) => void;
}

export function createUsageCounter({ db, clock, flushMs, onError }: UsageCounterParts) {
  let cells = new Map<string, Cell>();
  let flushing: Promise<void> = Promise.resolve();
  let stopped = false;
  let cancel = (): void => undefined;

  function add(cell: Cell): void {
    const id = JSON.stringify(cell.key);
    const existing = cells.get(id);
    if (existing === undefined) cells.set(id, cell);
    else
      cells.set(id, {
        ...existing,
        count: existing.count + cell.count,
        micros: existing.micros + cell.micros,
      });
  }

  async function write(batch: readonly Cell[]): Promise<void> {
    const column = (index: number) => batch.map((cell) => cell.key[index] ?? '');
    await db.query(
      `insert into key_usage as stored (key_id, hour, scope, route, status_class, request_count, duration_us)
       select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
       on conflict (key_id, hour, scope, route, status_class) do update
       set request_count = stored.request_count + excluded.request_count,
           duration_us = stored.duration_us + excluded.duration_us`,
      [
        ...[0, 1, 2, 3, 4].map(column),
        batch.map((cell) => cell.count),
        batch.map((cell) => Math.round(cell.micros)),
      ],
    );
  }

  async function flushOnce(): Promise<void> {
    if (cells.size === 0) return;
    // In one order: two processes that write the same rows must not wait for each other.
    const batch = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
    cells = new Map();
    try {
      await write(batch);
    } catch (error) {
      for (const cell of batch) add(cell);
      throw error;
    }
  }

  /** Writes what was counted so far; flushes never overlap. Rejects when the store does. */
  function flush(): Promise<void> {
    const next = flushing.catch(() => undefined).then(flushOnce);
    flushing = next;
    return next;
  }

  function schedule(): void {
    if (stopped) return;
    cancel = clock.after(flushMs, () => void flush().catch(onError).finally(schedule));
  }
  schedule();

  return {
    record({ key_id, scope, route, status, duration_ms }: CountedRequest): void {
      const hour = isoTime(hourOf(clock.now()));
      const micros = Math.max(0, duration_ms * 1000);
      add({ key: [key_id, hour, scope, route, `${Math.floor(status / 100)}xx`], count: 1, micros });
    },
    flush,
    /** Stops the timer and writes the rest. */
    async stop(): Promise<void> {
      stopped = true;
      cancel();
      await flush().catch(onError);
    },
  };
}

export type UsageCounter = ReturnType<typeof createUsageCounter>;
