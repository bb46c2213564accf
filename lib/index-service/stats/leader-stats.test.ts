// Statistics of leaders against the records of executions and vault.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodePayload, type PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { Leader } from '@/lib/contract/leaders';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { allOf, entryTimes, openSimulatedIndex } from '@/lib/index-service/testing/simulated-index';

interface Named {
  leader: string;
  at: number;
  commits?: number;
  missed_turns?: number;
  lost_races?: number;
  won_races?: number;
  priority_fee_mist?: bigint;
  withdrawn_us?: bigint;
  stake_deposited_us?: bigint;
  stake_withdrawn_us?: bigint;
  slashed_us?: bigint;
  reason?: string;
  tool?: string | null;
  staker?: string;
}

const STAKE_FIGURES = {
  deposited: 'stake_deposited_us',
  unstake_claimed: 'stake_withdrawn_us',
  slashed: 'slashed_us',
} as const;

let index: MemoryIndex;
let leaders: Leader[];
let expected: Named[];

beforeAll(async () => {
  index = await openSimulatedIndex();
  const [slashed] = await allOf(index, 'leaders.list');
  const { leader_cap_id, registry_object_id: registry } = slashed!;
  const slash = { registry, leader_cap_id, amount: 5, at_ms: 1 };
  const claim = { ...slash, staker: id('staker'), shares: 3, amount: 4 };
  const at = '2026-10-01T12:00:00.000Z';
  await index.log.append([
    event('StakeSlashedEvent', slash, { at }),
    event('UnstakeClaimedEvent', claim, { at, index: 1 }),
  ]);
  leaders = await allOf(index, 'leaders.list');
  const caps = new Map(leaders.map(({ leader_address, leader_cap_id }) => [leader_address, leader_cap_id]));
  const times = await entryTimes(index);
  const of = (leader: string, id: number | bigint | null) => ({
    leader: caps.get(leader) ?? leader,
    at: times.get(Number(id)) ?? 0,
  });
  expected = [];
  const tools = new Map(
    (await allOf(index, 'events.list')).flatMap(({ kind, payload }) => {
      if (kind !== 'DAGVertexAddedEvent') return [];
      const added = decodePayload(kind, payload) as PayloadOf<'DAGVertexAddedEvent'>;
      return [[`${added.dag}/${added.vertex.name}`, added.kind.tool_fqn]];
    }),
  );
  for (const { object_id: execution_object_id, dag_object_id } of await allOf(index, 'executions.list')) {
    for (const event of await allOf(index, 'executions.events', { execution_object_id }))
      if (event.event_type === 'CommittedToolResult')
        expected.push({ ...of(event.leader ?? '', event.id), commits: 1 });
    const failures = await allOf(index, 'executions.submission-failures', { execution_object_id });
    for (const { failed_leader, winning_leader, reason, id, vertex_name } of failures) {
      const tool = tools.get(`${dag_object_id}/${vertex_name}`) ?? null;
      const lost_races = winning_leader === null ? 0 : 1;
      expected.push({ ...of(failed_leader, id), missed_turns: 1, lost_races, reason, tool });
      if (winning_leader !== null) expected.push({ ...of(winning_leader, id), won_races: 1, tool });
    }
  }
  for (const { id, kind, leader_cap_id, amount } of await allOf(index, 'priority-fees.events')) {
    if (kind === 'deposit_created')
      expected.push({ ...of(leader_cap_id ?? '', id), priority_fee_mist: amount ?? 0n });
    if (kind === 'withdrawn') expected.push({ ...of(leader_cap_id ?? '', id), withdrawn_us: amount ?? 0n });
  }
  for (const { leader_cap_id } of leaders)
    for (const { kind, id, amount, staker } of await allOf(index, 'leaders.stake-events', {
      leader_cap_id,
    })) {
      const figure = STAKE_FIGURES[kind as keyof typeof STAKE_FIGURES];
      if (figure !== undefined)
        expected.push({
          ...of(leader_cap_id, id),
          [figure]: amount ?? 0n,
          ...(kind !== 'slashed' && { staker: staker ?? '' }),
        });
    }
});
afterAll(() => index.close());

const stats = (query: Record<string, string>) => index.answer('stats.leaders', {}, query);

