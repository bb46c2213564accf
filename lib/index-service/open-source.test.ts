// A store belongs to one source: another one is refused by what the store is.
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '@/lib/time/clock';
import { openSource } from './open-source';
import { createDiskRoom } from './store/disk-room';
import { closeAll, emptyIndex, follow, network, node } from './sources/chain/testing/follow-double';

afterEach(closeAll);

const address = { url: new URL('http://127.0.0.1:9'), token: undefined, tokenHeader: 'x-token' };
const chain = { node: address, history: undefined, from: undefined, deployment: network };
const followed = { url: address.url, key: 'key' };

type Parts = Parameters<typeof openSource>[0];

async function source(
  { db, log }: Awaited<ReturnType<typeof emptyIndex>>,
  parts: Partial<Pick<Parts, 'env' | 'chain' | 'followed'>>,
) {
  const report = vi.fn<Parts['report']>();
  const opened = await openSource({
    env: { SIMULATE: undefined, SIMULATE_NOW: undefined },
    followed: undefined,
    chain: undefined,
    index: { writerDb: db, log, room: createDiskRoom(undefined) },
    clock: systemClock,
    errors: { error: () => undefined },
    signal: AbortSignal.abort(),
    report,
    ...parts,
  });
  return { opened, reported: report.mock.calls.flat() };
}

test('an index of a chain mirrors no other index, and simulates nothing', async () => {
  const index = await emptyIndex();
  const { seeded, stop } = await follow(index, await node({ tip: 1 }));
  await seeded;
  await stop();
  const words = `an index of double, chain ${network.chainId}`;
  await expect(source(index, { followed })).rejects.toThrow(`This store is ${words}. Use another DATA_DIR.`);
  const env = { SIMULATE: { seed: '7', eventsPerSecond: 1 }, SIMULATE_NOW: undefined };
  expect(await source(index, { env })).toEqual({
    opened: undefined,
    reported: [`SIMULATE is ignored: this store is ${words}`],
  });
});

test('a mirror follows no chain', async () => {
  const index = await emptyIndex();
  await source(index, { followed });
  await expect(source(index, { chain })).rejects.toThrow(
    'This store is a mirror of http://127.0.0.1:9. Use another DATA_DIR.',
  );
});
