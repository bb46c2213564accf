// Every grouping of statistics, alone, in pairs and by day, against a count of the rows of the lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePayload, type PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { Answer } from '@/lib/contract/endpoints';
import { type Execution, costOf } from '@/lib/contract/executions';
import type { Payment } from '@/lib/contract/payments';
import { executionStory, plain as vertex } from '@/lib/index-service/testing/execution-story';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { parseJson } from '@/lib/json/exact';
import { allOf, openSimulatedIndex } from '@/lib/index-service/testing/simulated-index';

type Values = readonly (string | null)[];
type StatsName = 'stats.executions' | 'stats.costs' | 'stats.payments';
type Dimensions<Row> = Readonly<Record<string, (row: Row) => string | null | Values>>;

let index: MemoryIndex;
let runs: Execution[];
let payments: Payment[];
let caps: ReadonlyMap<string | null, string>;
const paidBy = new Map<string, string | null>();
const toolsOf = new Map<string, Set<string>>();
const leadersOf = new Map<string, Set<string>>();
const refills = new Map<string, bigint[]>();
const taskOf = new Map<string, string>();
const loops = new Map<string, bigint>();
const paidToTools = new Map<string, bigint>();

/** Tools of DAGs and what they were paid, leaders, refills and loops, as the events say. */
function countEvent(kind: string, payload: unknown): void {
  const event = decodePayload(kind, payload);
  if (event === undefined) return;
  if (kind === 'DAGVertexAddedEvent') {
    const { dag, kind: tool } = event as PayloadOf<'DAGVertexAddedEvent'>;
    toolsOf.set(dag, (toolsOf.get(dag) ?? new Set()).add(tool.tool_fqn));
  }
  if (kind === 'CommittedToolResultEvent') {
    const { execution, leader } = event as PayloadOf<'CommittedToolResultEvent'>;
    leadersOf.set(execution, (leadersOf.get(execution) ?? new Set()).add(caps.get(leader) ?? leader));
  }
  if (kind === 'ExecutionPaymentRefilledEvent') {
    const { payment_id: id, refill_amount } = event as PayloadOf<'ExecutionPaymentRefilledEvent'>;
    refills.set(id, [...(refills.get(id) ?? []), refill_amount]);
  }
  if (kind === 'TaskExecutionPaymentCreatedEvent') {
    const { task_id, payment_id } = event as PayloadOf<'TaskExecutionPaymentCreatedEvent'>;
    taskOf.set(payment_id, task_id);
  }
  if (kind === 'InvocationSettledEvent') {
    const { execution, tool_fqn, amount, was_refunded } = event as PayloadOf<'InvocationSettledEvent'>;
    const key = `${execution}/${tool_fqn}`;
    paidToTools.set(key, (paidToTools.get(key) ?? 0n) + (was_refunded ? 0n : amount));
  }
  if (kind !== 'RequestWalkExecutionEvent') return;
  const { execution, next_vertex } = event as PayloadOf<'RequestWalkExecutionEvent'>;
  if (next_vertex.variant !== 'WithIterator' || next_vertex.out_of !== null) return;
  const before = loops.get(execution) ?? 0n;
  loops.set(execution, next_vertex.iteration >= before ? next_vertex.iteration + 1n : before);
}

beforeAll(async () => {
  const refilled = executionStory('refilled');
  const dated = (line: ReturnType<typeof refilled.requested>) => ({
    ...line,
    onchain_at: '2026-10-01T12:00:00.000Z',
  });
  index = await openSimulatedIndex([
    dated(refilled.paid({ variant: 'AgentFunded', agent_id: refilled.agent_id })),
    dated(refilled.refilled(7)),
    dated(refilled.refilled(8)),
  ]);
  const leaders = await allOf(index, 'leaders.list');
  caps = new Map(leaders.map(({ leader_address, leader_cap_id }) => [leader_address, leader_cap_id]));
  // An execution whose events name one leader by its cap and by its wallet.
  const both = executionStory('both');
  const committed = (leader: string | null | undefined) => {
    const line = both.committed(0, vertex('a'));
    return { ...line, payload: { ...line.payload, leader } };
  };
  const [wallet, cap] = [...caps].find(([address]) => address !== null) ?? [];
  const lines = [both.requested(), both.request(0, vertex('a')), committed(wallet), committed(cap)];
  await index.log.append(lines.map((line) => ({ ...line, onchain_at: '2026-10-01T12:00:00.000Z' })));
  runs = await allOf(index, 'executions.list');
  payments = await allOf(index, 'payments.list');
  for (const { payment_object_id, funder } of payments) paidBy.set(payment_object_id, funder);
  const events = await index.db.query<{ kind: string; payload: string }>(
    `select kind, payload from log_entries
     where kind in ('DAGVertexAddedEvent', 'CommittedToolResultEvent', 'ExecutionPaymentRefilledEvent', 'RequestWalkExecutionEvent',
       'InvocationSettledEvent', 'TaskExecutionPaymentCreatedEvent')`,
  );
  for (const { kind, payload } of events) countEvent(kind, parseJson(payload));
});
afterAll(() => index.close());