function figuresOf(of: readonly Named[]) {
  const count = (field: 'commits' | 'missed_turns' | 'lost_races' | 'won_races') =>
    of.reduce((total, record) => total + (record[field] ?? 0), 0);
  const sum = (
    field: 'priority_fee_mist' | 'withdrawn_us' | (typeof STAKE_FIGURES)[keyof typeof STAKE_FIGURES],
  ) => of.reduce((total, record) => total + (record[field] ?? 0n), 0n);
  return {
    count: of.length,
    commits: count('commits'),
    missed_turns: count('missed_turns'),
    lost_races: count('lost_races'),
    won_races: count('won_races'),
    deposits: of.filter(({ priority_fee_mist }) => priority_fee_mist !== undefined).length,
    priority_fee_mist: sum('priority_fee_mist'),
    withdrawn_us: sum('withdrawn_us'),
    stake_deposited_us: sum('stake_deposited_us'),
    stake_withdrawn_us: sum('stake_withdrawn_us'),
    slashed_us: sum('slashed_us'),
  };
}

test('all leaders: commits, races and earnings all occur', async () => {
  const { groups, undated } = await stats({});
  expect(undated).toBe(0);
  const all = figuresOf(expected);
  expect(groups).toMatchObject([all]);
  for (const figure of [all.commits, all.lost_races, all.won_races]) expect(figure).toBeGreaterThan(0);
  expect(all.priority_fee_mist).toBeGreaterThan(0n);
  for (const figure of Object.values(STAKE_FIGURES)) expect(all[figure], figure).toBeGreaterThan(0n);
});

test('by leader in a window, with the reasons of its missed turns', async () => {
  const times = expected.map(({ at }) => at).sort((a, b) => a - b);
  const [from = 0, to = 0] = [times[Math.floor(times.length / 4)], times[Math.floor((times.length * 3) / 4)]];
  const inside = expected.filter(({ at }) => at >= from && at < to);
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { groups } = await stats({ ...window, group_by: 'leader' });
  const names = new Set(inside.map(({ leader }) => leader));
  expect(groups.map(({ group }) => group).sort()).toEqual([...names].sort());
  for (const { group, reasons, ...figures } of groups) {
    const ofLeader = inside.filter(({ leader }) => leader === group);
    expect(figures).toMatchObject(figuresOf(ofLeader));
    const counts = new Map<string, number>();
    for (const { reason } of ofLeader) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    expect(new Map(reasons.map(({ reason, count }) => [reason, count]))).toEqual(counts);
  }
});

test('by leader and reason: its missed turns', async () => {
  const { groups } = await stats({ group_by: 'leader,reason' });
  const missed = groups.filter(({ subgroup }) => subgroup !== null);
  expect(missed.length).toBeGreaterThan(1);
  for (const { group, subgroup, missed_turns } of missed)
    expect(missed_turns).toBe(
      expected.filter(({ leader, reason }) => leader === group && reason === subgroup).length,
    );
  expect(missed.reduce((total, { missed_turns }) => total + missed_turns, 0)).toBe(
    expected.filter(({ reason }) => reason !== undefined).length,
  );
});

test.each(['tool', 'staker'] as const)('by %s: the records that name one', async (name) => {
  const times = expected.map(({ at }) => at).sort((a, b) => a - b);
  const from = times[Math.floor(times.length / 5)] ?? 0;
  for (const [query, all] of [
    [{}, expected],
    [{ from: new Date(from).toISOString() }, expected.filter(({ at }) => at >= from)],
  ] as const) {
    const named = all.filter((record) => record[name] !== undefined);
    const { groups, total } = await stats({ ...query, group_by: `${name},leader`, total: 'true' });
    const keyOf = (record: Named) => `${record[name] ?? null} ${record.leader}`;
    expect(new Set(groups.map(({ group, subgroup }) => `${group} ${subgroup}`))).toEqual(
      new Set(named.map(keyOf)),
    );
    expect(new Set(groups.map(({ group }) => group)).size).toBeGreaterThan(1);
    for (const group of groups)
      expect(group).toMatchObject(
        figuresOf(named.filter((record) => keyOf(record) === `${group.group} ${group.subgroup}`)),
      );
    expect(total).toMatchObject(figuresOf(named));
    expect(total?.reasons.length === 0).toBe(name === 'staker');
  }
});

