// A mirror and its source, both whole services: the same rows whatever happens on the way.
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { parseLine } from '@/lib/index-service/log/ingest';
import { event, id, snapshot, toolFields } from '@/lib/index-service/testing/recorded-events';
import {
  createJumpingClock,
  expectSame,
  openSourceAndMirror,
  promptClock,
} from '@/lib/index-service/testing/source-and-mirror';
import { readMirror } from './follow';
import { createSource } from './source';

/** A busy machine needs minutes for what takes seconds. */
vi.setConfig({ testTimeout: 300_000 });

/** Long enough to have failures, refunds and every other kind of row. */
const HISTORY = 1_300;
const {
  sourceLog,
  index,
  mirror,
  mirrorKey,
  reach,
  servedBySource,
  servedByMirror,
  simulated,
  follow,
  expectEqual,
  clear,
  close,
} = await openSourceAndMirror();
beforeEach(clear);
afterAll(close);

test(
  'a mirror serves what its source serves, row by row, also after a rebuild',
  { timeout: 120_000, tags: ['full'] },
  async () => {
    await sourceLog.append(simulated(HISTORY));
    const exact = JSON.stringify(event('DAGCreatedEvent', { dag: id('exact') })).replace(
      '"payload":{',
      '"payload":{"n":[1.10,1e400,-0,1E5],"__proto__":{"constructor":2.50},',
    );
    await sourceLog.append([parseLine(exact)]);
    await (await follow()).seed();
    const [copied] = await index.log.readAfter(index.log.tip() - 1n, 1);
    expect(copied?.payload).toContain('"n":[1.10,1e400,-0,1E5],"__proto__":{"constructor":2.50}');
    const original = await servedBySource();
    const withRows = [...original].filter(([, rows]) => (rows as unknown[]).length > 0).map(([path]) => path);
    for (const kind of ['/revisions', '/stake-events', '/submission-failures', '/payment-ledger'])
      expect(
        withRows.some((path) => path.includes(kind)),
        kind,
      ).toBe(true);
    expectSame(await servedByMirror(), original);
    await index.projector.rebuild({ exclusive: index.log.exclusive });
    expectSame(await servedByMirror(), original);
  },
);

test('a mirror that is cut off at any request resumes where it stopped', async () => {
  const lines = simulated(600);
  await sourceLog.append(lines.slice(0, 300));
  for (let allowed = 0; allowed < 10; allowed += 1) {
    const stop = new AbortController();
    let remaining = allowed * 2;
    const fetch = reach(() => {
      remaining -= 1;
      if (remaining < 0) stop.abort();
      stop.signal.throwIfAborted();
    });
    await expect((await follow({ signal: stop.signal, fetch })).seed()).rejects.toThrow();
    await sourceLog.append(lines.slice(300 + allowed * 30, 330 + allowed * 30));
  }
  await (await follow()).seed();
  await expectEqual();
});

test('new events and changed tools arrive while it follows', async () => {
  await sourceLog.append(simulated(200));
  const stop = new AbortController();
  const follower = await follow({ signal: stop.signal });
  await follower.seed();
  const following = follower.live();
  const fqn = 'xyz.example.added@1';
  await sourceLog.append([
    snapshot('tool', fqn, toolFields({ description: 'first' })),
    event('ToolRegisteredEvent', { fqn, tool: id('tool') }),
  ]);
  const description = async () => {
    const { body } = await mirror.call(`/tools/${fqn}`, mirrorKey);
    return (body as { description?: string }).description;
  };
  await vi.waitFor(async () => expect(await description()).toBe('first'), { timeout: 60_000 });
  await sourceLog.append([
    snapshot('tool', fqn, toolFields({ description: 'second' })),
    event('ToolUpdatedEvent', { fqn, tool: id('tool') }),
  ]);
  await vi.waitFor(async () => expect(await description()).toBe('second'), { timeout: 60_000 });
  await expectEqual();
  const network = await readMirror(index.db, promptClock);
  expect(network).toMatchObject({ mirror_of: 'http://index.test/prefix', name: 'testing' });
  expect(network?.behind_ms).toBeGreaterThanOrEqual(0);
  stop.abort();
  await following;
});

