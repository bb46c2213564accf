// A mirror and its source, both whole services: the same rows whatever happens on the way.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import { systemClock } from '@/lib/time/clock';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { event, id, snapshot, toolFields } from '@/lib/index-service/testing/recorded-events';
import { servedRows } from '@/lib/index-service/testing/served-rows';
import { openFollower, readMirror } from './follow';
import { createSource } from './source';

/** Long enough to have every kind of failure and refund. */
const HISTORY = 3_000;
let source: MemoryService;
let sourceLog: EventLog;
let sourceKey: string;
let index: MemoryIndex;
let mirror: MemoryService;
let mirrorKey: string;

beforeAll(async () => {
  const limits = { requestsPerMinute: 1_000_000 };
  const own = await openMemoryIndex();
  source = await openMemoryService({ over: own, limits });
  sourceLog = own.log;
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

function simulated(lineCount: number): RecordedLine[] {
  const { history } = createSimulation({ seed: 'mirror', now: source.clock.now(), eventsPerSecond: 1 });
  const lines: RecordedLine[] = [];
  for (const { line } of history()) if (lines.push(line) >= lineCount) break;
  return lines;
}

/** The source over HTTP; `mayAnswer` is asked before each request. */
const reach =
  (mayAnswer: () => void = () => undefined): typeof fetch =>
  async (url, init) => {
    mayAnswer();
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

const follow = (given: Following = {}) =>
  openFollower({
    db: index.db,
    log: index.log,
    url: new URL(given.url ?? 'http://index.test/prefix/'),
    key: sourceKey,
    clock: systemClock,
    signal: given.signal ?? new AbortController().signal,
    errors: { error: (fields, message) => expect.fail(`${message}: ${JSON.stringify(fields)}`) },
    report: given.report ?? (() => undefined),
    fetch: given.fetch ?? reach(),
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

test('a mirror serves what its source serves, row by row, also after a rebuild', async () => {
  await sourceLog.append(simulated(HISTORY));
  await (await follow()).seed();
  const original = await served(source, sourceKey);
  expectSame(await served(mirror, mirrorKey), original);
  await index.projector.rebuild({ exclusive: index.log.exclusive });
  expectSame(await served(mirror, mirrorKey), original);
});

test('a mirror that is cut off at any request goes on where it was', async () => {
  const lines = simulated(HISTORY);
  await sourceLog.append(lines.slice(0, HISTORY / 2));
  for (let allowed = 0; allowed < 10; allowed += 1) {
    const stop = new AbortController();
    let left = allowed * 2;
    const fetch = reach(() => {
      left -= 1;
      if (left < 0) stop.abort();
      stop.signal.throwIfAborted();
    });
    await expect((await follow({ signal: stop.signal, fetch })).seed()).rejects.toThrow();
    const from = HISTORY / 2 + (allowed * HISTORY) / 20;
    await sourceLog.append(lines.slice(from, from + HISTORY / 20));
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
  await vi.waitFor(async () => expect(await description()).toBe('first'), { timeout: 10_000 });
  await sourceLog.append([
    snapshot('tool', fqn, toolFields({ description: 'second' })),
    event('ToolUpdatedEvent', { fqn, tool: id('tool') }),
  ]);
  await vi.waitFor(async () => expect(await description()).toBe('second'), { timeout: 10_000 });
  await expectEqual();
  const network = await readMirror(index.db, systemClock);
  expect(network).toMatchObject({ mirror_of: 'http://index.test/prefix', name: 'testing' });
  expect(network?.behind_ms).toBeLessThan(10_000);
  stop.abort();
  await following;
});

test('a source that started again is copied again, and what was copied before is kept', async () => {
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

test('a source that lists less than before for a moment has not started again', async () => {
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

test('a store with another log is not made a mirror', async () => {
  await index.log.append(simulated(10));
  await expect(follow()).rejects.toThrow('a log of its own');
  await index.log.reset();
  await follow();
  await expect(follow({ url: 'http://other.test' })).rejects.toThrow('mirrors http://index.test/prefix');
});

test('a fifth of the limit is left to others, and a 429 is waited out', async () => {
  const at: number[] = [];
  const answers = [
    { status: 200, headers: { 'ratelimit-limit': '10', 'ratelimit-remaining': '2', 'ratelimit-reset': '1' } },
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 200, headers: {} },
  ];
  const asked = createSource({
    url: new URL('http://index.test'),
    key: 'id.secret',
    clock: systemClock,
    signal: new AbortController().signal,
    onRetry: () => undefined,
    fetch: async () => {
      at.push(performance.now());
      const next = answers.shift();
      return new Response('{}', { ...next, headers: next?.headers as Record<string, string> });
    },
  });
  await asked.ask('service.info', {});
  await asked.ask('service.info', {});
  expect(at).toHaveLength(3);
  // Timers may fire a little early.
  for (const [index, time] of at.slice(1).entries()) expect(time - (at[index] ?? 0)).toBeGreaterThan(950);
});
