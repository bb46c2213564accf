import { expect, test } from 'vitest';
import { contradictedFilters, matchingRows, rowMatches, unprovenFilters } from './ignored-filters';

const ID = `0x${'0'.repeat(60)}00ab`;
const OTHER = `0x${'0'.repeat(60)}00cd`;

test.each([
  ['payments.list', { final_state: 'refunded' }, { final_state: 'pending' }],
  ['payments.list', { funder: ID }, { funder: OTHER }],
  ['priority-fees.events', { kind: 'swap' }, { kind: 'deposit_created' }],
  ['priority-fees.events', { leader_cap_id: ID }, { leader_cap_id: OTHER }],
  ['tools.list', { fqn: 'http.get' }, { fqn: 'org.nexus.sort@1' }],
  ['tools.list', { registered: 'true' }, { is_registered: false }],
  ['tools.list', { verified: 'true' }, { verified: false }],
  ['dags.list', { finalized: 'false' }, { finalized_at: '2026-01-01T00:00:00Z' }],
  ['dags.list', { finalized: 'true' }, { finalized_at: null }],
  ['dags.list', { min_vertices: '5' }, { vertices: 4 }],
  ['dags.list', { max_vertices: '5' }, { vertices: 6 }],
  ['dags.list', { has_loops: 'true' }, { loops: 0 }],
  ['dags.list', { has_loops: 'false' }, { loops: 1 }],
  ['leaders.list', { claimed: 'true' }, { claim_token: null }],
  ['tasks.list', { controller: ID }, { controller_address: OTHER, controller_agent_id: null }],
  ['tasks.list', { skill_id: '7' }, { skill_id: 8n }],
  ['tasks.list', { created_after: '2026-02-01T00:00:00Z' }, { created_at: '2026-01-01T00:00:00Z' }],
  ['tasks.list', { created_before: '2026-02-01T00:00:00Z' }, { created_at: '2026-03-01T00:00:00Z' }],
  ['agents.list', { creator: ID }, { creator: OTHER }],
  ['executions.list', { status: 'failed' }, { status: 'succeeded' }],
  ['executions.list', { status: 'failed,aborted' }, { status: 'succeeded' }],
  ['events.list', { kinds: 'DAGCreated,ToolRegistered' }, { kind: 'StakeDepositedEvent' }],
  ['events.list', { sender: ID }, { sender_address: OTHER }],
  ['events.list', { created_after: '2026-02-01T00:00:00Z' }, { onchain_at: '2026-01-01T00:00:00Z' }],
] as const)('%s: rows can contradict %o', (name, sent, row) => {
  expect(contradictedFilters(name, sent, [row])).toEqual(Object.keys(sent));
  expect(matchingRows(name, sent, [row])).toEqual([]);
});

test.each([
  ['payments.list', { funder: '0xAB' }, { funder: ID }],
  ['tools.list', { fqn: 'HTTP' }, { fqn: 'org.nexus.http.get@1' }],
  ['tools.list', { creator: ID }, { creator: null }],
  ['tools.list', { verified: 'false' }, { verified: null }],
  ['dags.list', { finalized: 'false' }, { finalized_at: null }],
  ['dags.list', { min_vertices: '5', max_vertices: '5', has_loops: 'true' }, { vertices: 5, loops: 2 }],
  ['dags.list', { min_vertices: '5', has_loops: 'true', tool_fqn: 'a.b@1' }, { vertices: null, loops: null }],
  ['leaders.list', { status: 'active' }, { status: null }],
  ['executions.list', { status: 'failed,aborted' }, { status: 'aborted' }],
  ['tasks.list', { controller: ID }, { controller_address: null, controller_agent_id: ID }],
  ['tasks.list', { skill_id: '7' }, { skill_id: 7n }],
  // In whole seconds, and inclusive.
  ['tasks.list', { created_after: '2026-02-01T00:00:00.500Z' }, { created_at: '2026-02-01T00:00:00Z' }],
  ['tasks.list', { created_before: '2026-02-01T00:00:00Z' }, { created_at: '2026-02-01T00:00:00Z' }],
  ['tasks.list', { created_after: '2026-02-01T00:00:00Z' }, { created_at: 'yesterday' }],
  ['events.list', { kinds: 'DAGCreated' }, { kind: 'DAGCreatedEvent' }],
  ['events.list', { created_after: '2026-02-01T00:00:00Z' }, { onchain_at: null }],
  ['agents.list', { page_size: '1', page_token: '20' }, { creator: ID }],
] as const)('%s: finds no ignored filter in %o', (name, sent, row) => {
  expect(contradictedFilters(name, sent, [row])).toEqual([]);
  expect(matchingRows(name, sent, [row])).toEqual([row]);
});

test('one row is enough, and each filter is judged by itself', () => {
  const rows = [
    { final_state: 'refunded', source_kind: 'user_funded' },
    { final_state: 'pending', source_kind: 'user_funded' },
  ];
  const sent = { final_state: 'refunded', source_kind: 'user_funded', funder: undefined };
  expect(contradictedFilters('payments.list', sent, rows)).toEqual(['final_state']);
});

test('rows prove a filter only when all of them are there and have its field', () => {
  const sent = { status: 'active', page_size: '20' };
  const rows = [{ status: 'active' }, { status: 'active' }];
  expect(unprovenFilters('tasks.list', sent, { rows, isPart: false })).toEqual([]);
  expect(unprovenFilters('tasks.list', sent, { rows, isPart: true })).toEqual(['status']);
  expect(unprovenFilters('tasks.list', sent, { rows: [...rows, { status: null }], isPart: false })).toEqual([
    'status',
  ]);
  expect(unprovenFilters('tasks.list', sent, { rows: [], isPart: false })).toEqual([]);
  const several = { status: 'failed,aborted' };
  expect(
    unprovenFilters('executions.list', several, { rows: [{ status: 'failed' }], isPart: false }),
  ).toEqual([]);
  expect(unprovenFilters('executions.list', several, { rows: [], isPart: false })).toEqual(['status']);
});

test('a field that is a list of alternatives needs one match', () => {
  const row = { controller_address: ID, controller_agent_id: OTHER };
  expect(rowMatches('tasks.list', 'controller', OTHER, row)).toBe(true);
});
