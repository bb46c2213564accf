import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import { graphCounts } from '@/lib/dag/counts';
import { flowGraph } from '@/lib/dag/flow-graph';
import { ingestLines } from '@/lib/index-service/log/ingest';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import { event, id, snapshot, toolFields } from '@/lib/index-service/testing/recorded-events';

const TOOL = '../shared/tools/dag-to-events.mjs';
const DEFINITIONS = '../shared/spec/dags';

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
});
afterAll(() => index.close());

const nameField = (name: string) => ({ name });

function edgeEvent(dag: string, kind: string, from: string, to: string) {
  return event('DAGEdgeAddedEvent', {
    dag,
    from_vertex: nameField(from),
    edge: {
      from: { variant: nameField('ok'), port: nameField('out') },
      to: { vertex: nameField(to), port: nameField('in') },
      kind: { variant: kind },
    },
  });
}

test('a structure comes out as it went in: all edge kinds, groups, defaults, outputs, in order', async () => {
  const dag = id('all kinds');
  const kinds = ['Normal', 'ForEach', 'Collect', 'DoWhile', 'Break', 'Static'];
  const vertex = (name: string, kind: object) =>
    event('DAGVertexAddedEvent', { dag, vertex: nameField(name), kind });
  const entry = (group: string, name: string, port: string) =>
    event('DAGEntryVertexInputPortAddedEvent', {
      dag,
      vertex: nameField(name),
      entry_port: nameField(port),
      entry_group: nameField(group),
    });
  await index.log.append([
    event('DAGCreatedEvent', { dag }, { sender: 'ann' }),
    vertex('zero', { variant: 'OnChain', tool_fqn: 'xyz.example.one@1' }),
    ...kinds.map((kind) => vertex(`to ${kind}`, { variant: 'OffChain', tool_fqn: 'xyz.example.two@1' })),
    entry('second', 'zero', 'b'),
    entry('first', 'zero', 'a'),
    entry('second', 'zero', 'c'),
    ...kinds.map((kind) => edgeEvent(dag, kind, 'zero', `to ${kind}`)),
    event('DAGDefaultValueAddedEvent', {
      dag,
      vertex: nameField('zero'),
      port: nameField('d'),
      value: {
        many: [
          { kind: 'data', data: 9007199254740993n },
          { kind: 'object', id: id('thing') },
        ],
      },
    }),
    event('DAGOutputAddedEvent', {
      dag,
      vertex: nameField('zero'),
      output: { variant: nameField('ok'), port: nameField('out') },
    }),
  ]);
  const structure = await index.answer('dags.structure', { dag_object_id: dag });
  expect(structure.finalized_at).toBeNull();
  expect(structure.vertices.map((vertex) => [vertex.name, vertex.kind])).toEqual([
    ['zero', 'on_chain'],
    ...kinds.map((kind) => [`to ${kind}`, 'off_chain']),
  ]);
  expect(structure.edges.map((edge) => edge.kind)).toEqual([
    'normal',
    'for_each',
    'collect',
    'do_while',
    'break',
    'static',
  ]);
  expect(structure.edges[0]).toEqual({
    from: { vertex: 'zero', variant: 'ok', port: 'out' },
    to: { vertex: 'to Normal', port: 'in' },
    kind: 'normal',
  });
  const ports = (...names: string[]) => names.map((port) => ({ vertex: 'zero', port }));
  expect(structure.entry_groups).toEqual([
    { name: 'second', ports: ports('b', 'c') },
    { name: 'first', ports: ports('a') },
  ]);
  expect(structure.default_values).toEqual([
    {
      vertex: 'zero',
      port: 'd',
      value: {
        many: [
          { kind: 'data', data: 9007199254740993n },
          { kind: 'object', object_id: id('thing') },
        ],
      },
    },
  ]);
  expect(structure.output_variants).toEqual([{ vertex: 'zero', variant: 'ok', port: 'out' }]);
  const figures = { vertices: 7, edges: 6, loops: 0, tools: 2, last_run_at: null };
  expect(await index.answer('dags.get', { dag_object_id: dag })).toMatchObject(figures);
});

