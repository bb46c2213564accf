import { expect, it } from 'vitest';
import { labelLines, labelProblem, labelsOf, parseLabelLines, withLabels, withoutLabel } from './id-labels';

const ref = `0x${'ab'.repeat(32)}`;
const treasury = { type: 'agent', ref, label: 'Treasury' } as const;

it('reads what it writes', () => {
  const labels = [treasury, { type: 'transaction', ref: '5'.repeat(43), label: 'First "run"' } as const];
  expect(parseLabelLines(labelLines(labels))).toEqual({ labels, problems: [] });
});

it('names bad lines by number and keeps the good ones', () => {
  const lines = [
    '{"type":"agent","ref":"0xAB","label":" Short "}',
    '',
    'no json',
    '{"type":"xpub","ref":"0x1","label":"a"}',
    '{"type":"dag","ref":"0xzz","label":"a"}',
    '{"type":"dag","ref":"0x1"}',
    '{"type":"dag","ref":"0x1","label":" "}',
    '{"type":"dag","ref":"0x1","label":"a\\u202eb"}',
  ];
  expect(parseLabelLines(lines.join('\r\n'))).toEqual({
    labels: [{ type: 'agent', ref: `0x${'0'.repeat(62)}ab`, label: 'Short' }],
    problems: [
      'Line 3: not a JSON object',
      'Line 4: unknown type',
      'Line 5: ref is not an ID or digest',
      'Line 6: label is missing',
      'Line 7: label is empty',
      'Line 8: label contains control characters',
    ],
  });
});

it('keeps one label per id', () => {
  const renamed = { ...treasury, label: 'Reserve' };
  expect(withLabels([treasury], [renamed])).toEqual([renamed]);
  expect(withoutLabel([treasury], ref)).toEqual([]);
});

it('drops stored values that are no labels', () => {
  expect(labelsOf([treasury, { type: 'agent' }, 'x', null])).toEqual([treasury]);
  expect(labelsOf('x')).toEqual([]);
});

it('limits the length', () => {
  expect(labelProblem('a'.repeat(255))).toBeNull();
  expect(labelProblem('a'.repeat(256))).toContain('255');
});
