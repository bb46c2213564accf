'use client';
// The port contracts of the tools that a structure names, and what does not fit them.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { DagStructure } from '@/lib/contract/dags';
import { outputVariantsOf, type ToolDetail } from '@/lib/contract/tools';
import type { Finding, ToolKnowledge } from '@/lib/dag/contract-check/finding';
import { useFindings } from './use-findings';

/** So many tools are asked for without being told to; each is one request of the key's budget, or two. */
const UNASKED = 40;
const NONE: readonly string[] = [];
const ABSENT: ToolKnowledge = { state: 'unknown', reason: 'the index has no port contract of this tool' };

interface Answered {
  data: ToolDetail | undefined;
  error: Error | null;
}

function knowledge({ data, error }: Answered): ToolKnowledge | null {
  if (data)
    return {
      state: 'known',
      registered: data.is_registered,
      inputs: data.input_schema,
      variants: outputVariantsOf(data),
    };
  if (error === null) return null;
  return error instanceof ApiError && error.status === 404
    ? ABSENT
    : { state: 'unknown', reason: error.message };
}

/**
 * Of `names` those that the index lists, and those that it does not: a tool without a port contract is not listed, and to ask for it would be
 * answered with an error. One page of the listing says it of most; the others are looked up by name.
 */
function useListed(names: readonly string[]): { listed: string[]; absent: string[] } {
  const page = useQuery({
    ...endpointQuery('tools.list', {}, { page_size: '100' }),
    enabled: names.length > 0,
  });
  const [first, isWhole] = useMemo(
    () => [
      new Set(page.data?.items.map(({ fqn }) => fqn)),
      page.data !== undefined && page.data.metadata.next_token === null,
    ],
    [page.data],
  );
  const unsure = useMemo(
    () => (page.data && !isWhole ? names.filter((fqn) => !first.has(fqn)) : NONE),
    [names, first, isWhole, page.data],
  );
  const found = useQueries({
    queries: unsure.map((fqn) => endpointQuery('tools.list', {}, { fqn, page_size: '100' })),
    combine: (answers) =>
      answers.map(({ data }, index) => data && data.items.some(({ fqn }) => fqn === unsure[index])),
  });
  return useMemo(() => {
    const isListed = (fqn: string) => first.has(fqn) || found[unsure.indexOf(fqn)] === true;
    const isAbsent = (fqn: string) => !first.has(fqn) && (isWhole || found[unsure.indexOf(fqn)] === false);
    return { listed: names.filter(isListed), absent: names.filter(isAbsent) };
  }, [names, first, isWhole, unsure, found]);
}

export interface ContractCheck {
  findings: readonly Finding[];
  /** False while a large graph is still looked through. */
  checked: boolean;
  /** By name of the tool; those that have not been answered are not in it. */
  known: ReadonlyMap<string, ToolKnowledge>;
  /** Tools the structure names, and of how many the answer is there. */
  tools: number;
  answered: number;
  /** More tools than are asked for unasked: call `start`. */
  waits: boolean;
  start: () => void;
}

export function useContracts(structure: DagStructure | undefined): ContractCheck {
  const [told, setTold] = useState(false);
  const names = useMemo(
    () => (structure ? [...new Set(structure.vertices.map(({ tool_fqn }) => tool_fqn))] : NONE),
    [structure],
  );
  const waits = names.length > UNASKED && !told;
  const { listed, absent } = useListed(waits ? NONE : names);
  const answers = useQueries({
    queries: listed.map((fqn) => endpointQuery('tools.get', { fqn })),
    combine: (all) => all.map(({ data, error }): Answered => ({ data, error })),
  });
  const tools = useMemo(() => {
    const known = new Map<string, ToolKnowledge>(absent.map((fqn) => [fqn, ABSENT]));
    for (const [index, fqn] of listed.entries()) {
      const answer = answers[index];
      const found = answer ? knowledge(answer) : null;
      if (found) known.set(fqn, found);
    }
    return known;
  }, [listed, absent, answers]);
  const found = useFindings(structure, tools);
  return {
    ...found,
    known: tools,
    tools: names.length,
    answered: tools.size,
    waits,
    start: () => setTold(true),
  };
}
