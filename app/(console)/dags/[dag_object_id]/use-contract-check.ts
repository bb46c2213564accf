'use client';
// The contract check of a structure: reads the port contracts of its tools and reports what does not match them.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { DagStructure } from '@/lib/contract/dags';
import { outputVariantsOf, type ToolDetail } from '@/lib/contract/tools';
import type { Finding, ToolKnowledge } from '@/lib/dag/contract-check/finding';
import { checkContracts, contractFindings } from '@/lib/dag/contract-check/check';
import { flowGraph } from '@/lib/dag/flow-graph';

/** So many tools are asked for without being told to; each is one request of the key's budget, or two. */
const UNASKED = 40;
const NO_NAMES: readonly string[] = [];
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
    () => (page.data && !isWhole ? names.filter((fqn) => !first.has(fqn)) : NO_NAMES),
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
    () => (structure ? [...new Set(structure.vertices.map(({ tool_fqn }) => tool_fqn))] : NO_NAMES),
    [structure],
  );
  const waits = names.length > UNASKED && !told;
  const { listed, absent } = useListed(waits ? NO_NAMES : names);
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

const AT_ONCE_UP_TO = 150;
const PIECE_MS = 6;
/** Tools are answered one after the other: the last one starts the check. */
const QUIET_MS = 250;
const NO_FINDINGS: readonly Finding[] = [];

interface Checked {
  /** What was known of the tools; null before the first check. */
  tools: ReadonlyMap<string, ToolKnowledge> | null;
  findings: readonly Finding[];
}

/** `checked` false: what was found is of before the last tools came in. */
export function useFindings(
  structure: DagStructure | undefined,
  tools: ReadonlyMap<string, ToolKnowledge>,
): { findings: readonly Finding[]; checked: boolean } {
  const isLarge = structure !== undefined && structure.vertices.length > AT_ONCE_UP_TO;
  const small = useMemo(
    () => (structure && !isLarge ? checkContracts(flowGraph(structure), tools) : NO_FINDINGS),
    [structure, isLarge, tools],
  );
  const [large, setLarge] = useState<Checked>({ tools: null, findings: NO_FINDINGS });
  useEffect(() => {
    if (!isLarge) return;
    let pieces: Generator<Finding[]> | null = null;
    const found: Finding[] = [];
    const work = () => {
      pieces ??= contractFindings(flowGraph(structure), tools);
      for (const until = performance.now() + PIECE_MS; performance.now() < until;) {
        const { value, done } = pieces.next() as IteratorResult<Finding[], undefined>;
        if (done) {
          setLarge({ tools, findings: found });
          return;
        }
        found.push(...value);
      }
      timer = setTimeout(work);
    };
    let timer = setTimeout(work, QUIET_MS);
    return () => clearTimeout(timer);
  }, [structure, isLarge, tools]);
  if (!isLarge) return { findings: small, checked: true };
  return { findings: large.findings, checked: large.tools === tools };
}
