// `index probe URL`: what a node serves, and whether its events are as this release expects. Reads only.
// Invariant: what the node answered is in the report as it came; the token is nowhere.
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '@/lib/index-service/follow/source';
import {
  connectNode,
  explain,
  isUnimplemented,
  timeOf,
  type ChainNode,
  type NodeAddress,
} from './chain-node';
import { CHECKPOINT_FIELDS, eventsOf, filterOf, placedEvent, PLACED_FIELDS } from './read-events';
import { eventLineOf, wrappedType, type PlacedEvent } from './event-lines';
import type { MessageOf } from './messages';
import { deployments, type Deployment } from './packages';

export interface ProbeReport {
  node: string;
  chain_id: string;
  server: string;
  checkpoint_height: string;
  lowest_checkpoint: string;
  /** By call: `served`, or why not. */
  calls: Record<string, string>;
  /** Events as the node rendered them, and why one is not decodable. */
  events: { place: string; type: string; json: unknown; reason: string | null }[];
  differences: string[];
}

interface ProbeOptions {
  node: NodeAddress;
  deployment: Deployment | undefined;
  print: (line: string) => void;
  /** How long a subscription may take to send something. */
  patienceMs: number;
}

/** Checkpoints after the network's first that are searched for its first events. */
const SEARCHED = 2_000n;
/** The same, from a node that cannot list events. */
const READ_WHOLE = 16;

async function firstOf<Item>(items: AsyncIterable<Item>, patienceMs: number): Promise<Item | undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const late = sleep(patienceMs, undefined, { ref: false }).then(
    () => ({ done: true, value: undefined }) as const,
  );
  const first: IteratorResult<Item, unknown> = await Promise.race([iterator.next(), late]);
  return first.done === true ? undefined : first.value;
}

