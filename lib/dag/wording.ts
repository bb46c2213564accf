// The words of the graph: edge kinds, edges, ports, vertices, as one reads them in a table, a tooltip or an accessible name.
// A kind of a later release is told by its own name.
import { edgeKinds, type EdgeKind } from '@/lib/contract/dags';
import type { FlowGraph, GraphEdge, GraphVertex, InputPort, OutputPort } from './flow-graph';

const KINDS: Record<EdgeKind, { word: string; meaning: string }> = {
  normal: { word: 'normal', meaning: 'passes the value on' },
  for_each: { word: 'for each', meaning: 'splits a list: one walk for each element' },
  collect: { word: 'collect', meaning: 'gathers the results of all walks into one list' },
  do_while: { word: 'do while', meaning: 'leads back: the same vertices again, one iteration further' },
  break: { word: 'break', meaning: 'leaves the loop' },
  static: { word: 'static', meaning: 'stays available in every iteration' },
};

export function isEdgeKind(kind: string): kind is EdgeKind {
  return (edgeKinds as readonly string[]).includes(kind);
}

export function edgeKindWord(kind: string): string {
  return isEdgeKind(kind) ? KINDS[kind].word : kind.replaceAll('_', ' ');
}

export function edgeKindMeaning(kind: string): string {
  return isEdgeKind(kind) ? KINDS[kind].meaning : 'a kind this console does not know';
}

/** What stands on the edge in the drawing; a normal edge says nothing. */
export function edgeLabel(kind: string): string | null {
  return kind === 'normal' ? null : edgeKindWord(kind);
}

/** `ok.score`: an output port as its vertex names it. */
export function outputName({ variant, port }: { variant: string; port: string }): string {
  return `${variant}.${port}`;
}

export function edgeSource({ from }: Pick<GraphEdge, 'from'>): string {
  return `${from.vertex}.${outputName(from)}`;
}

export function edgeTarget({ to }: Pick<GraphEdge, 'to'>): string {
  return `${to.vertex}.${to.port}`;
}

/** `review.ok.score -> rank.score, for each` */
export function edgeText(edge: GraphEdge): string {
  const ways = `${edgeSource(edge)} -> ${edgeTarget(edge)}`;
  return edge.kind === 'normal' ? ways : `${ways}, ${edgeKindWord(edge.kind)}`;
}

export function vertexKindWord({
  kind,
  ghost,
  members,
}: Pick<GraphVertex, 'kind' | 'ghost' | 'members'>): string {
  if (members) return `${members.length} vertices folded`;
  if (ghost === 'awaited') return 'not there yet';
  if (ghost || kind === null) return 'not in the structure';
  return kind.replaceAll('_', '-');
}

/** Why nothing is known of a vertex that is only referred to. */
export function ghostReason({ ghost }: Pick<GraphVertex, 'ghost'>): string {
  return ghost === 'awaited'
    ? 'the vertex is referred to, and not there yet: the DAG is still being built'
    : 'the vertex is referred to, but not in the structure';
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The accessible name of a vertex: name, tool, kind and how many ports. */
export function vertexText(vertex: GraphVertex): string {
  const parts = [vertex.name];
  if (vertex.tool_fqn !== null) parts.push(vertex.tool_fqn);
  parts.push(vertexKindWord(vertex), counted(vertex.inputs.length, 'input'));
  parts.push(counted(vertex.outputs.length, 'output'));
  return parts.join(', ');
}

/** Where the values of an input port come from, in words; nothing at all is worth saying. */
export function inputText({ edges, default_value, entry_groups }: InputPort): string {
  const parts = edges.map((edge) => `from ${edgeSource(edge)}`);
  if (entry_groups.length > 0) parts.push(`asked of the caller by ${entry_groups.join(', ')}`);
  if (default_value !== null) parts.push('has a default value');
  return parts.length > 0 ? parts.join('; ') : 'fed by nothing';
}

export function outputText({ edges, declared }: OutputPort): string {
  const parts = edges.map((edge) => `to ${edgeTarget(edge)}`);
  if (declared) parts.push('an output of the DAG');
  return parts.length > 0 ? parts.join('; ') : 'goes nowhere';
}

/** One sentence that stands for the drawing. */
export function graphText(graph: FlowGraph): string {
  const loops = graph.edges.filter((edge) => edge.back).length;
  const parts = [counted(graph.vertices.length, 'vertex', 'vertices'), counted(graph.edges.length, 'edge')];
  if (graph.entry_groups.length > 0) parts.push(counted(graph.entry_groups.length, 'entry group'));
  if (loops > 0) parts.push(counted(loops, 'loop'));
  return parts.join(', ');
}
