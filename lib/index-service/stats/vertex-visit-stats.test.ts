// Statistics of vertices against the events of each execution.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseQuery } from '@/lib/contract/request';
import type { Execution, ExecutionEvent } from '@/lib/contract/executions';
import type { VertexGroup } from '@/lib/contract/stats';
import { executionStory, iteration, plain } from '@/lib/index-service/testing/execution-story';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import {
  allOf,
  entryTimes,
  isWithin,
  meanOf,
  middleOf,
  openSimulatedIndex,
  UNNAMED,
} from '@/lib/index-service/testing/simulated-index';
import { readGroups } from './grouped-answer';
import { vertexRows } from './vertex-visit-stats';

interface Visit {
  execution: Execution;
  vertex: string;
  tool: string | null;
  /** Its cap; null while it is not committed. */
  leader: string | null;
  requested: number | null;
  ended: number | null;
  outcome: 'succeeded' | 'failed' | 'cancelled' | null;
}

let index: MemoryIndex;
let rows: Execution[];
let visits: Visit[];
let caps: ReadonlyMap<string | null, string>;
const story = executionStory('loop');

/** One line every 10 seconds. */
function spaced(lines: readonly ReturnType<typeof story.requested>[]) {
  return lines.map((line, n) => ({
    ...line,
    onchain_at: new Date(Date.UTC(2026, 9, 1) + n * 10_000).toISOString(),
  }));
}

const OUTCOMES: Readonly<Record<string, Visit['outcome']>> = {
  WalkAdvanced: 'succeeded',
  EndStateReached: 'succeeded',
  WalkFailed: 'failed',
  WalkAborted: 'failed',
  WalkCancelled: 'cancelled',
};

async function eventsOf({ object_id }: Execution): Promise<ExecutionEvent[]> {
  const events = await allOf(index, 'executions.events', { execution_object_id: object_id });
  return events.sort((a, b) => Number(a.id) - Number(b.id));
}

/** The visits in the events of one execution, in order. */
function visitsOf(
  execution: Execution,
  events: readonly ExecutionEvent[],
  toolOf: (vertex: string) => string | null,
  timeOf: (id: number) => number | null,
): Visit[] {
  const all: Visit[] = [];
  const latest = new Map<string, Visit>();
  for (const event of events) {
    const requested = event.event_type === 'RequestWalkExecution';
    const isCommit = event.event_type === 'CommittedToolResult';
    const outcome = event.variant === '_err_eval' ? 'failed' : OUTCOMES[event.event_type];
    if (!requested && !isCommit && outcome === undefined) continue;
    const place = `${event.walk_index} ${event.vertex_iteration} ${event.vertex_name}`;
    let visit = latest.get(place);
    if (isCommit) {
      if (visit?.outcome === null) visit.leader = caps.get(event.leader) ?? event.leader;
      continue;
    }
    if (visit === undefined || (requested && visit.outcome !== null)) {
      const vertex = event.vertex_name;
      visit = {
        execution,
        vertex,
        tool: toolOf(vertex),
        leader: null,
        requested: null,
        ended: null,
        outcome: null,
      };
      latest.set(place, visit);
      all.push(visit);
    }
    if (requested) visit.requested ??= timeOf(Number(event.id));
    else if (visit.outcome === null) {
      visit.ended = timeOf(Number(event.id));
      visit.outcome = outcome ?? null;
    }
  }
  return all;
}

beforeAll(async () => {
  index = await openSimulatedIndex(
    spaced([
      story.requested(),
      story.request(0, plain('again')),
      story.advanced(0, plain('again')),
      story.request(0, plain('again')),
      story.request(0, plain('again')),
      story.failed(0, plain('again')),
      story.request(1, iteration('again', 0, 2)),
      story.cancelled(1, iteration('again', 0, 2)),
      story.request(2, iteration('again', 1, 2)),
      // Its request was before the log begins.
      story.aborted(3, plain('again')),
      // Results of no call: one that has ended, and one whose request is missing.
      story.committed(0, plain('again')),
      story.committed(4, plain('again')),
    ]),
  );
  rows = await allOf(index, 'executions.list');
  const leaders = await allOf(index, 'leaders.list');
  caps = new Map(leaders.map(({ leader_address, leader_cap_id }) => [leader_address, leader_cap_id]));
  const times = await entryTimes(index);
  visits = [];
  const tools = new Map<string, Map<string, string>>();
  for (const execution of rows) {
    const { dag_object_id } = execution;
    if (!tools.has(dag_object_id)) {
      const structure = await index.answer('dags.structure', { dag_object_id }).catch(() => null);
      const ofVertices = (structure?.vertices ?? []).map(
        ({ name, tool_fqn }) => [name, tool_fqn ?? ''] as const,
      );
      tools.set(dag_object_id, new Map(ofVertices));
    }
    const toolOf = (vertex: string) => tools.get(dag_object_id)?.get(vertex) ?? null;
    const timeOf = (id: number) => times.get(id) ?? null;
    visits.push(...visitsOf(execution, await eventsOf(execution), toolOf, timeOf));
  }
});
afterAll(() => index.close());

