// `index probe URL`: what a node serves, and whether its events are as this release expects. Reads only.
// Invariant: what the node answered is in the report as it came; the token is nowhere.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '@/lib/index-service/follow/source';
import { CHAIN } from '@/lib/index-service/limits';
import {
  connectNode,
  explain,
  isUnimplemented,
  timeOf,
  type ChainNode,
  type NodeAddress,
} from './chain-node';
import {
  CHECKPOINT_FIELDS,
  eventsOf,
  filterOf,
  placedEvent,
  PLACED_FIELDS,
  TRANSACTION_FIELDS,
} from './read-events';
import { eventLineOf, wrappedType, type PlacedEvent } from './event-lines';
import { createPackageCheck } from './foreign-packages';
import { END, type MessageOf } from './messages';
import { deployments, type Deployment } from './packages';

export interface ProbeReport {
  node: string;
  chain_id: string;
  server: string;
  checkpoint_height: string;
  lowest_checkpoint: string;
  /** The newest version of each package; empty where the node does not list them. */
  package_versions: Record<string, string>;
  /** By call: `served`, or why not. */
  calls: Record<string, string>;
  /** Events as the node rendered them, and why one is not decodable. */
  events: { place: string; type: string; json: unknown; reason: string | null }[];
  /** Events of other packages in the same wrappers. */
  foreign: number;
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
/** Calls that may fail: a package, which is asked for its fields, is not an object with fields on every node, and versions need an index. */
const OPTIONAL = ['ListDynamicFields', 'ListPackageVersions'];
/** A call lists some of them: it ends at a number of events, or of checkpoints it has scanned. */
const LIST_CALLS = 200;

/** Lists the events of the checkpoints from `first` on, in as many calls as the node needs. */
async function* listEvents(node: ChainNode, deployment: Deployment, first: bigint) {
  let after: Uint8Array<ArrayBuffer> | undefined;
  for (let calls = 0; calls < LIST_CALLS; calls += 1) {
    const request = {
      readMask: { paths: PLACED_FIELDS },
      startCheckpoint: first,
      endCheckpoint: first + SEARCHED,
      filter: filterOf(deployment),
      options: { limit: CHAIN.pageEvents, ...(after === undefined ? {} : { after }) },
    };
    let reason: number | undefined;
    for await (const frame of node.ledger.listEvents(request, { timeoutMs: CHAIN.listMs })) {
      if (frame.event !== undefined) yield placedEvent(frame.event);
      after = frame.watermark?.cursor ?? after;
      reason = frame.end?.reason;
    }
    if (reason === undefined) throw new Error('the list of events was cut short');
    if (reason !== END.itemLimit && reason !== END.scanLimit) return;
  }
  throw new Error(`the list of events did not end within ${LIST_CALLS} calls`);
}

async function firstOf<Item>(items: AsyncIterable<Item>, patienceMs: number): Promise<Item | undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const late = sleep(patienceMs, undefined, { ref: false }).then(
    () => ({ done: true, value: undefined }) as const,
  );
  const first: IteratorResult<Item, unknown> = await Promise.race([iterator.next(), late]);
  return first.done === true ? undefined : first.value;
}

