// An index that follows the double of a node: the log equals the chain line by line, whatever the node does meanwhile.
import { afterEach, describe, expect, test } from 'vitest';
import { SOURCE } from '@/lib/index-service/limits';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';
import { systemClock } from '@/lib/time/clock';
import { readChainState } from './chain-state';
import { AGENT_REGISTRY, checkpointsOf, objectsOf } from './testing/chain-of';
import {
  ALL,
  CHAIN_ID,
  CHECKPOINTS,
  closeAll,
  emptyIndex,
  follow,
  HALF,
  LINES,
  network,
  node,
  stored,
} from './testing/follow-double';
import { nodeEvent } from './testing/node-json';
import type { DoubleCheckpoint, NodeDouble } from './testing/node-double';

/** A checkpoint with several events. */
const BUSY = CHECKPOINTS.findIndex(
  ({ transactions }, index) => index >= HALF && transactions.flatMap(({ events }) => events).length > 1,
);

afterEach(closeAll);

/** Waits for the log to have every event; compares each. */
async function expectAll(index: MemoryIndex): Promise<void> {
  await expect.poll(() => index.log.tip()).toBe(BigInt(ALL.length));
  expect(await stored(index)).toEqual(ALL);
}

test('lists the history, then appends what the subscription brings, with its token', async () => {
  const double = await node({ tip: HALF, token: 'secret' });
  const index = await emptyIndex();
  const { seeded, reported } = await follow(index, double, { token: 'secret' });
  await seeded;
  expect(reported.at(-1)).toBe(`reading double up to checkpoint ${CHECKPOINTS[HALF]?.sequence}`);
  const before = await stored(index);
  expect(before).toEqual(ALL.slice(0, before.length));
  double.reveal(CHECKPOINTS.length);
  await expectAll(index);
  await expect
    .poll(async () => (await readChainState(index.db, index.log))?.checkpoint)
    .toBe(CHECKPOINTS.at(-1)?.sequence);
  expect(await readChainState(index.db, index.log)).toMatchObject({
    name: 'double',
    chain_id: CHAIN_ID,
    from: 1_000n,
    from_at: CHECKPOINTS[0]?.time,
    is_complete: true,
    stored: ALL.length,
    not_decodable: 0,
    foreign: 0,
  });
});

test('an index that has read everything is as far behind as the last checkpoint, not as the last event', async () => {
  const last = CHECKPOINTS.at(-1) as DoubleCheckpoint;
  const quiet = { sequence: last.sequence + 1n, time: '2027-01-01T00:00:00.000Z', transactions: [] };
  const double = await node({ tip: HALF }, [...CHECKPOINTS, quiet]);
  const index = await emptyIndex();
  const { seeded } = await follow(index, double);
  await seeded;
  double.reveal(CHECKPOINTS.length - HALF - 1);
  await expect.poll(() => index.log.tip()).toBe(BigInt(ALL.length));
  double.goAway();
  double.reveal(1);
  const state = () => readChainState(index.db, index.log);
  await expect.poll(async () => (await state())?.checkpoint).toBe(quiet.sequence);
  expect(await state()).toMatchObject({ checkpoint_at: quiet.time });
});

test(
  'the status of a node that cannot be followed still says how far the log reaches',
  { tags: ['full'] },
  async () => {
    const reached = /checkpoint \d+, \d+ s behind, 0 checkpoints behind; \d+ events stored, 0 not decodable/;
    const index = await emptyIndex();
    const double = await node();
    const first = await follow(index, double);
    await first.seeded;
    expect(first.status()).toMatch(new RegExp(`^${reached.source}`));
    double.faults.isSilent = true;
    double.goAway();
    double.faults.exhausted = Infinity;
    await expect.poll(first.status).toMatch(new RegExp(`too many requests; ${reached.source}`));
    await first.stop();
    const again = await follow(index, double);
    await expect.poll(again.status).toMatch(new RegExp(`too many requests; ${reached.source}`));
  },
);

test('resumes after the checkpoint that is stored, also at another node', { tags: ['full'] }, async () => {
  const index = await emptyIndex();
  const first = await follow(index, await node({ tip: HALF }));
  await first.seeded;
  await first.stop();
  const other = await node();
  const second = await follow(index, other);
  await second.seeded;
  expect(await stored(index)).toEqual(ALL);
});