const sum = (values: readonly (bigint | null | undefined)[]) =>
  values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);
const ofSkill = (row: Execution | Payment) =>
  row.agent_object_id === null || row.skill_id === null ? null : `${row.agent_object_id}/${row.skill_id}`;

const OF_EXECUTIONS: Dimensions<Execution> = {
  status: (row) => row.status,
  dag: (row) => row.dag_object_id,
  agent: (row) => row.agent_object_id,
  skill: ofSkill,
  revision: (row) => (row.interface_revision === null ? null : String(row.interface_revision)),
  task: (row) => row.task_object_id,
  invoker: (row) => row.invoker,
  funder: (row) => paidBy.get(row.payment_object_id ?? '') ?? null,
  tool: (row) => [...(toolsOf.get(row.dag_object_id) ?? [null])],
  leader: (row) => [...(leadersOf.get(row.object_id) ?? [null])],
  failure_class: (row) => row.failure_class,
  failure_reason: (row) => row.failure_reason,
  failed_vertex: (row) => (row.failed_vertex === null ? null : `${row.dag_object_id}/${row.failed_vertex}`),
  failed_tool: (row) => row.failed_tool_fqn,
  weekday: ({ onchain_created_at: at }) =>
    new Date(at ?? '').toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
  hour_of_day: ({ onchain_created_at: at }) => `${at?.slice(11, 13)}:00 UTC`,
};
const runOf = ({ execution_object_id }: Payment) => runs.find((run) => run.object_id === execution_object_id);
const OF_PAYMENTS: Dimensions<Payment> = {
  state: (row) => row.final_state,
  source: (row) => row.source_kind,
  funder: (row) => row.funder,
  agent: (row) => row.agent_object_id,
  skill: ofSkill,
  dag: (row) => runOf(row)?.dag_object_id ?? null,
  task: (row) => taskOf.get(row.payment_object_id) ?? null,
  refund_reason: (row) => row.refund_reason,
};

function ofExecutions(of: readonly Execution[]) {
  const durations = of.flatMap((row) => row.duration_ms ?? []).sort((a, b) => Number(a - b));
  const nth = (share: number) => durations[Math.ceil(share * durations.length) - 1] ?? null;
  const different = (values: readonly (string | null)[]) =>
    new Set(values.filter((value) => value !== null)).size;
  const count = (status: string) => of.filter((row) => row.status === status).length;
  const iterations = of.flatMap((row) => loops.get(row.object_id) ?? []);
  return {
    count: of.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    aborted: count('aborted'),
    duration_p50_ms: nth(0.5),
    duration_p95_ms: nth(0.95),
    duration_max_ms: durations.at(-1) ?? null,
    agents: different(of.map((row) => row.agent_object_id)),
    dags: different(of.map((row) => row.dag_object_id)),
    invokers: different(of.map((row) => row.invoker)),
    funders: different(of.map((row) => paidBy.get(row.payment_object_id ?? '') ?? null)),
    tools: new Set(of.flatMap((row) => [...(toolsOf.get(row.dag_object_id) ?? [])])).size,
    looped: iterations.length,
    loop_iterations: sum(iterations),
    loop_iterations_max: iterations.sort((a, b) => Number(b - a))[0] ?? null,
  };
}
/** `tool`: of a group by tool. */
const ofCosts = (of: readonly Execution[], tool: string | null = null) => ({
  count: of.length,
  total_mist: sum(of.map(costOf)),
  gas_mist: sum(of.map((row) => row.gas_mist)),
  tool_cost_mist: sum(
    of.map((row) => (tool === null ? row.tool_cost_mist : paidToTools.get(`${row.object_id}/${tool}`))),
  ),
  priority_fee_mist: sum(of.map((row) => row.priority_fee_mist)),
});
const ofKnownCost = (of: readonly Payment[]) => ({
  cost_mist: of.length === 0 ? null : sum(of.map((row) => row.cost_mist)),
  priced_budget_mist: of.length === 0 ? null : sum(of.map((row) => row.max_budget_mist)),
});
const ofPayments = (of: readonly Payment[]) => ({
  count: of.length,
  refunded: of.filter((row) => row.final_state === 'refunded').length,
  refills: of.flatMap((row) => refills.get(row.payment_object_id) ?? []).length,
  refilled_mist: sum(of.flatMap((row) => refills.get(row.payment_object_id) ?? [])),
  refilled: of.filter((row) => refills.has(row.payment_object_id)).length,
  consumed_total: sum(of.map((row) => row.consumed_total)),
  max_budget_mist: sum(of.map((row) => row.max_budget_mist)),
  ...ofKnownCost(of.filter((row) => row.cost_mist !== null)),
});

