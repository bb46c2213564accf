import type { DagStructure } from '@/lib/contract/dags';

/** How many things a structure names: each was added by one event. */
export function elementCount(structure: DagStructure): number {
  const { vertices, edges, entry_groups, default_values, output_variants } = structure;
  const entries = entry_groups.reduce((sum, { ports }) => sum + ports.length, 0);
  return vertices.length + edges.length + entries + default_values.length + output_variants.length;
}
