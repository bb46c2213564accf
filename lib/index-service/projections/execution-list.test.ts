// Filters and orders of GET /executions against the rows of the unfiltered list.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { costOf, type Execution } from '@/lib/contract/executions';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import type { Listing, PageToken } from '@/lib/contract/record';
import { openSimulatedIndex } from '@/lib/index-service/testing/simulated-index';

let index: MemoryIndex;
let rows: Execution[];

async function all(query: Record<string, string> = {}): Promise<Execution[]> {
  const found: Execution[] = [];
  for (let token: PageToken | null = 0; token !== null;) {
    const pageQuery = { ...query, page_size: '100', page_token: String(token) };
    const page: Listing<Execution> = await index.answer('executions.list', {}, pageQuery);
    found.push(...page.items);
    token = page.metadata.next_token;
    if (token === null) expect(page.metadata.total_items).toBe(found.length);
  }
  return found;
}

beforeAll(async () => {
  const timeless = executionStory('timeless');
  const undated = [timeless.requested(), timeless.request(0, plain('a'))];
  index = await openSimulatedIndex(undated.map((line) => ({ ...line, onchain_at: null })));
  rows = await all();
});
afterAll(() => index.close());

const median = (values: readonly bigint[]) => [...values].sort((a, b) => Number(a - b))[values.length >> 1]!;
const startedAt = (row: Execution) => Date.parse(row.onchain_created_at ?? '');
const ids = (some: readonly Execution[]) => some.map(({ object_id }) => object_id);

/** Each with the rows it must select, computed from the rows; both sides of a bound occur, and its own value. */
function cases(): [Record<string, string>, (row: Execution) => boolean][] {
  const duration = median(rows.flatMap(({ duration_ms }) => duration_ms ?? []));
  const cost = median(rows.flatMap((row) => costOf(row) ?? []));
  const failed = rows.find(({ failed_tool_fqn }) => failed_tool_fqn !== null)!;
  const started = [...rows].filter(({ onchain_created_at }) => onchain_created_at !== null);
  const from = started[Math.floor(started.length / 3)]!.onchain_created_at!;
  return [
    [{ min_duration_ms: String(duration) }, (row) => (row.duration_ms ?? -1n) >= duration],
    [
      { max_duration_ms: String(duration) },
      ({ duration_ms }) => typeof duration_ms === 'bigint' && duration_ms <= duration,
    ],
    [{ min_cost_mist: String(cost) }, (row) => (costOf(row) ?? -1n) >= cost],
    [{ max_cost_mist: String(cost) }, (row) => costOf(row) !== null && costOf(row)! <= cost],
    [{ created_after: from }, (row) => startedAt(row) >= Date.parse(from)],
    [{ created_before: from }, (row) => startedAt(row) <= Date.parse(from)],
    [{ failure_class: failed.failure_class! }, (row) => row.failure_class === failed.failure_class],
    [{ failure_reason: failed.failure_reason! }, (row) => row.failure_reason === failed.failure_reason],
    [{ failed_vertex: failed.failed_vertex! }, (row) => row.failed_vertex === failed.failed_vertex],
    [{ failed_tool_fqn: failed.failed_tool_fqn! }, (row) => row.failed_tool_fqn === failed.failed_tool_fqn],
    [{ status: 'aborted,failed' }, ({ status }) => status === 'failed' || status === 'aborted'],
    [
      { status: 'failed', min_duration_ms: String(duration) },
      (row) => row.status === 'failed' && (row.duration_ms ?? -1n) >= duration,
    ],
  ];
}

test('each filter selects exactly the rows that its field says', async () => {
  for (const [query, matches] of cases()) {
    const expected = rows.filter(matches);
    expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0);
    expect(expected.length, JSON.stringify(query)).toBeLessThan(rows.length);
    expect([query, ids(await all(query))]).toEqual([query, ids(expected)]);
  }
});

test('a tool selects the executions of the DAGs that have it', async () => {
  const dags = [...new Set(rows.map(({ dag_object_id }) => dag_object_id))];
  const structures = new Map<string, readonly { tool_fqn: string | null }[]>();
  for (const dag_object_id of dags) {
    // That of the timeless execution was never created.
    const structure = await index.answer('dags.structure', { dag_object_id }).catch(() => null);
    structures.set(dag_object_id, structure?.vertices ?? []);
  }
  const tools = new Set([...structures.values()].flat().map(({ tool_fqn }) => tool_fqn));
  let narrowed = 0;
  for (const tool of tools) {
    if (tool === null) continue;
    const has = (dag: string) => structures.get(dag)!.some(({ tool_fqn }) => tool_fqn === tool);
    const expected = rows.filter(({ dag_object_id }) => has(dag_object_id));
    expect(ids(await all({ tool_fqn: tool }))).toEqual(ids(expected));
    if (expected.length > 0 && expected.length < rows.length) narrowed += 1;
  }
  expect(narrowed).toBeGreaterThan(0);
});

