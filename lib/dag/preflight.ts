// The size of a graph before any layout (counts, depth, loops), which decides how much of it is drawn.
import { depths } from './back-edges';
import type { FlowGraph } from './flow-graph';
import { forwardEdges } from './traverse';
import type { DagStructure } from '@/lib/contract/dags';

/** `full`: everything; `reduced`: an overview canvas, vertices on zoom; `outline`: a list until requested. */
export type DrawMode = 'full' | 'reduced' | 'outline';

export interface Preflight {
  vertices: number;
  edges: number;
  ports: number;
  /** Vertices on the longest path, ignoring loops. */
  depth: number;
  loops: number;
  mode: DrawMode;
}

type Limits = Pick<Preflight, 'vertices' | 'edges' | 'ports'>;

/** The largest graph for each mode. */
export const limits: Record<Exclude<DrawMode, 'outline'>, Limits> = {
  full: { vertices: 120, edges: 360, ports: 1500 },
  reduced: { vertices: 2000, edges: 6000, ports: 16_000 },
};

function within(counts: Limits, most: Limits): boolean {
  return counts.vertices <= most.vertices && counts.edges <= most.edges && counts.ports <= most.ports;
}

const known = new WeakMap<FlowGraph, Preflight>();

/** Cached per graph. */
export function preflight(graph: FlowGraph): Preflight {
  const found = known.get(graph) ?? counted(graph);
  known.set(graph, found);
  return found;
}

function counted(graph: FlowGraph): Preflight {
  const names = graph.vertices.map(({ name }) => name);
  const forward = forwardEdges(graph);
  let deepest = -1;
  for (const depth of depths(names, forward).values()) deepest = Math.max(deepest, depth);
  const counts = {
    vertices: graph.vertices.length,
    edges: graph.edges.length,
    ports: graph.vertices.reduce((sum, { inputs, outputs }) => sum + inputs.length + outputs.length, 0),
    depth: deepest + 1,
    loops: graph.edges.length - forward.length,
  };
  const mode = within(counts, limits.full) ? 'full' : within(counts, limits.reduced) ? 'reduced' : 'outline';
  return { ...counts, mode };
}

/** Number of elements in a structure; each was added by one event. */
export function elementCount(structure: DagStructure): number {
  const { vertices, edges, entry_groups, default_values, output_variants } = structure;
  const entries = entry_groups.reduce((sum, { ports }) => sum + ports.length, 0);
  return vertices.length + edges.length + entries + default_values.length + output_variants.length;
}