/** Asks each call once. Throws when the node cannot be reached at all. */
export async function probeNode(options: ProbeOptions): Promise<ProbeReport> {
  const { node: address, print, patienceMs } = options;
  const scope = new AbortController();
  const { signal } = scope;
  try {
    const node = await connectNode(address, signal);
    return await ask(node);
  } catch (error) {
    throw explain(error, address);
  } finally {
    scope.abort();
  }

  async function ask(node: ChainNode): Promise<ProbeReport> {
    const { chainId = '', server = '', checkpointHeight = 0n, lowestAvailableCheckpoint = 0n } = node.info;
    const report: ProbeReport = {
      node: addressOf(address.url),
      chain_id: chainId,
      server,
      checkpoint_height: String(checkpointHeight),
      lowest_checkpoint: String(lowestAvailableCheckpoint),
      calls: { GetServiceInfo: 'served' },
      events: [],
      differences: [],
    };
    const deployment = options.deployment ?? deployments.find((known) => known.chainId === chainId);
    print(`node         ${report.node} (${node.protocol})`);
    print(`chain        ${chainId} ${deployment === undefined ? '(unknown)' : deployment.name}`);
    print(`server       ${server}`);
    print(`checkpoints  ${lowestAvailableCheckpoint} to ${checkpointHeight}`);
    const differ = (difference: string) => void report.differences.push(difference);
    if (deployment === undefined || deployment.chainId !== chainId) {
      differ(
        deployment === undefined
          ? `no packages are known on chain ${chainId}`
          : `${deployment.name} is on chain ${deployment.chainId}`,
      );
      return finish(report);
    }
    const isPruned = lowestAvailableCheckpoint > deployment.from;
    if (isPruned)
      differ(
        `history begins at checkpoint ${lowestAvailableCheckpoint}, and that of ${deployment.name} at ${deployment.from}: CHAIN_HISTORY_URL is needed`,
      );

    async function call<Result>(
      name: string,
      work: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      try {
        const result = await work();
        report.calls[name] = result === undefined ? 'silent' : 'served';
        return result;
      } catch (error) {
        const isServed = !isUnimplemented(error);
        report.calls[name] = isServed ? explain(error, address).message : 'not served';
        // A package, which is asked for its fields, is not an object with fields on every node.
        if (isServed && name !== 'ListDynamicFields') differ(`${name} fails`);
        return undefined;
      }
    }

    const first = isPruned ? lowestAvailableCheckpoint : deployment.from;
    const filter = filterOf(deployment);
    const listed: PlacedEvent[] = [];
    const list = await call('ListEvents', async () => {
      const request = {
        readMask: { paths: PLACED_FIELDS },
        startCheckpoint: first,
        endCheckpoint: first + SEARCHED,
        filter,
      };
      for await (const { event } of node.ledger.listEvents(request, node.unary))
        if (event !== undefined) listed.push(placedEvent(event));
      return true;
    });
    const checkpoints = await call('GetCheckpoint', async () => {
      const read: MessageOf<'Checkpoint'>[] = [];
      for (let at = 0; at < (list === true ? 1 : READ_WHOLE); at += 1) {
        const sequenceNumber = first + BigInt(at);
        if (sequenceNumber > checkpointHeight) break;
        const { checkpoint } = await node.ledger.getCheckpoint(
          { sequenceNumber, readMask: { paths: CHECKPOINT_FIELDS } },
          node.unary,
        );
        if (checkpoint !== undefined) read.push(checkpoint);
      }
      return read;
    });
    if (list !== true)
      for (const checkpoint of checkpoints ?? []) listed.push(...eventsOf(checkpoint, deployment));
    if (checkpoints?.some(({ summary }) => timeOf(summary?.timestamp) === undefined) === true)
      differ('a checkpoint has no time');

    const digests = [
      ...new Set([...(deployment.published ?? []), ...listed.slice(0, 1).map(({ digest }) => digest)]),
    ];
    const transactions = await call('BatchGetTransactions', async () => {
      const readMask = { paths: ['digest', 'checkpoint', 'timestamp'] };
      return (await node.ledger.batchGetTransactions({ digests, readMask }, node.unary)).transactions;
    });
    for (const [at, digest] of digests.entries())
      if (transactions !== undefined && timeOf(transactions[at]?.transaction?.timestamp) === undefined)
        differ(`transaction ${digest} has no time`);
    for (const digest of list === true && !isPruned ? (deployment.published ?? []) : [])
      if (!listed.some((event) => event.digest === digest))
        differ(`transaction ${digest} emitted no event that was listed`);

    const { primitives, tool } = deployment.packages;
    const found = await call('GetObject', async () => {
      const readMask = { paths: ['package.original_id', 'package.version'] };
      return (await node.ledger.getObject({ objectId: primitives, readMask }, node.unary)).object;
    });
    if (found !== undefined && found.package?.originalId !== primitives)
      differ(`package ${primitives} has the original id ${found.package?.originalId}`);
    await call('ListDynamicFields', () =>
      node.state.listDynamicFields({ parent: tool, readMask: { paths: ['field_id'] } }, node.unary),
    );
    const live = await call('SubscribeEvents', () =>
      firstOf(
        node.subscription.subscribeEvents({ readMask: { paths: PLACED_FIELDS }, filter }, { signal }),
        patienceMs,
      ),
    );
    const tips = await call('SubscribeCheckpoints', () =>
      firstOf(
        node.subscription.subscribeCheckpoints({ readMask: { paths: ['sequence_number'] } }, { signal }),
        patienceMs,
      ),
    );
    if (live === undefined && tips === undefined)
      differ(
        [report.calls['SubscribeEvents'], report.calls['SubscribeCheckpoints']].includes('silent')
          ? `the subscriptions were silent for ${patienceMs / 1000} s`
          : 'no subscription: the node can only be a CHAIN_HISTORY_URL',
      );

    for (const event of listed) {
      const wrapped = wrappedType(deployment, event.type);
      if (wrapped === undefined) continue;
      const reason =
        event.json === undefined ? 'has no JSON' : eventLineOf(deployment, wrapped, event, '').reason;
      report.events.push({
        place: `${event.checkpoint}/${event.digest}/${event.eventIndex}`,
        type: event.type,
        json: event.json ?? null,
        reason: reason ?? null,
      });
      if (reason !== undefined)
        differ(`event ${event.digest}/${event.eventIndex}, ${wrapped.name}: ${reason}`);
    }
    return finish(report);
  }

  function finish(report: ProbeReport): ProbeReport {
    for (const [name, state] of Object.entries(report.calls)) print(`  ${name.padEnd(22)} ${state}`);
    const decoded = report.events.filter(({ reason }) => reason === null).length;
    print(`events       ${report.events.length} read, ${decoded} decoded`);
    for (const difference of report.differences) print(`DIFFERS      ${difference}`);
    return report;
  }
}
