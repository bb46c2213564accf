import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointNames } from '@/lib/contract/endpoints';
import { allHandlers } from '@/lib/index-service/http/all-handlers';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import type { PageToken } from '@/lib/contract/record';
import { event, id, snapshot, toolFields, tx } from '@/lib/index-service/testing/recorded-events';

const first = executionStory('one');
const two = executionStory('two');
const unpaid = executionStory('unpaid');
const controller = { variant: 'Address', address: id('ann') };
const binding = { variant: 'Pinned', dag_id: id('dag') };
const registered = (fqn: string, at: string | null) =>
  event('ToolRegisteredEvent', { tool: id(fqn), fqn }, { sender: 'ann', at });
const upserted = (cap: string) =>
  event('LeaderUpsertedEvent', { registry: id('registry'), leader_cap_id: id(cap), status: 'Active' });

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
  const { log } = index;
  await log.append([
    registered('xyz.example.add@1', '2026-11-01T10:00:00.000Z'),
    snapshot('tool', 'xyz.example.add@1', toolFields({ vault_balance_us: 9007199254740993n })),
    registered('xyz.example.mul@1', null),
    snapshot('tool', 'xyz.example.mul@1', toolFields({ kind: 'chain', verified: null, output_variants: [] })),
    registered('xyz.example.bare@1', null),
    event('ToolUnregisteredEvent', { tool: id('xyz.example.mul@1'), fqn: 'xyz.example.mul@1' }, { at: null }),
  ]);
  await log.append([
    event('FoundingLeaderCapCreatedEvent', { leader_cap: id('founding'), network: id('network') }),
    event('LeaderClaimedEvent', { registry: id('registry'), leader_cap_id: id('cap'), claim_token: 'token' }),
    upserted('cap'),
    event('StakeDepositedEvent', {
      registry: id('registry'),
      leader_cap_id: id('cap'),
      staker: id('bob'),
      amount: 1,
      minted_shares: 1,
      total_shares: 1,
      pool_total: 18446744073709551615n,
      at_ms: 1,
    }),
    event('UnbondingDurationUpdatedEvent', {
      registry: id('registry'),
      unbonding_duration_ms: 18446744073709551615n,
    }),
    event('MinStakeUsUpdatedEvent', { registry: id('registry'), min_stake_us: 18446744073709551615n }),
    event('MinStakeUsUpdatedEvent', { registry: id('other registry'), min_stake_us: 2 }, { tx: 'other' }),
    event('MinStakeUsUpdatedEvent', { registry: id('registry'), min_stake_us: 3 }, { tx: 'later' }),
  ]);
  await log.append([
    event('AgentCreatedEvent', { agent_id: first.agent_id, vault_id: id('vault') }, { sender: 'ann' }),
    event('SkillRegisteredEvent', {
      agent_id: first.agent_id,
      skill_id: 7,
      dag_id: id('dag'),
      dag_binding: binding,
    }),
    snapshot(
      'skill',
      `${first.agent_id}/7`,
      { active: true, description: 'Adds.' },
      '2026-11-01T12:00:00.000Z',
    ),
    event('TaskCreatedEvent', { task_id: first.task_id, controller, agent_id: first.agent_id, skill_id: 7 }),
    event('OccurrenceScheduledEvent', {
      task_id: first.task_id,
      occurrence_id: 1,
      start_time_ms: 5,
      priority_fee_percentage: 0,
      source: 'Standalone',
    }),
    first.paid({ variant: 'UserFunded', user: id('ann') }, 9007199254740993n),
    first.requested(),
    first.dispatched(),
    first.toolCost(18446744073709551615n),
    first.request(0, plain('a')),
    first.insufficient(3),
    first.committed(0, plain('a')),
    first.missed(0, plain('a')),
    two.request(0, plain('a')),
    two.ended(0, plain('a'), { sum: { one: { kind: 'data', data: 3 } } }),
    two.finished(false, true, false),
    unpaid.requested(),
  ]);
});
afterAll(() => index.close());

