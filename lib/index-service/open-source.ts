// Where the writer's events come from besides ingest: the simulated network, another index, or nowhere.
import type { Clock } from './clock';
import type { IndexEnv } from './env';
import { openFollower } from './follow/follow';
import type { ErrorLog } from './http/router';
import type { OpenIndex } from './open-index';
import { openSimulation } from './sources/run-simulation';
import { createSimulation } from './sources/simulate/simulation';

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
}

interface SourceParts {
  env: Pick<IndexEnv, 'SIMULATE' | 'SIMULATE_NOW'>;
  followed: FollowedIndex | undefined;
  index: Pick<OpenIndex, 'writerDb' | 'log'>;
  clock: Clock;
  errors: ErrorLog;
  report: (message: string) => void;
  signal: AbortSignal;
}

export async function openSource(parts: SourceParts): Promise<EventSource | undefined> {
  const { env, followed, index, clock, errors, report, signal } = parts;
  const shared = { db: index.writerDb, log: index.log, clock, report, signal };
  if (followed !== undefined) return openFollower({ ...shared, ...followed, errors });
  if (env.SIMULATE === undefined) return undefined;
  const settings = { ...env.SIMULATE, now: env.SIMULATE_NOW };
  return openSimulation({ ...shared, settings, create: createSimulation });
}