test('a staker and a tool lead to their events', async () => {
  const listed = async (query: Record<string, string>) =>
    (await index.answer('events.list', {}, query)).metadata.total_items;
  const byTool = await stats({ group_by: 'tool' });
  for (const { group, missed_turns, won_races } of byTool.groups) {
    expect(await listed({ turn: 'missed', missed_tool_fqn: group ?? '' })).toBe(missed_turns);
    expect(await listed({ turn: 'won', missed_tool_fqn: group ?? '' })).toBe(won_races);
  }
  const byStaker = await stats({ group_by: 'staker,leader', order_by: 'stake_net_us.desc' });
  expect(byStaker.groups.length).toBeGreaterThan(1);
  for (const { group, subgroup, count } of byStaker.groups)
    expect(await listed({ staker: group ?? '', leader_cap_id: subgroup ?? '' })).toBe(count);
  const net = byStaker.groups.map(
    ({ stake_deposited_us, stake_withdrawn_us }) => (stake_deposited_us ?? 0n) - (stake_withdrawn_us ?? 0n),
  );
  expect(net).toEqual(net.toSorted((a, b) => Number(b - a)));
});

test('ranked by the share of its turns that a leader missed', async () => {
  const { groups } = await stats({ group_by: 'leader', order_by: 'missed_rate.desc' });
  const shares = groups.map(({ commits, missed_turns: missed }) =>
    missed === 0 ? 0 : missed / (commits + missed),
  );
  expect(new Set(shares).size).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
});

test('one leader', async () => {
  const leader_cap_id = expected[0]?.leader ?? '';
  const ofLeader = expected.filter(({ leader }) => leader === leader_cap_id);
  expect((await stats({ leader_cap_id })).groups).toMatchObject([figuresOf(ofLeader)]);
});

const TURNS = {
  commits: 'committed',
  missed_turns: 'missed',
  lost_races: 'lost',
  won_races: 'won',
} as const;

test('the events of a turn are as many as the figures count: of all, of a leader, for a reason, in a window', async () => {
  const times = expected.map(({ at }) => at).sort((a, b) => a - b);
  const [from = 0, to = 0] = [times[Math.floor(times.length / 4)], times[Math.floor((times.length * 3) / 4)]];
  const iso = (at: number) => new Date(at).toISOString();
  const window = { from: iso(from), to: iso(to) };
  const bounds = { created_after: iso(from), created_before: iso(to - 1) };
  const listed = async (query: Record<string, string>) =>
    (await index.answer('events.list', {}, { ...query, ...bounds })).metadata.total_items;
  const { groups, total } = await stats({ ...window, group_by: 'leader', total: 'true' });
  for (const [figure, turn] of Object.entries(TURNS) as [keyof typeof TURNS, string][]) {
    expect(total?.[figure], figure).toBeGreaterThan(0);
    expect(await listed({ turn }), turn).toBe(total?.[figure]);
    for (const { group, ...figures } of groups)
      expect(await listed({ turn, leader_cap_id: group ?? '' }), `${turn} ${group}`).toBe(figures[figure]);
  }
  for (const { group, count } of groups)
    expect(await listed({ leader_cap_id: group ?? '' }), `records of ${group}`).toBe(count);
  const reasons = await stats({ ...window, group_by: 'leader,reason' });
  for (const { group, subgroup, missed_turns } of reasons.groups)
    if (subgroup !== null)
      expect(await listed({ turn: 'missed', leader_cap_id: group ?? '', missed_reason: subgroup })).toBe(
        missed_turns,
      );
});

test.each(['minute', 'hour', 'day', 'week'])('by %s: the same records in all', async (bucket) => {
  const times = expected.map(({ at }) => at).sort((a, b) => a - b);
  const [from = 0, to = 0] = [times[10], times[40]];
  const inside = expected.filter(({ at }) => at >= from && at < to);
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { groups } = await stats({ ...window, bucket });
  const starts = new Set(groups.map(({ bucket_start }) => bucket_start));
  expect(starts.size).toBe(groups.length);
  expect(groups.reduce((total, { count }) => total + count, 0)).toBe(inside.length);
});

test('a time that the log learns later counts at once', async () => {
  const line = executionStory('late').committed(0, plain('a'));
  const { count } = (await stats({})).groups[0]!;
  await index.log.append([{ ...line, onchain_at: null }]);
  expect(await stats({})).toMatchObject({ undated: 1, groups: [{ count }] });
  await index.log.append([{ ...line, onchain_at: '2026-10-19T12:00:00.000Z' }]);
  expect(await stats({})).toMatchObject({ undated: 0, groups: [{ count: count + 1 }] });
});
