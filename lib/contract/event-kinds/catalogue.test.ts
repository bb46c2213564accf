// The catalogue as a whole: counts of the release, families, retired names; and how payloads in other spellings decode.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseJson } from '@/lib/json/exact';
import { decodePayload, eventKinds, familyOf, fullKindName, isEventKind, shortKindName } from './catalogue';
import { canonicalKinds } from '@/lib/contract/events';
import { removedKinds, renamedKinds } from './retired';

const DAG = `0x${'1'.repeat(64)}`;

test('the release has 90 current kinds, and each has a family and fields', () => {
  expect(Object.keys(eventKinds)).toHaveLength(90);
  for (const [name, row] of Object.entries(eventKinds)) {
    expect(familyOf(name), name).toBeDefined();
    expect(Object.keys(row.payload.shape).length, name).toBeGreaterThan(1);
  }
});

test('retired names are not current, and renamed ones lead to a current name', () => {
  for (const [old, current] of Object.entries(renamedKinds)) {
    expect(isEventKind(old), old).toBe(false);
    expect(isEventKind(current), current).toBe(true);
  }
  for (const name of Object.keys(removedKinds)) expect(isEventKind(name), name).toBe(false);
  expect(Object.keys(renamedKinds)).toHaveLength(13);
  expect(Object.keys(removedKinds)).toHaveLength(12);
});

test.each([
  ['ScheduledSkillExecutionCreatedEvent', 'TaskCreatedEvent'],
  ['ScheduledSkillExecutionPausedEvent', 'TaskPausedEvent'],
  ['ScheduledSkillExecutionResumedEvent', 'TaskResumedEvent'],
  ['ScheduledSkillExecutionCanceledEvent', 'TaskCanceledEvent'],
  ['RequestScheduledOccurrenceEvent', 'OccurrenceScheduledEvent'],
  ['OccurrenceConsumedEvent', 'OccurrenceDispatchedEvent'],
  ['MissedOccurrenceEvent', 'OccurrenceMissedEvent'],
  ['VerificationVerdictEvent', 'ToolVerificationResolvedEvent'],
  ['ScheduledOccurrencePaymentCreatedEvent', 'TaskExecutionPaymentCreatedEvent'],
  ['ScheduledOccurrencePaymentFinalizedEvent', 'TaskExecutionPaymentFinalizedEvent'],
  ['ScheduledSkillPaymentRefilledEvent', 'TaskPaymentReserveRefilledEvent'],
  ['ScheduledSkillPaymentCanceledEvent', 'TaskPaymentReserveCanceledEvent'],
  ['PriorityFeeDepositEvent', 'PriorityFeeDepositCreatedEvent'],
])('%s is now %s', (old, current) => {
  expect(renamedKinds[old]).toBe(current);
  expect(canonicalKinds(old)).toEqual({ kinds: [], unknown: [old] });
  expect(canonicalKinds(current)).toEqual({ kinds: [current], unknown: [] });
});

test.each([
  ['PaymentInsufficientGasEvent', 'ToolPaymentInsufficientFundsEvent'],
  ['PaymentLockUpdateEvent', 'ToolPaymentLockUpdatedEvent'],
  ['PaymentUnlockUpdateEvent', 'ToolPaymentSettledEvent'],
])('%s became %s, and both are gone', (old, later) => {
  expect(removedKinds[old]).toContain(later);
  for (const name of [old, later]) expect(canonicalKinds(name)).toEqual({ kinds: [], unknown: [name] });
});

test('the Event suffix is optional in a name', () => {
  expect(fullKindName('WalkAdvanced')).toBe('WalkAdvancedEvent');
  expect(fullKindName('WalkAdvancedEvent')).toBe('WalkAdvancedEvent');
  expect(shortKindName('WalkAdvancedEvent')).toBe('WalkAdvanced');
});

