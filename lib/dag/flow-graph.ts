// From a DAG structure to the graph that is drawn and listed: vertices with all their ports, edges with stable keys.
// Invariant: everything the structure names is in the graph: a vertex that is only referred to becomes a ghost, an unknown
// kind keeps its name, and equal edges stay distinct. Keys are unique for any characters in names.
import type { DagEdge, DagStructure } from '@/lib/contract/dags';
import type { PortData } from '@/lib/contract/port-data';
import { backEdges } from './back-edges';

export interface GraphEdge {
  key: string;
  from: DagEdge['from'];
  to: DagEdge['to'];
  kind: string;
  /** Closes a loop: drawn backwards and ignored wherever an order is needed. */
  back: boolean;
  /** Keys of the edges merged into this one, if one of its ends is folded. */
  members?: string[];
}

export interface InputPort {
  key: string;
  port: string;
  edges: GraphEdge[];
  default_value: PortData | null;
  /** Entry groups that require this port from the caller. */
  entry_groups: string[];
}

export interface OutputPort {
  key: string;
  variant: string;
  port: string;
  edges: GraphEdge[];
  /** Declared as an output of the DAG. */
  declared: boolean;
}

type Absence = 'awaited' | 'missing';

export interface GraphVertex {
  name: string;
  /** on_chain, off_chain or a later kind; null for a ghost. */
  kind: string | null;
  tool_fqn: string | null;
  /** Referred to, but not among the vertices: `awaited` in an unfinished DAG, `missing` in a finalized one. */
  ghost: Absence | false;
  /** The vertices folded into this one; absent on an ordinary vertex. */
  members?: readonly string[];
  inputs: InputPort[];
  outputs: OutputPort[];
}

export interface FlowGraph {
  vertices: GraphVertex[];
  edges: GraphEdge[];
  /** Entry group names in the structure's order. */
  entry_groups: string[];
}

/** Why a vertex that a structure refers to may be absent from its vertices. */
export const absence = ({ finalized_at }: Pick<DagStructure, 'finalized_at'>): Absence =>
  finalized_at === null ? 'awaited' : 'missing';

/** Dots, arrows and numbers are separators, so they are escaped in names. */
function segment(name: string): string {
  // Fast path: a large graph has tens of thousands of keys.
  if (!/[\\.>#]/.test(name)) return name;
  return name.replaceAll(/[\\.>#]/g, (sign) => `\\${sign}`);
}

/** One key of several names, unlike that of any other names. */
export function keyOf(...names: readonly string[]): string {
  return names.map(segment).join('.');
}

export function inputKey(vertex: string, port: string): string {
  return `${segment(vertex)}.${segment(port)}`;
}

export function outputKey(vertex: string, variant: string, port: string): string {
  return `${segment(vertex)}.${segment(variant)}.${segment(port)}`;
}

/** `from.variant.port->to.port`; parallel edges share it, so the graph numbers the later ones. */
export function edgeKey({ from, to }: Pick<DagEdge, 'from' | 'to'>): string {
  return `${outputKey(from.vertex, from.variant, from.port)}->${inputKey(to.vertex, to.port)}`;
}

/** Whether a run may start here: a caller supplies one of its inputs. */
export function isEntry({ inputs }: GraphVertex): boolean {
  return inputs.some(({ entry_groups }) => entry_groups.length > 0);
}

class Draft {
  readonly vertices = new Map<string, GraphVertex>();

  constructor(private readonly absent: Absence) {}

  vertex(name: string): GraphVertex {
    let found = this.vertices.get(name);
    if (!found) {
      found = { name, kind: null, tool_fqn: null, ghost: this.absent, inputs: [], outputs: [] };
      this.vertices.set(name, found);
    }
    return found;
  }

  input(vertex: string, port: string): InputPort {
    const { inputs } = this.vertex(vertex);
    let found = inputs.find((input) => input.port === port);
    if (!found) {
      found = { key: inputKey(vertex, port), port, edges: [], default_value: null, entry_groups: [] };
      inputs.push(found);
    }
    return found;
  }

  output(vertex: string, variant: string, port: string): OutputPort {
    const { outputs } = this.vertex(vertex);
    let found = outputs.find((output) => output.variant === variant && output.port === port);
    if (!found) {
      found = { key: outputKey(vertex, variant, port), variant, port, edges: [], declared: false };
      outputs.push(found);
    }
    return found;
  }
}

/** Groups ports by variant, in order of first appearance. */
function byVariant(outputs: OutputPort[]): OutputPort[] {
  const variants = [...new Set(outputs.map((output) => output.variant))];
  return variants.flatMap((variant) => outputs.filter((output) => output.variant === variant));
}

const cache = new WeakMap<DagStructure, FlowGraph>();

/** The graph of a structure, cached per structure and never modified. Vertices keep their order, ghosts come last. */
export function flowGraph(structure: DagStructure): FlowGraph {
  const graph = cache.get(structure) ?? buildGraph(structure);
  cache.set(structure, graph);
  return graph;
}

function buildGraph(structure: DagStructure): FlowGraph {
  const draft = new Draft(absence(structure));
  for (const { name, kind, tool_fqn } of structure.vertices) {
    if (draft.vertices.has(name)) continue;
    draft.vertices.set(name, { name, kind, tool_fqn, ghost: false, inputs: [], outputs: [] });
  }

  const seen = new Map<string, number>();
  const edges = structure.edges.map(({ from, to, kind }): GraphEdge => {
    const plain = edgeKey({ from, to });
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return { key: count === 1 ? plain : `${plain}#${count}`, from, to, kind, back: false };
  });
  for (const edge of edges) {
    draft.output(edge.from.vertex, edge.from.variant, edge.from.port).edges.push(edge);
    draft.input(edge.to.vertex, edge.to.port).edges.push(edge);
  }
  for (const group of structure.entry_groups)
    for (const { vertex, port } of group.ports) {
      const { entry_groups } = draft.input(vertex, port);
      if (!entry_groups.includes(group.name)) entry_groups.push(group.name);
    }
  for (const { vertex, port, value } of structure.default_values)
    draft.input(vertex, port).default_value = value;
  for (const { vertex, variant, port } of structure.output_variants)
    draft.output(vertex, variant, port).declared = true;

  const vertices = [...draft.vertices.values()];
  for (const vertex of vertices) vertex.outputs = byVariant(vertex.outputs);
  const entries = vertices.filter(isEntry);
  const back = backEdges(
    vertices.map(({ name }) => name),
    edges,
    entries.map(({ name }) => name),
  );
  for (const edge of edges) edge.back = back.has(edge);
  return { vertices, edges, entry_groups: structure.entry_groups.map(({ name }) => name) };
}