interface Case<Row> {
  name: StatsName;
  rows: () => readonly Row[];
  dimensions: Dimensions<Row>;
  figures: (of: readonly Row[], tool?: string | null) => object;
  /** Queries for figures, each with those that it leaves out. */
  queries: readonly { query: Record<string, string>; absent?: object }[];
  /** Only pairs with these. */
  paired?: readonly string[];
}

const DISTINCT = 'duration_max_ms,agents,dags,invokers,funders,tools';

const EXECUTIONS: Case<Execution> = {
  name: 'stats.executions',
  rows: () => runs,
  dimensions: OF_EXECUTIONS,
  figures: ofExecutions,
  queries: [
    { query: { figures: `duration_p50_ms,duration_p95_ms,${DISTINCT}` } },
    // Without percentiles, figures are combined from those of few groups.
    { query: { figures: DISTINCT }, absent: { duration_p50_ms: null, duration_p95_ms: null } },
  ],
};
const COSTS: Case<Execution> = {
  name: 'stats.costs',
  rows: () => runs,
  dimensions: OF_EXECUTIONS,
  figures: ofCosts,
  queries: [{ query: {} }, { query: { figures: 'cost_max_mist' } }],
  // Other groups are those of executions, by the same statement.
  paired: ['tool'],
};
const PAYMENTS: Case<Payment> = {
  name: 'stats.payments',
  rows: () => payments,
  dimensions: OF_PAYMENTS,
  figures: ofPayments,
  queries: [{ query: { figures: 'cost_mist' } }],
};

/** One dimension, and each pair of two that has one of `paired`, in one of its orders: each is the first and the second of some. */
function groupings(dimensions: readonly string[], paired = dimensions): string[][] {
  const pairs = dimensions.flatMap((dimension, place) =>
    dimensions
      .slice(place + 1)
      .map((another, distance) => (distance % 2 === 0 ? [dimension, another] : [another, dimension])),
  );
  return [
    ...dimensions.map((only) => [only]),
    ...pairs.filter((pair) => pair.some((dimension) => paired.includes(dimension))),
  ];
}

/** The rows by the values of these dimensions; a row with several values is under each. */
function grouped<Row>(
  rows: readonly Row[],
  keysOf: readonly ((row: Row) => string | null | Values)[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    let keys: (string | null)[][] = [[]];
    for (const keyOf of keysOf)
      keys = keys.flatMap((key) => [keyOf(row)].flat().map((value) => [...key, value ?? null]));
    for (const name of keys.map((key) => JSON.stringify(key))) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [row]);
      else group.push(row);
    }
  }
  return groups;
}

const dayOf = ({ onchain_created_at }: { onchain_created_at: string | null }) =>
  `${(onchain_created_at ?? '').slice(0, 10)}T00:00:00.000Z`;

function checks<Row extends { onchain_created_at: string | null }>({
  name,
  rows,
  dimensions,
  figures,
  queries,
  paired,
}: Case<Row>) {
  const expected = (names: readonly string[], ...more: ((row: Row) => string)[]) =>
    [...grouped(rows(), [...names.map((dimension) => dimensions[dimension]!), ...more])].map(
      ([key, of]) =>
        [key, figures(of, (JSON.parse(key) as (string | null)[])[names.indexOf('tool')])] as const,
    );
  type Group = Answer<StatsName>['groups'][number];
  async function check(
    more: Record<string, string>,
    truth: ReturnType<typeof expected>,
    keyOf: (group: Group) => unknown[],
  ) {
    const total = 'total' in more ? figures(rows()) : null;
    for (const { query, absent } of queries) {
      const answer = await index.answer(name, {}, { ...query, ...more });
      const found = new Map(answer.groups.map((group) => [JSON.stringify(keyOf(group)), group]));
      expect([...found.keys()].sort()).toEqual(truth.map(([key]) => key).sort());
      for (const [key, of] of truth) expect(found.get(key), key).toMatchObject({ ...of, ...absent });
      expect(answer).toMatchObject({ group_by: more['group_by'], total: total && { ...total, ...absent } });
    }
  }

  test.each(groupings(Object.keys(dimensions), paired).map((names) => names.join(',')))(
    'by %s',
    async (group_by) => {
      const names = group_by.split(',');
      await check({ group_by, total: 'true' }, expected(names), ({ group, subgroup }) =>
        [group, subgroup].slice(0, names.length),
      );
    },
  );

  test.each(Object.keys(dimensions))('by %s and day', async (group_by) => {
    await check({ group_by, bucket: 'day' }, expected([group_by], dayOf), ({ group, bucket_start }) => [
      group,
      bucket_start,
    ]);
  });
}

