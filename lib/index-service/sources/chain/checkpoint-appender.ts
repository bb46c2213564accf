// Collects events by checkpoint and appends whole checkpoints, each with its time, together with how far the log reaches.
// Invariant: a checkpoint is appended once the node has said that nothing of it is missing, and in one transaction.
import { Code } from '@connectrpc/connect';
import { CHAIN } from '@/lib/index-service/limits';
import { LineRefused, type EventLog } from '@/lib/index-service/log/event-log';
import type { EventLine } from '@/lib/index-service/log/recorded-line';
import type { Clock } from '@/lib/time/clock';
import {
  checkpointTime,
  NodeRefused,
  onceIndexed,
  timeOf,
  isCode,
  isUnimplemented,
  type ChainNode,
} from './chain-node';
import { writeChainState, type ChainState } from './chain-state';
import { eventLineOf, wrappedType, type PlacedEvent, type WrappedType } from './event-lines';
import { createPackageCheck } from './foreign-packages';
import { chainKinds } from './kinds';
import type { Deployment } from './packages';

/** What a foreign event takes in memory: only that there was one. */
const FOREIGN_CHARACTERS = 64;

/** An event that waits for its checkpoint; a foreign one only counts. */
interface Waiting {
  checkpoint: bigint;
  ours: { event: PlacedEvent; wrapped: WrappedType } | undefined;
  characters: number;
}

interface AppenderParts {
  deployment: Deployment;
  log: Pick<EventLog, 'append'>;
  clock: Clock;
  state: ChainState;
  /** Called with the lines of each batch after its commit. */
  onAppended: (lines: readonly EventLine[]) => void;
  /** Called for every event that cannot be decoded, with the reason. */
  onUndecodable: (event: PlacedEvent, reason: string) => void;
}

export type CheckpointAppender = ReturnType<typeof createCheckpointAppender>;

const byPlace = (a: PlacedEvent, b: PlacedEvent) =>
  Number(a.checkpoint - b.checkpoint) ||
  Number(a.transactionIndex - b.transactionIndex) ||
  a.eventIndex - b.eventIndex;