test('an event that sets a policy has the payload that set it before', async () => {
  const { items } = await index.answer(
    'events.list',
    {},
    { kinds: 'MinStakeUsUpdated,UnbondingDurationUpdated' },
  );
  const previous = (stake: bigint | number, registry = 'registry') => ({
    registry: id(registry),
    min_stake_us: stake,
  });
  expect(items.map(({ payload, previous: before }) => [payload, before])).toEqual([
    [previous(3), previous(18446744073709551615n)],
    [previous(2, 'other registry'), undefined],
    [previous(18446744073709551615n), undefined],
    [{ registry: id('registry'), unbonding_duration_ms: 18446744073709551615n }, undefined],
  ]);
});

test('the read models answer every row of the table but keys, service and the stream', () => {
  const others = endpointNames.filter((name) => allHandlers[name] === undefined);
  expect(others.filter((name) => !/^(keys|service)\./.test(name))).toEqual(['events.stream']);
});

test('tools: listed with a port contract only, filtered as the specification says', async () => {
  const names = async (query: Record<string, string>) =>
    (await index.answer('tools.list', {}, query)).items.map((tool) => tool.fqn.split('.')[2]);
  expect(await names({})).toEqual(['mul@1', 'add@1']);
  expect(await names({ fqn: 'e.add' })).toEqual(['add@1']);
  expect(await names({ fqn: 'e%add' })).toEqual([]);
  expect(await names({ registered: 'false' })).toEqual(['mul@1']);
  expect(await names({ kind: 'http' })).toEqual(['add@1']);
  expect(await names({ verified: 'true' })).toEqual(['add@1']);
  expect(await names({ verified: 'false' })).toEqual([]);
  expect(await names({ creator: id('ann') })).toEqual(['mul@1', 'add@1']);
});

test('a tool in full: exact amounts, times that fall back to the log, the port contract', async () => {
  const add = await index.answer('tools.get', { fqn: 'xyz.example.add@1' });
  expect(add).toMatchObject({
    vault_balance_us: 9007199254740993n,
    lock_duration_ms: 60000,
    creator: id('ann'),
    registered_at: '2026-11-01T10:00:00.000Z',
    onchain_created_at: '2026-11-01T10:00:00.000Z',
    input_schema: [{ port_name: 'a', cardinality: 'one', value_kind: 'data' }],
  });
  const mul = await index.answer('tools.get', { fqn: 'xyz.example.mul@1' });
  expect(mul).toMatchObject({ onchain_created_at: null, registered_at: mul.created_at, output_variants: [] });
  expect(mul.unregistered_at).toBe(mul.updated_at);
  await expect(index.answer('tools.get', { fqn: 'xyz.example.bare@1' })).rejects.toMatchObject({
    status: 404,
  });
});

test('leaders: filters, the first transaction seen, unknown chain time', async () => {
  const caps = async (query: Record<string, string>) =>
    (await index.answer('leaders.list', {}, query)).items.map((leader) => leader.leader_cap_id);
  expect(await caps({})).toEqual([id('cap'), id('founding')]);
  expect(await caps({ claimed: 'true' })).toEqual([id('cap')]);
  expect(await caps({ claimed: 'false' })).toEqual([id('founding')]);
  expect(await caps({ is_founding: 'true' })).toEqual([id('founding')]);
  expect(await caps({ status: 'active' })).toEqual([id('cap')]);
  expect(await caps({ network_object_id: id('network') })).toEqual([id('founding')]);
  expect(await index.answer('leaders.get', { leader_cap_id: id('cap') })).toMatchObject({
    created_tx_digest: event('LeaderClaimedEvent', {
      registry: id('registry'),
      leader_cap_id: id('cap'),
      claim_token: 'token',
    }).tx_digest,
    onchain_created_at: null,
    stake_pool_total: 18446744073709551615n,
  });
});

