// What waits for its checkpoint is bounded, whatever a node sends.
import { expect, test } from 'vitest';
import { CHAIN } from '@/lib/index-service/limits';
import { systemClock } from '@/lib/time/clock';
import type { ChainNode } from './chain-node';
import { createCheckpointAppender } from './checkpoint-appender';
import { deployments, wrappersOf, type Deployment } from './packages';
import { sizeOf } from './read-events';

const deployment = deployments[0] as Deployment;
const { packages } = deployment;

test('a checkpoint that never ends is refused by its number; events of others only count', async () => {
  const appender = createCheckpointAppender({
    deployment,
    log: { append: () => Promise.reject(new Error('nothing is complete')) },
    clock: systemClock,
    state: {
      log_id: '',
      name: '',
      chain_id: '',
      packages,
      from: 7n,
      from_at: null,
      is_complete: true,
      checkpoint: 6n,
      checkpoint_at: null,
      tip: 9n,
      stored: 0,
      not_decodable: 0,
      foreign: 0,
    },
    onAppended: () => undefined,
    onUndecodable: () => undefined,
  });
  const event = {
    checkpoint: 7n,
    transactionIndex: 0n,
    eventIndex: 0,
    digest: '1'.repeat(32),
    sender: `0x${'a'.repeat(64)}`,
    type: `${wrappersOf(deployment).plain}<${packages.interface}::dag::Unknown>`,
    json: {},
    characters: CHAIN.checkpointCharacters / 4 - 1_000,
  };
  const nowhere = {} as ChainNode;
  for (let eventIndex = 0; eventIndex < 9; eventIndex += 1)
    expect(await appender.push({ ...event, eventIndex, type: '0x2::coin::Foreign' }, nowhere)).toBe(true);
  for (let eventIndex = 0; eventIndex < 4; eventIndex += 1)
    expect(await appender.push({ ...event, eventIndex }, nowhere)).toBe(true);
  await expect(appender.push({ ...event, eventIndex: 4 }, nowhere)).rejects.toThrow(
    'more events of checkpoint 7 than a checkpoint has',
  );
});

test('an event without content counts too', () => {
  expect(
    sizeOf({ json: new Uint8Array(), eventType: 'x'.repeat(1_000) } as Parameters<typeof sizeOf>[0]),
  ).toBe(1_064);
});
