// The totals of listings against the rows themselves, over a simulated network, while it grows and after a rebuild.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { count } from '@/scripts/test-size';
import type { Listing, PageToken } from '@/lib/contract/record';
import { allProjections } from './all-projections';

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
});
afterAll(() => index.close());

interface Counter {
  table_name: string;
  column_name: string;
  value: string;
  rows: bigint;
}

function byValue(a: Counter, b: Counter): number {
  if (a.value < b.value) return -1;
  return a.value > b.value ? 1 : 0;
}

async function recount(): Promise<Counter[]> {
  const all: Counter[] = [];
  for (const { table, counts } of allProjections)
    for (const column of counts === undefined ? [] : ['', ...counts.by]) {
      const value = column === '' ? "''" : `${column}::text`;
      const conditions = [...(counts?.shown ?? []), ...(column === '' ? [] : [column])].map(
        (column) => `${column} is not null`,
      );
      all.push(
        ...(await index.db.query<Counter>(
          `select '${table}' as table_name, '${column}' as column_name, ${value} as value, count(*) as rows
           from ${table} where ${['true', ...conditions].join(' and ')} group by 3 having count(*) > 0`,
        )),
      );
    }
  return all.sort(byValue);
}

async function storedCounters(): Promise<Counter[]> {
  const all: Counter[] = [];
  for (const { table, counts } of allProjections)
    for (const column of counts === undefined ? [] : ['', ...counts.by])
      all.push(
        ...(await index.db.query<Counter>(
          'select * from row_counts where table_name = $1 and column_name = $2 and rows <> 0',
          [table, column],
        )),
      );
  return all.sort(byValue);
}

/** Walks every page of a listing; its total must be what was met. */
async function met(
  name:
    | `${'executions' | 'payments' | 'tasks' | 'dags' | 'events' | 'agents' | 'tools' | 'leaders'}.list`
    | 'priority-fees.events',
  query: Record<string, string>,
): Promise<void> {
  let rows = 0;
  let token: PageToken | null = 0;
  let total: number | null = 0;
  while (token !== null) {
    const page: Listing<unknown> = await index.answer(
      name,
      {},
      { ...query, page_size: '100', page_token: String(token) },
    );
    rows += page.items.length;
    total = page.metadata.total_items;
    token = page.metadata.next_token;
  }
  expect({ name, query, total }).toEqual({ name, query, total: rows });
}

test('every counter is the number of its rows, after each batch and after a rebuild', async () => {
  const { history } = createSimulation({ seed: 'counts', now: Date.UTC(2026, 10, 20), eventsPerSecond: 1 });
  const lines = history();
  for (const size of [1, 7, 900, count(300, 2_500), count(100, 1_500)]) {
    await index.log.append(
      Array.from({ length: size }, () => lines.next().value?.line).filter((line) => line !== undefined),
    );
    expect(await storedCounters()).toEqual(await recount());
  }
  const before = await storedCounters();
  expect(before.length).toBeGreaterThan(30);
  await index.projector.rebuild();
  expect(await storedCounters()).toEqual(before);
});

test('a total is the number of rows that its pages hold, without a filter and with any one', async () => {
  const valuesOf = async (table: string, column: string) =>
    (
      await index.db.query<{ value: string }>(
        'select value from row_counts where table_name = $1 and column_name = $2 order by rows desc limit 4',
        [table, column],
      )
    ).map((row) => row.value);
  for (const [name, table, filters] of [
    [
      'executions.list',
      'executions',
      { status: 'status', agent_object_id: 'agent_object_id', skill_id: 'skill_id' },
    ],
    [
      'executions.list',
      'executions',
      { dag_object_id: 'dag_object_id', task_object_id: 'task_object_id', invoker: 'invoker' },
    ],
    [
      'payments.list',
      'payments',
      { final_state: 'final_state', source_kind: 'source_kind', funder: 'funder' },
    ],
    ['tasks.list', 'tasks', { controller: 'controller_address', status: 'status', skill_id: 'skill_id' }],
    ['tasks.list', 'tasks', { controller: 'controller_agent_id' }],
    ['dags.list', 'dags', { creator: 'creator' }],
    ['priority-fees.events', 'priority_fee_events', { kind: 'kind', leader_cap_id: 'leader_cap_id' }],
    ['agents.list', 'agents', { creator: 'creator' }],
    ['tools.list', 'tools', { kind: 'kind', creator: 'creator' }],
    [
      'leaders.list',
      'leaders',
      { status: 'status', leader_address: 'leader_address', network_object_id: 'network_object_id' },
    ],
  ] as const) {
    await met(name, {});
    for (const [filter, column] of Object.entries(filters))
      for (const value of await valuesOf(table, column)) await met(name, { [filter]: value });
  }
  await met('executions.list', { status: 'succeeded', skill_id: '1' });
  await met('executions.list', { status: 'running,failed,aborted' });
  await met('priority-fees.events', {});
  const senders = await index.db.query<{ sender_address: string }>(
    'select sender_address from log_sender_counts order by entries desc limit 3',
  );
  for (const { sender_address: sender } of senders) {
    await met('events.list', { sender });
    await met('events.list', { sender, kinds: 'WalkAdvancedEvent,DAGCreatedEvent' });
  }
  for (const kinds of ['WalkAdvanced', 'DAGCreated,DAGFinalized,DAGCreated', 'WalkAdvanced,ToolRegistered'])
    await met('events.list', { kinds });
  await met('events.list', {});
});

test('a log that starts again has nothing counted', async () => {
  await index.log.reset();
  expect(await storedCounters()).toEqual([]);
  expect((await index.answer('executions.list')).metadata.total_items).toBe(0);
  expect((await index.answer('events.list')).metadata.total_items).toBe(0);
});
