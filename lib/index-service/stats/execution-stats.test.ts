// Statistics against the rows they summarise: every figure follows from the listing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Execution } from '@/lib/contract/executions';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import {
  allOf,
  isWithin,
  meanOf,
  middleOf,
  openSimulatedIndex,
  UNNAMED,
} from '@/lib/index-service/testing/simulated-index';

let index: MemoryIndex;
let rows: Execution[];
const story = executionStory('timeless');
const timeless = [story.requested(), story.request(0, plain('a')), story.finished(false, true, false)];

beforeAll(async () => {
  index = await openSimulatedIndex(timeless.map((line) => ({ ...line, onchain_at: null })));
  rows = await allOf(index, 'executions.list');
});
afterAll(() => index.close());

const stats = (query: Record<string, string>) => index.answer('stats.executions', {}, query);
const sum = (values: readonly (bigint | null | undefined)[]) =>
  values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);

/** The figures of these rows, from the rows. */
function figuresOf(of: readonly Execution[]) {
  const durations = of.flatMap((row) => row.duration_ms ?? []).sort((a, b) => Number(a - b));
  const nth = (share: number) => durations[Math.ceil(share * durations.length) - 1] ?? null;
  const count = (status: string) => of.filter((row) => row.status === status).length;
  return {
    count: of.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    aborted: count('aborted'),
    timed: durations.length,
    duration_p50_ms: nth(0.5),
    duration_p95_ms: nth(0.95),
    duration_max_ms: durations.at(-1) ?? null,
    duration_mean_ms: meanOf(durations),
    priced: of.filter((row) => typeof row.gas_mist === 'bigint').length,
    gas_mist: sum(of.map((row) => row.gas_mist)),
    tool_cost_mist: sum(of.map((row) => row.tool_cost_mist)),
    priority_fee_mist: sum(of.map((row) => row.priority_fee_mist)),
  };
}

function loopsOf(of: readonly Execution[]) {
  const looped = of.filter((row) => typeof row.loop_iterations === 'bigint');
  const iterations = looped.map((row) => row.loop_iterations ?? 0n);
  return {
    looped: looped.length,
    loop_iterations: sum(iterations),
    loop_iterations_max: iterations.sort((a, b) => Number(b - a))[0] ?? null,
  };
}

test('without parameters: all executions with a time, and how many have none', async () => {
  const { groups, undated, left_out } = await stats({});
  const dated = rows.filter((row) => row.onchain_created_at !== null);
  expect(dated.length).toBeGreaterThan(50);
  expect(groups).toEqual([
    {
      ...UNNAMED,
      ...figuresOf(dated),
      ...loopsOf(dated),
      agents: null,
      dags: null,
      invokers: null,
      funders: null,
      tools: null,
    },
  ]);
  expect({ undated, left_out }).toEqual({ undated: rows.length - dated.length, left_out: 0 });
  expect(undated).toBe(1);
});

test.each([
  ['status', (row: Execution) => row.status],
  ['dag', (row: Execution) => row.dag_object_id],
  ['agent', (row: Execution) => row.agent_object_id],
  ['failure_class', (row: Execution) => row.failure_class ?? null],
  ['failure_reason', (row: Execution) => row.failure_reason ?? null],
  ['failed_tool', (row: Execution) => row.failed_tool_fqn ?? null],
] as const)('by %s in a window: the figures of the rows in it', async (group_by, groupOf) => {
  const window = middleOf(rows);
  const inside = rows.filter((row) => isWithin(row, window));
  const { groups } = await stats({ ...window, group_by });
  const names = new Set(inside.map(groupOf));
  expect(groups).toHaveLength(names.size);
  for (const name of names) {
    const expected = figuresOf(inside.filter((row) => groupOf(row) === name));
    expect(groups.find(({ group }) => group === name)).toMatchObject(expected);
  }
  const counts = groups.map(({ count }) => count);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
});

test('by day: each execution is in the bucket of its day', async () => {
  const { groups } = await stats({ bucket: 'day', status: 'failed' });
  const failed = rows.filter((row) => row.status === 'failed' && row.onchain_created_at !== null);
  const days = new Map<string, number>();
  for (const row of failed) {
    const day = `${(row.onchain_created_at ?? '').slice(0, 10)}T00:00:00.000Z`;
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  expect(groups.map(({ bucket_start, count }) => [bucket_start, count])).toEqual(
    [...days].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
});

test.each(['failed_tool_fqn', 'failed_vertex', 'failure_class', 'failure_reason'] as const)(
  '%s filters as in the list',
  async (filter) => {
    const value = rows.find((row) => row[filter] !== null)?.[filter] ?? '';
    const same = rows.filter((row) => row[filter] === value);
    const { groups } = await stats({ [filter]: value });
    expect(groups[0]?.count).toBe(same.length);
  },
);

test('a time that the log learns later counts at once', async () => {
  const dag = { dag_object_id: story.dag };
  expect(await stats(dag)).toMatchObject({ undated: 1, groups: [] });
  const timed = timeless.map((line, n) => ({ ...line, onchain_at: `2026-10-19T12:00:${n}0.000Z` }));
  await index.log.append(timed);
  const window = { from: '2026-10-19T12:00:00.000Z', to: '2026-10-19T12:00:01.000Z' };
  const { undated, groups } = await stats({ ...dag, ...window });
  expect(undated).toBe(0);
  expect(groups).toMatchObject([{ count: 1, timed: 1, duration_max_ms: 20_000n }]);
  const visits = await index.answer('stats.vertices', {}, { ...dag, ...window });
  expect(visits).toMatchObject({ undated: 0, groups: [{ count: 1, timed: 0 }] });
});
