// How much of the simulated network is in this log. Invariant: valid for one log_id only; `position` may lag behind the
// log by one append, never lead it.
import * as z from 'zod';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { Database } from '@/lib/index-service/store/database';

const FACT = 'simulation';

const state = z.object({
  log_id: z.string(),
  seed: z.string(),
  /** The end of history, in milliseconds of chain time: with the seed it names the network. */
  now: z.int(),
  /** Whether all of the history is in the log. */
  seeded: z.boolean(),
  /** Chain time of the last simulated line in the log, 0 before the first. */
  position: z.int(),
  /** The live rate of the sessions below. */
  eventsPerSecond: z.number(),
  sessions: z.array(z.object({ from: z.int(), until: z.int().optional() })),
});
export type SimulationState = z.output<typeof state>;

/** What is known of the simulation in this log; undefined when it holds none. */
export async function readSimulationState(
  db: Database,
  log: Pick<EventLog, 'logId'>,
): Promise<SimulationState | undefined> {
  const [row] = await db.query<{ value: string }>('select value from facts where name = $1', [FACT]);
  if (row === undefined) return undefined;
  const found = state.parse(JSON.parse(row.value));
  return found.log_id === log.logId() ? found : undefined;
}

export async function writeSimulationState(db: Database, next: SimulationState): Promise<void> {
  await db.query(
    'insert into facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [FACT, JSON.stringify(next)],
  );
}
