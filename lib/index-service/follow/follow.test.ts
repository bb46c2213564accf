// A mirror and its source, both whole services: the same rows whatever happens on the way.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import { systemClock, type Clock } from '@/lib/time/clock';
import { SOURCE } from '@/lib/index-service/limits';
import type { EventLog } from '@/lib/index-service/log/event-log';
import { parseLine } from '@/lib/index-service/log/ingest';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { event, id, snapshot, toolFields, tx } from '@/lib/index-service/testing/recorded-events';
import { servedRows } from '@/lib/index-service/testing/served-rows';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';
import { openFollower, readMirror } from './follow';
import { createSource } from './source';

/** A busy machine needs minutes for what takes seconds. */
vi.setConfig({ testTimeout: 300_000 });

/** Long enough to have failures, refunds and every other kind of row. */
const HISTORY = 1_300;
/** Pauses, rests and rechecks pass at once; polls and timeouts do not. */
const clock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms <= SOURCE.recheckMs ? 0 : ms, run),
};
let source: MemoryService;
let sourceLog: EventLog;
let sourceKey: string;
let index: MemoryIndex;
let mirror: MemoryService;
let mirrorKey: string;

beforeAll(async () => {
  const limits = { requestsPerMinute: 1_000_000 };
  const sourceIndex = await openMemoryIndex();
  source = await openMemoryService({ over: sourceIndex, limits });
  sourceLog = sourceIndex.log;
  sourceKey = await source.claim(scopes);
  index = await openMemoryIndex();
  mirror = await openMemoryService({ over: index, limits });
  mirrorKey = await mirror.claim(scopes);
}, 60_000);
beforeEach(async () => {
  await sourceLog.reset();
  await index.log.reset();
  await index.db.query("delete from facts where name like 'follow%'");
  await index.db.query('drop table if exists followed_events, replaced_log_entries');
});
afterAll(async () => {
  await source.stop();
  await mirror.stop();
  await index.close();
});

const simulated = (count: number) => simulatedLines('mirror', count, { now: source.clock.now() });

/** The source over HTTP; `beforeRequest` may throw. */
const reach =
  (beforeRequest: () => void = () => undefined): typeof fetch =>
  async (url, init) => {
    beforeRequest();
    const { pathname, search } = new URL(url as string);
    const response = await source.fetch(pathname.replace('/prefix', '') + search, init);
    const { signal } = init ?? {};
    if (!response.body || !signal) return response;
    // Over a socket an aborted request ends its body.
    return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
  };

interface Following {
  signal?: AbortSignal;
  fetch?: typeof fetch;
  url?: string;
  report?: (message: string) => void;
}

const follow = (options: Following = {}) =>
  openFollower({
    db: index.db,
    log: index.log,
    url: new URL(options.url ?? 'http://index.test/prefix/'),
    key: sourceKey,
    clock,
    signal: options.signal ?? new AbortController().signal,
    errors: { error: (fields, message) => expect.fail(`${message}: ${JSON.stringify(fields)}`) },
    report: options.report ?? (() => undefined),
    fetch: options.fetch ?? reach(),
  });

const served = (service: MemoryService, key: string) =>
  servedRows(async (path) => {
    const { status, body } = await service.call(path, key);
    if (status === 404) return undefined;
    expect(status, path).toBe(200);
    return body;
  });

async function expectEqual(): Promise<void> {
  expect(index.log.tip()).toBeGreaterThan(0n);
  expectSame(await served(mirror, mirrorKey), await served(source, sourceKey));
}

function expectSame(copied: Map<string, unknown>, original: Map<string, unknown>): void {
  expect([...copied.keys()]).toEqual([...original.keys()]);
  for (const [path, rows] of original) expect(copied.get(path), path).toEqual(rows);
}

