import { expect, test } from 'vitest';
import { controlsOf, faultOf, valueText } from './filter-controls';

const labels = {
  status: 'Status',
  is_founding: 'Founding',
  claimed: 'Claimed',
  leader_address: 'Operator',
  network_object_id: 'Network',
  created: 'Indexed between',
};
const controls = controlsOf('leaders.list', labels);
const control = (key: string) => controls.find((one) => one.key === key)!;

test('the contract says which control a parameter has', () => {
  expect(controls.map(({ kind }) => kind)).toEqual(['enum', 'boolean', 'boolean', 'id', 'id', 'window']);
  expect(control('status')).toMatchObject({ known: ['active', 'suspended', 'slashed'] });
});

test('a label without a parameter is a mistake', () => {
  expect(() => controlsOf('leaders.list', { ...labels, colour: 'Colour' } as never)).toThrow('colour');
});

test('a chip says its value in few words', () => {
  const filters = {
    is_founding: 'false',
    leader_address: `0x${'ab'.repeat(32)}`,
    created_after: '2026-11-20T10:00:00.000Z',
  };
  expect(valueText(control('is_founding'), filters)).toBe('no');
  expect(valueText(control('leader_address'), filters)).toBe('0xabab…abab');
  expect(valueText(control('created'), filters)).toBe('from 2026-11-20 10:00');
  expect(valueText(control('status'), filters)).toBeUndefined();
});

test('a value that cannot be sent is named before it is sent', () => {
  expect(faultOf(control('leader_address'), '0xzz')).toContain('hex');
  expect(faultOf(control('leader_address'), '0x2')).toBeNull();
});
