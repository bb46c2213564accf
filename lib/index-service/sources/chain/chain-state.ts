// What the store knows of the chain it follows, as one fact: written in the transaction of the events it counts.
import * as z from 'zod';
import type { Clock } from '@/lib/time/clock';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { Database } from '@/lib/index-service/store/database';
import { readFact, writeFact } from '@/lib/index-service/store/facts';

const FACT = 'chain_state';

const checkpoint = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);

const stateSchema = z.object({
  log_id: z.string(),
  name: z.string(),
  chain_id: z.string(),
  /** Packages by role: another deployment's events are others. */
  packages: z.record(z.string(), z.string()),
  /** The first checkpoint read, and whether that is before the network's first event. */
  from: checkpoint,
  from_at: z.string().nullable(),
  is_complete: z.boolean(),
  /** Every event up to here is in the log. */
  checkpoint,
  /** The time of the newest checkpoint whose time was read. */
  checkpoint_at: z.string().nullable(),
  /** The newest checkpoint that the node was known to have. */
  tip: checkpoint,
  stored: z.int(),
  not_decodable: z.int(),
  foreign: z.int(),
});
export type ChainState = z.output<typeof stateSchema>;

/** What this log knows of a chain; undefined when it follows none. */
export async function readChainState(
  db: Database,
  log: Pick<EventLog, 'logId'>,
): Promise<ChainState | undefined> {
  const text = await readFact(db, FACT);
  if (text === undefined) return undefined;
  const found = stateSchema.parse(JSON.parse(text));
  return found.log_id === log.logId() ? found : undefined;
}

export async function writeChainState(db: Database, state: ChainState): Promise<void> {
  const text = JSON.stringify(state, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  await writeFact(db, FACT, text);
}

/** The network of a store that follows a chain, as GET / describes it. */
export function describeChain(state: ChainState, clock: Pick<Clock, 'now'>) {
  const { name, chain_id, checkpoint: at, checkpoint_at, tip, stored, not_decodable, foreign } = state;
  return {
    name,
    simulated: false,
    behind_ms: checkpoint_at === null ? null : Math.max(0, clock.now() - Date.parse(checkpoint_at)),
    chain: {
      chain_id,
      checkpoint: Number(at),
      behind_checkpoints: Number(tip > at ? tip - at : 0n),
      history_from: Number(state.from),
      history_from_at: state.from_at,
      history_complete: state.is_complete,
      events_stored: stored,
      events_not_decodable: not_decodable,
      events_foreign: foreign,
    },
  };
}
export type ChainNetwork = ReturnType<typeof describeChain>;
