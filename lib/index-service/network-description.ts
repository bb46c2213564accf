// The network as GET / describes it, read from the store.
import type { Clock } from '@/lib/time/clock';
import { readMirror, type MirroredNetwork } from './follow/follow';
import type { EventLog } from './log/event-log';
import { readSimulationState } from './sources/run-simulation';
import type { Database } from './store/database';

export type Network = ({ name: string; simulated: boolean } | MirroredNetwork) & {
  /** False while the disk is full; absent where another process writes. */
  accepting_events?: boolean;
};

export async function readNetwork(
  db: Database,
  log: Pick<EventLog, 'logId'>,
  clock: Clock,
): Promise<Network> {
  const mirrored = await readMirror(db, clock);
  if (mirrored !== undefined) return mirrored;
  // The log may hold a simulated network from an earlier start with SIMULATE.
  const simulated = (await readSimulationState(db, log)) !== undefined;
  return { name: simulated ? 'simulated' : 'recorded', simulated };
}
