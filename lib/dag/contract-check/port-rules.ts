// The rules of the contract check for one vertex's inputs and outputs, and for the edge between two known ports.
import { valuesOf } from '@/lib/contract/port-data';
import type { PortContract, VariantContract } from '@/lib/contract/tools';
import type { GraphEdge, GraphVertex, InputPort } from '@/lib/dag/flow-graph';
import { inputKey } from '@/lib/dag/keys';
import { edgeKindWord, edgeSource, edgeTarget, outputName } from '@/lib/dag/wording';
import { finding, type Finding } from './finding';

export type Excludes = (one: GraphEdge, two: GraphEdge) => boolean;

/** Two edges that can both deliver a value; null if there are none. */
function clash(edges: readonly GraphEdge[], excludes: Excludes): [GraphEdge, GraphEdge] | null {
  for (const [index, one] of edges.entries())
    for (const two of edges.slice(index + 1)) if (!excludes(one, two)) return [one, two];
  return null;
}

/** Ports with more than one source; needs no contract. */
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
        finding(
          'input_fed_twice',
          vertex.name,
          `${input.port} is supplied by ${sources.join(' and ')}`,
          about,
        ),
      ];
    const both = clash(input.edges, excludes);
    if (!both) return [];
    const text =
      edgeSource(both[0]) === edgeSource(both[1])
        ? `${input.port} is connected to ${edgeSource(both[0])} twice: ${both.map(({ kind }) => edgeKindWord(kind)).join(' and ')}`
        : `${input.port} is supplied by ${edgeSource(both[0])} and ${edgeSource(both[1])}, which do not exclude each other`;
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

/** The inputs of `vertex` against those its tool requires. */
export function checkInputs(vertex: GraphVertex, required: readonly PortContract[]): Finding[] {
  const found: Finding[] = [];
  for (const port of required) {
    const input = vertex.inputs.find((each) => each.port === port.port_name);
    const isConnected =
      input && (input.edges.length > 0 || input.entry_groups.length > 0 || input.default_value !== null);
    if (!isConnected)
      found.push(
        finding('input_unfed', vertex.name, `${port.port_name} has no edge, default value or entry group`, {
          port: input?.key ?? inputKey(vertex.name, port.port_name),
        }),
      );
    else found.push(...defaultFits(vertex, input, port));
  }
  for (const input of vertex.inputs)
    if (!required.some((port) => port.port_name === input.port))
      found.push(
        finding('no_such_input', vertex.name, `the tool has no input ${input.port}`, { port: input.key }),
      );
  return found;
}

/** The reserved variant of a failed evaluation, which no contract lists. */
const RESERVED = { variant: '_err_eval', port: 'reason' };

const isReserved = ({ variant, port }: { variant: string; port: string }) =>
  variant === RESERVED.variant && port === RESERVED.port;

export function outputContract(
  variants: readonly VariantContract[],
  { variant, port }: { variant: string; port: string },
): PortContract | null {
  const found = variants.find(({ variant_name }) => variant_name === variant);
  return found?.ports.find(({ port_name }) => port_name === port) ?? null;
}

/** The outputs `vertex` uses against those of its tool, and variants that lead nowhere beside others that do not. */
export function checkOutputs(vertex: GraphVertex, variants: readonly VariantContract[]): Finding[] {
  const found: Finding[] = [];
  for (const output of vertex.outputs) {
    if (isReserved(output) || outputContract(variants, output)) continue;
    const hasVariant = variants.some(({ variant_name }) => variant_name === output.variant);
    const what = hasVariant ? `port ${outputName(output)}` : `output variant ${output.variant}`;
    found.push(finding('no_such_output', vertex.name, `the tool has no ${what}`, { port: output.key }));
  }
  const handled = new Set(vertex.outputs.map(({ variant }) => variant));
  if (handled.size === 0) return found;
  for (const { variant_name } of variants)
    if (!handled.has(variant_name) && variant_name !== RESERVED.variant)
      found.push(
        finding(
          'variant_unhandled',
          vertex.name,
          `nothing follows variant ${variant_name}; a walk that takes it ends here`,
        ),
      );
  return found;
}

/** The cardinality an edge of this kind delivers; null if unknown. */
function carried(kind: string, cardinality: string): string | null {
  if (cardinality !== 'one' && cardinality !== 'many') return null;
  if (kind === 'for_each') return cardinality === 'many' ? 'one' : null;
  if (kind === 'collect') return cardinality === 'one' ? 'many' : null;
  return cardinality;
}

/** An edge between two ports whose contracts are both known. */
export function checkEdge(edge: GraphEdge, from: PortContract, to: PortContract): Finding[] {
  const found: Finding[] = [];
  const ends = `${edgeSource(edge)} -> ${edgeTarget(edge)}`;
  const about = { edge, port: inputKey(edge.to.vertex, edge.to.port) };
  const isKnown = [from, to].every(({ cardinality }) => cardinality === 'one' || cardinality === 'many');
  if (isKnown && carried(edge.kind, from.cardinality) !== to.cardinality) {
    const by = edge.kind === 'normal' ? '' : ` over a ${edgeKindWord(edge.kind)} edge`;
    const text = `${ends} gives ${from.cardinality}${by}, the input takes ${to.cardinality}`;
    found.push(finding('cardinality', edge.to.vertex, text, about));
  }
  const kinds = [from, to].every(({ value_kind }) => value_kind === 'object' || value_kind === 'data');
  if (kinds && from.value_kind !== to.value_kind)
    found.push(
      finding(
        'value_kind',
        edge.to.vertex,
        `${ends} gives ${from.value_kind}, the input takes ${to.value_kind}`,
        about,
      ),
    );
  return found;
}
