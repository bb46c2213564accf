// The network as GET / describes it, read from the store.
import type { Clock } from '@/lib/time/clock';
import { mirroredBy, readMirror, type MirroredNetwork } from './follow/follow';
import type { EventLog } from './log/event-log';
import { describeChain, readChainState, type ChainNetwork } from './sources/chain/chain-state';
import { readSimulationState } from './sources/run-simulation';
import type { Database } from './store/database';

export type Network = ({ name: string; simulated: boolean } | MirroredNetwork | ChainNetwork) & {
  /** False while the disk is full; absent where another process writes. */
  accepting_events?: boolean;
};

export interface Copied {
  from: 'index' | 'chain';
  /** As in `this index is …`. */
  words: string;
}

/** What a store's log was copied from; undefined if it is not a copy. */
export async function copyOf(db: Database, log: Pick<EventLog, 'logId'>): Promise<Copied | undefined> {
  const mirrored = await mirroredBy(db);
  if (mirrored !== undefined) return { from: 'index', words: `a mirror of ${mirrored}` };
  const chain = await readChainState(db, log);
  return chain && { from: 'chain', words: `an index of ${chain.name}, chain ${chain.chain_id}` };
}

export async function readNetwork(
  db: Database,
  log: Pick<EventLog, 'logId'>,
  clock: Clock,
): Promise<Network> {
  const mirrored = await readMirror(db, clock);
  if (mirrored !== undefined) return mirrored;
  const chain = await readChainState(db, log);
  if (chain !== undefined) return describeChain(chain, clock);
  // The log may hold a simulated network from an earlier start with SIMULATE.
  const simulated = (await readSimulationState(db, log)) !== undefined;
  return { name: simulated ? 'simulated' : 'recorded', simulated };
}
