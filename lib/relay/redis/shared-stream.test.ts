// What a replica may read from Redis, and when it must read the index itself: a real Redis, and connections to the index that a test plays.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findRedis, startRedis } from '@/scripts/redis.mjs';
import { STREAM_LIMITS } from '@/lib/relay/stream/limits';
import { systemClock, type Clock } from '@/lib/time/clock';
import type { Frame } from '@/lib/relay/stream/sse';
import { until } from '@/lib/relay/testing/stream-browser';
import type { ConnectionHandlers } from '@/lib/relay/stream/upstream-connection';
import { connectRedis, type Redis } from './connection';
import { createSharedStreams } from './shared-stream';

const program = findRedis();

/** No timer runs: a replica that never checks who holds the stream. */
const stoppedClock: Clock = { ...systemClock, after: () => () => undefined };

const framesOf = (first: number, last: number): Frame[] =>
  Array.from({ length: last - first + 1 }, (_, step) => ({
    id: BigInt(first + step),
    bytes: Buffer.from(`id: ${first + step}\n`),
  }));

describe.skipIf(program === null)('a shared stream', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  let names = 0;

  beforeAll(async () => {
    server = await startRedis(program ?? '');
    redis = connectRedis(server.url, () => undefined);
    await until(() => redis.client.isReady);
  });
  afterAll(async () => {
    redis.close();
    await server.stop();
  });

  /** The name of a stream that nothing has written yet. */
  const unused = () => `stream-${(names += 1)}`;

  async function replica(name: string, cursor: number, { limits = STREAM_LIMITS, clock = systemClock } = {}) {
    const replicaRedis = connectRedis(server.url, () => undefined);
    onTestFinished(() => replicaRedis.close());
    await until(() => replicaRedis.client.isReady);
    const streams = createSharedStreams({ redis: replicaRedis, clock, limits, log: () => undefined });
    /** Its connection to the index, once it has one: where it resumed, and what the index sends. */
    let index: { cursor: bigint | undefined; handlers: ConnectionHandlers } | undefined;
    const { open } = streams.streamOf(name, (at, handlers) => {
      index = { cursor: at, handlers };
      handlers.onOpen();
      return { close: () => (index = undefined), pause: () => undefined, resume: () => undefined };
    });
    const got: string[] = [];
    let ended = false;
    const connection = open(
      BigInt(cursor),
      {
        onOpen: () => undefined,
        onFrames: (frames) => got.push(...frames.map(({ id }) => String(id))),
        onClose: () => (ended = true),
      },
      'L1',
    );
    const role = () => (['holder', 'follower', 'own'] as const).find((role) => streams.roles()[role] === 1);
    const self = {
      got,
      connection,
      role,
      hasEnded: () => ended,
      resumedAt: () => index?.cursor,
      send: (first: number, last: number) => index?.handlers.onFrames(framesOf(first, last)),
      hasRole: () => until(() => index !== undefined || role() === 'follower'),
    };
    await self.hasRole();
    return self;
  }

  /** Closes the holder's connection, and waits until another replica can take over. */
  async function release(name: string, holder: Awaited<ReturnType<typeof replica>>): Promise<void> {
    holder.connection.close();
    await expect.poll(() => redis.client.exists(`dagscope:${name}:L1:holder`)).toBe(0);
  }

  /** How many entries Redis keeps once the event `last` is written. */
  async function storedAfter(name: string, last: number): Promise<number> {
    const events = `dagscope:${name}:L1:events`;
    await expect
      .poll(
        async () =>
          (await redis.client.sendCommand<[string][]>(['XREVRANGE', events, '+', '-', 'COUNT', '1']))[0]?.[0],
      )
      .toMatch(new RegExp(`-${last}$`));
    return redis.client.sendCommand<number>(['XLEN', events]);
  }

  const ids = (first: number, last: number) => framesOf(first, last).map(({ id }) => String(id));

  test('a replica whose cursor is in Redis follows from there', async () => {
    const name = unused();
    const holder = await replica(name, 10);
    expect([holder.role(), holder.resumedAt()]).toEqual(['holder', 10n]);
    holder.send(11, 20);
    await expect.poll(async () => (await replica(name, 15)).role()).toBe('follower');
    const follower = await replica(name, 12);
    await until(() => follower.got.length === 8);
    holder.send(21, 22);
    await until(() => follower.got.length === 10);
    expect(follower.got).toEqual(ids(13, 22));
    expect(follower.resumedAt()).toBeUndefined();
  });

  test('a replica whose cursor is older than what is in Redis reads the index, until it has caught up', async () => {
    const name = unused();
    const holder = await replica(name, 10);
    const late = await replica(name, 5);
    expect([late.role(), late.resumedAt()]).toEqual(['own', 5n]);
    holder.send(11, 12);
    late.send(6, 9);
    await new Promise((next) => setTimeout(next, 1_800));
    expect(late.hasEnded()).toBe(false);
    late.send(10, 10);
    await until(late.hasEnded);
    const again = await replica(name, 10);
    await until(() => again.got.length === 2);
    expect([again.role(), again.got]).toEqual(['follower', ids(11, 12)]);
  });

  test('what Redis no longer keeps is read from the index', async () => {
    const name = unused();
    const holder = await replica(name, 0, { limits: { ...STREAM_LIMITS, ringFrames: 100 } });
    for (let at = 0; at < 1_000; at += 50) holder.send(at + 1, at + 50);
    expect(await storedAfter(name, 1_000)).toBeLessThan(400);
    expect((await replica(name, 20)).role()).toBe('own');
    expect((await replica(name, 990)).role()).toBe('follower');
  });

  test('bytes are bounded too', async () => {
    const name = unused();
    const holder = await replica(name, 0, { limits: { ...STREAM_LIMITS, ringBytes: 600 } });
    for (let at = 0; at < 1_000; at += 50) holder.send(at + 1, at + 50);
    expect(await storedAfter(name, 1_000)).toBeLessThan(400);
  });

  test('a follower that lacks what the next holder already has reads the index', async () => {
    const name = unused();
    const first = await replica(name, 10);
    const follower = await replica(name, 10, { clock: stoppedClock });
    expect(follower.role()).toBe('follower');
    await release(name, first);
    // It read the index by itself, and is ahead.
    const second = await replica(name, 14);
    expect(second.role()).toBe('holder');
    second.send(15, 15);
    await until(follower.hasEnded);
    expect(follower.got).toEqual([]);
    expect((await replica(name, 10)).role()).toBe('own');
  });

  test('a holder that slept while another took over writes nothing and stops', async () => {
    const name = unused();
    const sleeper = await replica(name, 10);
    await redis.client.sendCommand(['SET', `dagscope:${name}:L1:holder`, 'another replica', 'PX', '60000']);
    sleeper.send(11, 20);
    await until(sleeper.hasEnded);
    const [newest] = await redis.client.sendCommand<[string][]>([
      'XREVRANGE',
      `dagscope:${name}:L1:events`,
      '+',
      '-',
      'COUNT',
      '1',
    ]);
    expect(newest?.[0]).toMatch(/-10$/);
    expect(await redis.client.sendCommand(['GET', `dagscope:${name}:L1:holder`])).toBe('another replica');
  });

  test('a holder that takes over continues the stream without repeating what is there', async () => {
    const name = unused();
    const first = await replica(name, 0);
    first.send(1, 10);
    const follower = await replica(name, 0, { clock: stoppedClock });
    await until(() => follower.got.length === 10);
    await release(name, first);
    const second = await replica(name, 7);
    expect(second.role()).toBe('holder');
    second.send(8, 12);
    await until(() => follower.got.length === 12);
    expect(follower.got).toEqual(ids(1, 12));
    expect(follower.hasEnded()).toBe(false);
  });
});