test('a DAG says when its newest execution started', async () => {
  const story = executionStory('run');
  await index.log.append([event('DAGCreatedEvent', { dag: story.dag }, { sender: 'ann' })]);
  const lastRun = async () => (await index.answer('dags.get', { dag_object_id: story.dag })).last_run_at;
  expect(await lastRun()).toBeNull();
  await index.log.append([story.requested(), story.request(0, plain('fetch'))]);
  const [run] = (await index.answer('executions.list', {}, { dag_object_id: story.dag })).items;
  expect(await lastRun()).toBe(run?.onchain_created_at);
});

test('a DAG says what a skill does that is bound to it, else what the skill of its newest execution does', async () => {
  const story = executionStory('described');
  const described = (skill_id: number, description: string) =>
    snapshot(
      'skill',
      `${story.agent_id}/${skill_id}`,
      { active: true, description },
      '2026-11-01T12:00:00.000Z',
    );
  const registered = (skill_id: number, dag_binding: object) =>
    event('SkillRegisteredEvent', { agent_id: story.agent_id, skill_id, dag_id: story.dag, dag_binding });
  const words = async () => (await index.answer('dags.get', { dag_object_id: story.dag })).skill_description;
  await index.log.append([
    event('DAGCreatedEvent', { dag: story.dag }, { sender: 'ann' }),
    registered(7, { variant: 'RuntimeSelected' }),
    described(7, 'Adds.'),
  ]);
  expect(await words()).toBeNull();
  await index.log.append([story.requested(), story.request(0, plain('fetch'))]);
  expect(await words()).toBe('Adds.');
  await index.log.append([
    registered(8, { variant: 'Pinned', dag_id: story.dag }),
    described(8, 'Multiplies.'),
  ]);
  expect(await words()).toBe('Multiplies.');
});

test('DAGs are listed newest first and filtered by creator and by seal', async () => {
  const [old, sealed] = [id('old'), id('sealed')];
  await index.log.append([
    event('DAGCreatedEvent', { dag: old }, { sender: 'cat' }),
    event('DAGCreatedEvent', { dag: sealed }, { sender: 'cat', at: null }),
    event('DAGFinalizedEvent', { dag: sealed }, { at: null }),
    event('DAGFinalizedEvent', { dag: id('never seen created') }),
  ]);
  const of = (query: Record<string, string>) =>
    index
      .answer('dags.list', {}, { creator: id('cat'), ...query })
      .then((page) => page.items.map((item) => item.object_id));
  expect(await of({})).toEqual([sealed, old]);
  expect(await of({ finalized: 'true' })).toEqual([sealed]);
  expect(await of({ finalized: 'false' })).toEqual([old]);
  const all = await index.answer('dags.list');
  expect(all.items.map((item) => item.object_id)).not.toContain(id('never seen created'));
});

test('a seal without chain time has the time of the log until the chain time is filled in', async () => {
  const sealed = id('sealed');
  const before = await index.answer('dags.get', { dag_object_id: sealed });
  expect(before.onchain_created_at).toBeNull();
  expect(before.finalized_at).toBe(before.updated_at);
  const at = '2026-10-31T23:00:00.000Z';
  await index.log.append([event('DAGFinalizedEvent', { dag: sealed }, { at })]);
  const after = await index.answer('dags.get', { dag_object_id: sealed });
  expect(after).toEqual({ ...before, finalized_at: at });
});

const vertexEvent = (dag: string, name: string, tool_fqn = `x.${name}@1`) =>
  event('DAGVertexAddedEvent', { dag, vertex: nameField(name), kind: { variant: 'OffChain', tool_fqn } });

