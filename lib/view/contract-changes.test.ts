import { expect, test } from 'vitest';
import type { PortContract, ToolDetail } from '@/lib/contract/tools';
import { contractChanges, versionOf } from './contract-changes';

const port = (port_name: string, value_kind = 'data'): PortContract => ({
  port_name,
  cardinality: 'one',
  value_kind,
});
const detail = (inputs: PortContract[], ok?: PortContract[]) =>
  ({
    input_schema: inputs,
    ...(ok && { output_variants: [{ variant_name: 'ok', ports: ok }] }),
  }) as ToolDetail;

test('reports ports that were added, removed or changed', () => {
  const before = detail([port('text'), port('style')], [port('summary')]);
  const after = detail([port('text', 'object')], [port('summary'), port('words')]);
  expect(contractChanges(before, after)).toEqual([
    { port: 'input text', change: 'changed', before: 'one data', after: 'one object' },
    { port: 'input style', change: 'removed', before: 'one data', after: null },
    { port: 'ok.words', change: 'added', before: null, after: 'one data' },
  ]);
});

test('nothing is known without the outputs of both', () => {
  expect(contractChanges(detail([]), detail([], []))).toBeNull();
  expect(contractChanges(detail([], []), detail([], []))).toEqual([]);
});

test('the version is the number after the last @', () => {
  expect(versionOf('org.example.tool@12')).toEqual({ name: 'org.example.tool', version: 12 });
  expect(versionOf('org.example.tool')).toBeNull();
});
