// Opens store, log and projections, in that order.
// Invariant: while it is open, no other process writes to the same store.
import { isoTime, type Clock } from './clock';
import type { IndexEnv } from './env';
import { createEventLog, type EventLog } from './log/event-log';
import { allProjections } from './projections/all-projections';
import { createProjector, type Projector } from './projections/projector';
import type { Database } from './store/database';
import { openStore } from './store/open-store';

export interface OpenIndex {
  db: Database;
  log: EventLog;
  projector: Projector;
  close(): Promise<void>;
}

/** Opens the index of the environment. Throws DirectoryLocked or DatabaseLocked when another process has it. */
export async function openIndex(
  env: Pick<IndexEnv, 'DATA_DIR' | 'DATABASE_URL'>,
  clock: Clock,
): Promise<OpenIndex> {
  const db = await openStore({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL });
  try {
    const projector = createProjector(db, allProjections);
    await projector.prepare();
    const log = await createEventLog({ db, now: () => new Date(isoTime(clock.now())), follower: projector });
    return { db, log, projector, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}
