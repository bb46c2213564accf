import { expect, it } from 'vitest';
import { unreadableElements } from './dags';
import { dagStructure } from './dags';
import { asAnswered } from './read-answer';

const structure = {
  object_id: '0x1',
  finalized_at: null,
  vertices: [
    { name: 'a', kind: 'on_chain', tool_fqn: 'x@1' },
    { name: 'b', kind: 'zk_proof', tool_fqn: 'x@1' },
  ],
  edges: [
    { from: { vertex: 'a', variant: 'ok', port: 'x' }, to: { vertex: 'b', port: 'y' }, kind: 'later_kind' },
  ],
  entry_groups: [{ name: 'g', ports: [{ vertex: 'a', port: 'in' }] }],
  default_values: [{ vertex: 'b', port: 'z', value: { one: { kind: 'data', data: 1 } } }],
  output_variants: [{ vertex: 'b', variant: 'ok', port: 'out' }],
};

it('keeps a sound structure, unknown kinds included, as it is', () => {
  expect(dagStructure.parse(structure)).toEqual(structure);
  expect(unreadableElements(dagStructure.parse(structure))).toEqual([]);
});

it.each([
  ['vertices', { name: 'c', kind: 'on_chain', tool_fqn: null }],
  ['edges', { from: { vertex: 'a', port: 'x' }, to: { vertex: 'b', port: 'y' }, kind: 'normal' }],
  ['edges', null],
  ['entry_groups', { name: 'h', ports: [{ vertex: 'a' }] }],
  ['default_values', { vertex: 'b', port: 'z', value: 'text' }],
  ['output_variants', 7],
] as const)('drops and lists a malformed element of %s', (list, bad) => {
  const parsed = dagStructure.parse({ ...structure, [list]: [...structure[list], bad] });
  expect(parsed[list]).toEqual(structure[list]);
  expect(unreadableElements(parsed)).toEqual([`${list}[${structure[list].length}]`]);
  expect(asAnswered(parsed)).toEqual(structure);
});

it('fails where a list is missing', () => {
  expect(dagStructure.safeParse({ ...structure, edges: undefined }).success).toBe(false);
});

it('reads a default value without its cardinality as one value', () => {
  const bare = { vertex: 'b', port: 'z', value: { kind: 'data', data: 1 } };
  expect(dagStructure.parse({ ...structure, default_values: [bare] }).default_values).toEqual(
    structure.default_values,
  );
});
