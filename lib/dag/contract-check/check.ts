// Checks a structure against the port contracts of its tools and explains every mismatch.
// Invariant: a vertex without a known contract has no errors; a ghost in a finalized DAG is a note, never an error.
import type { FlowGraph, GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import { edgesBy, forwardEdges, groupBy, reachable } from '@/lib/dag/traverse';
import { edgeText } from '@/lib/dag/wording';
import { checkEdge, checkInputs, checkOutputs, type Excludes, fedTwice } from './rules';
import { finding, type Finding, outputContract, type ToolKnowledge } from './rules';

function missing({ inputs, outputs }: GraphVertex): string {
  const edge = [...inputs, ...outputs].flatMap(({ edges }) => edges)[0];
  const [group] = inputs.flatMap(({ entry_groups }) => entry_groups);
  const other = group === undefined ? 'a default value or an output' : `entry group ${group}`;
  const by = edge === undefined ? other : `edge ${edgeText(edge)}`;
  return `referred to by ${by}, but missing from this index's record of the finalized DAG`;
}

function ofVertex(vertex: GraphVertex, tool: ToolKnowledge | undefined, excludes: Excludes): Finding[] {
  if (vertex.ghost === 'missing') return [finding('vertex_missing', vertex.name, missing(vertex))];
  if (vertex.ghost) return [];
  const doubleInputs = fedTwice(vertex, excludes);
  if (tool === undefined) return doubleInputs;
  if (tool.state === 'unknown')
    return [...doubleInputs, finding('contract_unknown', vertex.name, `contract unknown: ${tool.reason}`)];
  const unregistered = `${vertex.tool_fqn} is no longer registered`;
  return [
    ...doubleInputs,
    ...(tool.registered !== false ? [] : [finding('tool_unregistered', vertex.name, unregistered)]),
    ...checkInputs(vertex, tool.inputs),
    ...(tool.variants === null ? [] : checkOutputs(vertex, tool.variants)),
  ];
}

/** `tools`: by fully qualified name; absent if not requested yet. */
export function checkContracts(graph: FlowGraph, tools: ReadonlyMap<string, ToolKnowledge>): Finding[] {
  const excludes = exclusion(graph);
  const toolOf = new Map(
    graph.vertices.map(({ name, tool_fqn }) => [name, tool_fqn === null ? undefined : tools.get(tool_fqn)]),
  );
  const ofEdge = (edge: GraphEdge) => {
    const [source, target] = [toolOf.get(edge.from.vertex), toolOf.get(edge.to.vertex)];
    if (source?.state !== 'known' || target?.state !== 'known' || source.variants === null) return [];
    const from = outputContract(source.variants, edge.from);
    const to = target.inputs.find(({ port_name }) => port_name === edge.to.port);
    return from && to ? checkEdge(edge, from, to) : [];
  };
  return [
    ...graph.vertices.flatMap((vertex) => ofVertex(vertex, toolOf.get(vertex.name), excludes)),
    ...graph.edges.flatMap(ofEdge),
  ];
}

/** For each vertex and decision (a vertex or the entry), the variants or groups that lead to it. */
type Origins = Map<string, Map<string, Set<string>>>;

/** In larger graphs edges from different vertices are assumed to exclude each other; checking would take too long. */
const MAX_VERTICES = 300;

const ENTRY = '\u0000entry';

function originsOf(graph: FlowGraph): Origins {
  const origins: Origins = new Map();
  const out = edgesBy(forwardEdges(graph), 'from');
  const spread = (decision: string, choice: string, starts: readonly string[]) => {
    for (const vertex of reachable(starts, out, 'to')) {
      const decisions = origins.get(vertex) ?? new Map<string, Set<string>>();
      origins.set(vertex, decisions);
      decisions.set(decision, (decisions.get(decision) ?? new Set()).add(choice));
    }
  };
  for (const [vertex, edges] of out) {
    const variants = groupBy(edges, ({ from }) => from.variant);
    if (variants.size < 2) continue;
    for (const [variant, variantEdges] of variants)
      spread(
        vertex,
        variant,
        variantEdges.map(({ to }) => to.vertex),
      );
  }
  for (const group of graph.entry_groups) {
    const starts = graph.vertices.filter(({ inputs }) =>
      inputs.some(({ entry_groups }) => entry_groups.includes(group)),
    );
    spread(
      ENTRY,
      group,
      starts.map(({ name }) => name),
    );
  }
  return origins;
}

/**
 * Whether two edges into one port can never both deliver a value in a run. Variants of a vertex exclude each other, and so
 * do entry groups; where neither applies, the edges are assumed to fire together.
 */
function exclusion(graph: FlowGraph): (edge: GraphEdge, other: GraphEdge) => boolean {
  let origins: Origins | null = null;
  const choicesOf = ({ from }: GraphEdge, outputOrigins: Origins) => {
    const choices = new Map(outputOrigins.get(from.vertex));
    choices.set(from.vertex, new Set([from.variant]));
    return choices;
  };
  return (edge, other) => {
    if (edge.back !== other.back || edge.kind === 'do_while' || other.kind === 'do_while') return true;
    if (edge.from.vertex === other.from.vertex) return edge.from.variant !== other.from.variant;
    if (graph.vertices.length > MAX_VERTICES) return true;
    origins ??= originsOf(graph);
    const [first, second] = [choicesOf(edge, origins), choicesOf(other, origins)];
    for (const [decision, choices] of first) {
      const others = second.get(decision);
      if (others && ![...choices].some((choice) => others.has(choice))) return true;
    }
    return false;
  };
}
