// The words of the graph: edge kinds, edges, ports and vertices as shown in tables, tooltips and accessible names.
// Invariant: an unknown kind is shown by its name.
import { graphCounts } from './counts';
import { isolated } from '@/lib/text/foreign-text';
import { edgeKinds, type EdgeKind } from '@/lib/contract/dags';
import type { FlowGraph, GraphEdge, GraphVertex, InputPort, OutputPort } from './flow-graph';

const KINDS: Record<EdgeKind, { word: string; meaning: string }> = {
  normal: { word: 'normal', meaning: 'passes the value on' },
  for_each: { word: 'for each', meaning: 'splits a list: one walk for each element' },
  collect: { word: 'collect', meaning: 'gathers the results of all walks into one list' },
  do_while: { word: 'do while', meaning: 'repeats the loop, one iteration further' },
  break: { word: 'break', meaning: 'leaves the loop' },
  static: { word: 'static', meaning: 'stays available in every iteration' },
};

export function isEdgeKind(kind: string): kind is EdgeKind {
  return (edgeKinds as readonly string[]).includes(kind);
}

export function edgeKindWord(kind: string): string {
  return isEdgeKind(kind) ? KINDS[kind].word : kind;
}

/** The same within a sentence of ours. */
export const edgeKindText = (kind: string) => isolated(edgeKindWord(kind));

export function edgeKindMeaning(kind: string): string {
  return isEdgeKind(kind) ? KINDS[kind].meaning : 'unknown kind';
}

/** The label on an edge; a normal edge has none. */
export function edgeLabel(kind: string): string | null {
  return kind === 'normal' ? null : edgeKindWord(kind);
}

/** `ok.score` */
export function outputName({ variant, port }: { variant: string; port: string }): string {
  return `${variant}.${port}`;
}

export function edgeSource({ from }: Pick<GraphEdge, 'from'>): string {
  return `${isolated(from.vertex)}.${isolated(outputName(from))}`;
}

export function edgeTarget({ to }: Pick<GraphEdge, 'to'>): string {
  return `${isolated(to.vertex)}.${isolated(to.port)}`;
}

/** `review.ok.score -> rank.score, for each` */
export function edgeText(edge: GraphEdge): string {
  const ends = `${edgeSource(edge)} -> ${edgeTarget(edge)}`;
  return edge.kind === 'normal' ? ends : `${ends}, ${edgeKindText(edge.kind)}`;
}

export function vertexKindWord({
  kind,
  ghost,
  members,
}: Pick<GraphVertex, 'kind' | 'ghost' | 'members'>): string {
  if (members) return `${members.length} folded vertices`;
  if (ghost === 'awaited') return 'not added yet';
  if (ghost || kind === null) return 'not in the structure';
  return kind === 'on_chain' || kind === 'off_chain' ? kind.replace('_', '-') : kind;
}

/** Why nothing is known about a ghost. */
export function ghostReason({ ghost }: Pick<GraphVertex, 'ghost'>): string {
  return ghost === 'awaited'
    ? 'the DAG is still being built, and this vertex has not been added yet'
    : 'referred to, but not in the structure';
}

/** With grouped digits, like `groupDigits` of lib/view, which this folder may not import. */
function counted(count: number, singular: string, plural = `${singular}s`): string {
  const digits = String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${digits} ${count === 1 ? singular : plural}`;
}

/** The accessible name of a vertex: name, tool, kind, and number of ports. */
export function vertexText(vertex: GraphVertex): string {
  const parts = [vertex.name];
  if (vertex.tool_fqn !== null) parts.push(vertex.tool_fqn);
  parts.push(vertexKindWord(vertex), counted(vertex.inputs.length, 'input'));
  parts.push(counted(vertex.outputs.length, 'output'));
  return parts.join(', ');
}

/** Where an input port's values come from. */
export function inputText({ edges, default_value, entry_groups }: InputPort): string {
  const parts = edges.map((edge) => `from ${edgeSource(edge)}`);
  if (entry_groups.length > 0)
    parts.push(`supplied by the caller (${entry_groups.map(isolated).join(', ')})`);
  if (default_value !== null) parts.push('default value');
  return parts.length > 0 ? parts.join('; ') : 'unconnected';
}

export function outputText({ edges, declared }: OutputPort): string {
  const parts = edges.map((edge) => `to ${edgeTarget(edge)}`);
  if (declared) parts.push('DAG output');
  return parts.length > 0 ? parts.join('; ') : 'unconnected';
}

/** A one-line summary of the drawing. */
export function graphText(graph: FlowGraph): string {
  const { vertices, edges, loops } = graphCounts(graph);
  const parts = [counted(vertices, 'vertex', 'vertices'), counted(edges, 'edge')];
  if (graph.entry_groups.length > 0) parts.push(counted(graph.entry_groups.length, 'entry group'));
  if (loops > 0) parts.push(counted(loops, 'loop'));
  return parts.join(', ');
}
