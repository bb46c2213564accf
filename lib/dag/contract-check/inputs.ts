// The inputs of a vertex against its tool's contract: each is fed once, and by something of the right form.
import { valuesOf } from '@/lib/contract/port-data';
import type { PortContract } from '@/lib/contract/tools';
import type { GraphEdge, GraphVertex, InputPort } from '@/lib/dag/flow-graph';
import { inputKey } from '@/lib/dag/keys';
import { edgeKindWord, edgeSource } from '@/lib/dag/wording';
import { finding, type Finding } from './finding';

export type Excludes = (one: GraphEdge, two: GraphEdge) => boolean;

/** Two edges that would both bring a value, null when there are none. */
function clash(edges: readonly GraphEdge[], excludes: Excludes): [GraphEdge, GraphEdge] | null {
  for (const [index, one] of edges.entries())
    for (const two of edges.slice(index + 1)) if (!excludes(one, two)) return [one, two];
  return null;
}

/** Whether one port is fed more than once; needs no contract. */
export function fedTwice(vertex: GraphVertex, excludes: Excludes): Finding[] {
  return vertex.inputs.flatMap((input) => {
    const sources = [
      ...(input.edges.some((edge) => !edge.back) ? ['an edge'] : []),
      ...(input.default_value !== null ? ['a default value'] : []),
      ...(input.entry_groups.length > 0 ? ['the caller'] : []),
    ];
    const about = { port: input.key };
    if (sources.length > 1)
      return [
        finding('input_fed_twice', vertex.name, `${input.port} is fed by ${sources.join(' and ')}`, about),
      ];
    const both = clash(input.edges, excludes);
    if (!both) return [];
    const text =
      edgeSource(both[0]) === edgeSource(both[1])
        ? `${input.port} is fed by ${edgeSource(both[0])} twice: ${both.map(({ kind }) => edgeKindWord(kind)).join(' and ')}`
        : `${input.port} is fed by ${edgeSource(both[0])} and ${edgeSource(both[1])}, which do not exclude each other`;
    return [finding('input_fed_twice', vertex.name, text, about)];
  });
}

function defaultFits(vertex: GraphVertex, input: InputPort, port: PortContract): Finding[] {
  const value = input.default_value;
  if (value === null) return [];
  const about = { port: input.key };
  const cardinality = 'many' in value ? 'many' : 'one';
  if ((port.cardinality === 'one' || port.cardinality === 'many') && port.cardinality !== cardinality)
    return [
      finding(
        'cardinality',
        vertex.name,
        `${input.port} takes ${port.cardinality}, its default value is ${cardinality}`,
        about,
      ),
    ];
  const isObject = port.value_kind === 'object';
  if (!isObject && port.value_kind !== 'data') return [];
  const wrong = valuesOf(value).find(({ kind }) => (kind === 'object') !== isObject);
  if (!wrong) return [];
  return [
    finding(
      'value_kind',
      vertex.name,
      `${input.port} takes ${port.value_kind}, its default value is ${wrong.kind}`,
      about,
    ),
  ];
}

/** The inputs of `vertex` against what its tool asks for. */
export function checkInputs(vertex: GraphVertex, asked: readonly PortContract[]): Finding[] {
  const found: Finding[] = [];
  for (const port of asked) {
    const input = vertex.inputs.find((each) => each.port === port.port_name);
    const isFed =
      input && (input.edges.length > 0 || input.entry_groups.length > 0 || input.default_value !== null);
    if (!isFed)
      found.push(
        finding(
          'input_unfed',
          vertex.name,
          `${port.port_name} is fed by nothing: no edge, no default value, no entry group`,
          { port: input?.key ?? inputKey(vertex.name, port.port_name) },
        ),
      );
    else found.push(...defaultFits(vertex, input, port));
  }
  for (const input of vertex.inputs)
    if (!asked.some((port) => port.port_name === input.port))
      found.push(
        finding('no_such_input', vertex.name, `the tool has no input ${input.port}`, { port: input.key }),
      );
  return found;
}
