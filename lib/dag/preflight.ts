// The size of a graph before any layout (counts, loops), which decides how much of it is drawn.
import { graphCounts } from './counts';
import type { FlowGraph } from './flow-graph';
import type { DagStructure } from '@/lib/contract/dags';

/** `full`: everything; `reduced`: an overview canvas, vertices on zoom; `outline`: a list until requested. */
export type DrawMode = 'full' | 'reduced' | 'outline';

export interface Preflight {
  vertices: number;
  edges: number;
  ports: number;
  loops: number;
  mode: DrawMode;
  /** Whether the server places it too, for an image before the page's scripts run. */
  onServer: boolean;
}

type Limits = Pick<Preflight, 'vertices' | 'edges' | 'ports'>;

/** The largest graph for each mode. */
export const limits: Record<Exclude<DrawMode, 'outline'>, Limits> = {
  full: { vertices: 120, edges: 360, ports: 1500 },
  reduced: { vertices: 2000, edges: 6000, ports: 16_000 },
};

/** Placed within 50 ms even where every edge is long. Visitors share a server: twice the edges may take ten times as long. */
export const serverLimits: Limits = { vertices: 40, edges: 60, ports: 500 };

function within(counts: Limits, most: Limits): boolean {
  return counts.vertices <= most.vertices && counts.edges <= most.edges && counts.ports <= most.ports;
}

function modeOf(counts: Limits): DrawMode {
  if (within(counts, limits.full)) return 'full';
  return within(counts, limits.reduced) ? 'reduced' : 'outline';
}

export function preflight(graph: FlowGraph): Preflight {
  const { vertices, edges, loops } = graphCounts(graph);
  const ports = graph.vertices.reduce((sum, { inputs, outputs }) => sum + inputs.length + outputs.length, 0);
  const counts = { vertices, edges, ports, loops };
  return { ...counts, mode: modeOf(counts), onServer: within(counts, serverLimits) };
}

/** Number of elements in a structure; each was added by one event. */
export function elementCount(structure: DagStructure): number {
  const { vertices, edges, entry_groups, default_values, output_variants } = structure;
  const entries = entry_groups.reduce((sum, { ports }) => sum + ports.length, 0);
  return vertices.length + edges.length + entries + default_values.length + output_variants.length;
}