/** Asks each call once. Throws when the node cannot be reached at all. */
async function probeNode(options: ProbeOptions): Promise<ProbeReport> {
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
      package_versions: {},
      calls: { GetServiceInfo: 'served' },
      events: [],
      foreign: 0,
      differences: [],
    };
    const deployment = options.deployment ?? deployments.find((candidate) => candidate.chainId === chainId);
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
        if (isServed && !OPTIONAL.includes(name)) differ(`${name} fails`);
        return undefined;
      }
    }

    const first = isPruned ? lowestAvailableCheckpoint : deployment.from;
    const events = new Map<string, PlacedEvent>();
    const keep = (event: PlacedEvent) => {
      const key = `${event.digest}/${event.eventIndex}`;
      if (!events.has(key)) events.set(key, event);
    };
    const list = await call('ListEvents', async () => {
      for await (const event of listEvents(node, deployment, first)) keep(event);
      return true;
    });
    const listedDigests = new Set([...events.values()].map(({ digest }) => digest));
    const checkpoints = await call('GetCheckpoint', async () => {
      const read: MessageOf<'Checkpoint'>[] = [];
      for (let at = 0; at < (list === true ? 1 : READ_WHOLE); at += 1) {
        const sequenceNumber = first + BigInt(at);
        if (sequenceNumber > checkpointHeight) break;
        const { checkpoint } = await node.ledger.getCheckpoint(
          { sequenceNumber, readMask: { paths: CHECKPOINT_FIELDS } },
          node.unary,
        );
        if (checkpoint === undefined) continue;
        read.push(checkpoint);
        if (list !== true) for (const event of eventsOf(checkpoint, deployment)) keep(event);
      }
      return read;
    });
    if (checkpoints?.some(({ summary }) => timeOf(summary?.timestamp) === undefined) === true)
      differ('a checkpoint has no time');

    // A pruned node has no transaction of a publication.
    const published = isPruned ? [] : (deployment.published ?? []);
    const inCheckpoints = (checkpoints ?? []).flatMap(({ transactions }) =>
      transactions.flatMap(({ digest }) => digest ?? []),
    );
    const digests = [...new Set([...published, ...[...listedDigests, ...inCheckpoints].slice(0, 1)])];
    const isRead = await call('BatchGetTransactions', async () => {
      const readMask = { paths: TRANSACTION_FIELDS };
      const { transactions } = await node.ledger.batchGetTransactions({ digests, readMask }, node.unary);
      for (const [at, digest] of digests.entries()) {
        const transaction = transactions[at]?.transaction;
        if (timeOf(transaction?.timestamp) === undefined) differ(`transaction ${digest} has no time`);
        if (transaction === undefined) continue;
        // Its index in the checkpoint is not known, and not in the report.
        const alone = { sequenceNumber: transaction.checkpoint, transactions: [{ ...transaction, digest }] };
        for (const event of eventsOf(alone, deployment)) keep(event);
      }
      return true;
    });
    const eventDigests =
      list === true ? listedDigests : new Set([...events.values()].map(({ digest }) => digest));
    for (const digest of list === true || isRead === true ? published : [])
      if (!eventDigests.has(digest))
        differ(`transaction ${digest} emitted no event that was ${list === true ? 'listed' : 'read'}`);

    const { primitives, tool } = deployment.packages;
    const wrapping = await call('GetObject', async () => {
      const readMask = { paths: ['package.original_id'] };
      return (await node.ledger.getObject({ objectId: primitives, readMask }, node.unary)).object;
    });
    if (wrapping !== undefined && wrapping.package?.originalId !== primitives)
      differ(`package ${primitives} has the original id ${wrapping.package?.originalId}`);
    // An upgrade gets an id of its own: the package of the table stays at its version.
    await call('ListPackageVersions', async () => {
      for (const [role, packageId] of Object.entries(deployment.packages)) {
        const { versions } = await node.packages.listPackageVersions({ packageId }, node.unary);
        report.package_versions[role] = String(versions.at(-1)?.version ?? 'unknown');
      }
      return true;
    });
    await call('ListDynamicFields', () =>
      node.state.listDynamicFields({ parent: tool, readMask: { paths: ['field_id'] } }, node.unary),
    );
    const live = await call('SubscribeEvents', () =>
      firstOf(
        node.subscription.subscribeEvents(
          { readMask: { paths: PLACED_FIELDS }, filter: filterOf(deployment) },
          { signal },
        ),
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

    const belongs = createPackageCheck(deployment);
    for (const event of events.values()) {
      const wrapped = wrappedType(deployment, event.type);
      // That no package can be read is a difference of its own.
      if (wrapped === undefined || !(await belongs(wrapped.address, node).catch(() => true))) {
        report.foreign += 1;
        continue;
      }
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
    const versions = Object.entries(report.package_versions).map(([role, version]) => `${role} ${version}`);
    print(`versions     ${versions.join(', ') || 'unknown'}`);
    for (const [name, state] of Object.entries(report.calls)) print(`  ${name.padEnd(22)} ${state}`);
    const decoded = report.events.filter(({ reason }) => reason === null).length;
    print(`events       ${report.events.length} read, ${decoded} decoded, ${report.foreign} foreign`);
    for (const difference of report.differences) print(`DIFFERS      ${difference}`);
    return report;
  }
}

/** Probes the node and writes the report into a file of the folder. Returns the exit code: 1 when something is not as expected. */
export async function writeProbe(options: ProbeOptions, folder: string): Promise<number> {
  const report = await probeNode(options);
  const file = `chain-probe-${report.chain_id.slice(0, 8) || 'unknown'}.json`;
  writeFileSync(join(folder, file), `${JSON.stringify(report, null, 2)}\n`);
  options.print(`written to ${file}`);
  return report.differences.length === 0 ? 0 : 1;
}