describe('a node that misbehaves loses and doubles nothing', { tags: ['full'] }, () => {
  test.each<[string, Parameters<typeof node>[0]]>([
    ['pages that are cut within a checkpoint', { pageEvents: 7 }],
    ['pages without items', { scanCheckpoints: 1 }],
    ['lists that lag the stream', { listLag: 2, tip: HALF }],
    ['subscriptions that end', { endsAfter: 20, tip: HALF }],
    ['subscriptions that end within a checkpoint', { endsAfter: 1, tip: BUSY - 1 }],
    ['too many requests', { exhausted: 3 }],
    ['no calls that read many transactions', { unimplemented: ['BatchGetTransactions'] }],
    ['no filtered calls', { unimplemented: ['ListEvents', 'SubscribeEvents'], tip: HALF }],
    ['no filtered lists', { unimplemented: ['ListEvents'], tip: HALF }],
    ['HTTP/1.1 only', { http1: true, tip: HALF }],
  ])('%s', async (_, faults) => {
    const double = await node(faults);
    const index = await emptyIndex();
    await follow(index, double);
    for (let count = 0; count < 20; count += 1) {
      double.reveal(Math.ceil(CHECKPOINTS.length / 30));
      await new Promise(setImmediate);
    }
    double.faults.listLag = 0;
    double.reveal(CHECKPOINTS.length);
    await expectAll(index);
  });

  test('connections that are sent away', async () => {
    const double = await node({ tip: 3 });
    const index = await emptyIndex();
    const { seeded } = await follow(index, double);
    await seeded;
    for (let count = 0; count < 5; count += 1) {
      double.reveal(4);
      double.goAway();
      await new Promise(setImmediate);
    }
    double.reveal(CHECKPOINTS.length);
    await expectAll(index);
  });

  test('a silent stream is opened again', async () => {
    const double = await node({ isSilent: true });
    const index = await emptyIndex();
    await follow(index, double, { limits: { silenceMs: 50 } });
    await expect
      .poll(() => double.calls.filter((name) => name === 'SubscribeEvents').length)
      .toBeGreaterThan(1);
    double.faults.isSilent = false;
    await expectAll(index);
  });

  test('a stream that brings more than can be kept while the history is listed', async () => {
    const double = await node({ tip: 3, pageEvents: 5 });
    const index = await emptyIndex();
    const { logged } = await follow(index, double, { limits: { spoolCharacters: 500 } });
    double.reveal(HALF);
    await expect.poll(() => index.log.tip()).toBeGreaterThan(20n);
    double.reveal(CHECKPOINTS.length);
    await expectAll(index);
    expect(logged.map(({ message }) => message)).not.toContain('an event is not decodable');
  });
});

test.each([
  ['lists', 2, 0],
  ['calls', 7, 1_000],
])('a node that serves few %s at a time is read to its end', async (what, most, msByReading) => {
  const double = await node({ scanCheckpoints: 9, quota: { [what]: most } });
  const index = await emptyIndex();
  let now = Date.now();
  await follow(index, double, { clock: { ...systemClock, now: () => (now += msByReading) } });
  await expectAll(index);
});

test.each([
  ['events', 'SubscribeEvents', []],
  ['checkpoints', 'SubscribeCheckpoints', ['ListEvents', 'SubscribeEvents']],
])('a node whose index lags its stream of %s keeps its connection', async (_, stream, unimplemented) => {
  const double = await node({ tip: BUSY - 1, unimplemented: [...unimplemented, 'BatchGetTransactions'] });
  const index = await emptyIndex();
  const { seeded } = await follow(index, double);
  await seeded;
  const before = index.log.tip();
  double.faults.checkpointLag = 2;
  double.reveal(1);
  await expect.poll(() => index.log.tip()).toBeGreaterThan(before);
  expect(double.calls.filter((name) => name === stream)).toHaveLength(1);
});

test('what happened between the description of the node and the subscription is listed', async () => {
  const double = await node({ tip: HALF, revealedBySubscribing: 9, bareFirstFrame: true });
  const index = await emptyIndex();
  const { seeded } = await follow(index, double);
  await seeded;
  double.faults.revealedBySubscribing = 0;
  double.reveal(CHECKPOINTS.length);
  await expectAll(index);
});

