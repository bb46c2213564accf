// Contract check rules for a vertex's inputs and outputs, and for an edge between two known ports.
// `error`: a run will fail or cannot start there; `note`: worth knowing, such as an unknown contract.
import { valuesOf } from '@/lib/contract/port-data';
import type { PortContract, VariantContract } from '@/lib/contract/tools';
import { type GraphEdge, type GraphVertex, inputKey, type InputPort } from '@/lib/dag/flow-graph';
import { edgeKindText, edgeSource, edgeTarget, outputName } from '@/lib/dag/wording';

/** A tool's port contract, or why it is unknown. */
export type ToolKnowledge =
  | {
      state: 'known';
      /** Null: not provided by the index. */
      registered: boolean | null;
      inputs: readonly PortContract[];
      /** Null: not provided by the index. */
      variants: readonly VariantContract[] | null;
    }
  | { state: 'unknown'; reason: string };

const findingCodes = [
  'input_unfed',
  'input_fed_twice',
  'no_such_input',
  'no_such_output',
  'cardinality',
  'value_kind',
  'variant_unhandled',
  'tool_unregistered',
  'vertex_missing',
  'contract_unknown',
] as const;
export type FindingCode = (typeof findingCodes)[number];

export interface Finding {
  code: FindingCode;
  severity: 'error' | 'note';
  vertex: string;
  /** Key of the port concerned. */
  port: string | null;
  /** Key of the edge concerned. */
  edge: string | null;
  reason: string;
}

const NOTES: ReadonlySet<FindingCode> = new Set(['variant_unhandled', 'vertex_missing', 'contract_unknown']);

export function finding(
  code: FindingCode,
  vertex: string,
  reason: string,
  about: { port?: string; edge?: GraphEdge } = {},
): Finding {
  return {
    code,
    severity: NOTES.has(code) ? 'note' : 'error',
    vertex,
    port: about.port ?? null,
    edge: about.edge?.key ?? null,
    reason,
  };
}

export type Excludes = (edge: GraphEdge, other: GraphEdge) => boolean;

/** Two edges that can both deliver a value; null if there are none. */
function clash(edges: readonly GraphEdge[], excludes: Excludes): [GraphEdge, GraphEdge] | null {
  for (const [index, edge] of edges.entries())
    for (const other of edges.slice(index + 1)) if (!excludes(edge, other)) return [edge, other];
  return null;
}

/** Ports with more than one source; needs no contract. */
export function fedTwice(vertex: GraphVertex, excludes: Excludes): Finding[] {
  return vertex.inputs.flatMap((input) => {
    const found = (text: string) => [
      finding('input_fed_twice', vertex.name, `${input.port} is ${text}`, { port: input.key }),
    ];
    const sources = [
      ...(input.edges.some((edge) => !edge.back) ? ['an edge'] : []),
      ...(input.default_value !== null ? ['a default value'] : []),
      ...(input.entry_groups.length > 0 ? ['the caller'] : []),
    ];
    if (sources.length > 1) return found(`supplied by ${sources.join(' and ')}`);
    const both = clash(input.edges, excludes);
    if (!both) return [];
    const [source, otherSource] = both.map(edgeSource);
    if (source === otherSource)
      return found(
        `connected to ${source} twice: ${both.map(({ kind }) => edgeKindText(kind)).join(' and ')}`,
      );
    return found(`supplied by ${source} and ${otherSource}, which do not exclude each other`);
  });
}

function defaultFits(vertex: GraphVertex, input: InputPort, port: PortContract): Finding[] {
  const value = input.default_value;
  if (value === null) return [];
  const found = (code: FindingCode, expected: string, actual: string) => {
    const text = `${input.port} takes ${expected}, its default value is ${actual}`;
    return [finding(code, vertex.name, text, { port: input.key })];
  };
  const cardinality = 'many' in value ? 'many' : 'one';
  if ((port.cardinality === 'one' || port.cardinality === 'many') && port.cardinality !== cardinality)
    return found('cardinality', port.cardinality, cardinality);
  const isObject = port.value_kind === 'object';
  if (!isObject && port.value_kind !== 'data') return [];
  const wrong = valuesOf(value).find(({ kind }) => (kind === 'object') !== isObject);
  return wrong ? found('value_kind', port.value_kind, wrong.kind) : [];
}

/** The inputs of `vertex` against those its tool requires. */
export function checkInputs(vertex: GraphVertex, required: readonly PortContract[]): Finding[] {
  const found: Finding[] = [];
  for (const port of required) {
    const input = vertex.inputs.find((each) => each.port === port.port_name);
    const isConnected =
      input && (input.edges.length > 0 || input.entry_groups.length > 0 || input.default_value !== null);
    if (isConnected) {
      found.push(...defaultFits(vertex, input, port));
      continue;
    }
    const text = `${port.port_name} has no edge, default value or entry group`;
    const key = input?.key ?? inputKey(vertex.name, port.port_name);
    found.push(finding('input_unfed', vertex.name, text, { port: key }));
  }
  for (const { key, port } of vertex.inputs) {
    if (required.some(({ port_name }) => port_name === port)) continue;
    found.push(finding('no_such_input', vertex.name, `the tool has no input ${port}`, { port: key }));
  }
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
  for (const { variant_name } of variants) {
    if (handled.has(variant_name) || variant_name === RESERVED.variant) continue;
    const text = `nothing follows variant ${variant_name}; a walk that takes it ends here`;
    found.push(finding('variant_unhandled', vertex.name, text));
  }
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
  const mismatch = (code: FindingCode, actual: string, expected: string) => {
    const text = `${edgeSource(edge)} -> ${edgeTarget(edge)} gives ${actual}, the input takes ${expected}`;
    const port = inputKey(edge.to.vertex, edge.to.port);
    found.push(finding(code, edge.to.vertex, text, { edge, port }));
  };
  const isKnown = [from, to].every(({ cardinality }) => cardinality === 'one' || cardinality === 'many');
  if (isKnown && carried(edge.kind, from.cardinality) !== to.cardinality) {
    const by = edge.kind === 'normal' ? '' : ` over a ${edgeKindText(edge.kind)} edge`;
    mismatch('cardinality', `${from.cardinality}${by}`, to.cardinality);
  }
  const kinds = [from, to].every(({ value_kind }) => value_kind === 'object' || value_kind === 'data');
  if (kinds && from.value_kind !== to.value_kind) mismatch('value_kind', from.value_kind, to.value_kind);
  return found;
}