test('stake events filter by kind and staker; a policy too large for a number is unknown', async () => {
  const of = { leader_cap_id: id('cap') };
  const count = async (query: Record<string, string>) =>
    (await index.answer('leaders.stake-events', of, query)).metadata.total_items;
  expect(await count({})).toBe(1);
  expect(await count({ kind: 'slashed' })).toBe(0);
  expect(await count({ staker: id('bob'), kind: 'deposited' })).toBe(1);
  expect((await index.answer('leaders.suspension-skips', of)).items).toEqual([]);
  expect((await index.answer('leaders.registry')).unbonding_duration_ms).toBeNull();
  await expect(index.answer('leaders.stake-events', { leader_cap_id: id('unknown') })).rejects.toMatchObject({
    status: 404,
  });
});

test('executions are listed once their DAG is known, and filtered', async () => {
  const ids = async (query: Record<string, string>) =>
    (await index.answer('executions.list', {}, query)).items.map((execution) => execution.object_id);
  expect(await ids({})).toEqual([two.execution, first.execution]);
  expect(await ids({ status: 'pending_settlement' })).toEqual([first.execution]);
  expect(await ids({ status: 'succeeded' })).toEqual([two.execution]);
  expect(await ids({ dag_object_id: first.dag })).toEqual([first.execution]);
  expect(await ids({ skill_id: '7', invoker: id('invoker two') })).toEqual([two.execution]);
  expect(await ids({ task_object_id: first.task_id })).toEqual([first.execution]);
  expect(await index.answer('executions.get', { execution_object_id: first.execution })).toMatchObject({
    payment_object_id: first.payment_id,
    skill_id: 7n,
    has_any_walk_failed: null,
  });
  await expect(
    index.answer('executions.get', { execution_object_id: unpaid.execution }),
  ).rejects.toMatchObject({ status: 404 });
});

test('what belongs to an execution: events newest first, walks, failures, no gas', async () => {
  const of = { execution_object_id: first.execution };
  const events = await index.answer('executions.events', of);
  expect(events.items.map((item) => item.event_type)).toEqual([
    'CommittedToolResult',
    'RequestWalkExecution',
  ]);
  const filtered = await index.answer('executions.events', of, { event_type: 'WalkAdvanced' });
  expect(filtered.metadata.total_items).toBe(0);
  const [ended] = (await index.answer('executions.events', { execution_object_id: two.execution })).items;
  expect(ended?.ports_data).toEqual({ sum: { one: { kind: 'data', data: 3 } } });
  const walks = await index.answer('executions.walks', of);
  expect(walks.items).toMatchObject([{ walk_index: 0n, state: 'pending_settlement', vertex_name: 'a' }]);
  const failures = await index.answer('executions.submission-failures', of);
  expect(failures.items).toMatchObject([{ failed_leader: id('leader'), winning_leader: null }]);
  expect((await index.answer('executions.gas', of)).metadata).toEqual({
    next_token: null,
    total_items: 0,
    row_offset: 0,
  });
  await expect(index.answer('executions.gas', { execution_object_id: id('nothing') })).rejects.toMatchObject({
    status: 404,
  });
});

test('payments and their ledger, the payment of a shortfall looked up', async () => {
  const { items } = await index.answer('payments.list', {}, { funder: id('ann'), final_state: 'pending' });
  expect(items).toMatchObject([{ payment_object_id: first.payment_id, max_budget_mist: 9007199254740993n }]);
  expect((await index.answer('payments.list', {}, { source_kind: 'agent_funded' })).items).toEqual([]);
  expect(await index.answer('payments.get', { payment_object_id: first.payment_id })).toEqual(items[0]);
  const ledger = await index.answer('executions.payment-ledger', { execution_object_id: first.execution });
  expect(ledger.items).toMatchObject([
    { kind: 'insufficient_settlement', payment_object_id: first.payment_id, required_shortfall: 3n },
    { kind: 'tool_cost_snapshotted', cost: 18446744073709551615n },
  ]);
  const costs = await index.answer(
    'executions.payment-ledger',
    { execution_object_id: first.execution },
    { kind: 'tool_cost_snapshotted' },
  );
  expect(costs.metadata.total_items).toBe(1);
  expect((await index.answer('priority-fees.events')).items).toEqual([]);
});

