// Follows a full node: subscribes, lists the history up to where the subscription began, then appends what the subscription brings.
// Invariant: the stored checkpoint only moves over checkpoints whose events are in the log, so a kill or another node loses nothing.
import { setImmediate as turn } from 'node:timers/promises';
import { backoffMs } from '@/lib/time/backoff';
import { wait, type Clock } from '@/lib/time/clock';
import type { ErrorLog } from '@/lib/index-service/http/router';
import { CHAIN } from '@/lib/index-service/limits';
import type { EventLog } from '@/lib/index-service/log/event-log';
import { changedObjects } from '@/lib/index-service/follow/object-copy';
import { addressOf, createPageGuard } from '@/lib/index-service/follow/source';
import type { Database } from '@/lib/index-service/store/database';
import {
  checkpointTime,
  connectNode,
  explain,
  isPassing,
  isUnimplemented,
  NodeRefused,
  onceIndexed,
  type ChainNode,
  type NodeAddress,
} from './chain-node';
import { describeChain, readChainState, writeChainState, type ChainState } from './chain-state';
import { createChainObjects, type ObjectNames } from './chain-objects';
import { createCheckpointAppender, type CheckpointAppender } from './checkpoint-appender';
import { END, type MessageOf } from './messages';
import { deployments, type Deployment } from './packages';
import { CHECKPOINT_FIELDS, eventsOf, filterOf, placedEvent, PLACED_FIELDS, sizeOf } from './read-events';
import { createSpool } from './spool';

/** What `chain URL` names, with its settings. */
export interface ChainSettings {
  node: NodeAddress;
  /** Where older checkpoints are read; the node itself unless set. */
  history: NodeAddress | undefined;
  /** The first checkpoint to read, instead of the network's first. */
  from: bigint | undefined;
  /** Another deployment of the packages. */
  deployment: Deployment | undefined;
  limits?: Partial<ChainLimits>;
}

type ChainLimits = Pick<typeof CHAIN, 'retry' | 'silenceMs' | 'objectsMs' | 'pageEvents' | 'spoolCharacters'>;

export interface ChainSourceOptions extends ChainSettings {
  db: Database;
  log: Pick<EventLog, 'append' | 'refresh' | 'tip' | 'logId'>;
  clock: Clock;
  signal: AbortSignal;
  errors: ErrorLog;
  report: (message: string) => void;
  random?: () => number;
}

/** Genesis holds none of our events, and what comes before it has no number. */
const FIRST_CHECKPOINT = 1n;

/** The failure before it matters more, unless trying again is pointless. */
const throwRefused = (error: unknown) => {
  if (error instanceof NodeRefused) throw error;
};

type Frame = MessageOf<'EventFrame'>;

/** A binding of the store to another chain, or a log of its own. Throws when the store cannot follow this one. */
function checkStore(state: ChainState | undefined, log: Pick<EventLog, 'tip'>, deployment: Deployment): void {
  if (state === undefined) {
    if (log.tip() > 0n)
      throw new NodeRefused(
        `This store has a log of its own. Use an empty DATA_DIR to follow ${deployment.name}.`,
      );
    return;
  }
  if (state.chain_id !== deployment.chainId)
    throw new NodeRefused(
      `This store follows ${state.name} (chain ${state.chain_id}). Use another DATA_DIR to follow ${deployment.name} (chain ${deployment.chainId}).`,
    );
  const roles = new Set([...Object.keys(state.packages), ...Object.keys(deployment.packages)]);
  const packages: Readonly<Record<string, string>> = deployment.packages;
  const differing = [...roles]
    .filter((role) => state.packages[role] !== packages[role])
    .map((role) => `${role} ${state.packages[role] ?? 'unknown'} instead of ${packages[role] ?? 'unknown'}`);
  if (differing.length > 0)
    throw new NodeRefused(
      `This store follows other packages of chain ${state.chain_id}: ${differing.join(', ')}. Use another DATA_DIR, or the CHAIN_PACKAGES of this store.`,
    );
}

/** Throws when the node has pruned the next checkpoint. */
function checkHistory(next: bigint, isNew: boolean, { address, info }: ChainNode): void {
  const lowest = info.lowestAvailableCheckpoint ?? 0n;
  if (lowest <= next) return;
  const remedy = isNew
    ? `or CHAIN_FROM=${lowest} to begin there`
    : `or use an empty DATA_DIR with CHAIN_FROM=${lowest} to begin there`;
  throw new NodeRefused(
    `${address} begins at checkpoint ${lowest}, and the next to read is ${next}. Set CHAIN_HISTORY_URL to a node or archive that keeps it, ${remedy}.`,
  );
}