test.each<[string, (dag: string) => ReturnType<typeof event>[], object]>([
  [
    'a cycle of plain edges',
    (dag) => [
      ...['a', 'b'].map((name) => vertexEvent(dag, name)),
      edgeEvent(dag, 'Normal', 'a', 'b'),
      edgeEvent(dag, 'Normal', 'b', 'a'),
    ],
    { vertices: 2, edges: 2, loops: 1, tools: 2 },
  ],
  [
    'a vertex that leads to itself, twice',
    (dag) => [vertexEvent(dag, 'a'), edgeEvent(dag, 'Normal', 'a', 'a'), edgeEvent(dag, 'DoWhile', 'a', 'a')],
    { vertices: 1, edges: 2, loops: 1, tools: 1 },
  ],
  [
    'a do_while edge that closes nothing',
    (dag) => [vertexEvent(dag, 'a'), vertexEvent(dag, 'b'), edgeEvent(dag, 'DoWhile', 'a', 'b')],
    { vertices: 2, edges: 1, loops: 0, tools: 2 },
  ],
  [
    'a name that was added twice',
    (dag) => [vertexEvent(dag, 'a', 'x.first@1'), vertexEvent(dag, 'a', 'x.second@1')],
    { vertices: 1, edges: 0, loops: 0, tools: 1 },
  ],
  [
    'an edge to a vertex that was never added',
    (dag) => [vertexEvent(dag, 'a'), edgeEvent(dag, 'Normal', 'a', 'gone')],
    { vertices: 2, edges: 1, loops: 0, tools: 1 },
  ],
  [
    'a vertex named __proto__',
    (dag) => [vertexEvent(dag, '__proto__'), edgeEvent(dag, 'Normal', '__proto__', '__proto__')],
    { vertices: 1, edges: 1, loops: 1, tools: 1 },
  ],
])('the list counts %s as the page draws it', async (name, build, figures) => {
  for (const step of ['at once', 'one by one']) {
    const dag = id(`${name} ${step}`.slice(0, 32));
    const sender = `counted ${name}`.slice(0, 32);
    const events = [event('DAGCreatedEvent', { dag }, { sender }), ...build(dag)];
    if (step === 'at once') await index.log.append(events);
    else for (const each of events) await index.log.append([each]);
    const [row] = (await index.answer('dags.list', {}, { creator: id(sender) })).items;
    expect(row).toMatchObject(figures);
    const structure = await index.answer('dags.structure', { dag_object_id: dag });
    expect(graphCounts(flowGraph(structure))).toEqual(figures);
    const { loops } = figures as { loops: number };
    const looped = await index.answer('dags.list', {}, { creator: id(sender), has_loops: 'true' });
    expect(looped.items.length > 0).toBe(loops > 0);
  }
});

test('DAGs are filtered by size, loops and a tool of theirs', async () => {
  const [looped, straight] = [id('looped'), id('straight')];
  await index.log.append([
    event('DAGCreatedEvent', { dag: looped }, { sender: 'dora' }),
    vertexEvent(looped, 'a', 'xyz.example.first@1'),
    vertexEvent(looped, 'b', 'xyz.example.second@1'),
    edgeEvent(looped, 'Normal', 'a', 'b'),
    edgeEvent(looped, 'DoWhile', 'b', 'a'),
    event('DAGCreatedEvent', { dag: straight }, { sender: 'dora' }),
    vertexEvent(straight, 'a', 'xyz.example.first@1'),
  ]);
  const of = async (query: Record<string, string>) => {
    const { items, metadata } = await index.answer('dags.list', {}, { creator: id('dora'), ...query });
    expect(metadata.total_items).toBe(items.length);
    return items.map((item) => item.object_id);
  };
  expect(await of({ min_vertices: '2' })).toEqual([looped]);
  expect(await of({ max_vertices: '1' })).toEqual([straight]);
  expect(await of({ min_vertices: '1', max_vertices: '2' })).toEqual([straight, looped]);
  expect(await of({ has_loops: 'true' })).toEqual([looped]);
  expect(await of({ has_loops: 'false' })).toEqual([straight]);
  expect(await of({ tool_fqn: 'xyz.example.first@1' })).toEqual([straight, looped]);
  expect(await of({ tool_fqn: 'xyz.example.second@1' })).toEqual([looped]);
  expect(await of({ tool_fqn: 'xyz.example' })).toEqual([]);
  await index.log.append([vertexEvent(straight, 'a', 'xyz.example.never-drawn@1')]);
  expect(await of({ tool_fqn: 'xyz.example.never-drawn@1' })).toEqual([]);
});

