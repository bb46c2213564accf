// What a graph will cost, known before any layout: counts, depth and loops, and whether to draw it at once or to ask first.
// The limits are about shape as much as size: very long chains overflow the layout's stack before large counts do.
import { depths } from './back-edges';
import type { FlowGraph } from './flow-graph';

export interface Preflight {
  vertices: number;
  edges: number;
  ports: number;
  /** Vertices on the longest way once loops are cut. */
  depth: number;
  loops: number;
  /** `ask`: open as table first, draw on request. */
  verdict: 'draw' | 'ask';
}

export const limits = { vertices: 1500, edges: 5000, ports: 12_000, depth: 400 };

export function preflight(graph: FlowGraph): Preflight {
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
  const over = (Object.keys(limits) as (keyof typeof limits)[]).some((name) => counts[name] > limits[name]);
  return { ...counts, verdict: over ? 'ask' : 'draw' };
}
