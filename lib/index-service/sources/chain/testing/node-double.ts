// A test double of a full node: serves generated checkpoints over gRPC with the same library, and produces the faults that a test asks for.
import { createServer as createHttp1 } from 'node:http';
import { createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromJson, toBinary, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import {
  END,
  LedgerService,
  MovePackageService,
  StateService,
  SubscriptionService,
} from '@/lib/index-service/sources/chain/messages';

export interface DoubleEvent {
  type: string;
  json: unknown;
}
export interface DoubleCheckpoint {
  sequence: bigint;
  time: string;
  transactions: readonly { digest: string; sender: string; events: readonly DoubleEvent[] }[];
}

export interface DoubleField {
  valueType: string;
  name?: unknown;
  value: unknown;
}

/** What the node does wrong; each may change while it runs. */
export interface Faults {
  chainId: string;
  token: string | undefined;
  /** Events of a page, whatever is requested. */
  pageEvents: number;
  /** Checkpoints that one list call scans. */
  scanCheckpoints: number;
  /** How many checkpoints the lists lag the stream. */
  listLag: number;
  /** How often each checkpoint is not found before it is, once the stream has named it. */
  checkpointLag: number;
  floor: bigint;
  /** What the node says its floor is. */
  claimedFloor: bigint | undefined;
  unimplemented: readonly string[];
  /** Calls that are refused with a message that repeats the token. */
  refused: readonly string[];
  /** Calls that fail for now. */
  unavailable: readonly string[];
  /** Calls that are refused as too many before one is served. */
  exhausted: number;
  /** Calls, or lists of events alone, that are served after each GetServiceInfo; the others are refused as too many. */
  quota: { calls?: number; lists?: number };
  withoutJson: boolean;
  /** Frames after which a subscription to events ends, also within a checkpoint; the next one has no such limit. */
  endsAfter: number | undefined;
  /** The first frame of a subscription to events names no checkpoint. */
  bareFirstFrame: boolean;
  /** Checkpoints that the node gets just before each subscription to events. */
  revealedBySubscribing: number;
  /** Pages of events that bring nothing: they name themselves as the next, always another one, or that the list has reached its tip. */
  stuckOn: 'same cursor' | 'new cursors' | 'tip' | undefined;
  /** How long a page of fields takes. */
  fieldsMs: number;
  /** Pages of fields that name themselves as the next. */
  endlessFields: boolean;
  /** How many checkpoints later than requested the answered one is. */
  checkpointShift: bigint;
  /** Subscriptions open and send nothing. */
  isSilent: boolean;
  /** The original id of a package by its id. */
  packages: Readonly<Record<string, string>>;
  /** An object without dynamic fields. */
  plainObject: string | undefined;
  /** Dynamic fields by parent. */
  objects: Readonly<Record<string, readonly DoubleField[]>>;
  /** Transactions that are in no checkpoint here, by digest, with the object that each made. */
  created: Readonly<Record<string, { objectId: string; objectType: string }>>;
}

const valueOf = (json: unknown) =>
  Uint8Array.from(toBinary(ValueSchema, fromJson(ValueSchema, json as JsonValue)));
const timestampOf = (time: string) => ({
  seconds: BigInt(Math.floor(Date.parse(time) / 1000)),
  nanos: (Date.parse(time) % 1000) * 1_000_000,
});

export type NodeDouble = Awaited<ReturnType<typeof startNodeDouble>>;

/** Starts a node that has the checkpoints up to `tip`, an index; the others follow with `reveal`. */
export async function startNodeDouble(
  checkpoints: readonly DoubleCheckpoint[],
  {
    tip: startTip = checkpoints.length - 1,
    http1 = false,
    ...initial
  }: Partial<Faults> & { tip?: number; http1?: boolean } = {},
) {
  const faults: Faults = {
    chainId: 'unknown',
    token: undefined,
    pageEvents: 1_000,
    scanCheckpoints: Infinity,
    listLag: 0,
    checkpointLag: 0,
    floor: 0n,
    claimedFloor: undefined,
    unimplemented: [],
    refused: [],
    unavailable: [],
    exhausted: 0,
    quota: {},
    withoutJson: false,
    endsAfter: undefined,
    bareFirstFrame: false,
    revealedBySubscribing: 0,
    stuckOn: undefined,
    checkpointShift: 0n,
    fieldsMs: 0,
    endlessFields: false,
    isSilent: false,
    packages: {},
    plainObject: undefined,
    objects: {},
    created: {},
    ...initial,
  };
  let tip = startTip;
  /** Woken when the tip moves or a stream has to look again. */
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of waiting) resume();
    waiting.clear();
  };
  /** Lets the node have so many more checkpoints. */
  function reveal(count: number): void {
    tip = Math.min(tip + count, checkpoints.length - 1);
    wake();
  }
  const calls: string[] = [];
  const used = { calls: 0, lists: 0 };
  /** How often each checkpoint was not found. */
  const missed = new Map<bigint, number>();
  const bySequence = new Map(checkpoints.map((checkpoint, index) => [checkpoint.sequence, index]));
  const byDigest = new Map(
    checkpoints.flatMap((checkpoint) =>
      checkpoint.transactions.map(({ digest }) => [digest, checkpoint] as const),
    ),
  );
  // Rendered before it is asked, so that a benchmark measures its reader.
  const rendered = new Map<DoubleEvent, Uint8Array<ArrayBuffer>>();
  for (const { transactions } of checkpoints)
    for (const { events } of transactions)
      for (const event of events) if (!rendered.has(event)) rendered.set(event, valueOf(event.json));
  const sequenceAt = (index: number) => checkpoints[index]?.sequence ?? 0n;

  function enter(name: string, { requestHeader }: HandlerContext): void {
    calls.push(name);
    if (faults.token !== undefined && requestHeader.get('x-token') !== faults.token)
      throw new ConnectError(`no such token: ${requestHeader.get('x-token')}`, Code.Unauthenticated);
    if (faults.refused.includes(name))
      throw new ConnectError(`refused: ${requestHeader.get('x-token')}`, Code.PermissionDenied);
    if (faults.unimplemented.includes(name)) throw new ConnectError('not here', Code.Unimplemented);
    if (faults.unavailable.includes(name)) throw new ConnectError('try again later', Code.Unknown);
    if (name === 'GetServiceInfo') used.calls = used.lists = 0;
    else used.calls += 1;
    if (name === 'ListEvents') used.lists += 1;
    const { calls: mostCalls = Infinity, lists: mostLists = Infinity } = faults.quota;
    const isOverQuota = used.calls > mostCalls || (name === 'ListEvents' && used.lists > mostLists);
    if (faults.exhausted > 0) faults.exhausted -= 1;
    else if (!isOverQuota) return;
    throw new ConnectError('too many requests', Code.ResourceExhausted);
  }

  function* eventsOf({ sequence, transactions }: DoubleCheckpoint, placed = true) {
    for (const [transactionIndex, { digest, sender, events }] of transactions.entries())
      for (const [eventIndex, event] of events.entries())
        yield {
          sender,
          eventType: event.type,
          ...(faults.withoutJson ? {} : { json: rendered.get(event) }),
          ...(placed
            ? {
                checkpoint: sequence,
                transactionDigest: digest,
                transactionIndex: BigInt(transactionIndex),
                eventIndex,
              }
            : {}),
        };
  }

  const cursorOf = (checkpoint: number, events: number) => Buffer.from(`${checkpoint}/${events}`);

  function checkpointOf(sequence: bigint | undefined): DoubleCheckpoint {
    const index = sequence === undefined ? tip : bySequence.get(sequence);
    const checkpoint = index === undefined || index > tip ? undefined : checkpoints[index];
    if (checkpoint === undefined) throw new ConnectError(`no checkpoint ${sequence}`, Code.NotFound);
    if (checkpoint.sequence < faults.floor) throw new ConnectError('pruned', Code.OutOfRange);
    const misses = missed.get(checkpoint.sequence) ?? 0;
    if (misses < faults.checkpointLag) {
      missed.set(checkpoint.sequence, misses + 1);
      throw new ConnectError('not indexed yet', Code.NotFound);
    }
    return checkpoint;
  }

  const routes = (router: ConnectRouter) => {
    router.service(LedgerService, {
      getServiceInfo(_, context) {
        enter('GetServiceInfo', context);
        return {
          chainId: faults.chainId,
          server: 'double/1',
          checkpointHeight: sequenceAt(tip),
          lowestAvailableCheckpoint: faults.claimedFloor ?? faults.floor,
        };
      },
      getCheckpoint({ sequenceNumber }, context) {
        enter('GetCheckpoint', context);
        const checkpoint = checkpointOf(
          sequenceNumber === undefined ? undefined : sequenceNumber + faults.checkpointShift,
        );
        const transactions = checkpoint.transactions.map(({ digest }, index) => ({
          digest,
          events: {
            events: [
              ...eventsOf(
                { ...checkpoint, transactions: checkpoint.transactions.slice(index, index + 1) },
                false,
              ),
            ],
          },
        }));
        return {
          checkpoint: {
            sequenceNumber: checkpoint.sequence,
            summary: { timestamp: timestampOf(checkpoint.time) },
            transactions,
          },
        };
      },
      batchGetTransactions({ digests, readMask }, context) {
        enter('BatchGetTransactions', context);
        const withEvents = readMask?.paths.includes('events.events.json') === true;
        return {
          transactions: digests.map((digest) => {
            const created = faults.created[digest];
            if (created !== undefined)
              return { transaction: { digest, effects: { changedObjects: [created] } } };
            const checkpoint = byDigest.get(digest);
            if (checkpoint === undefined || checkpoint.sequence < faults.floor) return {};
            const transactions = checkpoint.transactions.filter((each) => each.digest === digest);
            return {
              transaction: {
                digest,
                checkpoint: checkpoint.sequence,
                timestamp: timestampOf(checkpoint.time),
                ...(withEvents
                  ? { events: { events: [...eventsOf({ ...checkpoint, transactions }, false)] } }
                  : {}),
              },
            };
          }),
        };
      },
      getObject({ objectId = '' }, context) {
        enter('GetObject', context);
        const originalId = faults.packages[objectId];
        if (originalId === undefined) throw new ConnectError('no such object', Code.NotFound);
        return { object: { package: { originalId } } };
      },
      async *listEvents({ startCheckpoint = 0n, endCheckpoint, options }, context) {
        enter('ListEvents', context);
        if (startCheckpoint < faults.floor) throw new ConnectError('pruned', Code.OutOfRange);
        if (faults.stuckOn !== undefined) {
          const page = faults.stuckOn === 'new cursors' ? calls.length : 0;
          const reason = faults.stuckOn === 'tip' ? END.ledgerTip : END.scanLimit;
          yield { watermark: { cursor: cursorOf(0, page) }, end: { reason } };
          return;
        }
        const [fromIndex = '', skip = ''] = Buffer.from(options?.after ?? [])
          .toString()
          .split('/');
        const listedTip = tip - faults.listLag;
        const first = checkpoints.findIndex(({ sequence }) => sequence >= startCheckpoint);
        const resumed = fromIndex === '' ? -1 : Number(fromIndex);
        const most = Math.min(options?.limit ?? 50, faults.pageEvents);
        let sent = 0;
        let index = Math.max(first === -1 ? listedTip + 1 : first, resumed);
        const stop = index + faults.scanCheckpoints;
        for (; index <= listedTip; index += 1) {
          const checkpoint = checkpoints[index];
          if (
            checkpoint === undefined ||
            (endCheckpoint !== undefined && checkpoint.sequence >= endCheckpoint)
          )
            break;
          const before = index === 0 ? undefined : sequenceAt(index - 1);
          const covered = before === undefined || before < startCheckpoint ? {} : { checkpoint: before };
          if (index >= stop) {
            yield { watermark: { cursor: cursorOf(index, 0), ...covered }, end: { reason: END.scanLimit } };
            return;
          }
          for (const [position, event] of [...eventsOf(checkpoint)].entries()) {
            if (index === resumed && position < Number(skip)) continue;
            sent += 1;
            const watermark = { cursor: cursorOf(index, position + 1), ...covered };
            if (sent < most) yield { event, watermark };
            else {
              yield { event, watermark, end: { reason: END.itemLimit } };
              return;
            }
          }
        }
        const reason = index > listedTip ? END.ledgerTip : END.checkpointBound;
        const isBound =
          endCheckpoint !== undefined && index > 0 && sequenceAt(index - 1) + 1n >= endCheckpoint;
        const last = index === 0 ? {} : { checkpoint: sequenceAt(index - 1) };
        yield {
          watermark: { cursor: cursorOf(index, 0), ...last },
          end: { reason: isBound ? END.checkpointBound : reason },
        };
      },
    });
    /** Checkpoints from now on, as they are revealed. */
    async function* live(context: HandlerContext) {
      let next = tip + 1;
      context.signal.addEventListener('abort', wake, { once: true });
      while (!context.signal.aborted) {
        if (next <= tip && !faults.isSilent) {
          const checkpoint = checkpoints[next];
          next += 1;
          if (checkpoint !== undefined) yield checkpoint;
          continue;
        }
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
      }
    }
    router.service(SubscriptionService, {
      async *subscribeEvents(_, context) {
        enter('SubscribeEvents', context);
        reveal(faults.revealedBySubscribing);
        const cursor = cursorOf(tip + 1, 0);
        if (!faults.isSilent)
          yield { watermark: faults.bareFirstFrame ? { cursor } : { cursor, checkpoint: sequenceAt(tip) } };
        let remaining = faults.endsAfter ?? Infinity;
        for await (const checkpoint of live(context)) {
          const covered = { cursor: cursorOf(0, 0), checkpoint: checkpoint.sequence - 1n };
          const frames = [...eventsOf(checkpoint)].map((event) => ({ event, watermark: covered }));
          yield* frames.slice(0, remaining);
          remaining -= frames.length + 1;
          if (remaining < 0) {
            faults.endsAfter = undefined;
            return;
          }
          yield { watermark: { ...covered, checkpoint: checkpoint.sequence } };
        }
      },
      async *subscribeCheckpoints(_, context) {
        enter('SubscribeCheckpoints', context);
        for await (const { sequence } of live(context)) yield { cursor: sequence };
      },
    });
    router.service(MovePackageService, {
      listPackageVersions({ packageId = '' }, context) {
        enter('ListPackageVersions', context);
        const originalId = faults.packages[packageId];
        if (originalId === undefined) throw new ConnectError('no such package', Code.NotFound);
        const ids = Object.keys(faults.packages).filter((id) => faults.packages[id] === originalId);
        return { versions: ids.map((_, index) => ({ version: BigInt(index + 1) })) };
      },
    });
    router.service(StateService, {
      async listDynamicFields({ parent = '' }, context) {
        enter('ListDynamicFields', context);
        await sleep(faults.fieldsMs, undefined, { signal: context.signal });
        if (faults.objects[parent] === undefined && parent !== faults.plainObject)
          throw new ConnectError('no such object', Code.NotFound);
        const dynamicFields = (faults.objects[parent] ?? []).map(({ valueType, name = null, value }) => ({
          valueType,
          fieldObject: { json: valueOf({ name, value }) },
        }));
        return { dynamicFields, ...(faults.endlessFields ? { nextPageToken: cursorOf(0, 0) } : {}) };
      },
    });
  };

  const adapter = connectNodeAdapter({ routes });
  const sessions = new Set<ServerHttp2Session>();
  const server = http1 ? createHttp1(adapter) : createServer(adapter);
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    faults,
    /** The calls so far, by name. */
    calls,
    reveal,
    /** Says GOAWAY on every connection, as a node that restarts. */
    goAway(): void {
      for (const session of sessions) {
        if (!session.destroyed) session.goaway();
        session.destroy();
      }
    },
    async close(): Promise<void> {
      for (const session of sessions) session.destroy();
      wake();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