describe('executions', () => checks(EXECUTIONS));
describe('costs', () => checks(COSTS));
describe('payments', () => checks(PAYMENTS));

test('every figure occurs in the rows', () => {
  for (const [figure, value] of Object.entries({
    ...ofExecutions(runs),
    ...ofCosts(runs),
    ...ofPayments(payments),
  }))
    expect(Number(value), figure).toBeGreaterThan(0);
});

test('the largest of a figure come first; a limit keeps all days of the groups that it keeps', async () => {
  const costs = [...grouped(runs, [OF_EXECUTIONS['agent']!])]
    .map(([key, of]) => ({ agent: JSON.parse(key)[0] as string | null, mist: ofCosts(of).total_mist }))
    .sort((a, b) => Number(b.mist - a.mist));
  const order = { group_by: 'agent', order_by: 'total_mist.desc', limit: '2' };
  const top = await index.answer('stats.costs', {}, { ...order, total: 'true' });
  expect(top.groups.map(({ group, total_mist }) => [group, total_mist])).toEqual(
    costs.slice(0, 2).map(({ agent, mist }) => [agent, mist]),
  );
  expect(top).toMatchObject({ left_out: costs.length - 2, total: { total_mist: ofCosts(runs).total_mist } });
  const days = await index.answer('stats.costs', {}, { ...order, bucket: 'day' });
  const agents = costs.slice(0, 2).map(({ agent }) => agent);
  expect(days.groups).toHaveLength(
    grouped(
      runs.filter((row) => agents.includes(row.agent_object_id)),
      [OF_EXECUTIONS['agent']!, dayOf],
    ).size,
  );
  expect(days.left_out).toBe(costs.length - 2);
  const cheapest = await index.answer(
    'stats.costs',
    {},
    { ...order, order_by: 'total_mist.asc', limit: '1' },
  );
  expect(cheapest.groups[0]?.total_mist).toBe(costs.at(-1)?.mist);
});

test.each([
  ['stats.payments', 'budget_used', 'cost_mist', 'priced_budget_mist'],
  ['stats.costs', 'gas_share', 'gas_mist', 'total_mist'],
  ['stats.failures', 'recovered_rate', 'recovered', 'count'],
] as const)('%s are ordered by %s', async (name, order, part, whole) => {
  const answer = await index.answer(name, {}, { group_by: 'skill', order_by: `${order}.desc` });
  const groups: readonly Readonly<Record<string, unknown>>[] = answer.groups;
  const shares = groups.map((group) =>
    Number(group[whole]) === 0 ? -1 : Number(group[part]) / Number(group[whole]),
  );
  expect(new Set(shares).size).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((first, second) => second - first));
});

test('payments are ordered by how many of those that ended were refunded', async () => {
  const rates = [...grouped(payments, [OF_PAYMENTS['skill']!]).values()]
    .map((of) => {
      const ended = of.filter((row) => row.final_state !== 'pending').length;
      return ended === 0 ? null : ofPayments(of).refunded / ended;
    })
    .sort((a, b) => (b ?? -1) - (a ?? -1));
  expect(new Set(rates).size).toBeGreaterThan(2);
  const order = { group_by: 'skill', order_by: 'refund_rate.desc' };
  const { groups } = await index.answer('stats.payments', {}, order);
  const shown = groups.map(({ accomplished, refunded }) =>
    accomplished + refunded === 0 ? null : refunded / (accomplished + refunded),
  );
  expect(shown).toEqual(rates);
});