test('a mirror of an index of a chain says where the history begins and how far it is behind the chain', async () => {
  await sourceLog.append(simulated(10));
  const chain = {
    chain_id: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
    checkpoint: 316_001_234,
    behind_checkpoints: 2,
    history_from: 316_000_000,
    history_from_at: '2026-09-01T10:00:00.000Z',
    history_complete: false,
    events_stored: 10,
    events_not_decodable: 1,
    events_foreign: 3,
  };
  let described = { chain: { ...chain, later_field: 1 }, behind_ms: 60_000 };
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (new URL(url as string).pathname !== '/prefix/') return reach()(url, init);
    return Response.json({ network: { name: 'mainnet', simulated: false, log_id: 'one', ...described } });
  };
  const stop = new AbortController();
  const follower = await follow({ signal: stop.signal, fetch });
  await follower.seed();
  const network = () => readMirror(index.db, { ...promptClock, now: () => Date.now() + 5_000 });
  expect(await network()).toMatchObject({ name: 'mainnet', mirror_of: 'http://index.test/prefix' });
  expect((await network())?.chain).toEqual(chain);
  expect((await network())?.behind_ms).toBeGreaterThanOrEqual(65_000);

  const following = follower.live();
  described = { ...described, chain: { ...described.chain, checkpoint: 316_001_240 } };
  await sourceLog.append(simulated(12));
  await expect.poll(async () => (await network())?.chain?.checkpoint).toBe(316_001_240);
  stop.abort();
  await following;
});

test('when the source starts a new log it is copied again, and the former copy is kept', async () => {
  await sourceLog.append(simulated(300));
  await (await follow()).seed();
  const before = index.log.tip();
  await sourceLog.reset();
  await sourceLog.append(simulated(200));
  const reports: string[] = [];
  await (await follow({ report: (message) => reports.push(message) })).seed();
  await expectEqual();
  expect(reports.join()).toContain('started again');
  const [replaced] = await index.db.query<{ last: bigint }>(
    'select max(id) as last from replaced_log_entries',
  );
  expect(replaced?.last).toBe(before);
});

test('a source that briefly lists less than before is not taken for a new log', async () => {
  await sourceLog.append(simulated(300));
  await (await follow()).seed();
  const [before, logId] = [index.log.tip(), index.log.logId()];
  await sourceLog.append(simulated(310));
  let late = 0;
  const lagging: typeof fetch = async (url, init) => {
    const response = await reach()(url, init);
    if (late > 0 || !(url as string).includes('/events?')) return response;
    late += 1;
    const page = (await response.json()) as { items: unknown[] };
    return Response.json({ ...page, items: page.items.slice(50) });
  };
  await (await follow({ fetch: lagging })).seed();
  expect(late).toBe(1);
  expect(index.log.logId()).toBe(logId);
  expect(index.log.tip()).toBeGreaterThan(before);
  await expectEqual();
});

test('refuses a store that has another log', async () => {
  await index.log.append(simulated(10));
  await expect(follow()).rejects.toThrow('a log of its own');
  await index.log.reset();
  await follow();
  await expect(follow({ url: 'http://other.test' })).rejects.toThrow('mirrors http://index.test/prefix');
});

test('keeps a fifth of the rate limit free for other users, and waits as long as a 429 says', async () => {
  const at: number[] = [];
  const responses = [
    { status: 200, headers: { 'ratelimit-limit': '10', 'ratelimit-remaining': '2', 'ratelimit-reset': '7' } },
    { status: 429, headers: { 'retry-after': '5' } },
    { status: 200, headers: {} },
  ];
  const { clock } = createJumpingClock();
  const reader = createSource({
    url: new URL('http://index.test'),
    key: 'id.secret',
    clock,
    signal: new AbortController().signal,
    onRetry: () => undefined,
    fetch: async () => {
      at.push(clock.now());
      const next = responses.shift();
      return new Response('{}', { ...next, headers: next?.headers as Record<string, string> });
    },
  });
  await reader.ask('service.info', {});
  await reader.ask('service.info', {});
  expect(at).toEqual([0, 7_000, 12_000]);
});
