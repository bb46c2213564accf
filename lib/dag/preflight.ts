// What a graph will cost, known before any layout: counts, depth and loops, and how it is to be drawn.
// `full`: everything is drawn. `reduced`: seen from afar the drawing is one picture, and vertices come into being where one looks. `outline`: a list with
// a search and the neighbourhood of what is chosen; the whole is drawn on request.
import { depths } from './back-edges';
import type { FlowGraph } from './flow-graph';

export type DrawMode = 'full' | 'reduced' | 'outline';

export interface Preflight {
  vertices: number;
  edges: number;
  ports: number;
  /** Vertices on the longest way once loops are cut. */
  depth: number;
  loops: number;
  mode: DrawMode;
}

type Limits = Pick<Preflight, 'vertices' | 'edges' | 'ports'>;

/** The most that is drawn in each way. */
export const limits: Record<Exclude<DrawMode, 'outline'>, Limits> = {
  full: { vertices: 120, edges: 360, ports: 1500 },
  reduced: { vertices: 2000, edges: 6000, ports: 16_000 },
};

function within(counts: Limits, most: Limits): boolean {
  return counts.vertices <= most.vertices && counts.edges <= most.edges && counts.ports <= most.ports;
}

const known = new WeakMap<FlowGraph, Preflight>();

/** Worked out once a graph. */
export function preflight(graph: FlowGraph): Preflight {
  const found = known.get(graph) ?? counted(graph);
  known.set(graph, found);
  return found;
}

function counted(graph: FlowGraph): Preflight {
  const names = graph.vertices.map(({ name }) => name);
  const forward = graph.edges.filter((edge) => !edge.back);
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