const stats = (query: Record<string, string>) => index.answer('stats.vertices', {}, query);

function figuresOf(of: readonly Visit[]) {
  const durations = of
    .flatMap(({ requested, ended }) =>
      requested === null || ended === null ? [] : BigInt(ended - requested),
    )
    .sort((a, b) => Number(a - b));
  const nth = (share: number) => durations[Math.ceil(share * durations.length) - 1] ?? null;
  const count = (outcome: string) => of.filter((visit) => visit.outcome === outcome).length;
  return {
    count: of.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    timed: durations.length,
    duration_p50_ms: nth(0.5),
    duration_p95_ms: nth(0.95),
    duration_max_ms: durations.at(-1) ?? null,
    duration_mean_ms: meanOf(durations),
  };
}

test('all visits of all executions', async () => {
  expect(visits.length).toBeGreaterThan(400);
  expect((await stats({})).groups).toEqual([{ ...UNNAMED, ...figuresOf(visits) }]);
});

test.each([
  ['vertex', ({ execution, vertex }: Visit) => `${execution.dag_object_id}/${vertex}`],
  ['tool', ({ tool }: Visit) => tool],
  ['dag', ({ execution }: Visit) => execution.dag_object_id],
  ['leader', ({ leader }: Visit) => leader],
  ['leader,tool', ({ leader, tool }: Visit) => `${leader} of ${tool}`],
  ['tool,dag', ({ tool, execution }: Visit) => `${tool} of ${execution.dag_object_id}`],
  ['skill', ({ execution }: Visit) => `${execution.agent_object_id}/${execution.skill_id}`],
  ['agent,tool', ({ tool, execution }: Visit) => `${execution.agent_object_id} of ${tool}`],
] as const)('by %s, of the executions created in a window', async (group_by, groupOf) => {
  const window = middleOf(rows);
  const inside = visits.filter(({ execution }) => isWithin(execution, window));
  const { groups } = await stats({ ...window, group_by });
  const names = new Set(inside.map(groupOf));
  expect(names.size).toBeGreaterThan(5);
  const found = new Map(
    groups.map((group) => [
      group.subgroup === null ? group.group : `${group.group} of ${group.subgroup}`,
      group,
    ]),
  );
  expect([...found.keys()].sort()).toEqual([...names].sort());
  for (const name of names) {
    const expected = figuresOf(inside.filter((visit) => groupOf(visit) === name));
    expect(found.get(name)).toMatchObject(expected);
  }
});

test('a tool, a vertex and a DAG narrow it down', async () => {
  const { tool, vertex, execution } = visits.find((visit) => visit.tool !== null)!;
  const ofTool = visits.filter((visit) => visit.tool === tool);
  expect((await stats({ tool_fqn: tool! })).groups[0]).toMatchObject(figuresOf(ofTool));
  const { dag_object_id } = execution;
  const ofVertex = visits.filter(
    (visit) => visit.vertex === vertex && visit.execution.dag_object_id === dag_object_id,
  );
  expect((await stats({ dag_object_id, vertex_name: vertex })).groups[0]).toMatchObject(figuresOf(ofVertex));
});

test('a loop visits a vertex again, a repeated request does not, and what is open or cut off is not timed', async () => {
  const { groups } = await stats({ dag_object_id: story.dag, group_by: 'vertex' });
  expect(groups).toEqual([
    {
      ...UNNAMED,
      group: `${story.dag}/again`,
      count: 5,
      succeeded: 1,
      failed: 2,
      cancelled: 1,
      timed: 3,
      duration_p50_ms: 10_000n,
      duration_p95_ms: 20_000n,
      duration_max_ms: 20_000n,
      duration_mean_ms: 13_333n,
    },
  ]);
});

