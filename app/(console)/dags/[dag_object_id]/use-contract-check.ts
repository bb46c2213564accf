'use client';
// The contract check of a structure: reads the port contracts of its tools and reports what does not match them.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '@/lib/client/failure';
import { contradictedFilters } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { DagStructure } from '@/lib/contract/dags';
import { outputVariantsOf, type Tool, type ToolDetail } from '@/lib/contract/tools';
import type { Finding, ToolKnowledge } from '@/lib/dag/contract-check/rules';
import { checkContracts, contractFindings } from '@/lib/dag/contract-check/check';
import { flowGraph } from '@/lib/dag/flow-graph';

/** Up to this many tools are loaded automatically; each costs one or two requests. */
const AUTOMATIC_UP_TO = 40;
const NO_NAMES: readonly string[] = [];
const ABSENT: ToolKnowledge = { state: 'unknown', reason: 'this index has no port contract for this tool' };

interface LoadedTool {
  data: ToolDetail | undefined;
  error: Error | null;
}

function knowledge({ data, error }: LoadedTool): ToolKnowledge | null {
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

/** Whether a tool is among those listed by its name; undefined when the index ignored the name. */
function isAmong(name: string, tools: readonly Tool[]): boolean | undefined {
  if (tools.some(({ fqn }) => fqn === name)) return true;
  return contradictedFilters('tools.list', { fqn: name }, tools).length > 0 ? undefined : false;
}

/**
 * Splits `names` by whether the index lists the tool: one without a port contract is not listed, and reading it would
 * fail. One page of the listing covers most; the others are looked up by name.
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
  const unlisted = useMemo(
    () => (page.data && !isWhole ? names.filter((fqn) => !first.has(fqn)) : NO_NAMES),
    [names, first, isWhole, page.data],
  );
  const found = useQueries({
    queries: unlisted.map((fqn) => endpointQuery('tools.list', {}, { fqn, page_size: '100' })),
    combine: (answers) =>
      answers.map(({ data }, index) => data && isAmong(unlisted[index] ?? '', data.items)),
  });
  return useMemo(() => {
    const isListed = (fqn: string) => first.has(fqn) || found[unlisted.indexOf(fqn)] === true;
    const isAbsent = (fqn: string) => !first.has(fqn) && (isWhole || found[unlisted.indexOf(fqn)] === false);
    return { listed: names.filter(isListed), absent: names.filter(isAbsent) };
  }, [names, first, isWhole, unlisted, found]);
}

export interface ContractCheck {
  findings: readonly Finding[];
  /** False while a large graph is being checked. */
  checked: boolean;
  /** By tool name; absent until loaded. */
  known: ReadonlyMap<string, ToolKnowledge>;
  /** Number of tools in the structure, and of those loaded. */
  tools: number;
  answered: number;
  /** Too many tools to load automatically: call `start`. */
  waits: boolean;
  start: () => void;
}

export function useContracts(structure: DagStructure | undefined): ContractCheck {
  const [started, setStarted] = useState(false);
  const names = useMemo(
    () => (structure ? [...new Set(structure.vertices.map(({ tool_fqn }) => tool_fqn))] : NO_NAMES),
    [structure],
  );
  const waits = names.length > AUTOMATIC_UP_TO && !started;
  const { listed, absent } = useListed(waits ? NO_NAMES : names);
  const answers = useQueries({
    queries: listed.map((fqn) => endpointQuery('tools.get', { fqn })),
    combine: (all) => all.map(({ data, error }): LoadedTool => ({ data, error })),
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
    start: () => setStarted(true),
  };
}

const AT_ONCE_UP_TO = 150;
const CHUNK_MS = 6;
/** Delay after the last tool was loaded, since they arrive one by one. */
const QUIET_MS = 250;
const NO_FINDINGS: readonly Finding[] = [];

interface Checked {
  /** The tools checked against; null before the first check. */
  tools: ReadonlyMap<string, ToolKnowledge> | null;
  findings: readonly Finding[];
}

/** Checks a small graph while rendering, a large one in chunks. `checked` false: findings predate the newest tools. */
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
    let chunks: Generator<Finding[]> | null = null;
    const found: Finding[] = [];
    const run = () => {
      chunks ??= contractFindings(flowGraph(structure), tools);
      for (const until = performance.now() + CHUNK_MS; performance.now() < until;) {
        const { value, done } = chunks.next() as IteratorResult<Finding[], undefined>;
        if (done) {
          setLarge({ tools, findings: found });
          return;
        }
        found.push(...value);
      }
      timer = setTimeout(run);
    };
    let timer = setTimeout(run, QUIET_MS);
    return () => clearTimeout(timer);
  }, [structure, isLarge, tools]);
  if (!isLarge) return { findings: small, checked: true };
  return { findings: large.findings, checked: large.tools === tools };
}