test('a network that begins at genesis can be opened again before its first event', async () => {
  const checkpoints = checkpointsOf(LINES, 1n, (line) => nodeEvent(network, line.kind, line.payload));
  const genesis = { sequence: 0n, time: '2026-01-01T00:00:00.000Z', transactions: [] };
  const double = await node({ floor: 0n, isSilent: true }, [genesis, ...checkpoints]);
  const index = await emptyIndex();
  const deployment = { ...network, from: 0n };
  const first = await follow(index, double, { deployment });
  await expect.poll(() => double.calls).toContain('SubscribeEvents');
  await first.stop();
  expect(await readChainState(index.db, index.log)).toMatchObject({ checkpoint: 0n, is_complete: true });
  double.faults.isSilent = false;
  await follow(index, double, { deployment });
  await expectAll(index);
});

describe('objects', () => {
  const objects = objectsOf(simulatedLines('chain', 200), network);
  const deployment = { ...network, agentRegistry: { id: AGENT_REGISTRY } };
  const last = CHECKPOINTS.at(-1) as DoubleCheckpoint;
  const quiet = Array.from({ length: 200 }, (_, at) => ({
    ...last,
    sequence: last.sequence + BigInt(at + 1),
    transactions: [],
  }));
  const nodeAtRest = (faults: Parameters<typeof node>[0] = {}) =>
    node({ objects, tip: CHECKPOINTS.length - 1, ...faults }, [...CHECKPOINTS, ...quiet]);

  /** The flag of the first tool whose object was read, while the chain goes on. */
  async function verified({ db }: MemoryIndex, double: NodeDouble) {
    double.reveal(1);
    const rows = await db.query<{ object_id: string; verified: string }>(
      `select t.object_id, l.payload::json ->> 'verified' as verified from tools t
       join log_entries l on l.subject = t.key and l.tx_digest is null order by t.key limit 1`,
    );
    return rows[0];
  }

  test('that take long to read hold up no event', async () => {
    const double = await nodeAtRest({ tip: HALF });
    const index = await emptyIndex();
    const { seeded, stop, logged } = await follow(index, double, { deployment, limits: { objectsMs: 1 } });
    await seeded;
    // Longer than the source waits for a call.
    double.faults.fieldsMs = 60_000;
    const reads = () => double.calls.filter((name) => name === 'ListDynamicFields').length;
    const before = reads();
    double.reveal(1);
    await expect.poll(reads).toBeGreaterThan(before);
    double.reveal(CHECKPOINTS.length - HALF - 2);
    await expectAll(index);
    await stop();
    expect(logged).toEqual([]);
  });

  test('are stored before the source has stopped', async () => {
    const double = await nodeAtRest();
    const index = await emptyIndex();
    const stopping = new AbortController();
    const ended: string[] = [];
    const log = {
      ...index.log,
      refresh: async (...input: Parameters<typeof index.log.refresh>) => {
        stopping.abort();
        await new Promise((resolve) => setTimeout(resolve, 100));
        ended.push('read');
        return index.log.refresh(...input);
      },
    };
    const { done } = await follow(index, double, { deployment, log, signal: stopping.signal });
    await done;
    ended.push('source');
    expect(ended).toEqual(['read', 'source']);
  });

  test('that could not be read for now are read again soon', async () => {
    const double = await nodeAtRest({ unavailable: ['ListDynamicFields'] });
    const index = await emptyIndex();
    const { seeded, logged } = await follow(index, double, { deployment });
    await seeded;
    expect(JSON.stringify(logged)).toContain('try again later');
    expect(await verified(index, double)).toBeUndefined();
    double.faults.unavailable = [];
    await expect.poll(() => verified(index, double)).toBeDefined();
  });

  test('that change without an event are read again at intervals', async () => {
    const double = await nodeAtRest();
    const index = await emptyIndex();
    const { seeded } = await follow(index, double, { deployment, limits: { objectsMs: 50 } });
    await seeded;
    const before = await verified(index, double);
    const id = before?.object_id ?? '';
    const isVerified = before?.verified !== 'true';
    const fields = (objects[id] ?? []).map((field) => ({
      ...field,
      value: { ...(field.value as object), verified: isVerified },
    }));
    double.faults.objects = { ...objects, [id]: fields };
    await expect.poll(() => verified(index, double)).toEqual({ object_id: id, verified: String(isVerified) });
  });
});