test(
  'a mirror serves what its source serves, row by row, also after a rebuild',
  { timeout: 120_000 },
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
    const original = await served(source, sourceKey);
    const withRows = [...original].filter(([, rows]) => (rows as unknown[]).length > 0).map(([path]) => path);
    for (const kind of ['/revisions', '/stake-events', '/submission-failures', '/payment-ledger'])
      expect(
        withRows.some((path) => path.includes(kind)),
        kind,
      ).toBe(true);
    expectSame(await served(mirror, mirrorKey), original);
    await index.projector.rebuild({ exclusive: index.log.exclusive });
    expectSame(await served(mirror, mirrorKey), original);
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
  const network = await readMirror(index.db, clock);
  expect(network).toMatchObject({ mirror_of: 'http://index.test/prefix', name: 'testing' });
  expect(network?.behind_ms).toBeGreaterThanOrEqual(0);
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
  const [kept] = await index.db.query<{ last: bigint }>('select max(id) as last from replaced_log_entries');
  expect(kept?.last).toBe(before);
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
  let now = 0;
  const reader = createSource({
    url: new URL('http://index.test'),
    key: 'id.secret',
    // Time jumps to the end of each wait.
    clock: {
      ...systemClock,
      now: () => now,
      after(ms, run) {
        now += ms;
        return systemClock.after(0, run);
      },
    },
    signal: new AbortController().signal,
    onRetry: () => undefined,
    fetch: async () => {
      at.push(now);
      const next = responses.shift();
      return new Response('{}', { ...next, headers: next?.headers as Record<string, string> });
    },
  });
  await reader.ask('service.info', {});
  await reader.ask('service.info', {});
  expect(at).toEqual([0, 7_000, 12_000]);
});

/** A source whose answers a test writes; the rest is that of the real one. */
const reachBut =
  (
    paths: Record<
      string,
      (search: URLSearchParams, init: RequestInit | undefined) => Response | Promise<Response>
    >,
  ): typeof fetch =>
  async (url, init) => {
    const { pathname, searchParams } = new URL(url as string);
    const answer = Object.entries(paths).find(([path]) => pathname.endsWith(path))?.[1];
    return answer?.(searchParams, init) ?? reach()(url, init);
  };

const listOf = (items: unknown[], next_token: number | null, total_items = 1_000) =>
  Response.json({ items, metadata: { next_token, total_items } });
const recorded = (n: number) => ({
  id: n,
  kind: 'DAGCreatedEvent',
  tx_digest: tx(`recorded ${n}`),
  sender_address: id('sender'),
  payload: { dag: id(`dag ${n}`) },
  onchain_at: null,
});
const tables = async (name: string) =>
  (
    await index.db.query<{ rows: number; bytes: number }>(
      `select count(*)::int as rows, coalesce(sum(octet_length(${name === 'followed_events' ? 'line' : 'payload'})), 0)::int as bytes from ${name}`,
    )
  )[0] ?? { rows: 0, bytes: 0 };

test.each([
  ['the page before', () => 7],
  ['a page of a longer circle', (token: number) => (token + 3) % 12],
])('a source that names %s again is refused, not read for ever', async (_, next) => {
  let asked = 0;
  let newest = 1_000_000;
  const fetch = reachBut({
    '/events': (search) => {
      asked += 1;
      // Rows are new each time: only the token shows it.
      return listOf([recorded((newest -= 1))], next(Number(search.get('page_token') ?? 0)));
    },
  });
  await expect((await follow({ fetch })).seed()).rejects.toThrow('names a page that was read before');
  expect(asked).toBeLessThan(10);
});

test.each([
  ['empty', () => []],
  ['always the same', () => [recorded(9), recorded(8)]],
])('pages that are %s and always name a next one end', async (_, items) => {
  let asked = 0;
  const endless = () => listOf(items(), (asked += 1));
  await expect((await follow({ fetch: reachBut({ '/events': endless }) })).seed()).rejects.toThrow(
    'pages in a row without anything new',
  );
  expect(asked).toBeLessThanOrEqual(SOURCE.emptyPages + 1);
  expect((await tables('followed_events')).rows).toBeLessThanOrEqual(2);
});

test('an agent whose skills have no end is skipped, the others are read', { tags: ['full'] }, async () => {
  await sourceLog.append(simulated(300));
  let asked = 0;
  const skipped: unknown[] = [];
  const fetch = reachBut({ '/skills': () => listOf([], (asked += 1)) });
  const follower = await openFollower({
    db: index.db,
    log: index.log,
    url: new URL('http://index.test'),
    key: sourceKey,
    clock,
    signal: new AbortController().signal,
    errors: { error: (fields) => void skipped.push(fields) },
    report: () => undefined,
    fetch,
  });
  await follower.seed();
  expect(skipped.length).toBeGreaterThan(0);
  expect(JSON.stringify(skipped)).toContain('without anything new');
  expect(asked).toBe(skipped.length * SOURCE.emptyPages);
});

test('a source that does not list the newest first is refused, and nothing of its log is replaced', async () => {
  const ascending = reachBut({ '/events': () => listOf([recorded(1), recorded(2)], null) });
  await expect((await follow({ fetch: ascending })).seed()).rejects.toThrow('not listed newest first');
  expect(await tables('replaced_log_entries')).toEqual({ rows: 0, bytes: 0 });
});

