// A structure against the port contracts of its tools (spec 2.11, 2.15): everything that does not fit, each with its reason.
// Invariant: nothing is held against a vertex whose contract is not known; a ghost is part of a build in progress, not a fault.
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { exclusion } from './exclusive';
import { finding, type Finding, type ToolKnowledge } from './finding';
import { checkInputs, fedTwice } from './inputs';
import { checkEdge, checkOutputs, outputContract } from './outputs';

/** All findings, in the order of the vertices. `tools`: what is known, by fully qualified name; a name that is absent has not been asked for. */
export function checkContracts(graph: FlowGraph, tools: ReadonlyMap<string, ToolKnowledge>): Finding[] {
  const excludes = exclusion(graph);
  const knowledge = new Map(
    graph.vertices.map(({ name, tool_fqn }) => [name, tool_fqn === null ? undefined : tools.get(tool_fqn)]),
  );
  const found = graph.vertices.flatMap((vertex): Finding[] => {
    if (vertex.ghost) return [];
    const own = fedTwice(vertex, excludes);
    const tool = knowledge.get(vertex.name);
    if (tool === undefined) return own;
    if (tool.state === 'unknown')
      return [...own, finding('contract_unknown', vertex.name, `contract unknown: ${tool.reason}`)];
    if (!tool.registered)
      own.push(
        finding(
          'tool_unregistered',
          vertex.name,
          `${vertex.tool_fqn} is no longer registered: nobody runs it`,
        ),
      );
    return [
      ...own,
      ...checkInputs(vertex, tool.inputs),
      ...(tool.variants === null ? [] : checkOutputs(vertex, tool.variants)),
    ];
  });
  for (const edge of graph.edges) {
    const source = knowledge.get(edge.from.vertex);
    const target = knowledge.get(edge.to.vertex);
    if (source?.state !== 'known' || target?.state !== 'known' || source.variants === null) continue;
    const from = outputContract(source.variants, edge.from);
    const to = target.inputs.find(({ port_name }) => port_name === edge.to.port);
    if (from && to) found.push(...checkEdge(edge, from, to));
  }
  return found;
}