export function createCheckpointAppender(parts: AppenderParts) {
  const { deployment, log, clock, onAppended, onUndecodable } = parts;
  let { state } = parts;
  const belongs = createPackageCheck(deployment);
  let waiting: Waiting[] = [];
  let characters = 0;
  /** Nothing up to here is missing in `waiting`. */
  let sealed = state.checkpoint;
  let storedAt = 0;
  let timedAt = 0;
  let appending = Promise.resolve();

  /** The times of checkpoints: of one transaction in each, many at once; else of each checkpoint. */
  async function timesOf(events: readonly PlacedEvent[], node: ChainNode): Promise<Map<bigint, string>> {
    const all = [...new Map(events.map(({ checkpoint, digest }) => [checkpoint, digest]))];
    const times = new Map<bigint, string>();
    const readMask = { paths: ['digest', 'checkpoint', 'timestamp'] };
    const readMany = async (digests: string[]) => {
      const { transactions } = await node.ledger.batchGetTransactions({ digests, readMask }, node.unary);
      for (const { transaction } of transactions) {
        const time = timeOf(transaction?.timestamp);
        if (transaction?.checkpoint !== undefined && time !== undefined)
          times.set(transaction.checkpoint, time);
      }
    };
    const parts: string[][] = [];
    for (let from = 0; all.length > 1 && from < all.length; from += CHAIN.timesAtOnce)
      parts.push(all.slice(from, from + CHAIN.timesAtOnce).map(([, digest]) => digest));
    await Promise.all(parts.map(readMany)).catch((error: unknown) => {
      if (!isUnimplemented(error) && !isCode(error, Code.NotFound)) throw error;
    });
    for (const [checkpoint] of all)
      if (!times.has(checkpoint)) {
        const read = () => timeOfCheckpoint(checkpoint, node);
        times.set(checkpoint, await onceIndexed(read, { clock, signal: node.signal }));
      }
    return times;
  }

  async function timeOfCheckpoint(sequenceNumber: bigint, node: ChainNode): Promise<string> {
    const time = await checkpointTime(sequenceNumber, node);
    if (time === undefined) throw new Error(`the node gives checkpoint ${sequenceNumber} without its time`);
    return time;
  }

  function lineOf({ event, wrapped }: NonNullable<Waiting['ours']>, time: string) {
    // An event of a kind that we know always renders: storing it without its content would lose it.
    if (event.json === undefined && chainKinds.has(wrapped.name))
      throw new NodeRefused(
        `the node gives event ${event.digest}/${event.eventIndex} without its JSON. Use a node that renders it`,
      );
    const { line, reason } = eventLineOf(deployment, wrapped, event, time);
    return { event, line, reason };
  }

  /** The lines of whole checkpoints in the order of the chain, with the times of those checkpoints. */
  async function prepare(complete: readonly Waiting[], node: ChainNode) {
    const ours = complete.flatMap((entry) => entry.ours ?? []).sort((a, b) => byPlace(a.event, b.event));
    const times = await timesOf(
      ours.map(({ event }) => event),
      node,
    );
    const lines = ours.map((entry) => lineOf(entry, times.get(entry.event.checkpoint) ?? ''));
    const newest = ours.at(-1)?.event.checkpoint ?? -1n;
    return { lines, newest, newestAt: times.get(newest), foreign: complete.length - ours.length };
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>;

  /** Appends whole checkpoints, and stores that the log reaches up to `last`. */
  async function append({ lines, newest, newestAt, foreign }: Prepared, last: bigint, node: ChainNode) {
    let checkpoint_at = newestAt ?? state.checkpoint_at;
    if (clock.now() - timedAt >= CHAIN.timeMs && newest < last)
      checkpoint_at = await timeOfCheckpoint(last, node).catch((error: unknown) => {
        // A lagging node: a later checkpoint brings a newer time.
        if (!isCode(error, Code.NotFound)) throw error;
        return checkpoint_at;
      });
    const next: ChainState = {
      ...state,
      checkpoint: last,
      checkpoint_at,
      stored: state.stored + lines.length,
      not_decodable: state.not_decodable + lines.filter(({ reason }) => reason !== undefined).length,
      foreign: state.foreign + foreign,
    };
    const appended = lines.map(({ line }) => line);
    try {
      await log.append(appended, { also: (tx) => writeChainState(tx, next) });
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      throw new NodeRefused(`the node contradicts what this store has: ${error.reason}`);
    }
    if (checkpoint_at !== state.checkpoint_at) timedAt = clock.now();
    storedAt = clock.now();
    for (const { event, reason } of lines) if (reason !== undefined) onUndecodable(event, reason);
    onAppended(appended);
    state = { ...next, tip: state.tip };
  }

  /** Starts to append all that is complete: its times are read during the append before, and what follows it during this one. */
  async function startAppend(node: ChainNode): Promise<void> {
    const last = sealed;
    const complete = waiting.filter(({ checkpoint }) => checkpoint <= last);
    waiting = waiting.filter(({ checkpoint }) => checkpoint > last);
    characters = waiting.reduce((sum, entry) => sum + entry.characters, 0);
    const prepared = prepare(complete, node);
    // Thrown where it is waited for.
    prepared.catch(() => undefined);
    await appending;
    appending = prepared.then((ready) => append(ready, last, node));
    appending.catch(() => undefined);
  }

  /** Appends all that is complete, and stores how far the log reaches. */
  async function flush(node: ChainNode): Promise<void> {
    await startAppend(node);
    await appending;
  }

  return {
    state: () => state,
    /** Everything up to here is in the log or waits for the next append, for as long as no gap follows. */
    sealed: () => sealed,
    /** Forgets what is not in the log, once no append is under way: the next events come from another stream. */
    async restart(): Promise<void> {
      await appending.catch(() => undefined);
      appending = Promise.resolve();
      waiting = [];
      characters = 0;
      sealed = state.checkpoint;
    },
    seeTip(checkpoint: bigint): void {
      if (checkpoint > state.tip) state = { ...state, tip: checkpoint };
    },
    /** Takes an event, and returns whether it is new: one whose checkpoint is in the log already is a repeat. */
    async push(event: PlacedEvent & { characters: number }, node: ChainNode): Promise<boolean> {
      if (event.checkpoint <= sealed) return false;
      const before = waiting.at(-1)?.checkpoint ?? 0n;
      if (event.checkpoint < before) throw new Error('the node gives events out of order');
      sealed = event.checkpoint - 1n;
      const wrapped = wrappedType(deployment, event.type);
      const isOurs = wrapped !== undefined && (await belongs(wrapped.address, node));
      const added: Waiting = isOurs
        ? { checkpoint: event.checkpoint, ours: { event, wrapped }, characters: event.characters }
        : { checkpoint: event.checkpoint, ours: undefined, characters: FOREIGN_CHARACTERS };
      waiting.push(added);
      characters += added.characters;
      if (characters > CHAIN.checkpointCharacters && (waiting[0]?.checkpoint ?? 0n) > sealed)
        throw new Error(`the node gives more events of checkpoint ${event.checkpoint} than a checkpoint has`);
      return true;
    },
    /** Nothing up to this checkpoint is missing. */
    seal(checkpoint: bigint): void {
      if (checkpoint > sealed) sealed = checkpoint;
      this.seeTip(checkpoint);
    },
    /** Starts an append when there is enough for a transaction; after a while less is enough, because the node may fail at any moment. */
    async flushFull(node: ChainNode): Promise<void> {
      const isFull = waiting.length >= CHAIN.batch.events || characters >= CHAIN.batch.characters;
      const [first] = waiting;
      if (isFull && first !== undefined && first.checkpoint <= sealed) await startAppend(node);
      else if (sealed > state.checkpoint && clock.now() - storedAt >= CHAIN.historyMs) await flush(node);
    },
    /** Appends complete checkpoints at once; stores progress without events now and then. */
    async flushLive(node: ChainNode): Promise<void> {
      await appending;
      const isComplete = waiting.some(({ checkpoint }) => checkpoint <= sealed);
      if (isComplete || (sealed > state.checkpoint && clock.now() - storedAt >= CHAIN.progressMs))
        await flush(node);
    },
    /** Appends all that is complete, and reads the time of the last checkpoint: its events may be hours older. */
    async flushAll(node: ChainNode): Promise<void> {
      timedAt = 0;
      await flush(node);
    },
  };
}
