// Checks a structure against the port contracts of its tools and explains every mismatch.
// Invariant: a vertex without a known contract has no errors; a ghost in a finalized DAG is a note, never an error.
import type { FlowGraph, GraphVertex } from '@/lib/dag/flow-graph';
import { edgeText } from '@/lib/dag/wording';
import { exclusion } from './exclusive-edges';
import { finding, type Finding, type ToolKnowledge } from './finding';
import { checkInputs, fedTwice, type Excludes } from './port-rules';
import { checkEdge, checkOutputs, outputContract } from './port-rules';

/** Vertices or edges per chunk of work. */
const CHUNK = 60;

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
  const own = fedTwice(vertex, excludes);
  if (tool === undefined) return own;
  if (tool.state === 'unknown')
    return [...own, finding('contract_unknown', vertex.name, `contract unknown: ${tool.reason}`)];
  const unregistered = `${vertex.tool_fqn} is no longer registered`;
  return [
    ...own,
    ...(tool.registered ? [] : [finding('tool_unregistered', vertex.name, unregistered)]),
    ...checkInputs(vertex, tool.inputs),
    ...(tool.variants === null ? [] : checkOutputs(vertex, tool.variants)),
  ];
}

/** All findings in chunks, so that a caller can yield in between. `tools`: by fully qualified name; absent if not requested yet. */
export function* contractFindings(
  graph: FlowGraph,
  tools: ReadonlyMap<string, ToolKnowledge>,
): Generator<Finding[]> {
  const excludes = exclusion(graph);
  const knowledge = new Map(
    graph.vertices.map(({ name, tool_fqn }) => [name, tool_fqn === null ? undefined : tools.get(tool_fqn)]),
  );
  for (let start = 0; start < graph.vertices.length; start += CHUNK)
    yield graph.vertices
      .slice(start, start + CHUNK)
      .flatMap((vertex) => ofVertex(vertex, knowledge.get(vertex.name), excludes));
  for (let start = 0; start < graph.edges.length; start += CHUNK)
    yield graph.edges.slice(start, start + CHUNK).flatMap((edge) => {
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