test('the events of calls are as many as the figures count: by tool, vertex, skill and outcome, in a window', async () => {
  const { from, to } = middleOf(rows);
  const bounds = { started_after: from, started_before: new Date(Date.parse(to) - 1).toISOString() };
  const listed = async (query: Record<string, string>) =>
    (await index.answer('events.list', {}, { ...bounds, ...query })).metadata.total_items;
  const count = async (query: Record<string, string>) =>
    (await stats({ from, to, ...query })).groups[0]?.count ?? 0;
  const { tool, leader, vertex, execution } = visits.find(
    (visit) => visit.tool !== null && visit.leader !== null && isWithin(visit.execution, { from, to }),
  )!;
  const { dag_object_id, agent_object_id, skill_id } = execution;
  const selections: readonly (Readonly<Record<string, string>> & { call?: string })[] = [
    {},
    { tool_fqn: tool! },
    { dag_object_id, vertex_name: vertex },
    { agent_object_id: agent_object_id!, skill_id: String(skill_id) },
    { status: 'failed,aborted' },
    // Without `call` they are all records of the leader.
    { call: 'succeeded,failed,cancelled,unfinished', leader_cap_id: leader! },
  ];
  for (const filters of selections) {
    const { call: _call, ...counted } = filters;
    expect(await count(counted)).toBeGreaterThan(0);
    expect(await listed(filters), JSON.stringify(filters)).toBe(await count(counted));
  }
  const inside = visits.filter((visit) => isWithin(visit.execution, { from, to }));
  for (const outcome of ['succeeded', 'failed', 'cancelled', null] as const)
    expect(await listed({ call: outcome ?? 'unfinished' }), String(outcome)).toBe(
      inside.filter((visit) => visit.outcome === outcome).length,
    );
  // Each is the event that ended the call.
  const { items } = await index.answer('events.list', {}, { dag_object_id: story.dag });
  expect(items.map(({ kind }) => kind)).toEqual([
    'WalkAbortedEvent',
    'RequestWalkExecutionEvent',
    'WalkCancelledEvent',
    'WalkFailedEvent',
    'WalkAdvancedEvent',
  ]);
});

/** Within 2 %, or a millisecond. */
function isClose(approximate: bigint | null, exact: bigint | null): boolean {
  if (approximate === null || exact === null) return approximate === exact;
  return Math.abs(Number(approximate - exact)) <= Math.max(1, 0.02 * Number(exact));
}

test.each(['none', 'hour', 'day', 'week'])('by %s: the counters give the same figures', async (bucket) => {
  const { from, to } = middleOf(rows);
  const tool_fqn = visits.find(({ tool }) => tool !== null)?.tool ?? '';
  const queries: Record<string, string>[] = [
    {},
    { from, to, group_by: 'tool' },
    { from, tool_fqn },
    { to, group_by: 'tool' },
  ];
  for (const query of queries) {
    const parsed = parseQuery('stats.vertices', new URLSearchParams({ ...query, bucket }), { closed: true });
    const [exact, counted] = await Promise.all(
      [undefined, 0].map(async (most) =>
        readGroups<VertexGroup>(index.db, parsed, await vertexRows(parsed, index.db, most)),
      ),
    );
    if (exact === undefined || counted === undefined) throw new Error('two answers');
    expect(counted.left_out).toBe(exact.left_out);
    expect(counted.groups.length).toBeGreaterThan(0);
    const figures = ['duration_p50_ms', 'duration_p95_ms', 'duration_max_ms'] as const;
    const untimed = (group: VertexGroup) => ({
      ...group,
      duration_p50_ms: 0,
      duration_p95_ms: 0,
      duration_max_ms: 0,
    });
    expect(counted.groups.map(untimed)).toEqual(exact.groups.map(untimed));
    for (const [n, group] of counted.groups.entries())
      for (const figure of figures)
        expect(isClose(group[figure], exact.groups[n]?.[figure] ?? null), `${figure} ${group[figure]}`).toBe(
          true,
        );
  }
});
