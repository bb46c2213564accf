// The counts of a DAG, for the list and its pages: the index counts with this too, so they all agree.
// Invariant: counts match the drawing. A vertex that is only referred to counts; a name that was added twice counts once.
import type { DagStructure } from '@/lib/contract/dags';
import { flowGraph, type FlowGraph } from './flow-graph';
import { loopsOf } from './loops';

export interface DagCounts {
  vertices: number;
  edges: number;
  loops: number;
  /** Different tools. */
  tools: number;
}

const cache = new WeakMap<FlowGraph, DagCounts>();

/** Cached per graph, which is never modified: every render of a drawing describes it. */
export function graphCounts(graph: FlowGraph): DagCounts {
  const counts = cache.get(graph) ?? countsOf(graph);
  cache.set(graph, counts);
  return counts;
}

function countsOf(graph: FlowGraph): DagCounts {
  return {
    vertices: graph.vertices.length,
    edges: graph.edges.length,
    loops: loopsOf(graph).length,
    tools: new Set(graph.vertices.flatMap(({ tool_fqn }) => tool_fqn ?? [])).size,
  };
}

export function dagCounts(structure: DagStructure): DagCounts {
  return graphCounts(flowGraph(structure));
}

/** Names that were added more than once; the first of each is drawn. */
export function repeatedVertices({ vertices }: Pick<DagStructure, 'vertices'>): string[] {
  const seen = new Set<string>();
  return [...new Set(vertices.flatMap(({ name }) => (seen.has(name) ? [name] : (seen.add(name), []))))];
}
