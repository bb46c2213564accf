// Keys of vertices, ports (`vertex.port`, `vertex.variant.port`) and edges (`from->to`), for attributes, URLs and lookups.
// Invariant: different things have different keys, whatever characters their names contain.
import type { DagEdge } from '@/lib/contract/dags';

/** Dots and arrows are separators, so a name's own are escaped. */
function segment(name: string): string {
  // Fast path: a large graph has tens of thousands of keys.
  if (!/[\\.>]/.test(name)) return name;
  return name.replaceAll(/[\\.>]/g, (sign) => `\\${sign}`);
}

export function inputKey(vertex: string, port: string): string {
  return `${segment(vertex)}.${segment(port)}`;
}

export function outputKey(vertex: string, variant: string, port: string): string {
  return `${segment(vertex)}.${segment(variant)}.${segment(port)}`;
}

/** `from.variant.port->to.port`; parallel edges share it, so the graph numbers the later ones. */
export function edgeKey(edge: Pick<DagEdge, 'from' | 'to'>): string {
  const { from, to } = edge;
  return `${outputKey(from.vertex, from.variant, from.port)}->${inputKey(to.vertex, to.port)}`;
}