test('figures that take sorting are computed when they are named', async () => {
  const [group] = (await index.answer('stats.executions', {}, { figures: 'agents' })).groups;
  expect(group).toMatchObject({ agents: ofExecutions(runs).agents, dags: null, duration_p95_ms: null });
  const ordered = await index.answer(
    'stats.executions',
    {},
    { group_by: 'tool', order_by: 'agents.desc', limit: '1' },
  );
  expect(ordered.groups[0]?.agents).toBe(
    Math.max(...[...grouped(runs, [OF_EXECUTIONS['tool']!]).values()].map((of) => ofExecutions(of).agents)),
  );
});

test.each([
  ['stats.payments', 'vertex', 'none, state, source, funder, agent, skill, dag, task, refund_reason'],
  ['stats.executions', 'agent,agent', 'none, status, dag'],
  ['stats.executions', 'agent,skill,dag', 'none, status, dag'],
  ['stats.leaders', 'leader,vertex', 'none, leader, reason, tool, staker'],
] as const)('%s by %s is refused, with what there is', async (name, group_by, allowed) => {
  await expect(index.answer(name, {}, { group_by })).rejects.toThrow(
    `group_by: must be one or two of ${allowed}`,
  );
});

test('payments and fees are selected by their on-chain time', async () => {
  const times = payments.map(({ onchain_created_at }) => onchain_created_at ?? '').sort();
  const [after, before] = [
    times[Math.floor(times.length / 4)] ?? '',
    times[Math.floor(times.length / 2)] ?? '',
  ];
  const within = times.filter((time) => time >= after && time <= before);
  const bounds = { onchain_after: after, onchain_before: before };
  expect((await index.answer('payments.list', {}, bounds)).metadata.total_items).toBe(within.length);
  const fees = await index.answer('stats.leaders', {}, { from: after, to: before });
  const until = new Date(Date.parse(before) - 1).toISOString();
  const listed = await index.answer(
    'priority-fees.events',
    {},
    { onchain_after: after, onchain_before: until, kind: 'deposit_created' },
  );
  expect(fees.groups[0]?.deposits).toBeGreaterThan(0);
  expect(listed.metadata.total_items).toBe(fees.groups[0]?.deposits);
});

const FILTERS: readonly [filter: string, list: 'executions.list' | 'payments.list', valueOf: () => string][] =
  [
    ['funder', 'executions.list', () => [...paidBy.values()].find((funder) => funder !== null) ?? ''],
    ['leader_cap_id', 'executions.list', () => [...leadersOf.values()].flatMap((of) => [...of])[0] ?? ''],
    ['min_loop_iterations', 'executions.list', () => '2'],
    ['min_refills', 'payments.list', () => '1'],
    [
      'refund_reason',
      'payments.list',
      () => payments.find((row) => row.refund_reason !== null)?.refund_reason ?? '',
    ],
  ];

test.each(FILTERS)('%s filters the list and its statistics alike', async (filter, list, valueOf) => {
  const query = { [filter]: valueOf() };
  const { total_items } = (await index.answer(list, {}, query)).metadata;
  const stats = await index.answer(
    list === 'payments.list' ? 'stats.payments' : 'stats.executions',
    {},
    query,
  );
  expect(total_items).toBeGreaterThan(0);
  expect(total_items).toBeLessThan(list === 'payments.list' ? payments.length : runs.length);
  expect(stats.groups[0]?.count).toBe(total_items);
});

const GROUPINGS: readonly Record<string, string>[] = [
  { group_by: 'agent,status' },
  { group_by: 'skill', bucket: 'day' },
  { bucket: 'week' },
];

test.each([
  ['stats.executions', 'duration_max_ms', 'count'],
  ['stats.executions', 'duration_max_ms', 'failure_rate'],
  ['stats.costs', 'cost_max_mist', 'total_mist'],
] as const)(
  '%s: ranking and total are the same without the figures that take sorting',
  async (name, figures, order) => {
    for (const grouping of GROUPINGS) {
      const query = {
        ...grouping,
        order_by: `${order}.desc`,
        limit: '2',
        total: 'true',
      };
      const whole = await index.answer(name, {}, query);
      const cheap = await index.answer(name, {}, { ...query, figures });
      // Those not requested are null.
      const requested = (group: object | null) =>
        group && Object.fromEntries(Object.entries(group).filter(([field]) => !/_p\d\d_/.test(field)));
      expect(whole.groups.length).toBeGreaterThan(1);
      expect(cheap.left_out).toBe(whole.left_out);
      expect(cheap.groups.map(requested)).toEqual(whole.groups.map(requested));
      expect(requested(cheap.total)).toEqual(requested(whole.total));
    }
  },
);
