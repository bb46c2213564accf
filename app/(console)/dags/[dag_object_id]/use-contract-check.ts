'use client';
// The contract check of a structure: reads the port contracts of its tools and reports what does not match them.
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError } from '@/lib/client/api-error';
import type { DagStructure } from '@/lib/contract/dags';
import { outputVariantsOf, type ToolDetail } from '@/lib/contract/tools';
import type { Finding, ToolKnowledge } from '@/lib/dag/contract-check/rules';
import { checkContracts } from '@/lib/dag/contract-check/check';
import { flowGraph } from '@/lib/dag/flow-graph';
import { absentTools, listedToolsQuery, toolNames, toolQuery } from './contract-queries';

/** Up to this many tools are loaded automatically; each costs one or two requests. */
const AUTOMATIC_UP_TO = 40;
/** Tools arrive one by one; the check waits for a pause. */
const QUIET_MS = 150;
const NO_NAMES: readonly string[] = [];
const NO_FINDINGS: readonly Finding[] = [];
const ABSENT: ToolKnowledge = { state: 'unknown', reason: 'this index has no port contract for this tool' };

function knowledge(data: ToolDetail | undefined, error: Error | null): ToolKnowledge | null {
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

export interface ContractCheck {
  findings: readonly Finding[];
  /** False if the findings predate the newest tools. */
  checked: boolean;
  /** By tool name; absent until loaded. */
  toolKnowledge: ReadonlyMap<string, ToolKnowledge>;
  /** Number of tools in the structure, and of those loaded. */
  tools: number;
  answered: number;
  /** Too many tools to load automatically: call `start`. */
  waits: boolean;
  start: () => void;
}

interface Checked {
  /** The tools checked against; null before the first check. */
  tools: ReadonlyMap<string, ToolKnowledge> | null;
  findings: readonly Finding[];
}

export function useContracts(structure: DagStructure | undefined): ContractCheck {
  const [started, setStarted] = useState(false);
  const names = useMemo(() => (structure ? toolNames(structure) : NO_NAMES), [structure]);
  const waits = names.length > AUTOMATIC_UP_TO && !started;
  const list = useQuery({
    ...listedToolsQuery(),
    enabled: !waits && names.length > 0,
  });
  const page = waits ? undefined : list.data;
  const listError = page === undefined ? list.error : null;
  const absent = useMemo(() => absentTools(names, page), [names, page]);
  const tools = useQueries({
    queries: names.map((fqn) => ({
      ...toolQuery(fqn),
      enabled: page !== undefined && !absent.includes(fqn),
    })),
    combine: useCallback(
      (answers: readonly UseQueryResult<ToolDetail>[]) => {
        const toolKnowledge = new Map<string, ToolKnowledge>(absent.map((fqn) => [fqn, ABSENT]));
        for (const [index, { data, error }] of answers.entries()) {
          const found = knowledge(data, error ?? listError);
          const fqn = names[index];
          if (found && fqn !== undefined && !toolKnowledge.has(fqn)) toolKnowledge.set(fqn, found);
        }
        return toolKnowledge;
      },
      [names, absent, listError],
    ),
  });
  const [checked, setChecked] = useState<Checked>({ tools: null, findings: NO_FINDINGS });
  useEffect(() => {
    if (!structure) return;
    const check = () => setChecked({ tools, findings: checkContracts(flowGraph(structure), tools) });
    const timer = setTimeout(check, QUIET_MS);
    return () => clearTimeout(timer);
  }, [structure, tools]);
  return {
    findings: checked.findings,
    checked: checked.tools === tools,
    toolKnowledge: tools,
    tools: names.length,
    answered: tools.size,
    waits,
    start: () => setStarted(true),
  };
}
