// Replicas of a console over a real Redis: consoles in this process, each with its own connections, before a misbehaving index.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findRedis, startRedis } from '@/scripts/redis.mjs';
import { createRateLimit } from '@/lib/limits/rate-limit';
import { hashOf } from '@/lib/relay/hash';
import { createRevokedIds } from '@/lib/relay/session/revoked-ids';
import { STREAM_LIMITS } from '@/lib/relay/stream/limits';
import { systemClock } from '@/lib/time/clock';
import { allHave, from, has } from '@/lib/relay/testing/expectations';
import { startScene, type Scene } from '@/lib/relay/testing/scene';
import { until } from '@/lib/relay/testing/stream-browser';
import type { StreamConsole } from '@/lib/relay/testing/stream-console';
import { connectRedis } from './connection';
import { joinReplicas, type Replicas } from './replicas';

const program = findRedis();
/** A lease, a check and the first wait before a reconnect take 3.5 s on an idle machine; a busy one gets more. */

const FULL = { tags: ['full'] };

describe.skipIf(program === null)('replicas', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;

  beforeAll(async () => {
    redis = await startRedis(program ?? '');
  });
  afterAll(() => redis.stop());

  /** Stops Redis, and starts an empty one in its place. */
  const restart = async () => {
    await redis.stop();
    return async () => void (redis = await startRedis(program ?? '', redis));
  };

  const roleOf = (replica: StreamConsole) => {
    const state = replica.relay.replicas?.state();
    return (['holder', 'follower', 'own'] as const).find((role) => state?.[role] === 1);
  };

  /** A console that holds the stream, and others that follow it. */
  async function replicasOf(count: number, options: Parameters<typeof startScene>[1] = {}) {
    const scene: Scene = await startScene(onTestFinished, { ...options, redisUrl: redis.url });
    const all = [scene.console_];
    while (all.length < count) all.push(await scene.another());
    const browsers = [];
    for (const replica of all) {
      browsers.push(await replica.open());
      const role = replica === scene.console_ ? 'holder' : 'follower';
      await until(
        () => roleOf(replica) === role,
        () => `expected a ${role}, got ${roleOf(replica)}`,
      );
    }
    return { ...scene, all, browsers };
  }

  test('share one connection to the index', async () => {
    const { index, browsers } = await replicasOf(3);
    index.append(50);
    await allHave(browsers, from(1, 50));
    expect(index.mostStreams()).toBe(1);
    expect(index.streamRequests).toHaveLength(1);
  });

  test(
    "a replica that starts later continues from its browsers' cursors without asking the index for them",
    FULL,
    async () => {
      const { index, browsers, another } = await replicasOf(2);
      index.append(30);
      await allHave(browsers, from(1, 30));
      const late = await another();
      const browser = await late.open({ lastEventId: '10' });
      await has(browser, from(11, 30));
      index.append(5);
      await has(browser, from(11, 35));
      expect(index.streamRequests).toHaveLength(1);
    },
  );

  test(
    'what browsers missed is read from Redis by every replica, however many ask for it',
    FULL,
    async () => {
      const { index, browsers, another } = await replicasOf(2);
      index.append(200);
      await allHave(browsers, from(1, 200));
      const late = [await another(), await another()];
      // The first to arrive has the newest cursor, so the others are behind where its replica began.
      for (const cursor of [190, 40, 40, 0])
        await Promise.all(
          late.map(async (replica) =>
            has(await replica.open({ lastEventId: String(cursor) }), from(cursor + 1, 200)),
          ),
        );
      expect(index.streamRequests).toHaveLength(1);
    },
  );

  test('when the holder stops at once, another takes over and nothing is lost', async () => {
    const { index, all, browsers, console_ } = await replicasOf(3);
    index.append(20);
    await allHave(browsers, from(1, 20));
    // As kill -9 would: its lease stays until it expires.
    console_.relay.replicas?.close();
    await console_.close();
    index.append(20);
    await allHave(browsers.slice(1), from(1, 40));
    await until(() => all.slice(1).map(roleOf).sort().join() === 'follower,holder');
    index.append(20);
    await allHave(browsers.slice(1), from(1, 60));
  });

  test(
    'without Redis each reads the index itself, and they share again once it is back, empty',
    FULL,
    async () => {
      const { index, all, browsers } = await replicasOf(3);
      index.append(10);
      await allHave(browsers, from(1, 10));
      const start = await restart();
      index.append(10);
      await allHave(browsers, from(1, 20));
      await until(() => all.every((replica) => roleOf(replica) === 'own'));
      expect(all[0]?.relay.replicas?.state().redis).toBe('away');
      index.append(10);
      await allHave(browsers, from(1, 30));
      await start();
      await until(() => all.map(roleOf).sort().join() === 'follower,follower,holder');
      index.append(10);
      await allHave(browsers, from(1, 40));
      expect(index.streams()).toBe(1);
    },
  );

  test.each([
    ['L1', 'L2'],
    [null, null],
  ])('a log that starts again (%s, then %s) starts again at every replica', FULL, async (logId, next) => {
    const { index, browsers } = await replicasOf(3, { index: { logId } });
    index.append(20);
    await allHave(browsers, from(1, 20));
    index.restart(next);
    index.append(3);
    // Without a name the log is recognised by what arrives.
    if (logId !== null) index.cut('reset');
    await Promise.all(
      browsers.map((browser) =>
        browser.until(() => browser.control('relay-reset').length === 1, 'waited for a reset'),
      ),
    );
    index.append(4);
    for (const browser of browsers) {
      await browser.until(() => browser.ids().at(-1) === '7', 'waited for the last event of the new log');
      expect(browser.corrupt()).toEqual([]);
      expect(new Set(browser.ids().slice(20)).size).toBe(browser.ids().length - 20);
    }
  });

  test('the index goes away: every replica reports a stale stream, and recovers', FULL, async () => {
    const { index, browsers } = await replicasOf(2, { limits: { staleAfterMs: 1_000 } });
    index.append(5);
    await allHave(browsers, from(1, 5));
    index.refuse(503);
    index.cut('reset');
    await Promise.all(
      browsers.map((browser) =>
        browser.until(() => browser.control('relay-status').length === 1, 'waited for the stale status'),
      ),
    );
    index.refuse(undefined);
    index.append(5);
    await allHave(browsers, from(1, 10));
  });

  test(
    'a stream under continuous events survives Redis dying and returning again and again',
    FULL,
    async () => {
      const { index, all, browsers } = await replicasOf(3);
      let count = 0;
      /** Every browser has received another 100 events. */
      const progress = async () => {
        const goal = count + 100;
        for (const browser of browsers) await browser.until(() => Number(browser.ids().at(-1)) >= goal);
      };
      const timer = setInterval(() => {
        index.append(3);
        count += 3;
      });
      for (let round = 0; round < 3; round += 1) {
        await progress();
        const start = await restart();
        await progress();
        await start();
      }
      await until(() => all.map(roleOf).sort().join() === 'follower,follower,holder');
      await progress();
      clearInterval(timer);
      await allHave(browsers, from(1, count));
    },
  );

  /** What two replicas share, once both are connected. */
  async function pair<Shared>(make: (replica: Replicas) => Shared): Promise<[Shared, Shared]> {
    const options = {
      secret: 's'.repeat(32),
      clock: systemClock,
      limits: STREAM_LIMITS,
      log: () => undefined,
    };
    const replicas = [joinReplicas(redis.url, options), joinReplicas(redis.url, options)] as const;
    onTestFinished(() => replicas.forEach((replica) => replica.close()));
    await until(() => replicas.every((replica) => replica.state().redis === 'connected'));
    return [make(replicas[0]), make(replicas[1])];
  }

  async function ask<Reply>(...command: string[]): Promise<Reply> {
    const connection = connectRedis(redis.url, () => undefined);
    await connection.first;
    return connection.client.sendCommand<Reply>(command).finally(() => connection.close());
  }

  test('count requests together, and each alone while Redis is away', async () => {
    const window = { prefix: 'test', windowMs: 60_000 };
    const [first, second] = await pair((replica) =>
      replica.rateLimit(createRateLimit({ now: Date.now }), window),
    );
    const refusal = { code: 'RATE_LIMITED' };
    for (let count = 0; count < 5; count += 1) {
      await first.take('visitor', 10);
      await second.take('visitor', 10);
    }
    await expect(async () => first.take('visitor', 10)).rejects.toMatchObject(refusal);
    await expect(async () => second.take('visitor', 10)).rejects.toMatchObject(refusal);
    await first.take('another visitor', 1);
    await second.giveBack('another visitor');
    await first.take('another visitor', 1);
    await expect(async () => second.take('another visitor', 1)).rejects.toMatchObject(refusal);
    // Counted in one step, however many ask at once.
    const burst = Array.from({ length: 24 }, async (_, at) =>
      (at % 2 === 0 ? first : second).take('burst', 10),
    );
    const results = await Promise.allSettled(burst);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const start = await restart();
    for (let count = 0; count < 10; count += 1) await first.take('visitor', 10);
    await expect(async () => first.take('visitor', 10)).rejects.toMatchObject(refusal);
    await start();
  });

  test('a session that ended at one replica has ended at all, even if Redis was away then', async () => {
    const until = Date.now() + 60_000;
    const [first, second] = await pair((replica) =>
      replica.revokedIds(createRevokedIds(undefined, Date.now)),
    );
    let announced = false;
    second.onAdd('a', () => (announced = true));
    expect(await first.add('a', until)).toBe(true);
    expect(await second.has('a')).toBe(true);
    expect(await second.add('a', until)).toBe(false);
    await expect.poll(() => announced).toBe(true);
    const start = await restart();
    expect(await first.add('b', until)).toBe(true);
    expect(await second.has('b')).toBe(false);
    await start();
    await expect.poll(() => second.has('b')).toBe(true);
  });

  test('what is not the id of a session is not taken from Redis', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dagscope-revoked-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'revoked-sessions');
    const files = [file, undefined];
    const [shared] = await pair((replica) => replica.revokedIds(createRevokedIds(files.shift(), Date.now)));
    const until = Date.now() + 60_000;
    await shared.add('genuine', until);
    const entries: [id: string, until: string][] = [
      [`planted ${until}\nsecond`, String(until)],
      ['with space', String(until)],
      ['', String(until)],
      ['x'.repeat(1_000), String(until)],
      ['never-ends', '9e15'],
      ['no-time', 'NaN'],
      ['ended', String(until - 120_000)],
      ['last-one', String(until)],
    ];
    for (const [id, end] of entries) await ask('XADD', 'dagscope:ended', '*', 'id', id, 'until', end);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('last-one');
    // Sessions of the tests before may be there too.
    const lines = readFileSync(file, 'utf8')
      .split(/(?<=\n)/)
      .filter((line) => !/^[ab] /.test(line));
    expect(lines).toEqual([`genuine ${until}\n`, `last-one ${until}\n`]);
  });

  test('nothing in Redis names a key or an address', async () => {
    const { index, browsers, console_ } = await replicasOf(2);
    await console_.relay.limits.take('address 127.0.0.1', 10);
    index.append(3);
    await allHave(browsers, from(1, 3));
    const names = await ask<string[]>('KEYS', '*');
    expect(names.length).toBeGreaterThan(2);
    expect(names.join('\n')).not.toMatch(/canary|127\.0\.0\.1/);
    // A hash without a secret is an address too: there are few enough to try them all.
    for (const key of ['address 127.0.0.1', '127.0.0.1']) expect(names.join('\n')).not.toContain(hashOf(key));
    expect(names.some((name) => name.startsWith('dagscope:limit'))).toBe(true);
  });
});
