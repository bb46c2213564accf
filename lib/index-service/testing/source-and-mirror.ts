// A source and the index that mirrors it, both in memory, for tests of the mirror.
import assert from 'node:assert/strict';
import { scopes } from '@/lib/contract/scopes';
import { systemClock, type Clock } from '@/lib/time/clock';
import { openFollower, type FollowOptions } from '@/lib/index-service/follow/follow';
import { SOURCE } from '@/lib/index-service/limits';
import { openMemoryIndex } from './memory-index';
import { openMemoryService, type MemoryService } from './memory-service';
import { servedRows } from './served-rows';
import { simulatedLines } from './simulated-lines';

/** Pauses, rests and rechecks pass at once; polls and timeouts do not. */
export const promptClock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms <= SOURCE.recheckMs ? 0 : ms, run),
};

/** Time jumps to the end of each wait. */
export function createJumpingClock(): { clock: Clock; waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    clock: {
      ...systemClock,
      now: () => now,
      after(ms, run) {
        waits.push(ms);
        now += ms;
        return systemClock.after(0, run);
      },
    },
  };
}

const served = (service: MemoryService, key: string) =>
  servedRows(async (path) => {
    const { status, body } = await service.call(path, key);
    if (status === 404) return undefined;
    assert.equal(status, 200, path);
    return body;
  });

export function expectSame(copied: Map<string, unknown>, original: Map<string, unknown>): void {
  assert.deepEqual([...copied.keys()], [...original.keys()]);
  for (const [path, rows] of original) assert.deepEqual(copied.get(path), rows, path);
}

export async function openSourceAndMirror() {
  const limits = { requestsPerMinute: 1_000_000 };
  const sourceIndex = await openMemoryIndex();
  const source = await openMemoryService({ over: sourceIndex, limits });
  const sourceLog = sourceIndex.log;
  const sourceKey = await source.claim(scopes);
  const index = await openMemoryIndex();
  const mirror = await openMemoryService({ over: index, limits });
  const mirrorKey = await mirror.claim(scopes);

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

  const servedBySource = () => served(source, sourceKey);
  const servedByMirror = () => served(mirror, mirrorKey);

  return {
    sourceLog,
    index,
    mirror,
    mirrorKey,
    reach,
    servedBySource,
    servedByMirror,
    simulated: (count: number) => simulatedLines('mirror', count, { now: source.clock.now() }),
    follow: ({
      url = 'http://index.test/prefix/',
      ...options
    }: Partial<Omit<FollowOptions, 'url'>> & { url?: string } = {}) =>
      openFollower({
        db: index.db,
        log: index.log,
        url: new URL(url),
        key: sourceKey,
        clock: promptClock,
        signal: new AbortController().signal,
        errors: { error: (fields, message) => assert.fail(`${message}: ${JSON.stringify(fields)}`) },
        report: () => undefined,
        fetch: reach(),
        ...options,
      }),
    async expectEqual(): Promise<void> {
      assert.ok(index.log.tip() > 0n);
      expectSame(await servedByMirror(), await servedBySource());
    },
    /** Empties both logs, and what the mirror knows of its source. */
    async clear(): Promise<void> {
      await sourceLog.reset();
      await index.log.reset();
      await index.db.query("delete from facts where name like 'follow%'");
      await index.db.query('drop table if exists followed_events, replaced_log_entries');
    },
    async close(): Promise<void> {
      await source.stop();
      await mirror.stop();
      await index.close();
    },
  };
}
