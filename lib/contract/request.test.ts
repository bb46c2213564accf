// The rules of spec 4.2, for every kind of parameter.
import { describe, expect, test } from 'vitest';
import { parseParams, parseQuery } from './request';

const q = (text: string) => new URLSearchParams(text);
const ID = `0x${'0'.repeat(61)}abc`;

describe('values', () => {
  test('defaults, and sizes above 100 served as 100', () => {
    expect(parseQuery('leaders.list', q(''))).toEqual({ page_size: 20 });
    expect(parseQuery('leaders.list', q('page_size=5000&page_token=40'))).toEqual({
      page_token: '40',
      page_size: 100,
    });
  });

  test('ids are normalised, times become UTC, unknown parameters are ignored', () => {
    const query = parseQuery(
      'tasks.list',
      q('controller=0xABC&owner=0x1&created_after=2026-11-01T02:00:00%2B02:00'),
    );
    expect(query).toEqual({
      controller: ID,
      created_after: '2026-11-01T00:00:00.000Z',
      page_size: 20,
    });
  });

  test.each([
    ['2026-11-01T00:00:00.0005Z', '2026-11-01T00:00:00.000500Z'],
    ['2026-11-01t02:00:00.0000000001%2B02:00', '2026-11-01T00:00:00.000001Z'],
    ['2026-11-01T00:00:00.0019999Z', '2026-11-01T00:00:00.001999Z'],
    ['2026-11-01T00:00:00.1230000z', '2026-11-01T00:00:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('the time %s is %s: what is below a millisecond counts', (text, time) => {
    expect(parseQuery('tasks.list', q(`due_after=${text}`)).due_after).toBe(time);
  });

  test('ids of skills are int64, and a cursor beyond it is its end', () => {
    expect(parseQuery('tasks.list', q('skill_id=9223372036854775807')).skill_id).toBe(9223372036854775807n);
    for (const cursor of ['9223372036854775807', '9223372036854775808', '9'.repeat(100)])
      expect(parseQuery('events.stream', q(`last_event_id=${cursor}`)).last_event_id).toBe(
        9223372036854775807n,
      );
  });

  test('booleans are words', () => {
    expect(parseQuery('tools.list', q('verified=false')).verified).toBe(false);
  });

  test('kinds become full names, sorted, without doubles', () => {
    expect(parseQuery('events.list', q('kinds=WalkFailed,DAGCreatedEvent,,WalkFailedEvent')).kinds).toEqual([
      'DAGCreatedEvent',
      'WalkFailedEvent',
    ]);
  });

  test('a cursor may exceed the range of a double', () => {
    expect(parseQuery('events.stream', q('last_event_id=9007199254740993')).last_event_id).toBe(
      9007199254740993n,
    );
  });
});

test.each([
  ['leaders.list', 'page_size=0'],
  ['leaders.list', 'page_size=-1'],
  ['leaders.list', 'page_size=1.5'],
  ['leaders.list', 'page_token='],
  ['leaders.list', 'page_token=a%0db'],
  ['leaders.list', 'status=retired'],
  ['leaders.list', 'claimed=yes'],
  ['leaders.list', 'leader_address=0xzz'],
  ['leaders.list', 'created_after=yesterday'],
  ['leaders.list', 'created_after=2026-02-30T00:00:00Z'],
  ['leaders.list', 'created_after=2026-02-10T00:00:00'],
  ['leaders.list', 'created_after=0000-01-01T00:00:00Z'],
  ['leaders.list', 'created_after=9999-12-31T23:59:59-14:00'],
  ['tools.list', `fqn=${'a'.repeat(257)}`],
  ['tools.list', 'fqn=%00'],
  ['keys.usage', 'granularity=week'],
  ['events.stream', 'last_event_id=-1'],
  ['tasks.list', 'skill_id=9223372036854775808'],
  ['tasks.list', 'skill_id=1&skill_id=2'],
  ['leaders.list', 'created_after=2026-11-01T23:59:60Z'],
  ['leaders.list', 'created_after=2026-11-01T24:00:00Z'],
  ['leaders.list', 'created_after=-000001-01-01T00:00:00Z'],
  ['leaders.list', 'created_after='],
  ['events.stream', 'last_event_id=1%0d%0aX:y'],
] as const)('%s?%s is a 400 that names the parameter', (name, text) => {
  const parameter = text.split('=')[0] ?? '';
  expect(() => parseQuery(name, q(text))).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(parameter) as string }),
  );
});

test('a page token is opaque to the relay, and one of ours in our index', () => {
  const query = q('page_token=eyJrIjo3fQ%3D%3D');
  expect(parseQuery('leaders.list', query).page_token).toBe('eyJrIjo3fQ==');
  expect(() => parseQuery('leaders.list', query, { closed: true })).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining('page_token') as string }),
  );
  expect(parseQuery('leaders.list', q('page_token=40'), { closed: true }).page_token).toBe('40');
});

test('one unknown kind fails the set with INVALID_FILTER_VALUE', () => {
  expect(() => parseQuery('events.stream', q('kinds=WalkFailed,OccurrenceConsumed'))).toThrow(
    expect.objectContaining({ status: 400, code: 'INVALID_FILTER_VALUE' }),
  );
});

test('values the specification does not list pass the relay and are refused by our index', () => {
  expect(parseQuery('tasks.list', q('status=sleeping')).status).toBe('sleeping');
  expect(() => parseQuery('tasks.list', q('status=sleeping'), { closed: true })).toThrow('status');
  const status = (text: string, closed = false) =>
    parseQuery('executions.list', q(`status=${text}`), { closed }).status;
  expect(status('aborted,failed,aborted')).toEqual(['failed', 'aborted']);
  expect(status('failed,sleeping')).toEqual(['failed', 'sleeping']);
  expect(() => status('failed,sleeping', true)).toThrow('status');
  expect(() => status('failed,')).toThrow('status');
});

test('a malformed id in a path is not found', () => {
  expect(() => parseParams('dags.get', { dag_object_id: 'nope' })).toThrow(
    expect.objectContaining({ status: 404 }),
  );
  expect(parseParams('dags.get', { dag_object_id: '0xABC' })).toEqual({ dag_object_id: ID });
});
