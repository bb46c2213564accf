'use client';
// The port contracts of the tools that a structure names, and what does not fit them.
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { DagStructure } from '@/lib/contract/dags';
import { outputVariantsOf, type ToolDetail } from '@/lib/contract/tools';
import { checkContracts } from '@/lib/dag/contract-check/check';
import type { Finding, ToolKnowledge } from '@/lib/dag/contract-check/finding';
import { flowGraph } from '@/lib/dag/flow-graph';

/** So many tools are asked for without being told to; each is one request of the key's budget. */
const UNASKED = 40;

function knowledge(detail: ToolDetail | undefined, error: Error | null): ToolKnowledge | null {
  if (detail)
    return {
      state: 'known',
      registered: detail.is_registered,
      inputs: detail.input_schema,
      variants: outputVariantsOf(detail),
    };
  if (error === null) return null;
  const isAbsent = error instanceof ApiError && error.status === 404;
  return {
    state: 'unknown',
    reason: isAbsent ? 'the index has no port contract of this tool' : error.message,
  };
}

export interface ContractCheck {
  findings: Finding[];
  /** Tools the structure names, and of how many the answer is there. */
  tools: number;
  answered: number;
  /** More tools than are asked for unasked: call `start`. */
  waits: boolean;
  start: () => void;
}

const NONE: string[] = [];

export function useContracts(structure: DagStructure | undefined): ContractCheck {
  const [told, setTold] = useState(false);
  const names = useMemo(
    () => (structure ? [...new Set(structure.vertices.map(({ tool_fqn }) => tool_fqn))] : NONE),
    [structure],
  );
  const waits = names.length > UNASKED && !told;
  const known = useQueries({
    queries: (waits ? NONE : names).map((fqn) => endpointQuery('tools.get', { fqn })),
    combine: (answers) => answers.map(({ data, error }) => ({ data, error })),
  });
  const tools = useMemo(
    () =>
      new Map(
        names.flatMap((fqn, index): [string, ToolKnowledge][] => {
          const answer = known[index];
          const found = answer ? knowledge(answer.data, answer.error) : null;
          return found ? [[fqn, found]] : [];
        }),
      ),
    [names, known],
  );
  const findings = useMemo(
    () => (structure ? checkContracts(flowGraph(structure), tools) : []),
    [structure, tools],
  );
  return { findings, tools: names.length, answered: tools.size, waits, start: () => setTold(true) };
}
