// Statistics of failures against the executions' own figures, and against hand-written runs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Execution } from '@/lib/contract/executions';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import {
  allOf,
  isWithin,
  middleOf,
  openSimulatedIndex,
  UNNAMED,
} from '@/lib/index-service/testing/simulated-index';

let index: MemoryIndex;
let rows: Execution[];
const story = executionStory('failing');
const hostile = executionStory('hostile');
const storyDags = [story.dag, hostile.dag];

beforeAll(async () => {
  index = await openSimulatedIndex([
    story.requested(),
    story.request(0, plain('a')),
    story.request(1, plain('b')),
    // Recovered by the second leader.
    story.missed(0, plain('a')),
    story.advanced(0, plain('a')),
    story.request(0, plain('c')),
    story.failed(0, plain('c')),
    story.errEval(1, plain('b'), 'TerminalToolFailure', 'no route'),
    story.aborted(1, plain('b')),
    story.finished(true, false, true),
    hostile.requested(),
    hostile.request(0, plain('a')),
    hostile.errEval(0, plain('a\u0000'), 'Retryable', 'nul \u0000 and half \ud800 a pair'),
  ]);
  rows = await allOf(index, 'executions.list');
});
afterAll(() => index.close());

const stats = (query: Record<string, string>) => index.answer('stats.failures', {}, query);
const none = { ...UNNAMED, executions: 1, causes: 0, aborted_execution: 0, failed_walk: 0, recovered: 0 };

test('each failed visit of a run, and which one caused the run to fail', async () => {
  const { groups } = await stats({ dag_object_id: story.dag, group_by: 'vertex' });
  expect(groups).toEqual([
    { ...none, group: `${story.dag}/a`, count: 1, recovered: 1 },
    { ...none, group: `${story.dag}/b`, count: 1, causes: 1, aborted_execution: 1 },
    { ...none, group: `${story.dag}/c`, count: 1, failed_walk: 1 },
  ]);
  const recovered = { dag_object_id: story.dag, group_by: 'vertex', order_by: 'recovered.desc', limit: '1' };
  expect((await stats(recovered)).groups).toMatchObject([{ group: `${story.dag}/a` }]);
  const byReason = await stats({ dag_object_id: story.dag, group_by: 'failure_reason' });
  expect(byReason.groups.map(({ group }) => group)).toEqual(['late', 'no route', 'out of luck']);
  const ofClass = await stats({ dag_object_id: story.dag, failure_class: 'terminal_tool_failure' });
  expect(ofClass.groups).toEqual([{ ...none, count: 1, causes: 1, aborted_execution: 1 }]);
});

test.each([
  ['vertex', (row: Execution) => `${row.dag_object_id}/${row.failed_vertex ?? ''}`],
  ['tool', (row: Execution) => row.failed_tool_fqn],
  ['skill', (row: Execution) => `${row.agent_object_id ?? ''}/${row.skill_id ?? ''}`],
  ['failure_class', (row: Execution) => row.failure_class],
  ['failure_reason', (row: Execution) => row.failure_reason],
  ['tool,failure_reason', (row: Execution) => `${row.failed_tool_fqn}, ${row.failure_reason}`],
] as const)('by %s: the causes are those of the executions in the window', async (group_by, groupOf) => {
  const window = middleOf(rows.filter(({ dag_object_id }) => !storyDags.includes(dag_object_id)));
  const failed = rows.filter((row) => isWithin(row, window) && row.failed_vertex !== null);
  expect(failed.length).toBeGreaterThan(3);
  const { groups } = await stats({ ...window, group_by });
  const expected = new Map<string | null, number>();
  for (const row of failed) expected.set(groupOf(row), (expected.get(groupOf(row)) ?? 0) + 1);
  const causes = groups
    .filter((group) => group.causes > 0)
    .map(
      ({ group, subgroup, causes }) => [subgroup === null ? group : `${group}, ${subgroup}`, causes] as const,
    );
  expect(new Map(causes)).toEqual(expected);
  for (const group of groups) {
    expect(group.aborted_execution + group.failed_walk + group.recovered).toBe(group.count);
    expect(group.executions).toBeLessThanOrEqual(group.count);
  }
});

test('text that a store cannot hold is served without it', async () => {
  const { groups } = await stats({ dag_object_id: hostile.dag, group_by: 'failure_reason' });
  expect(groups).toMatchObject([{ group: 'nul \ufffd and half \ufffd a pair', count: 1, recovered: 1 }]);
});