test('an answer that is larger than the limit is read in smaller pages, or given up', async () => {
  await sourceLog.append(simulated(60));
  const sizes: number[] = [];
  const large = ' '.repeat(SOURCE.answerBytes + 1);
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const response = await reach()(url, init);
    const size = Number(/\/events\?.*page_size=(\d+)/.exec(url as string)?.[1] ?? 0);
    if (size > 0) sizes.push(size);
    return size > 10 ? new Response(`${await response.text()}${large}`) : response;
  };
  await (await follow({ fetch })).seed();
  await expectEqual();
  expect(sizes.slice(0, 3)).toEqual([100, 25, 7]);

  await index.log.reset();
  await index.db.query("delete from facts where name like 'follow%'");
  const always = reachBut({ '/events': () => new Response(large) });
  await expect((await follow({ fetch: always })).seed()).rejects.toThrow('too large');
});

test('what expands when it is unpacked is given up at the limit', async () => {
  const zeros = Buffer.alloc(1_000_000);
  let sent = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const packed = createGzip();
    packed.pipe(response);
    // 1 GB, of which 1 MB goes over the network.
    Readable.from(
      (function* () {
        for (; sent < 1_000; sent += 1) yield zeros;
      })(),
    ).pipe(packed);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    const { port } = server.address() as AddressInfo;
    const fetch = reachBut({
      '/events': (_, init) => globalThis.fetch(`http://127.0.0.1:${port}/events`, init),
    });
    await expect((await follow({ fetch })).seed()).rejects.toThrow('too large');
    // Every page size was tried.
    expect(sent).toBeLessThan(1_000);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test(
  'a source that starts again and again fills a bounded part of the disk, with the newest events',
  { tags: ['full'] },
  async () => {
    const replacedBytes = 40_000;
    const lastIds: bigint[] = [];
    for (let log = 0; log < 4; log += 1) {
      await sourceLog.reset();
      await sourceLog.append(simulated(100 + log));
      const follower = await openFollower({
        db: index.db,
        log: index.log,
        url: new URL('http://index.test'),
        key: sourceKey,
        clock,
        signal: new AbortController().signal,
        errors: { error: (fields, message) => expect.fail(`${message}: ${JSON.stringify(fields)}`) },
        report: () => undefined,
        fetch: reach(),
        replacedBytes,
      });
      await follower.seed();
      lastIds.push(index.log.tip());
      const replaced = await tables('replaced_log_entries');
      expect(replaced.bytes).toBeLessThanOrEqual(replacedBytes);
      if (log > 0) {
        const kept = await index.db.query<{ id: bigint }>('select id from replaced_log_entries');
        expect(kept.map((row) => row.id)).toContain(lastIds[log - 1]);
      }
    }
    await expectEqual();
  },
);

test('a flood on the stream is read slowly and nothing of it is kept', async () => {
  const stop = new AbortController();
  let chunks = 0;
  const flood = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          chunks += 1;
          controller.enqueue(new Uint8Array(65_536));
        },
      }),
    );
  const waits: number[] = [];
  const reader = createSource({
    url: new URL('http://index.test'),
    key: 'id.secret',
    clock: {
      ...systemClock,
      after(ms, run) {
        if (ms === SOURCE.pauseMs) waits.push(ms);
        return systemClock.after(ms === SOURCE.pauseMs ? 0 : ms, run);
      },
    },
    signal: stop.signal,
    onRetry: () => undefined,
    fetch: () => Promise.resolve(flood()),
  });
  let heard = 0;
  const listening = reader.listen(0n, () => {
    heard += 1;
    if (heard === 50) stop.abort(new Error('stop'));
  });
  await expect(listening).rejects.toThrow('stop');
  expect(chunks - waits.length).toBeLessThanOrEqual(3);
});

test('a source cannot make it wait for days', async () => {
  const waits: number[] = [];
  const responses = [
    new Response('', { status: 429, headers: { 'retry-after': '999999' } }),
    Response.json(
      {},
      { headers: { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '999999' } },
    ),
    Response.json({}),
  ];
  let now = 0;
  const reader = createSource({
    url: new URL('http://index.test'),
    key: 'id.secret',
    clock: {
      ...systemClock,
      now: () => now,
      after(ms, run) {
        waits.push(ms);
        now += ms;
        return systemClock.after(0, run);
      },
    },
    signal: new AbortController().signal,
    onRetry: () => undefined,
    fetch: () => Promise.resolve(responses.shift() ?? Response.json({})),
  });
  await reader.ask('service.info', {});
  await reader.ask('service.info', {});
  expect(Math.max(...waits)).toBe(SOURCE.longestPauseMs);
});
