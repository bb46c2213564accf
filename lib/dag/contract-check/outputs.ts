// The outputs of a vertex against its tool's contract, and the form of what an edge carries from one tool to the next.
import type { PortContract, VariantContract } from '@/lib/contract/tools';
import type { GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import { inputKey } from '@/lib/dag/keys';
import { edgeKindWord, edgeSource, edgeTarget, outputName } from '@/lib/dag/wording';
import { finding, type Finding } from './finding';

/** The reserved variant of a failed evaluation: every tool has it, no contract names it. */
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

/** The outputs that `vertex` uses against those its tool has, and the variants that lead nowhere beside others that do. */
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
          `nothing follows the output variant ${variant_name}: a walk that ends on it ends here`,
        ),
      );
  return found;
}

/** What an edge of this kind makes of one and of many; null where nothing is known. */
function carried(kind: string, cardinality: string): string | null {
  if (cardinality !== 'one' && cardinality !== 'many') return null;
  if (kind === 'for_each') return cardinality === 'many' ? 'one' : null;
  if (kind === 'collect') return cardinality === 'one' ? 'many' : null;
  return cardinality;
}

/** An edge between two ports whose contracts are both known. */
export function checkEdge(edge: GraphEdge, from: PortContract, to: PortContract): Finding[] {
  const found: Finding[] = [];
  const ways = `${edgeSource(edge)} -> ${edgeTarget(edge)}`;
  const about = { edge, port: inputKey(edge.to.vertex, edge.to.port) };
  const isKnown = [from, to].every(({ cardinality }) => cardinality === 'one' || cardinality === 'many');
  if (isKnown && carried(edge.kind, from.cardinality) !== to.cardinality) {
    const by = edge.kind === 'normal' ? '' : ` over a ${edgeKindWord(edge.kind)} edge`;
    const text = `${ways} gives ${from.cardinality}${by}, the input takes ${to.cardinality}`;
    found.push(finding('cardinality', edge.to.vertex, text, about));
  }
  const kinds = [from, to].every(({ value_kind }) => value_kind === 'object' || value_kind === 'data');
  if (kinds && from.value_kind !== to.value_kind)
    found.push(
      finding(
        'value_kind',
        edge.to.vertex,
        `${ways} gives ${from.value_kind}, the input takes ${to.value_kind}`,
        about,
      ),
    );
  return found;
}
