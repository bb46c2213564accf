// What an index that follows a node refuses by name, and where it begins.
import { afterEach, describe, expect, test } from 'vitest';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { readChainState, writeChainState } from './chain-state';
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

afterEach(closeAll);

describe('refuses by name', () => {
  async function refusal(
    options: Parameters<typeof node>[0],
    more: Parameters<typeof follow>[2] = {},
    index?: MemoryIndex,
  ) {
    const into = index ?? (await emptyIndex());
    const { seeded } = await follow(into, await node(options), more);
    const reason = await seeded.then(
      () => 'followed',
      (error: unknown) => String(error),
    );
    expect(await stored(into)).toEqual([]);
    return reason;
  }

  test('pruned history, with what to set', async () => {
    expect(await refusal({ floor: 1_100n })).toMatch(
      /begins at checkpoint 1100, and the next to read is 1000\. Set CHAIN_HISTORY_URL .* or CHAIN_FROM=1100 to begin there/,
    );
  });

  test('history that was pruned before a store had its first event: another CHAIN_FROM needs another store', async () => {
    const index = await emptyIndex();
    const bound = {
      log_id: index.log.logId(),
      name: network.name,
      chain_id: CHAIN_ID,
      packages: network.packages,
      from: 1_000n,
      from_at: null,
      is_complete: true,
      checkpoint: 1_050n,
      checkpoint_at: null,
      tip: 1_050n,
      stored: 0,
      not_decodable: 0,
      foreign: 0,
    };
    await index.db.transaction((tx) => writeChainState(tx, bound));
    expect(await refusal({ floor: 1_100n }, {}, index)).toMatch(
      /the next to read is 1051\..* use an empty DATA_DIR with CHAIN_FROM=1100/,
    );
  });

  test('history that was pruned without a word', async () => {
    expect(await refusal({ floor: 1_100n, claimedFloor: 1_000n })).toMatch(
      /out_of_range.*Set CHAIN_HISTORY_URL to a node or archive/,
    );
  });

  test('a node of another chain, also as history, and one of an unknown chain', async () => {
    const chainId = '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD';
    const history = { url: (await node({ chainId })).url, token: undefined, tokenHeader: 'x-token' };
    expect(await refusal({}, { history })).toMatch(/is a node of another chain than/);
    expect(await refusal({ chainId })).toMatch(/is a node of chain 69Wi.*, and double is on chain 4bti/);
    expect(await refusal({ chainId: '1'.repeat(32) }, { deployment: undefined })).toMatch(
      /Set CHAIN_PACKAGES/,
    );
  });

  test('a missing token, without showing the one that was sent', async () => {
    const reason = await refusal({ token: 'right-token' }, { token: 'wrong-token' });
    expect(reason).toMatch(/Set CHAIN_TOKEN/);
    expect(reason).not.toContain('wrong-token');
  });

  test('events without their JSON', { tags: ['full'] }, async () => {
    expect(await refusal({ withoutJson: true })).toMatch(/without its JSON/);
  });

  test('a store that follows other packages of the same chain, with the package that differs', async () => {
    const index = await emptyIndex();
    const first = await follow(index, await node({ tip: 3 }));
    await first.seeded;
    await first.stop();
    const workflow = `0x${'7'.repeat(64)}`;
    const deployment = { ...network, packages: { ...network.packages, workflow } };
    const { seeded } = await follow(index, await node(), { deployment });
    await expect(seeded).rejects.toThrow(
      `other packages of chain ${CHAIN_ID}: workflow ${network.packages.workflow} instead of ${workflow}. Use another DATA_DIR`,
    );
  });

  test(
    'a store with a log of its own, and one that follows another network',
    { tags: ['full'] },
    async () => {
      const recorded = await emptyIndex();
      await recorded.log.append(LINES.slice(0, 1));
      await expect(follow(recorded, await node())).rejects.toThrow(/a log of its own/);

      const index = await emptyIndex();
      const first = await follow(index, await node());
      await first.seeded;
      await first.stop();
      const chainId = '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD';
      const deployment = { ...network, name: 'other', chainId };
      const { seeded } = await follow(index, await node({ chainId }), { deployment });
      await expect(seeded).rejects.toThrow(
        /follows double \(chain 4bti.*\)\. Use another DATA_DIR to follow other/,
      );
    },
  );

  test('a store whose next checkpoint was pruned meanwhile', { tags: ['full'] }, async () => {
    const index = await emptyIndex();
    const first = await follow(index, await node({ tip: 3 }));
    await first.seeded;
    await first.stop();
    const { seeded } = await follow(index, await node({ floor: 1_100n }), { from: 1_100n });
    await expect(seeded).rejects.toThrow(/use an empty DATA_DIR with CHAIN_FROM=1100/);
  });
});

test(
  'CHAIN_FROM begins later; a history address reads what the node has pruned',
  { tags: ['full'] },
  async () => {
    const from = CHECKPOINTS[HALF]?.sequence ?? 0n;
    const later = await emptyIndex();
    const first = await follow(later, await node({ floor: from }), { from });
    await first.seeded;
    expect(await readChainState(later.db, later.log)).toMatchObject({ from, is_complete: false });
    const rows = await stored(later);
    expect(rows).toEqual(ALL.slice(-rows.length));
    expect(rows.length).toBeLessThan(ALL.length);

    const whole = await emptyIndex();
    const archive = await node({ unimplemented: ['SubscribeEvents', 'SubscribeCheckpoints'] });
    const second = await follow(whole, await node({ floor: from }), {
      history: { url: archive.url, token: undefined, tokenHeader: 'x-token' },
    });
    await second.seeded;
    expect(await stored(whole)).toEqual(ALL);
  },
);

test('reports that an existing store begins elsewhere than CHAIN_FROM', async () => {
  const index = await emptyIndex();
  const reportOf = async (from?: bigint) => {
    const { seeded, stop, reported } = await follow(index, await node({ tip: 3 }), { from });
    await seeded;
    await stop();
    return reported.join();
  };
  expect(await reportOf()).not.toContain('CHAIN_FROM');
  expect(await reportOf(1_000n)).not.toContain('CHAIN_FROM');
  expect(await reportOf(1_002n)).toContain(
    'CHAIN_FROM=1002 is ignored: this store begins at checkpoint 1000. Use an empty DATA_DIR to begin elsewhere.',
  );
});
