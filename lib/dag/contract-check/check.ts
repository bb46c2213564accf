// A structure against the port contracts of its tools (spec 2.11, 2.15): everything that does not fit, each with its reason.
// Invariant: nothing is held against a vertex whose contract is not known; a ghost is part of a build in progress, and no fault. In a
// sealed DAG it is a gap of the record: a vertex precedes what names it (lifecycle 2), so that is noted and not held against the DAG.
import type { FlowGraph, GraphVertex } from '@/lib/dag/flow-graph';
import { edgeText } from '@/lib/dag/wording';
import { exclusion } from './exclusive';
import { finding, type Finding, type ToolKnowledge } from './finding';
import { checkInputs, fedTwice, type Excludes } from './inputs';
import { checkEdge, checkOutputs, outputContract } from './outputs';

/** Vertices and edges in one piece of work. */
const PIECE = 60;

function missing({ inputs, outputs }: GraphVertex): string {
  const edge = [...inputs, ...outputs].flatMap(({ edges }) => edges)[0];
  const [group] = inputs.flatMap(({ entry_groups }) => entry_groups);
  const other = group === undefined ? 'a default value or an output' : `the entry group ${group}`;
  const by = edge === undefined ? other : `the edge ${edgeText(edge)}`;
  return `${by} names it, and the sealed DAG has no such vertex: it was added before, so the record of this index lacks it`;
}

function ofVertex(vertex: GraphVertex, tool: ToolKnowledge | undefined, excludes: Excludes): Finding[] {
  if (vertex.ghost === 'missing') return [finding('vertex_missing', vertex.name, missing(vertex))];
  if (vertex.ghost) return [];
  const own = fedTwice(vertex, excludes);
  if (tool === undefined) return own;
  if (tool.state === 'unknown')
    return [...own, finding('contract_unknown', vertex.name, `contract unknown: ${tool.reason}`)];
  const gone = `${vertex.tool_fqn} is no longer registered: nobody runs it`;
  return [
    ...own,
    ...(tool.registered ? [] : [finding('tool_unregistered', vertex.name, gone)]),
    ...checkInputs(vertex, tool.inputs),
    ...(tool.variants === null ? [] : checkOutputs(vertex, tool.variants)),
  ];
}

/**
 * All findings, in the order of the vertices, a piece at a time: between two pieces whoever asks may do something else.
 * `tools`: what is known, by fully qualified name; a name that is absent has not been asked for.
 */
export function* contractFindings(
  graph: FlowGraph,
  tools: ReadonlyMap<string, ToolKnowledge>,
): Generator<Finding[]> {
  const excludes = exclusion(graph);
  const knowledge = new Map(
    graph.vertices.map(({ name, tool_fqn }) => [name, tool_fqn === null ? undefined : tools.get(tool_fqn)]),
  );
  for (let start = 0; start < graph.vertices.length; start += PIECE)
    yield graph.vertices
      .slice(start, start + PIECE)
      .flatMap((vertex) => ofVertex(vertex, knowledge.get(vertex.name), excludes));
  for (let start = 0; start < graph.edges.length; start += PIECE)
    yield graph.edges.slice(start, start + PIECE).flatMap((edge) => {
      const source = knowledge.get(edge.from.vertex);
      const target = knowledge.get(edge.to.vertex);
      if (source?.state !== 'known' || target?.state !== 'known' || source.variants === null) return [];
      const from = outputContract(source.variants, edge.from);
      const to = target.inputs.find(({ port_name }) => port_name === edge.to.port);
      return from && to ? checkEdge(edge, from, to) : [];
    });
}

/** All findings at once. */
export function checkContracts(graph: FlowGraph, tools: ReadonlyMap<string, ToolKnowledge>): Finding[] {
  return [...contractFindings(graph, tools)].flat();
}
