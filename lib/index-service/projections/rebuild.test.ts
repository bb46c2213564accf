import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { executionStory, iteration, plain } from '@/lib/index-service/testing/execution-story';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id, snapshot, toolFields } from '@/lib/index-service/testing/recorded-events';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';
import { stringifyJson } from '@/lib/json/exact';
import { count } from '@/scripts/test-size';
import { allProjections, allSummaries } from './all-projections';
import { createProjector } from './projector';

const NETWORKS = count(2, 40);

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
});
afterAll(() => index.close());

/** Every table, row by row. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { table, form } of allProjections) {
    const key = form === 'object' ? 'key' : 'id';
    tables[table] = await index.db.query(`select * from ${table} order by ${key}`);
  }
  for (const table of allSummaries.flatMap((summary) => summary.tables))
    tables[table] = (await index.db.query(`select * from ${table}`))
      .filter(({ visits }) => visits !== 0n)
      .map((row) => stringifyJson(row))
      .sort();
  tables['row_counts'] = await index.db.query(
    'select * from row_counts where rows <> 0 order by table_name, column_name, value',
  );
  return tables;
}

const stake = (cap: string, amount: number) =>
  event('StakeDepositedEvent', {
    registry: id('registry'),
    leader_cap_id: id(cap),
    staker: id('bob'),
    amount,
    minted_shares: amount,
    total_shares: amount * 2,
    pool_total: amount * 3,
    at_ms: 1,
  });
const slashed = (cap: string, amount: number) =>
  event('StakeSlashedEvent', { registry: id('registry'), leader_cap_id: id(cap), amount, at_ms: amount });

/** A line of every family, over few objects, so that rows are touched again and again. */
const anyLine = fc
  .tuple(fc.constantFrom('a', 'b'), fc.nat(2), fc.nat(999), fc.nat(10))
  .map(([name, walk, amount, which]): RecordedLine => {
    const story = executionStory(name);
    const fqn = `xyz.example.${name}x@1`;
    const lines: (() => RecordedLine)[] = [
      () => story.request(walk, plain('v')),
      () => story.committed(walk, plain('v')),
      () => story.advanced(walk, iteration('v', walk, 3), { p: { one: { kind: 'data', data: amount } } }),
      () => story.ended(walk, plain('w')),
      () => story.paid({ variant: 'UserFunded', user: id(name) }, amount),
      () => story.refilled(amount),
      () => stake(name, amount),
      () => slashed(name, amount),
      () => event('ToolRegisteredEvent', { tool: id(fqn), fqn }),
      () => event('ToolUnregisteredEvent', { tool: id(fqn), fqn }),
      () => snapshot('tool', fqn, toolFields({ vault_balance_us: amount })),
    ];
    const made = lines[which]?.() ?? story.requested();
    return 'kind' in made && made.onchain_at !== undefined && amount % 3 === 0
      ? { ...made, onchain_at: null }
      : made;
  });

test('however the log is cut into batches, and replayed or followed, the rows are the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 8 }),
      async (drawn, sizes) => {
        const lines = drawn.map((line, n) =>
          'kind' in line ? { ...line, tx_digest: event('x', { n }).tx_digest } : line,
        );
        await index.log.reset();
        await index.log.append(lines, { indexedAt: () => '2026-11-02T00:00:00.000Z' });
        const inOne = await everything();
        await index.log.reset();
        for (let from = 0, turn = 0; from < lines.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          await index.log.append(lines.slice(from, from + size), {
            indexedAt: () => '2026-11-02T00:00:00.000Z',
          });
          from += size;
        }
        expect(await everything()).toEqual(inOne);
        await index.projector.rebuild();
        expect(await everything()).toEqual(inOne);
      },
    ),
    { numRuns: count(5, 40) },
  );
});

test('of any simulated network, from its start or from its middle, a rebuild gives the rows that following gave', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.integer({ min: 0, max: 3_000 }),
      sizes,
      fc.integer({ min: 1, max: 500 }),
      async (seed, skipped, chunks, batch) => {
        const lines = simulatedLines(`network-${seed}`, count(500, 800), { skip: skipped });
        await index.log.reset();
        for (let from = 0, turn = 0; from < lines.length; turn += 1) {
          const size = chunks[turn % chunks.length] ?? 1;
          await index.log.append(lines.slice(from, from + size));
          from += size;
        }
        const followed = await everything();
        await createProjector(index.db, allProjections, batch).rebuild();
        expect(await everything()).toEqual(followed);
      },
    ),
    { numRuns: NETWORKS },
  );
}, 600_000);

test('a store made by other read models is rebuilt when it is prepared, and only then', async () => {
  await index.log.reset();
  await index.log.append([stake('a', 1), stake('b', 2)]);
  const before = await everything();
  expect(await index.projector.prepare()).toBe(false);
  const fewer = createProjector(index.db, allProjections.slice(0, 3));
  expect(await fewer.prepare()).toBe(true);
  expect(await index.projector.prepare()).toBe(true);
  expect(await everything()).toEqual(before);
});

test('reads and appends continue during a rebuild, and a read in progress is waited for', async () => {
  await index.log.reset();
  const lines = simulatedLines('rebuild', 900);
  await index.log.append(lines.slice(0, 600));

  let rebuilt = false;
  const projector = createProjector(index.db, allProjections, 100);
  const rebuild = projector.rebuild({ exclusive: index.log.exclusive }).then(() => (rebuilt = true));
  const longRead = index.db.transaction(async (tx) => {
    await tx.query('select * from executions limit 1');
    await sleep(1_200);
    return tx.query<{ dags: bigint }>('select count(*) as dags from dags');
  });
  const totals: (number | null)[] = [];
  for (let from = 600; from < lines.length; from += 50) {
    await index.log.append(lines.slice(from, from + 50));
    totals.push((await index.answer('dags.list')).metadata.total_items);
  }
  while (!rebuilt) {
    totals.push((await index.answer('dags.list')).metadata.total_items);
    await sleep(20);
  }
  await rebuild;
  expect((await longRead)[0]?.dags).toBeGreaterThan(0n);
  expect(totals).toEqual(totals.toSorted((a, b) => Number(a) - Number(b)));
  expect(Number(index.log.tip())).toBe(lines.length);
  const during = await everything();
  await index.projector.rebuild();
  expect(await everything()).toEqual(during);
});