test.each([
  ['SubscribeEvents', 'live node'],
  ['GetCheckpoint', 'history'],
  ['ListEvents', 'history'],
])('a token that %s of the %s repeats is in no error, log or status', async (call, role) => {
  const [refusing, other] = [await node({ refused: [call] }), await node()];
  const [live, history] = role === 'history' ? [other, refusing] : [refusing, other];
  const index = await emptyIndex();
  const { seeded, status, logged, reported } = await follow(index, live, {
    token: 'live-token',
    history: { url: history.url, token: 'history-token', tokenHeader: 'x-token' },
  });
  const error = await seeded.catch(String);
  expect(error).toContain(refusing.url.host);
  expect(error).toContain('refused: …');
  expect([error, status(), ...reported, JSON.stringify(logged)].join()).not.toContain('-token');
});

test('a token that a node repeats while objects are read is not logged', async () => {
  const index = await emptyIndex();
  const double = await node({ refused: ['ListDynamicFields'] });
  const { seeded, logged } = await follow(index, double, { token: 'secret-token' });
  await seeded;
  expect(JSON.stringify(logged)).toContain('refused: …');
  expect(JSON.stringify(logged)).not.toContain('secret-token');
});

test.each([
  ['same cursor', 'names a page that was read before', 2],
  ['new cursors', 'answers 100 pages in a row without anything new', SOURCE.emptyPages],
  ['tip', 'answers 100 pages in a row without anything new', SOURCE.emptyPages],
] as const)(
  'lists that end with %s and bring nothing are read again later, not at once',
  async (stuckOn, reason, pages) => {
    const double = await node({ stuckOn });
    const index = await emptyIndex();
    const retry = { firstMs: 100, longestMs: 100, jitter: 0 };
    const { logged } = await follow(index, double, {
      limits: { retry },
      // The waits for a list that lags are of no interest here.
      clock: { ...systemClock, after: (ms, work) => systemClock.after(ms === 1_000 ? 1 : ms, work) },
    });
    await expect
      .poll(() => JSON.stringify(logged))
      .toContain(`the list of events of ${double.url.origin} ${reason}`);
    const lists = double.calls.filter((name) => name === 'ListEvents').length;
    expect(lists).toBeLessThanOrEqual(pages * (logged.length + 1));
    double.faults.stuckOn = undefined;
    await expectAll(index);
  },
);

test('a node that answers with another checkpoint than requested loses none', async () => {
  const double = await node({ unimplemented: ['ListEvents', 'SubscribeEvents'] });
  const index = await emptyIndex();
  double.faults.checkpointShift = 1n;
  const { logged } = await follow(index, double);
  await expect.poll(() => JSON.stringify(logged)).toContain('gives checkpoint 1001 instead of 1000');
  double.faults.checkpointShift = 0n;
  await expectAll(index);
});

test('foreign types are dropped and counted; later versions and unknown variants are stored and counted', async () => {
  const { registry } = network.packages;
  const plain = `${network.packages.primitives}::event::EventWrapper`;
  const [upgrade, foreign] = [`0x${'c'.repeat(64)}`, `0x${'d'.repeat(64)}`];
  const events = [
    { type: `${plain}<${foreign}::leader::LeaderUpsertedEvent>`, json: { event: {} } },
    { type: `${plain}<${upgrade}::leader::LeaderPromotedEvent>`, json: { event: { leader: '1' } } },
    {
      type: `${plain}<${registry}::leader::LeaderUpsertedEvent>`,
      json: { event: { status: { '@variant': 'Napping' } } },
    },
  ];
  const sender = `0x${'a'.repeat(64)}`;
  const checkpoint = {
    sequence: 1_000n,
    time: '2026-10-01T00:00:00.000Z',
    transactions: [{ digest: '1'.repeat(32), sender, events }],
  };
  const double = await node({ packages: { [upgrade]: registry, [foreign]: foreign } }, [checkpoint]);
  const index = await emptyIndex();
  const { seeded, logged } = await follow(index, double);
  await seeded;
  expect(await readChainState(index.db, index.log)).toMatchObject({
    stored: 2,
    not_decodable: 2,
    foreign: 1,
  });
  const rows = await index.db.query(
    'select kind, event_index, listed, decodable from log_entries order by id',
  );
  expect(rows).toEqual([
    { kind: 'LeaderPromotedEvent', event_index: 1, listed: false, decodable: false },
    { kind: 'LeaderUpsertedEvent', event_index: 2, listed: true, decodable: false },
  ]);
  expect(logged).toHaveLength(2);
});