describe('spellings of the same payload', () => {
  const expected = {
    dag: DAG,
    vertex: { name: 'rank' },
    kind: { variant: 'OffChain', tool_fqn: 'xyz.text.rank@1' },
  };
  test.each([
    ['ours', { vertex: { name: 'rank' }, kind: { variant: 'OffChain', tool_fqn: 'xyz.text.rank@1' } }],
    ['externally tagged', { vertex: 'rank', kind: { OffChain: { tool_fqn: 'xyz.text.rank@1' } } }],
    [
      '_variant_name',
      { vertex: { name: 'rank' }, kind: { _variant_name: 'OffChain', tool_fqn: 'xyz.text.rank@1' } },
    ],
    [
      'the rendering of a full node',
      { vertex: { name: 'rank' }, kind: { '@variant': 'OffChain', tool_fqn: 'xyz.text.rank@1' } },
    ],
    ['snake case', { vertex: { name: 'rank' }, kind: { variant: 'off_chain', tool_fqn: 'xyz.text.rank@1' } }],
    ['a tuple variant', { vertex: { name: 'rank' }, kind: { OffChain: 'xyz.text.rank@1' } }],
  ])('%s', (_, payload) => {
    expect(
      decodePayload('DAGVertexAddedEvent', { dag: DAG.toUpperCase().replace('0X', '0x'), ...payload }),
    ).toEqual(expected);
  });

  test('a runtime vertex with an iteration, and unit variants as bare strings', () => {
    const walk = {
      dag: DAG,
      execution: DAG,
      walk_index: '2',
      vertex: { with_iterator: { vertex: 'sum', iteration: 1, out_of: 4 } },
    };
    expect(decodePayload('WalkAbortedEvent', walk)).toMatchObject({
      walk_index: 2n,
      vertex: { variant: 'WithIterator', vertex: { name: 'sum' }, iteration: 1n, out_of: 4n },
    });
    const edge = { from: { variant: 'ok', port: 'a' }, to: { vertex: 'b', port: 'c' }, kind: 'for_each' };
    expect(decodePayload('DAGEdgeAddedEvent', { dag: DAG, from_vertex: 'a', edge })).toMatchObject({
      edge: { kind: { variant: 'ForEach' } },
    });
  });
});

test('int64 beyond 2^53 survives decoding', () => {
  const text = `{"tool":"${DAG}","fqn":"xyz.a.b@1","amount":9007199254740993}`;
  expect(decodePayload('ToolSlashedEvent', parseJson(text))).toMatchObject({ amount: 9007199254740993n });
});

test.each([
  ['a missing field', 'ToolSlashedEvent', { tool: DAG, fqn: 'xyz.a.b@1' }],
  ['a negative u64', 'ToolSlashedEvent', { tool: DAG, fqn: 'xyz.a.b@1', amount: -1 }],
  ['a u64 too large', 'ToolSlashedEvent', { tool: DAG, fqn: 'xyz.a.b@1', amount: 1n << 64n }],
  ['an id that is none', 'DAGCreatedEvent', { dag: 'dag-1' }],
  ['an unknown variant', 'TaskRejectedEvent', { task_id: DAG, reason: { variant: 'Tired' } }],
  ['an unknown kind', 'OccurrenceConsumedEvent', {}],
])('%s does not decode', (_, kind, payload) => {
  expect(decodePayload(kind, payload)).toBeUndefined();
});

const shared = new URL('../../../../shared/spec/event-catalogue.json', import.meta.url);
const catalogue = (() => {
  try {
    return JSON.parse(readFileSync(shared, 'utf8')) as {
      kind: string;
      status: string;
      family: string;
      fields?: { name: string }[];
    }[];
  } catch {
    return null;
  }
})();

test.skipIf(catalogue === null)(
  'it equals the published catalogue beside the checkout, field for field',
  () => {
    for (const row of catalogue ?? []) {
      expect(isEventKind(row.kind), row.kind).toBe(row.status === 'current');
      if (!isEventKind(row.kind)) continue;
      expect(familyOf(row.kind)).toBe(row.family);
      const fields = Object.keys(eventKinds[row.kind].payload.shape).filter(
        (name) => name !== 'distribution',
      );
      expect(fields, row.kind).toEqual(row.fields?.map((field) => field.name));
    }
  },
);
