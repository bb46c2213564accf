// A graph with regions of it folded into one vertex each. Edges inside a region are not seen, those that lead in and out end at the folded vertex, and
// what would be drawn twice is drawn once. Invariant: no vertex is lost, each stands for itself or is a member of exactly one folded vertex.
import { backEdges } from './back-edges';
import type { FlowGraph, GraphEdge, GraphVertex, InputPort, OutputPort } from './flow-graph';
import { edgeKey, inputKey, outputKey } from './keys';
import type { Region } from './fold-regions';

/** The name of the vertex that stands for `region`: no vertex of the graph has it. */
export function foldedName(region: Region): string {
  return `⟨${region.title}⟩`;
}

/** The folded vertex of each vertex that is folded; a vertex of several regions goes with the first. */
function homes(graph: FlowGraph, regions: readonly Region[]): Map<string, Region> {
  const names = new Set(graph.vertices.map(({ name }) => name));
  const home = new Map<string, Region>();
  for (const region of regions) {
    if (names.has(foldedName(region))) continue;
    const free = [...region.members].filter((name) => names.has(name) && !home.has(name));
    if (free.length > 1) for (const name of free) home.set(name, region);
  }
  return home;
}

/** A port of a member as a port of the folded vertex: vertices of one tool share theirs, in a region the vertex is named too. */
function portName(region: Region, vertex: string, port: string): string {
  return region.what === 'tool' ? port : `${vertex}.${port}`;
}

/** The variant of a member as `folded` has it. */
export function foldedVariant(folded: GraphVertex, member: string, variant: string): string {
  return folded.tool_fqn === null ? `${member}.${variant}` : variant;
}

export function folded(graph: FlowGraph, regions: readonly Region[]): FlowGraph {
  const home = homes(graph, regions);
  if (home.size === 0) return graph;
  const vertices = new Map<string, GraphVertex>();
  const inputs = new Map<string, InputPort>();
  const outputs = new Map<string, OutputPort>();
  const edges = new Map<string, GraphEdge>();

  const end = (vertex: string, port: string) => {
    const region = home.get(vertex);
    return region ? { vertex: foldedName(region), port: portName(region, vertex, port) } : { vertex, port };
  };
  for (const edge of graph.edges) {
    const { from, to, kind } = edge;
    if (home.has(from.vertex) && home.get(from.vertex) === home.get(to.vertex)) continue;
    const region = home.get(from.vertex);
    const variant = region ? portName(region, from.vertex, from.variant) : from.variant;
    const ends = {
      from: { vertex: end(from.vertex, '').vertex, variant, port: from.port },
      to: end(to.vertex, to.port),
    };
    if (!region && !home.has(to.vertex)) {
      edges.set(edge.key, { ...edge, back: false });
      continue;
    }
    const key = `${edgeKey(ends)} ${kind}`;
    const known = edges.get(key);
    if (known) known.members?.push(edge.key);
    else edges.set(key, { key, ...ends, kind, back: false, members: [edge.key] });
  }
  const all = [...edges.values()];

  const draft = (vertex: GraphVertex): GraphVertex => {
    const region = home.get(vertex.name);
    const name = region ? foldedName(region) : vertex.name;
    const known = vertices.get(name);
    if (known) return known;
    const made: GraphVertex = region
      ? {
          name,
          kind: null,
          tool_fqn: region.what === 'tool' ? region.title : null,
          ghost: false,
          members: [...home].flatMap(([member, its]) => (its === region ? [member] : [])),
          inputs: [],
          outputs: [],
        }
      : { ...vertex, inputs: [], outputs: [] };
    vertices.set(name, made);
    return made;
  };
  for (const vertex of graph.vertices) {
    const target = draft(vertex);
    const region = home.get(vertex.name);
    for (const input of vertex.inputs) {
      const port = region ? portName(region, vertex.name, input.port) : input.port;
      const key = inputKey(target.name, port);
      const isInner =
        region && input.edges.length > 0 && input.edges.every(({ from }) => home.get(from.vertex) === region);
      if (inputs.has(key) || isInner) continue;
      const made = { ...input, key, port, edges: [] };
      inputs.set(key, made);
      target.inputs.push(made);
    }
    for (const output of vertex.outputs) {
      const variant = region ? portName(region, vertex.name, output.variant) : output.variant;
      const key = outputKey(target.name, variant, output.port);
      const isInner =
        region && !output.declared && output.edges.every(({ to }) => home.get(to.vertex) === region);
      if (outputs.has(key) || isInner) continue;
      const made = { ...output, key, variant, edges: [] };
      outputs.set(key, made);
      target.outputs.push(made);
    }
  }
  for (const edge of all) {
    inputs.get(inputKey(edge.to.vertex, edge.to.port))?.edges.push(edge);
    outputs.get(outputKey(edge.from.vertex, edge.from.variant, edge.from.port))?.edges.push(edge);
  }
  const names = [...vertices.keys()];
  const back = backEdges(names, all, []);
  for (const edge of all) edge.back = back.has(edge);
  return { vertices: [...vertices.values()], edges: all, entry_groups: graph.entry_groups };
}
