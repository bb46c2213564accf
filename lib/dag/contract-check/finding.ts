// What the contract check says: one finding a thing that does not fit, with the vertex, the port or edge it is about, and the reason in words.
// `fault`: a run will fail or cannot begin there. `note`: worth knowing, and no fault: a contract that is unknown is the commonest.
import type { PortContract, VariantContract } from '@/lib/contract/tools';
import type { GraphEdge } from '@/lib/dag/flow-graph';

/** What is known of a tool: its port contract, or why it is not known. */
export type ToolKnowledge =
  | {
      state: 'known';
      registered: boolean;
      inputs: readonly PortContract[];
      /** Null: the index did not tell them. */
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
  severity: 'fault' | 'note';
  vertex: string;
  /** Key of the port concerned, when one is. */
  port: string | null;
  /** Key of the edge concerned, when one is. */
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
    severity: NOTES.has(code) ? 'note' : 'fault',
    vertex,
    port: about.port ?? null,
    edge: about.edge?.key ?? null,
    reason,
  };
}
