// One finding of the contract check. `error`: a run will fail or cannot start there; `note`: worth knowing, such as an
// unknown contract.
import type { PortContract, VariantContract } from '@/lib/contract/tools';
import type { GraphEdge } from '@/lib/dag/flow-graph';

/** A tool's port contract, or why it is unknown. */
export type ToolKnowledge =
  | {
      state: 'known';
      registered: boolean;
      inputs: readonly PortContract[];
      /** Null: not provided by the index. */
      variants: readonly VariantContract[] | null;
    }
  | { state: 'unknown'; reason: string };

export const findingCodes = [
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