test.each([
  ['duration_ms', (row: Execution) => row.duration_ms],
  ['cost_mist', costOf],
  ['onchain_created_at', (row: Execution) => row.onchain_created_at && BigInt(startedAt(row))],
] as const)(
  'ordered by %s: the whole list, unknown values last, equal ones newest first',
  async (column, of) => {
    const valueOf = (row: Execution) => (of(row) ?? null) as bigint | null;
    for (const direction of ['asc', 'desc'] as const) {
      const withValue = rows.filter((row) => valueOf(row) !== null);
      const sign = direction === 'asc' ? 1 : -1;
      const expected = [
        ...withValue.toSorted((a, b) => sign * Number(valueOf(a)! - valueOf(b)!)),
        ...rows.filter((row) => valueOf(row) === null),
      ];
      expect(ids(await all({ order_by: `${column}.${direction}` }))).toEqual(ids(expected));
    }
    expect(rows.some((row) => valueOf(row) === null)).toBe(true);
  },
);

// The tests below append to the log.
test('stuck selects what has run for more than ten times the median of its DAG', async () => {
  const newest = Math.max(...rows.map(startedAt).filter((at) => !Number.isNaN(at))) + 86_400_000;
  const { dag_object_id } = rows.find(({ duration_ms }) => duration_ms !== null)!;
  const durations = rows.flatMap((row) =>
    row.dag_object_id === dag_object_id ? (row.duration_ms ?? []) : [],
  );
  const limit = 10 * Number(durations.toSorted((a, b) => Number(a - b))[(durations.length - 1) >> 1]);
  const started = (name: string, age: number, dag?: string) => {
    const story = executionStory(name);
    const line = { ...story.request(0, plain('a')), onchain_at: new Date(newest - age).toISOString() };
    const payload = dag === undefined ? line.payload : { ...(line.payload as object), dag };
    return [
      { ...story.requested(), onchain_at: line.onchain_at },
      { ...line, payload },
    ];
  };
  await index.log.append([
    ...started('stuck', limit + 1, dag_object_id),
    ...started('slow', limit, dag_object_id),
    ...started('of a DAG without finished executions', limit + 1),
    ...started('newest', 0),
  ]);
  const stuck = await all({ stuck: 'true', dag_object_id });
  expect(ids(stuck)).toContain(executionStory('stuck').execution);
  const others = ids(await all({ stuck: 'false' }));
  for (const name of ['slow', 'of a DAG without finished executions', 'newest'])
    expect(others).toContain(executionStory(name).execution);
  expect(stuck.every(({ status }) => status === 'running')).toBe(true);
  const stats = await index.answer('stats.executions', {}, { stuck: 'true', dag_object_id });
  expect(stats.groups[0]?.count).toBe(stuck.length);
});

const BUDGETS: [
  name: string,
  payment: (story: ReturnType<typeof executionStory>) => object[],
  over: boolean | null,
][] = [
  ['no payment', () => [], null],
  [
    'within',
    (story) => [story.paid({ variant: 'UserFunded', user: '0x1' }), story.consumed(1000, 1000)],
    false,
  ],
  [
    'above',
    (story) => [story.paid({ variant: 'UserFunded', user: '0x1' }), story.consumed(1001, 1001)],
    true,
  ],
  [
    'refilled',
    (story) => [
      story.paid({ variant: 'UserFunded', user: '0x1' }),
      story.refilled(500),
      story.consumed(1200, 1200),
    ],
    true,
  ],
  [
    'consumed first',
    (story) => [story.consumed(1001, 1001), story.paid({ variant: 'UserFunded', user: '0x1' })],
    true,
  ],
  [
    'too little',
    (story) => [story.paid({ variant: 'UserFunded', user: '0x1' }), story.insufficient(5)],
    true,
  ],
];

test('over_budget: more was consumed than the budget before refills, or a settlement found too little', async () => {
  for (const [name, payment, over] of BUDGETS) {
    const story = executionStory(name);
    await index.log.append([story.requested(), ...payment(story), story.request(0, plain('a'))] as never);
    const row = await index.answer('executions.get', { execution_object_id: story.execution });
    expect([name, row.over_budget]).toEqual([name, over]);
  }
  for (const over of [true, false]) {
    const expected = (await all()).filter(({ over_budget }) => over_budget === over);
    expect(ids(await all({ over_budget: String(over) }))).toEqual(ids(expected));
    const stats = await index.answer('stats.executions', {}, { over_budget: String(over) });
    expect((stats.groups[0]?.count ?? 0) + stats.undated).toBe(expected.length);
  }
});