export async function openChain(options: ChainSourceOptions) {
  const { db, log, clock, signal, errors, report, random = Math.random } = options;
  const limits = { ...CHAIN, ...options.limits };
  const stored = await readChainState(db, log);
  if (stored === undefined && log.tip() > 0n)
    throw new NodeRefused('This store has a log of its own. Use an empty DATA_DIR to follow a chain.');
  let appender: CheckpointAppender | undefined;
  let objects: ReturnType<typeof createChainObjects> | undefined;
  /** What is to be read: all of it now and then, else what events changed. */
  const unread: ObjectNames = { tools: new Set(), agents: new Set() };
  let objectsAt = -Infinity;
  let objectsPausedUntil = -Infinity;
  /** The read of objects under way, and why the last one failed. */
  let reading: Promise<void> | undefined;
  let readFailure: Error | undefined;
  /** Why the node is not followed now. */
  let problem: string | undefined;
  let catchUp: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => (catchUp = resolve));

  /** Names the address that history is read from as the one that failed. */
  const failHistory = (error: unknown): never => {
    throw explain(error, options.history ?? options.node);
  };

  function deploymentOf({ address, info }: ChainNode): Deployment {
    const chainId = info.chainId ?? '';
    const deployment = options.deployment ?? deployments.find((known) => known.chainId === chainId);
    if (deployment === undefined)
      throw new NodeRefused(
        `No packages are known on the chain of ${address} (${chainId}). Set CHAIN_PACKAGES.`,
      );
    if (deployment.chainId !== chainId)
      throw new NodeRefused(
        `${address} is a node of chain ${chainId}, and ${deployment.name} is on chain ${deployment.chainId}.`,
      );
    return deployment;
  }

  /** The appender of this store, made at the first connection. */
  async function appenderFor(node: ChainNode, history: ChainNode): Promise<CheckpointAppender> {
    const deployment = deploymentOf(node);
    if (history.info.chainId !== node.info.chainId)
      throw new NodeRefused(`${history.address} is a node of another chain than ${node.address}.`);
    if (appender !== undefined) return appender;
    const known = await readChainState(db, log);
    checkStore(known, log, deployment);
    const requested = options.from ?? deployment.from;
    const from = requested < FIRST_CHECKPOINT ? FIRST_CHECKPOINT : requested;
    const next = known === undefined ? from : known.checkpoint + 1n;
    checkHistory(next, known === undefined, history);
    if (known !== undefined && options.from !== undefined && from !== known.from)
      report(
        `CHAIN_FROM=${options.from} is ignored: this store begins at checkpoint ${known.from}. Use an empty DATA_DIR to begin elsewhere.`,
      );
    const state: ChainState = known ?? {
      log_id: log.logId(),
      name: deployment.name,
      chain_id: deployment.chainId,
      packages: deployment.packages,
      from,
      from_at: (await checkpointTime(from, history).catch(failHistory)) ?? null,
      is_complete: requested <= deployment.from,
      checkpoint: from - 1n,
      checkpoint_at: null,
      tip: node.info.checkpointHeight ?? 0n,
      stored: 0,
      not_decodable: 0,
      foreign: 0,
    };
    // Bound before the first event: another source must not write to this store.
    if (known === undefined) await db.transaction((tx) => writeChainState(tx, state));
    objects = createChainObjects({
      db,
      log,
      deployment,
      onUnreadable: (what, reason) => errors.error({ what, reason }, 'an object of the chain was not read'),
    });
    appender = createCheckpointAppender({
      deployment,
      log,
      clock,
      state,
      onAppended: (lines) => {
        const { tools, agents } = changedObjects(lines);
        for (const fqn of tools) unread.tools.add(fqn);
        for (const agent of agents) unread.agents.add(agent);
      },
      onUndecodable: ({ digest, eventIndex, type }, reason) =>
        errors.error(
          { tx_digest: digest, event_index: eventIndex, type, reason },
          'an event is not decodable',
        ),
    });
    return appender;
  }

  /** Lists every event up to checkpoint `last`. */
  async function listHistory(into: CheckpointAppender, history: ChainNode, last: bigint, scope: AbortSignal) {
    const filter = filterOf(deploymentOf(history));
    // A cursor belongs to this node; a checkpoint to the chain.
    let after: Uint8Array<ArrayBuffer> | undefined;
    let tipMs = CHAIN.tipMs;
    let tips = 0;
    const guard = createPageGuard(`the list of events of ${history.address}`);
    while (into.sealed() < last) {
      const request = {
        readMask: { paths: PLACED_FIELDS },
        startCheckpoint: into.state().checkpoint + 1n,
        endCheckpoint: last + 1n,
        filter,
        options: { limit: limits.pageEvents, ...(after === undefined ? {} : { after }) },
      };
      let reason: number | undefined;
      let fresh = 0;
      for await (const frame of history.ledger.listEvents(request, {
        signal: scope,
        timeoutMs: CHAIN.listMs,
      })) {
        if (await take(into, frame, history)) fresh += 1;
        await into.flushFull(history);
        after = frame.watermark?.cursor ?? after;
        reason = frame.end?.reason;
      }
      if (reason === END.checkpointBound || reason === END.cursorBound) into.seal(last);
      else if (reason === END.ledgerTip) {
        await wait(clock, tipMs, scope);
        tipMs = Math.min(2 * tipMs, CHAIN.progressMs);
        tips += 1;
      }
      if (reason === undefined) throw new Error(`${history.address} cut a list of events short`);
      // The same request again brings the same page, unless the list had reached its tip.
      if (into.sealed() < last)
        guard.check(
          fresh,
          `${into.state().checkpoint} ${tips} ${Buffer.from(after ?? []).toString('base64')}`,
        );
      await turn();
    }
    await into.flushAll(history);
  }

  /** Takes what a frame brings, and returns whether it is new. */
  async function take(
    into: CheckpointAppender,
    { event, watermark }: Frame,
    node: ChainNode,
  ): Promise<boolean> {
    const before = into.sealed();
    const isNew = event !== undefined && (await into.push(placedEvent(event), node));
    if (watermark?.checkpoint !== undefined) into.seal(watermark.checkpoint);
    return isNew || into.sealed() > before;
  }

  /** Reads whole checkpoints up to `last` from a node that does not filter events. */
  async function readCheckpoints(into: CheckpointAppender, node: ChainNode, last: bigint): Promise<void> {
    const deployment = deploymentOf(node);
    const readMask = { paths: CHECKPOINT_FIELDS };
    while (into.sealed() < last) {
      const first = into.sealed() + 1n;
      const count = Math.min(CHAIN.checkpointsAtOnce, Number(last - first) + 1);
      const answers = await Promise.all(
        Array.from({ length: count }, (_, at) =>
          onceIndexed(
            () => node.ledger.getCheckpoint({ sequenceNumber: first + BigInt(at), readMask }, node.unary),
            { clock, signal: node.signal },
          ),
        ),
      );
      for (const { checkpoint } of answers) {
        const sequence = into.sealed() + 1n;
        if (checkpoint?.sequenceNumber !== sequence)
          throw new Error(
            `${node.address} gives checkpoint ${checkpoint?.sequenceNumber ?? 'without a number'} instead of ${sequence}`,
          );
        for (const event of eventsOf(checkpoint, deployment)) await into.push(event, node);
        into.seal(sequence);
        await into.flushFull(node);
      }
      await turn();
    }
    await into.flushLive(node);
  }

  /** Up to checkpoint `last`, however the node can be read. */
  async function backfill(into: CheckpointAppender, history: ChainNode, last: bigint, scope: AbortSignal) {
    if (into.state().checkpoint >= last) return;
    checkHistory(into.state().checkpoint + 1n, into.state().stored === 0, history);
    // The status says how far it is.
    report(`reading ${into.state().name} up to checkpoint ${last}`);
    try {
      await listHistory(into, history, last, scope).catch(async (error: unknown) => {
        if (!isUnimplemented(error)) throw error;
        await into.restart();
        await readCheckpoints(into, history, last);
        await into.flushAll(history);
      });
    } catch (error) {
      // What is complete is kept: a node that always fails early would otherwise be read from the same place for ever.
      if (!scope.aborted) await into.flushAll(history).catch(throwRefused);
      failHistory(error);
    }
  }

  async function readObjects(node: ChainNode, scope: AbortSignal): Promise<void> {
    if (clock.monotonic() < objectsPausedUntil) return;
    try {
      if (clock.monotonic() - objectsAt >= limits.objectsMs) {
        await objects?.addAll(unread);
        objectsAt = clock.monotonic();
      }
      await objects?.read(unread, node);
    } catch (error) {
      if (scope.aborted) return;
      if (!isPassing(error)) throw error;
      objectsPausedUntil = clock.monotonic() + limits.retry.longestMs;
      errors.error({ error: explain(error, options.node).message }, 'objects of the chain were not read');
    }
    catchUp();
  }

  /** Reads objects once the log is up to date, one read at a time. The log is followed meanwhile, so a failure is thrown by the next call. */
  function startReadingObjects(node: ChainNode, scope: AbortSignal): void {
    const failure = readFailure;
    readFailure = undefined;
    if (failure !== undefined) throw failure;
    reading ??= readObjects(node, scope)
      .catch((error: unknown) => {
        readFailure = error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => (reading = undefined));
  }

  /** Reads a stream ahead; its end does not disturb the other calls of the connection. */
  function spoolOf<Item>(
    open: (signal: AbortSignal) => AsyncIterable<Item>,
    charactersOf: (item: Item) => number,
    scope: AbortSignal,
  ) {
    const ended = new AbortController();
    return createSpool(open(AbortSignal.any([scope, ended.signal])), {
      clock,
      silenceMs: limits.silenceMs,
      mostCharacters: limits.spoolCharacters,
      charactersOf,
      stop: () => ended.abort(),
    });
  }

  /** One connection, until it fails. */
  async function follow(scope: AbortSignal): Promise<never> {
    const node = await connectNode(options.node, scope);
    const history =
      options.history === undefined ? node : await connectNode(options.history, scope).catch(failHistory);
    const into = await appenderFor(node, history);
    into.seeTip(node.info.checkpointHeight ?? 0n);
    const request = { readMask: { paths: PLACED_FIELDS }, filter: filterOf(deploymentOf(node)) };
    const frames = spoolOf(
      (stream) => node.subscription.subscribeEvents(request, { signal: stream }),
      ({ event }) => (event === undefined ? 64 : sizeOf(event)),
      scope,
    );
    const first = await frames.next().catch((error: unknown) => {
      if (!isUnimplemented(error)) throw error;
      return undefined;
    });
    if (first === undefined) return followCheckpoints(into, node, history, scope);
    // Read after the first frame: a height from before may miss what came between.
    const begun =
      first.watermark?.checkpoint ?? (await node.ledger.getServiceInfo({}, node.unary)).checkpointHeight;
    if (begun === undefined) throw new Error(`${node.address} does not say where its stream begins`);
    into.seeTip(begun);
    problem = undefined;
    await backfill(into, history, begun, scope);
    for (let frame = first; ; frame = await frames.next()) {
      await take(into, frame, node);
      // What has arrived together is appended together.
      if (frames.isEmpty()) await into.flushLive(node);
      else await into.flushFull(node);
      if (frames.isEmpty()) startReadingObjects(node, scope);
    }
  }

  /** A node without filtered calls: its checkpoints have no gaps, so the tip is all that must be known. */
  async function followCheckpoints(
    into: CheckpointAppender,
    node: ChainNode,
    history: ChainNode,
    scope: AbortSignal,
  ): Promise<never> {
    report(`${node.address} does not filter events: every checkpoint is read`);
    const request = { readMask: { paths: ['sequence_number'] } };
    const tips = spoolOf(
      (stream) => node.subscription.subscribeCheckpoints(request, { signal: stream }),
      () => 1,
      scope,
    );
    problem = undefined;
    await backfill(into, history, node.info.checkpointHeight ?? 0n, scope);
    startReadingObjects(node, scope);
    for (;;) {
      const { cursor } = await tips.next().catch((error: unknown) => {
        if (!isUnimplemented(error)) throw error;
        throw new NodeRefused(
          `${node.address} has no subscriptions. Name a full node, and this address in CHAIN_HISTORY_URL.`,
        );
      });
      if (cursor === undefined || !tips.isEmpty()) continue;
      into.seeTip(cursor);
      await readCheckpoints(into, node, cursor);
      startReadingObjects(node, scope);
    }
  }

  /** Follows until the signal. Rejects with NodeRefused when trying again is pointless. */
  async function run(): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      const before = appender?.state().checkpoint;
      const scope = new AbortController();
      try {
        await follow(AbortSignal.any([signal, scope.signal])).finally(() => scope.abort());
      } catch (error) {
        await reading;
        await appender?.restart();
        if (signal.aborted) return;
        const reason = explain(error, options.node);
        problem = reason.message;
        if (reason instanceof NodeRefused) throw reason;
        // A connection that moved the log was good: nodes end each after some hours.
        if (appender?.state().checkpoint !== before) failures = 1;
        const pause = backoffMs(limits.retry, failures, random);
        errors.error(
          { error: reason.message, next_attempt_s: Math.ceil(pause / 1000) },
          'the node could not be followed',
        );
        await wait(clock, pause, signal).catch(() => undefined);
      }
    }
  }

  let running: Promise<void> | undefined;
  return {
    /** How far the log reaches, after what is wrong with the node. */
    status(): string | undefined {
      const state = appender?.state() ?? stored;
      if (state === undefined) return problem;
      const { behind_ms, chain } = describeChain(state, clock);
      const age = behind_ms === null ? '' : `, ${Math.ceil(behind_ms / 1000)} s behind`;
      return (
        (problem === undefined ? '' : `${problem}; `) +
        `checkpoint ${chain.checkpoint}${age}, ${chain.behind_checkpoints} checkpoints behind; ` +
        `${chain.events_stored} events stored, ${chain.events_not_decodable} not decodable, ${chain.events_foreign} foreign`
      );
    },
    /** Reads everything up to now, and continues to follow. Rejects when the node cannot be followed. */
    async seed(): Promise<void> {
      report(`connecting to ${addressOf(options.node.url)}`);
      running = run();
      await Promise.race([caughtUp, running]);
    },
    /** Follows until the signal. */
    live: (): Promise<void> => running ?? run(),
  };
}
