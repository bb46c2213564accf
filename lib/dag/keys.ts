// Keys of the things in a graph: a vertex by its name, a port by vertex.port or vertex.variant.port, an edge by from->to.
// Invariant: different things have different keys, whatever characters their names hold; a plain name is its own key.
// Keys are for attributes, URLs and lookups; what a reader sees is wording.ts's. Spec 2.15.
import type { DagEdge } from '@/lib/contract/dags';

/** Dots and the arrow separate; inside a name they are escaped, and so is the escape. */
function segment(name: string): string {
  // Nearly no name holds one, and a large graph has tens of thousands of keys.
  if (!/[\\.>]/.test(name)) return name;
  return name.replaceAll(/[\\.>]/g, (sign) => `\\${sign}`);
}

export function inputKey(vertex: string, port: string): string {
  return `${segment(vertex)}.${segment(port)}`;
}

export function outputKey(vertex: string, variant: string, port: string): string {
  return `${segment(vertex)}.${segment(variant)}.${segment(port)}`;
}

/** `from.variant.port->to.port`. Two edges between the same ports share it: the graph numbers the later ones. */
export function edgeKey(edge: Pick<DagEdge, 'from' | 'to'>): string {
  const { from, to } = edge;
  return `${outputKey(from.vertex, from.variant, from.port)}->${inputKey(to.vertex, to.port)}`;
}