test('a tool says how many of the listed DAGs use it', async () => {
  const fqn = 'xyz.example.counted@1';
  const vertex = (dag: string, name: string) =>
    event('DAGVertexAddedEvent', {
      dag: id(dag),
      vertex: nameField(name),
      kind: { variant: 'OffChain', tool_fqn: fqn },
    });
  await index.log.append([
    event('ToolRegisteredEvent', { tool: id('counted'), fqn }),
    snapshot('tool', fqn, toolFields()),
  ]);
  const count = async () => {
    const { items } = await index.answer('tools.list', {}, { fqn });
    const detail = await index.answer('tools.get', { fqn });
    expect(detail.dags).toBe(items[0]?.dags);
    return detail.dags;
  };
  const isUsed = async () => {
    const [used, unused] = await Promise.all(
      ['true', 'false'].map(
        async (value) => (await index.answer('tools.list', {}, { fqn, used: value })).items.length,
      ),
    );
    return [used, unused];
  };
  expect(await count()).toBe(0);
  expect(await isUsed()).toEqual([0, 1]);
  await index.log.append([
    event('DAGCreatedEvent', { dag: id('uses twice') }),
    vertex('uses twice', 'a'),
    vertex('uses twice', 'b'),
    vertex('creation not seen', 'a'),
  ]);
  expect(await count()).toBe(1);
  expect(await isUsed()).toEqual([1, 0]);
  const { metadata } = await index.answer('dags.list', {}, { tool_fqn: fqn });
  expect(metadata.total_items).toBe(1);
});

test('created_after and created_before are inclusive', async () => {
  const { created_at } = await index.answer('dags.get', { dag_object_id: id('sealed') });
  const count = async (query: Record<string, string>) =>
    (await index.answer('dags.list', {}, { creator: id('cat'), ...query })).metadata.total_items;
  expect(await count({ created_after: created_at, created_before: created_at })).toBe(2);
  const later = new Date(Date.parse(created_at) + 1).toISOString();
  expect(await count({ created_after: later })).toBe(0);
});

test('an unknown DAG is not found', async () => {
  await expect(index.answer('dags.get', { dag_object_id: id('nothing') })).rejects.toMatchObject({
    status: 404,
  });
  await expect(index.answer('dags.structure', { dag_object_id: id('nothing') })).rejects.toMatchObject({
    status: 404,
  });
});

test.skipIf(!existsSync(TOOL) || !existsSync(DEFINITIONS))(
  'the DAG definitions beside the repository come out as expected (skipped where they are absent)',
  async () => {
    const files = readdirSync(DEFINITIONS)
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${DEFINITIONS}/${name}`);
    const run = (...flags: string[]) =>
      execFileSync(process.execPath, [TOOL, ...flags, ...files], { encoding: 'utf8' });
    await ingestLines(index.log, run().split('\n'));
    const expected = JSON.parse(run('--expect')) as Record<string, DagStructure>;
    expect(Object.keys(expected)).toHaveLength(files.length);
    for (const [dag_object_id, structure] of Object.entries(expected)) {
      const { finalized_at, ...rest } = await index.answer('dags.structure', { dag_object_id });
      expect(rest).toEqual(structure);
      expect(finalized_at).toBe('2026-11-01T00:00:00.000Z');
    }
  },
);