test('agents with their skills, revisions, tasks and executions', async () => {
  const of = { agent_object_id: first.agent_id };
  const [agent, ...more] = (await index.answer('agents.list', {}, { creator: id('ann') })).items;
  expect(more).toEqual([]);
  const skills = await index.answer('agents.skills', of);
  expect(agent?.skills).toEqual(skills.items);
  expect(skills.items).toMatchObject([
    { skill_id: 7n, active: true, dag_binding: binding, record_refreshed_at: '2026-11-01T12:00:00.000Z' },
  ]);
  const revisions = await index.answer('agents.skill-revisions', { ...of, skill_id: '7' });
  expect(revisions.items).toMatchObject([{ interface_revision: 1n, requirements: null }]);
  expect((await index.answer('agents.tasks', of)).items).toHaveLength(1);
  expect((await index.answer('agents.executions', of)).items).toHaveLength(1);
  await expect(index.answer('agents.skill-revisions', { ...of, skill_id: '8' })).rejects.toMatchObject({
    status: 404,
  });
  await expect(index.answer('agents.tasks', { agent_object_id: id('unknown') })).rejects.toMatchObject({
    status: 404,
  });
});

test('tasks by controller, their executions, occurrences and reserve', async () => {
  const of = { task_object_id: first.task_id };
  const tasks = async (query: Record<string, string>) =>
    (await index.answer('tasks.list', {}, query)).items.map((task) => task.object_id);
  expect(await tasks({ controller: id('ann') })).toEqual([first.task_id]);
  expect(await tasks({ controller: id('bob') })).toEqual([]);
  expect(await tasks({ status: 'active', agent_object_id: first.agent_id, skill_id: '7' })).toEqual([
    first.task_id,
  ]);
  expect((await index.answer('tasks.executions', of, { status: 'pending_settlement' })).items).toHaveLength(
    1,
  );
  expect((await index.answer('tasks.occurrences', of)).items).toMatchObject([
    {
      occurrence_id: 1n,
      state: 'dispatched',
      source: { variant: 'Standalone' },
      execution_object_id: first.execution,
    },
  ]);
  expect(await index.answer('tasks.reserve', of)).toMatchObject({ balance_mist: null, funder: null });
});

test('pages follow each other without gap or overlap, and the total is the same on each', async () => {
  await index.log.append(Array.from({ length: 7 }, (_, n) => upserted(`page ${n}`)));
  const seen: string[] = [];
  let token: PageToken | null = 0;
  while (token !== null) {
    const page: Awaited<ReturnType<typeof index.answer<'leaders.list'>>> = await index.answer(
      'leaders.list',
      {},
      { page_size: '4', page_token: String(token) },
    );
    expect(page.metadata.total_items).toBe(9);
    seen.push(...page.items.map((leader) => leader.leader_cap_id));
    token = page.metadata.next_token;
  }
  const expected = [6, 5, 4, 3, 2, 1, 0].map((n) => id(`page ${n}`));
  expect(seen).toEqual([...expected, id('cap'), id('founding')]);
  const beyond = await index.answer('leaders.list', {}, { page_token: '50' });
  expect(beyond).toEqual({ items: [], metadata: { next_token: null, total_items: 9, row_offset: 50 } });
});

test('text that a database cannot hold is shown with a replacement and kept as it was in the log', async () => {
  const reason = 'half \ud83d and nul \u0000';
  const story = executionStory('odd');
  const failed = event(
    'WalkFailedEvent',
    { dag: story.dag, execution: story.execution, walk_index: 0, vertex: plain('a'), reason },
    { tx: 'odd' },
  );
  await index.log.append([failed]);
  const [firstRow] = (await index.answer('executions.events', { execution_object_id: story.execution }))
    .items;
  expect(firstRow?.failure_reason).toBe('half \ufffd and nul \ufffd');
  const [oddEvent] = (await index.answer('events.list', {}, { tx_digest: tx('odd') })).items;
  expect(oddEvent?.payload).toMatchObject({ reason });
});
