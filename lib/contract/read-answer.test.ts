// Answers that differ from the contract in form only are read; what the difference hides is named.
import { describe, expect, it, test } from 'vitest';
import { event } from '@/lib/dag/testing/recorded-runs';
import { endpoint, type EndpointName } from './endpoints';
import { unreadableElements } from './dags';
import { isSameId } from './ids';
import { ABSENT_FIELDS, absentFields, asAnswered, inContractTerms } from './read-answer';

const UPPER = `0x${'AB'.repeat(32)}`;
const LOWER = UPPER.toLowerCase();

function read(name: EndpointName, body: unknown): unknown {
  const { response } = endpoint(name);
  return response.parse(inContractTerms(response, body));
}

const times = { created_at: 'x', updated_at: 'x', onchain_created_at: null };
const dag = { object_id: LOWER, creator: '0x1', finalized_at: null, ...times };
const dags = (metadata: unknown, ...items: object[]) =>
  read('dags.list', { items, metadata }) as { items: object[]; metadata: object };

describe('metadata', () => {
  it.each([
    ['as specified', { next_token: 20, total_items: 477 }, 20, 477],
    ['a total as text', { next_token: 'b3BhcXVl', total_items: '477' }, 'b3BhcXVl', 477],
    ['no total', { next_token: null }, null, null],
    ['neither', {}, null, null],
    ['no metadata', undefined, null, null],
    ['an empty token', { next_token: '', total_items: null }, null, null],
  ])('%s', (_, metadata, next_token, total_items) => {
    expect(dags(metadata).metadata).toMatchObject({ next_token, total_items });
  });

  it('is no number where it would be rounded, and no guess where it is something else', () => {
    expect(() => dags({ next_token: null, total_items: '9007199254740993' })).toThrow();
    expect(() => dags({ next_token: null, total_items: 'many' })).toThrow();
    expect(() => dags({ next_token: true, total_items: 1 })).toThrow();
  });
});

test.each([
  ['WalkAdvanced', 'WalkAdvanced'],
  ['WalkAdvancedEvent', 'WalkAdvanced'],
  ['walk_advanced', 'WalkAdvanced'],
  ['WALK_ADVANCED_EVENT', 'WalkAdvanced'],
  ['end-state-reached', 'EndStateReached'],
  ['terminalErrEvalRecorded', 'TerminalErrEvalRecorded'],
  ['0x4f::execution::WalkFailedEvent', 'WalkFailed'],
  ['invocation_authorization_required', 'InvocationAuthorizationRequired'],
  // Of a later release, and what no name is like.
  ['WalkPausedEvent', 'WalkPausedEvent'],
  ['walk_paused', 'walk_paused'],
  ['Event', 'Event'],
  ['', ''],
  ['constructor', 'constructor'],
])('an event type %s is read as %s', (sent, event_type) => {
  const body = {
    items: [event(1, sent, 'walk_advanced', 0)],
    metadata: { next_token: null, total_items: 1 },
  };
  expect((read('executions.events', body) as { items: object[] }).items).toMatchObject([
    { event_type, vertex_name: 'walk_advanced', walk_index: 0n },
  ]);
});

test('ids of rows are of normal form, other text stays as it is', () => {
  const { items } = dags({}, { ...dag, object_id: UPPER, skill_description: 'of 0xAB' });
  expect(items).toMatchObject([{ object_id: LOWER, skill_description: 'of 0xAB' }]);
  expect(dags({}, { ...dag, creator: '0x00Ab' }).items).toMatchObject([
    { creator: `0x${'ab'.padStart(64, '0')}` },
  ]);
  expect(read('leaders.get', { ...leader, leader_cap_id: UPPER })).toMatchObject({ leader_cap_id: LOWER });
});

const leader = {
  leader_cap_id: '0x1',
  is_founding: true,
  leader_address: null,
  network_object_id: null,
  registry_object_id: null,
  status: 'active',
  claim_token: null,
  claimed_tx_digest: null,
  issued_tx_digest: null,
  created_tx_digest: 'd',
  stake_pool_total: '5',
  stake_total_shares: '9007199254740993',
  ...times,
};

test('numbers as text are numbers, exactly', () => {
  expect(read('leaders.get', leader)).toMatchObject({ stake_total_shares: 9007199254740993n });
  expect(dags({}, { ...dag, vertices: '12' }).items).toMatchObject([{ vertices: 12 }]);
  expect(read('leaders.registry', { unbonding_duration_ms: '5' })).toMatchObject({
    unbonding_duration_ms: 5,
  });
  expect(() => dags({}, { ...dag, vertices: '12.5' })).toThrow();
});

describe('absent keys', () => {
  const { finalized_at: _, ...without } = dag;

  it('are null, and listed as absent from every row or from this row', () => {
    const [first, second] = dags({}, without, { ...without, loops: null }).items;
    expect(first).toMatchObject({ finalized_at: null, loops: null });
    expect(absentFields(first!)).toMatchObject({
      finalized_at: 'every row',
      loops: 'row',
      edges: 'every row',
    });
    expect(absentFields(second!)).not.toHaveProperty('loops');
  });

  it('of a single row are of that row', () => {
    expect(absentFields(dags({}, without).items[0]!)['finalized_at']).toBe('row');
    expect(absentFields(read('dags.get', without) as object)['finalized_at']).toBe('row');
  });

  it.each(['constructor', 'toString'])('leave an unknown key %s in the row as answered', (key) => {
    const [row] = dags({}, { ...without, [key]: 1 }).items;
    expect(Object.keys(asAnswered(row!))).toContain(key);
  });

  it('are not those of a column with a name like ours', () => {
    const clientFields = { absent_fields: 'none', unreadable: ['x'] };
    const figures = { vertices: 1, edges: 1, loops: 0, tools: 1, last_run_at: null, skill_description: null };
    const [row] = dags({}, { ...dag, ...figures, ...clientFields }).items;
    expect('finalized_at' in absentFields(row!)).toBe(false);
    expect(asAnswered(row!)).toMatchObject(clientFields);
    expect(unreadableElements(clientFields)).toEqual([]);
    const [partial] = dags({}, { ...without, ...clientFields }).items;
    expect(Object.keys(asAnswered(partial!)).sort()).toEqual(
      Object.keys({ ...without, ...clientFields }).sort(),
    );
  });

  it('that may not be null are an error', () => {
    const { creator: _creator, ...nameless } = dag;
    expect(() => dags({}, nameless)).toThrow();
  });

  it('are not named where there are none', () => {
    const figures = { vertices: 1, edges: 1, loops: 0, tools: 1, last_run_at: null, skill_description: null };
    expect(dags({}, { ...dag, ...figures }).items[0]).not.toHaveProperty([ABSENT_FIELDS]);
  });
});

test.each([
  ['0xAB', '0xab', true],
  ['0x0ab', UPPER.replace(/AB/g, '00').slice(0, 64) + 'ab', true],
  [UPPER, LOWER, true],
  ['0xab', '0xac', false],
  // Digests and names are no ids: their case counts.
  ['9bQ', '9bq', false],
  ['same', 'same', true],
])('%s and %s are one id: %s', (a, b, same) => {
  expect(isSameId(a, b)).toBe(same);
});
