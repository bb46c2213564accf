// Statistics of cost against the rows of the list.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { costOf, type Execution } from '@/lib/contract/executions';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { allOf, isWithin, middleOf, openSimulatedIndex } from '@/lib/index-service/testing/simulated-index';

let index: MemoryIndex;
let rows: Execution[];

beforeAll(async () => {
  index = await openSimulatedIndex();
  rows = await allOf(index, 'executions.list');
});
afterAll(() => index.close());

function figuresOf(of: readonly Execution[]) {
  const costs = of.flatMap((row) => costOf(row) ?? []).sort((a, b) => Number(a - b));
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  const nth = (share: number) => costs[Math.ceil(share * costs.length) - 1] ?? null;
  const count = BigInt(costs.length);
  return {
    count: of.length,
    priced: costs.length,
    gas_mist: sum(of.flatMap(({ gas_mist }) => gas_mist ?? [])),
    tool_cost_mist: sum(of.flatMap(({ tool_cost_mist }) => tool_cost_mist ?? [])),
    priority_fee_mist: sum(of.flatMap(({ priority_fee_mist }) => priority_fee_mist ?? [])),
    total_mist: sum(costs),
    mean_mist: count === 0n ? null : (sum(costs) * 2n + count) / (count * 2n),
    cost_p50_mist: nth(0.5),
    cost_p95_mist: nth(0.95),
    cost_max_mist: costs.at(-1) ?? null,
  };
}

test.each([
  ['none', () => null],
  ['status', (row: Execution) => row.status],
  ['dag', (row: Execution) => row.dag_object_id],
  ['skill', (row: Execution) => `${row.agent_object_id ?? ''}/${row.skill_id ?? ''}`],
  ['task', (row: Execution) => row.task_object_id],
  ['invoker', (row: Execution) => row.invoker],
] as const)('by %s in a window', async (group_by, groupOf) => {
  const window = middleOf(rows);
  const inside = rows.filter((row) => isWithin(row, window));
  expect(inside.length).toBeGreaterThan(20);
  const { groups } = await index.answer('stats.costs', {}, { ...window, group_by });
  const names = new Set<string | null>(inside.map(groupOf));
  expect(groups).toHaveLength(names.size);
  for (const group of groups) {
    const of = inside.filter((row) => groupOf(row) === group.group);
    const isNamed = group_by === 'skill' || group_by === 'task';
    const title = group.group === null ? null : of[0]?.skill_description;
    expect(group).toMatchObject({
      group: group.group,
      ...(isNamed && { title }),
      ...figuresOf(of),
    });
  }
});
