import { expect, test } from 'vitest';
import { controlsOf, errorOf, fromBound, fromTyped, labelsOf, toBound, valueText } from './filter-controls';

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

test('a chip names both offsets of a range across a clock change', () => {
  const filters = { created_after: '2026-10-25T00:10:00.000Z', created_before: '2026-10-25T01:10:59.999Z' };
  expect(valueText(control('created'), filters, 'zone:Europe/Berlin')).toBe(
    '2026-10-25 02:10 UTC+02:00 to 2026-10-25 02:10 UTC+01:00',
  );
});

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

const english = { decimal: '.', group: ',' };
const german = { decimal: ',', group: '.' };

test('the bounds of a number of things are whole numbers without a unit', () => {
  const [vertices] = controlsOf('dags.list', { vertices: 'Vertices' });
  if (vertices?.kind !== 'range') throw new Error('no range');
  const { unit } = vertices;
  expect(valueText(vertices, { min_vertices: '1000' }, 'utc')).toBe('at least 1,000');
  expect(fromBound('12', unit, english)).toEqual({ value: '12', note: null });
  expect(fromBound('1.234', unit, english)).toEqual({ value: '1234', note: '= 1,234' });
  expect(fromBound('1.5', unit, english)).toEqual({ error: 'Must be a whole number' });
  expect(fromBound('9'.repeat(19), unit, english)).toEqual({ error: 'Too large' });
  expect(fromBound(' ', unit, english)).toBeNull();
  expect(toBound('100', unit, english)).toBe('100');
  expect(toBound(undefined, unit, english)).toBe('');
});

test("a bound in the field is read back as the same bound, in the reader's separators", () => {
  const [cost] = controlsOf('executions.list', { cost_mist: 'Cost' });
  if (cost?.kind !== 'range') throw new Error('no range');
  for (const reader of [english, german, { decimal: '٫', group: '٬' }, { decimal: ',', group: ' ' }])
    for (const value of ['1234000000', '1', '1234567000000000', '999999999999999999', '500000000']) {
      const read = fromBound(toBound(value, cost.unit, reader), cost.unit, reader);
      expect(read).toMatchObject({ value });
    }
  expect(toBound('1234000000', cost.unit, german)).toBe('1,234');
  expect(fromBound('1.234', cost.unit, german)).toEqual({ value: '1234000000000', note: '= 1,234 SUI' });
  expect(fromBound('0,5', cost.unit, english)).toEqual({ value: '500000000', note: '= 0.5 SUI' });
  expect(fromBound('0,5 US', cost.unit, english)).toMatchObject({ error: expect.stringContaining('MIST') });
});

test('ids and whole numbers are read in full-width and other digits', () => {
  expect(fromTyped(control('leader_address'), ' ０ｘ２ ', english)).toBe('0x2');
  const [skill] = controlsOf('executions.list', { skill_id: 'Skill' });
  if (skill === undefined) throw new Error('no skill');
  expect(['１２', '١٬٢٣٤', '1,234', 'x1'].map((text) => fromTyped(skill, text, english))).toEqual([
    '12',
    '1234',
    '1234',
    'x1',
  ]);
});
