// A short text that changes whenever the drawing of a structure would: names, ports, kinds, tools and the values that are shown.
// FNV-1a over 64 bits: enough to tell the few structures of one DAG apart, and quick for thousands of edges.
import type { DagStructure } from '@/lib/contract/dags';
import { stringifyJson } from '@/lib/json/exact';

const OFFSET = 0x811c9dc5;
const OTHER = 0x01000193 ^ OFFSET;

function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

export function shapeHash(structure: DagStructure): string {
  const { vertices, edges, entry_groups, default_values, output_variants } = structure;
  const text = stringifyJson([vertices, edges, entry_groups, default_values, output_variants]);
  return [OFFSET, OTHER].map((seed) => fnv(text, seed).toString(16).padStart(8, '0')).join('');
}
