// In the browser: a 404 on a part of a record that the index has shown is about the endpoint.
import { beforeEach, expect, test } from 'vitest';
import { isNotProvided } from './api-error';
import { forgetRecords, noteHydrated, noteRecords } from './known-records';

const ID = `0x${'a'.repeat(64)}`;
const listing = (...items: object[]) => ({
  items,
  metadata: { next_token: null, total_items: items.length },
});
const missing = (endpoint: string, params: Record<string, string>, status = 404) =>
  isNotProvided({ endpoint, params, status, code: null });

beforeEach(forgetRecords);

test('a record that the index has shown in a list, by itself or by its rows', () => {
  expect(missing('tasks.occurrences', { task_object_id: ID })).toBe(false);
  noteRecords('tasks.list', {}, listing({ object_id: ID }));
  expect(missing('tasks.occurrences', { task_object_id: ID })).toBe(true);
  expect(missing('tasks.occurrences', { task_object_id: `0x${'b'.repeat(64)}` })).toBe(false);
  noteRecords('leaders.get', { leader_cap_id: ID }, { leader_cap_id: ID });
  expect(missing('leaders.stake-events', { leader_cap_id: ID })).toBe(true);
  noteRecords('executions.events', { execution_object_id: ID }, listing({ id: 1 }));
  expect(missing('executions.gas', { execution_object_id: ID })).toBe(true);
  expect(missing('executions.get', { execution_object_id: ID })).toBe(true);
  noteHydrated(['dags.get', { dag_object_id: ID }, {}], { object_id: ID });
  expect(missing('dags.structure', { dag_object_id: ID })).toBe(true);
});

test('no rows for an id show no record, and the record itself may be gone', () => {
  noteRecords('tasks.executions', { task_object_id: ID }, listing());
  expect(missing('tasks.occurrences', { task_object_id: ID })).toBe(false);
  noteRecords('dags.list', {}, listing({ object_id: ID }));
  expect(missing('dags.get', { dag_object_id: ID })).toBe(false);
  expect(missing('dags.structure', { dag_object_id: ID }, 500)).toBe(false);
  forgetRecords();
  expect(missing('dags.structure', { dag_object_id: ID })).toBe(false);
});

test('of several ids each has to be known', () => {
  noteRecords('agents.list', {}, listing({ agent_object_id: ID }));
  expect(missing('agents.skill-revisions', { agent_object_id: ID, skill_id: '1' })).toBe(false);
});
