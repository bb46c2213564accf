import { expect, test } from 'vitest';
import {
  controlsOf,
  errorOf,
  fromBound,
  fromMinute,
  labelsOf,
  toBound,
  toMinute,
  valueText,
} from './filter-controls';

const labels = {
  status: 'Status',
  is_founding: 'Founding',
  claimed: 'Claimed',
  leader_address: 'Operator',
  network_object_id: 'Network',
  created: 'Indexed between',
};
const controls = controlsOf('leaders.list', labels);
const control = (key: string) => controls.find((candidate) => candidate.key === key)!;

test('the contract decides which control a parameter has', () => {
  expect(controls.map(({ kind }) => kind)).toEqual(['enum', 'boolean', 'boolean', 'id', 'id', 'time']);
  expect(control('status')).toMatchObject({ known: ['active', 'suspended', 'slashed'] });
});

test('a label without a parameter throws', () => {
  expect(() => controlsOf('leaders.list', { ...labels, colour: 'Colour' } as never)).toThrow('colour');
});

test('a chip shows its value, times in the zone of the console', () => {
  const filters = {
    is_founding: 'false',
    leader_address: `0x${'ab'.repeat(32)}`,
    created_after: '2026-11-20T10:00:00.000Z',
  };
  expect(valueText(control('is_founding'), filters, 'utc')).toBe('no');
  expect(valueText(control('leader_address'), filters, 'utc')).toBe('0xabab…abab');
  expect(valueText(control('created'), filters, 'utc')).toBe('from 2026-11-20 10:00 UTC');
  expect(valueText(control('created'), filters, 'zone:Asia/Kolkata')).toBe('from 2026-11-20 15:30 UTC+05:30');
  const range = { ...filters, created_before: '2026-11-20T12:00:59.999Z' };
  expect(valueText(control('created'), range, 'utc')).toBe('2026-11-20 10:00 to 2026-11-20 12:00 UTC');
  expect(valueText(control('status'), filters, 'utc')).toBeUndefined();
});

test.each(['utc', 'local', 'zone:Asia/Kolkata', 'zone:America/New_York'] as const)(
  'a minute typed in zone %s is the minute shown there, also around changes of its offset',
  (zone) => {
    // New York leaves summer time on 2026-11-01 and enters it on 2026-03-08.
    for (const at of [
      '2026-11-01T03:30:00Z',
      '2026-11-01T07:10:00Z',
      '2026-03-08T06:59:00Z',
      '2026-06-30T22:00:00Z',
    ]) {
      const ms = Date.parse(at);
      expect(fromMinute(toMinute(ms, zone), zone)).toBe(ms);
    }
    expect(fromMinute('', zone)).toBeNull();
  },
);

test('several states are named on the chip', () => {
  const [status] = controlsOf('executions.list', { status: 'Status' });
  expect(valueText(status!, { status: 'pending_settlement,failed' }, 'utc')).toBe(
    'pending settlement, failed',
  );
});

test('an invalid value has a reason', () => {
  expect(errorOf(control('leader_address'), '0xzz')).toContain('hex');
  expect(errorOf(control('leader_address'), '0x2')).toBeNull();
});

test('filters are named by the label of their control, both bounds of a time once', () => {
  expect(labelsOf(controls, ['created_after', 'created_before', 'status', 'other'])).toEqual([
    'Indexed between',
    'Status',
    'other',
  ]);
});

test('the bounds of a number of things are whole numbers without a unit', () => {
  const [vertices] = controlsOf('dags.list', { vertices: 'Vertices' });
  if (vertices?.kind !== 'range') throw new Error('no range');
  expect(valueText(vertices, { min_vertices: '1000' }, 'utc')).toBe('at least 1,000');
  expect(fromBound('12', vertices.unit)).toBe('12');
  expect(fromBound('1.5', vertices.unit)).toBeUndefined();
  expect(toBound('100', vertices.unit)).toBe('100');
  expect(toBound(undefined, vertices.unit)).toBe('');
});
