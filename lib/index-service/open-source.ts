// Where the writer's events come from besides ingest: the simulated network, another index, a chain, or nowhere.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@/lib/time/clock';
import type { IndexEnv } from './env';
import { openFollower } from './follow/follow';
import type { ErrorLog } from './http/router';
import { DISK } from './limits';
import { copyOf } from './network-description';
import type { OpenIndex } from './open-index';
import type { ChainSettings } from './sources/chain/chain-source';
import { openSimulation } from './sources/run-simulation';
import { createSimulation } from './sources/simulate/simulation';
import { DiskFull, type DiskRoom } from './store/disk-room';

/** Another index to mirror (follow/). */
export interface FollowedIndex {
  url: URL;
  key: string;
}

export interface EventSource {
  /** Fills the log up to now. */
  seed(): Promise<void>;
  /** Appends what comes, until the signal. */
  live(): Promise<void>;
  /** How far it has come, in words. */
  status?(): string | undefined;
}

interface SourceParts {
  env: Pick<IndexEnv, 'SIMULATE' | 'SIMULATE_NOW'>;
  followed: FollowedIndex | undefined;
  chain: ChainSettings | undefined;
  index: Pick<OpenIndex, 'writerDb' | 'log' | 'room'>;
  clock: Clock;
  errors: ErrorLog;
  report: (message: string) => void;
  signal: AbortSignal;
}

type Appending = Pick<SourceParts, 'index' | 'errors' | 'signal'>;

/** Log and room for a source: while the disk is full what it writes waits, so that no event is lost. */
function waitingForRoom({
  errors,
  index,
  signal,
}: Appending): Pick<OpenIndex, 'log'> & { room: Pick<DiskRoom, 'write'> } {
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let refused = false; ; refused = true)
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DiskFull) || signal.aborted) throw error;
        if (!refused) errors.error({ error: error.message }, 'the source waits');
        await sleep(DISK.retryMs, undefined, { signal }).catch(() => undefined);
      }
  }
  const { log, room } = index;
  return {
    log: {
      ...log,
      append: (...input) => patiently(() => log.append(...input)),
      refresh: (...input) => patiently(() => log.refresh(...input)),
    },
    room: { write: (work) => patiently(() => room.write(work)) },
  };
}

export async function openSource(parts: SourceParts): Promise<EventSource | undefined> {
  const { env, followed, chain, index, clock, errors, report, signal } = parts;
  const copied = await copyOf(index.writerDb, index.log);
  const refuse = (requested: 'index' | 'chain') => {
    if (copied !== undefined && copied.from !== requested)
      throw new Error(`This store is ${copied.words}. Use another DATA_DIR.`);
  };
  const shared = { ...waitingForRoom(parts), db: index.writerDb, clock, report, signal };
  if (chain !== undefined) {
    refuse('chain');
    // Its gRPC libraries take a fifth of the start of a process.
    const { openChain } = await import('./sources/chain/chain-source');
    return openChain({ ...shared, ...chain, errors });
  }
  if (followed !== undefined) {
    refuse('index');
    return openFollower({ ...shared, ...followed, errors });
  }
  if (env.SIMULATE === undefined) return undefined;
  if (copied !== undefined) {
    report(`SIMULATE is ignored: this store is ${copied.words}`);
    return undefined;
  }
  const settings = { ...env.SIMULATE, now: env.SIMULATE_NOW };
  return openSimulation({ ...shared, settings, create: createSimulation });
}
