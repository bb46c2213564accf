import { expect, test } from 'vitest';
import { endpointNames, endpoints, type ListingName } from './endpoints';
import { selectedValues } from './filter-fields';
import { paramMeta } from './query-params';
import { ABSENT_FIELDS } from './read-answer';

/** Where a page lies in the list. */
const POSITION: readonly string[] = ['order', 'page', 'cursor'];

const listings = endpointNames.filter((name) => endpoints[name].responseType === 'listing') as ListingName[];

/** Filters by what the rows do not show. */
const NOT_IN_ROWS = [
  'dags.list tool_fqn',
  ...['tool_fqn', 'funder', 'leader_cap_id'].map((filter) => `executions.list ${filter}`),
  ...['dag_object_id', 'task_object_id'].map((filter) => `payments.list ${filter}`),
  ...[
    ...['leader_cap_id', 'missed_reason', 'tool_fqn', 'vertex_name', 'dag_object_id', 'agent_object_id'],
    ...['skill_id', 'status', 'invoker', 'started_after', 'started_before'],
    ...['missed_tool_fqn', 'staker', 'task_object_id'],
  ].map((filter) => `events.list ${filter}`),
];

test.each(listings)('every filter of %s selects by a field of its rows', (name) => {
  const { response, query } = endpoints[name];
  const item = response.shape.items.def.element as unknown as { shape: Record<string, unknown> };
  const row = Object.fromEntries(Object.keys(item.shape).map((field) => [field, 'a value']));
  const filters = Object.entries(query.shape).filter(([filter, schema]) => {
    const control = paramMeta(schema)?.control;
    return control !== undefined && !POSITION.includes(control) && !NOT_IN_ROWS.includes(`${name} ${filter}`);
  });
  for (const [filter] of filters) expect(selectedValues(name, filter, row), filter).not.toEqual([]);
});

test('an event shows which turn of a leader it is, and how a call ended', () => {
  const missed = 'SubmissionFailureEvidenceRecordedEvent';
  const turns = (kind: string, winning_leader: string | null = null) =>
    new Set(selectedValues('events.list', 'turn', { kind, payload: { winning_leader } }));
  expect(turns('CommittedToolResultEvent')).toEqual(new Set(['committed', 'none']));
  expect(turns(missed)).toEqual(new Set(['missed', 'none']));
  expect(turns(missed, '0x1')).toEqual(new Set(['missed', 'lost', 'won', 'none']));
  const outcome = (kind: string, name?: string) =>
    selectedValues('events.list', 'call', { kind, payload: { variant: { name } } });
  expect(outcome('WalkAdvancedEvent', 'ok')).toEqual(['succeeded']);
  expect(outcome('WalkAdvancedEvent', '_err_eval')).toEqual(['failed']);
  expect(outcome('RequestWalkExecutionEvent')).toEqual(['unfinished']);
  expect(outcome('DAGCreatedEvent')).toEqual(['none']);
});

test('a field that is absent or null is unknown; a field whose null has a meaning is not', () => {
  expect(selectedValues('tools.list', 'verified', { verified: null })).toEqual([]);
  expect(selectedValues('tools.list', 'verified', {})).toEqual([]);
  expect(selectedValues('dags.list', 'finalized', { finalized_at: null })).toEqual([false]);
  expect(selectedValues('dags.list', 'finalized', {})).toEqual([]);
  const leftOut = { finalized_at: null, [ABSENT_FIELDS]: { finalized_at: 'every row' } };
  expect(selectedValues('dags.list', 'finalized', leftOut)).toEqual([]);
  expect(
    selectedValues('tasks.list', 'controller', { controller_address: null, controller_agent_id: '0x1' }),
  ).toEqual(['0x1']);
});
