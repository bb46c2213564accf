// Opens store, log and projections: to write, or to read what another process writes.
// Invariant: at most one process writes to a store.
import { setTimeout as sleep } from 'node:timers/promises';
import { isoTime, type Clock } from '@/lib/time/clock';
import type { IndexEnv } from './env';
import { LOG } from './limits';
import { createEventLog, LOG_CHANNEL, type EventLog } from './log/event-log';
import { openLogTail, type LogTail } from './log/log-tail';
import { allProjections } from './projections/all-projections';
import { createProjector, type Projector } from './projections/projector';
import type { Database } from './store/database';
import { createDiskRoom, type DiskRoom } from './store/disk-room';
import { openStore } from './store/open-store';
import { listenOn } from './store/postgres';
import { takeWriterLock, type WriterLockOptions } from './store/writer-lock';

export interface OpenIndex {
  db: Database;
  /** The store for what only the writer does: its transactions fail once another process writes. */
  writerDb: Database;
  log: EventLog;
  room: DiskRoom;
  projector: Projector;
  close(): Promise<void>;
}

/** Opens the index of the environment to write. Throws DirectoryLocked or DatabaseLocked when another process has it. */
export async function openIndex(
  env: Pick<IndexEnv, 'DATA_DIR' | 'DATABASE_URL'>,
  clock: Clock,
  options: WriterLockOptions = {},
): Promise<OpenIndex> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = env;
  const db = await openStore({ dataDir, databaseUrl });
  let unlock = async (): Promise<void> => undefined;
  const close = async () => {
    await unlock();
    await db.close();
  };
  try {
    let writerDb = db;
    if (databaseUrl !== undefined) {
      const lock = await takeWriterLock(databaseUrl, options);
      unlock = () => lock.release();
      writerDb = lock.fence(db);
    }
    const projector = createProjector(writerDb, allProjections);
    await projector.prepare();
    const now = () => new Date(isoTime(clock.now()));
    const room = createDiskRoom(databaseUrl === undefined ? dataDir : undefined);
    const log = await createEventLog({ db: writerDb, now, follower: projector, room });
    return { db, writerDb, log, room, projector, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface OpenReader {
  db: Database;
  log: LogTail;
  /** Why no request can be answered now; undefined while all can. */
  unavailable(): string | undefined;
  close(): Promise<void>;
}

export interface ReaderOptions {
  signal: AbortSignal;
  report: (message: string) => void;
  onError: (error: unknown) => void;
}

/** Opens the index that another process writes, once its tables are those of this release. Rejects at the signal. */
export async function openReader(
  databaseUrl: string,
  clock: Clock,
  { signal, report, onError }: ReaderOptions,
): Promise<OpenReader> {
  const db = await openStore({ dataDir: '', databaseUrl });
  const { version } = createProjector(db, allProjections);
  let log: LogTail | undefined;
  try {
    for (;;) {
      log = await openLogTail({ db, clock, onError });
      if (log?.tablesVersion() === version) break;
      await log?.close();
      report("waiting for the writer to create this release's tables");
      await sleep(LOG.pollMs, undefined, { signal });
    }
  } catch (error) {
    await db.close();
    throw error;
  }
  const tail = log;
  // Without notifications (a lost connection, a pooler) the tail is read every second.
  const listening = listenOn(databaseUrl, LOG_CHANNEL, () => tail.poke(), onError);
  return {
    db,
    log: tail,
    unavailable: () => {
      if (tail.age() > LOG.unreadMs) return 'the database is not responding';
      return tail.tablesVersion() === version ? undefined : 'the tables belong to another release';
    },
    async close() {
      await listening.close();
      await tail.close();
      await db.close();
    },
  };
}
