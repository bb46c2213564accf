// A source that a mirror cannot trust: endless lists, oversized answers, floods, and a log that starts again and again.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { MOST_VALUES } from '@/lib/json/exact';
import { systemClock } from '@/lib/time/clock';
import { SOURCE } from '@/lib/index-service/limits';
import { id, tx } from '@/lib/index-service/testing/recorded-events';
import { createJumpingClock, openSourceAndMirror } from '@/lib/index-service/testing/source-and-mirror';
import { createSource } from './source';

/** A busy machine needs minutes for what takes seconds. */
vi.setConfig({ testTimeout: 300_000 });

const { sourceLog, index, reach, simulated, follow, expectEqual, clear, close } = await openSourceAndMirror();
beforeEach(clear);
afterAll(close);

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
  let requests = 0;
  let newest = 1_000_000;
  const fetch = reachBut({
    '/events': (search) => {
      requests += 1;
      // Rows are new each time: only the token shows it.
      return listOf([recorded((newest -= 1))], next(Number(search.get('page_token') ?? 0)));
    },
  });
  await expect((await follow({ fetch })).seed()).rejects.toThrow('names a page that was read before');
  expect(requests).toBeLessThan(10);
});

test.each([
  ['empty', () => []],
  ['always the same', () => [recorded(9), recorded(8)]],
])('pages that are %s and always name a next one end', async (_, items) => {
  let requests = 0;
  const endless = () => listOf(items(), (requests += 1));
  await expect((await follow({ fetch: reachBut({ '/events': endless }) })).seed()).rejects.toThrow(
    'pages in a row without anything new',
  );
  expect(requests).toBeLessThanOrEqual(SOURCE.emptyPages + 1);
  expect((await tables('followed_events')).rows).toBeLessThanOrEqual(2);
});

test('an agent whose skills have no end is skipped, the others are read', { tags: ['full'] }, async () => {
  await sourceLog.append(simulated(300));
  let requests = 0;
  const skipped: unknown[] = [];
  const fetch = reachBut({ '/skills': () => listOf([], (requests += 1)) });
  const follower = await follow({ fetch, errors: { error: (fields) => void skipped.push(fields) } });
  await follower.seed();
  expect(skipped.length).toBeGreaterThan(0);
  expect(JSON.stringify(skipped)).toContain('without anything new');
  expect(requests).toBe(skipped.length * SOURCE.emptyPages);
});

test(
  'an agent with ever more skills is skipped at the limit, the others are read',
  { tags: ['full'] },
  async () => {
    await sourceLog.append(simulated(300));
    let endless: string | undefined;
    let requests = 0;
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { pathname } = new URL(url as string);
      if (pathname.endsWith('/skills')) endless ??= pathname;
      if (pathname !== endless) return reach()(url, init);
      requests += 1;
      const skill = {
        agent_object_id: id('agent'),
        skill_id: requests,
        active: null,
        description: null,
        current_interface_revision: 1,
        dag_binding: {},
        dag_object_id: null,
        requirements: null,
        record_refreshed_at: null,
        created_at: '2026-11-05T00:00:00.000Z',
        updated_at: '2026-11-05T00:00:00.000Z',
        onchain_created_at: null,
      };
      return listOf([skill], requests < 2 * SOURCE.skillPages ? requests : null);
    };
    const skipped: unknown[] = [];
    const errors = { error: (fields: object) => void skipped.push(fields) };
    await (await follow({ fetch, errors })).seed();
    expect(JSON.stringify(skipped)).toContain(`more than ${SOURCE.skillPages} pages`);
    expect(skipped).toHaveLength(1);
    expect(requests).toBe(SOURCE.skillPages);
  },
);

test.each(['/events', '/skills'])(
  'a page token of %s that is too long is refused, and not stored',
  async (path) => {
    await sourceLog.append(simulated(300));
    const page = (length: number) => () =>
      Response.json({ items: [], metadata: { next_token: 't'.repeat(length), total_items: 1 } });
    const reasons: unknown[] = [];
    const errors = { error: (fields: object) => void reasons.push(JSON.stringify(fields)) };
    const seed = async (length: number) => {
      reasons.length = 0;
      const follower = await follow({ fetch: reachBut({ [path]: page(length) }), errors });
      await follower.seed().catch((error: unknown) => reasons.push(String(error)));
      return reasons.join('\n');
    };
    expect(await seed(SOURCE.tokenCharacters + 1)).toContain('too long a token');
    expect(await index.db.query('select name from facts where length(value) > 4096')).toEqual([]);
    expect(await seed(SOURCE.tokenCharacters)).toContain('names a page that was read before');
  },
);

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
  const manyValues = `{"items":[${'{},'.repeat(MOST_VALUES.objects)}{}]}`;
  for (const body of [large, manyValues]) {
    const always = reachBut({ '/events': () => new Response(body) });
    await expect((await follow({ fetch: always })).seed()).rejects.toThrow('too large');
  }
});

test('large events are appended a few at a time, one beyond the limit alone', async () => {
  const text = 'x'.repeat(SOURCE.batch.bytes / 4);
  const large = { ...recorded(4), payload: { dag: id('dag 4'), text: 'x'.repeat(SOURCE.batch.bytes) } };
  const items = [6, 5, 4, 3, 2, 1].map((n) =>
    n === 4 ? large : { ...recorded(n), payload: { dag: id(`dag ${n}`), text } },
  );
  const appended: { events: number; bytes: number }[] = [];
  const { log } = index;
  const fetch = reachBut({
    '/events': (search) => {
      const token = Number(search.get('page_token') ?? 0);
      return listOf(items.slice(token, token + 1), token + 1 < items.length ? token + 1 : null);
    },
  });
  const follower = await follow({
    fetch,
    log: {
      ...log,
      append(lines, options) {
        appended.push({ events: lines.length, bytes: JSON.stringify(lines).length });
        return log.append(lines, options);
      },
    },
  });
  await follower.seed();
  expect(appended.map(({ events }) => events)).toEqual([3, 1, 2]);
  for (const { events, bytes } of appended)
    if (events > 1) expect(bytes).toBeLessThanOrEqual(SOURCE.batch.bytes);
  expect(log.tip()).toBe(6n);
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
      const follower = await follow({ replacedBytes });
      await follower.seed();
      lastIds.push(index.log.tip());
      const replaced = await tables('replaced_log_entries');
      expect(replaced.bytes).toBeLessThanOrEqual(replacedBytes);
      if (log > 0) {
        const entries = await index.db.query<{ id: bigint }>('select id from replaced_log_entries');
        expect(entries.map((row) => row.id)).toContain(lastIds[log - 1]);
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
  const { clock, waits } = createJumpingClock();
  const responses = [
    new Response('', { status: 429, headers: { 'retry-after': '999999' } }),
    Response.json(
      {},
      { headers: { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '999999' } },
    ),
    Response.json({}),
  ];
  const reader = createSource({
    url: new URL('http://index.test'),
    key: 'id.secret',
    clock,
    signal: new AbortController().signal,
    onRetry: () => undefined,
    fetch: () => Promise.resolve(responses.shift() ?? Response.json({})),
  });
  await reader.ask('service.info', {});
  await reader.ask('service.info', {});
  expect(Math.max(...waits)).toBe(SOURCE.longestPauseMs);
});
