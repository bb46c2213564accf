'use client';
// What the contract check finds. A small graph is checked while the page is drawn; a large one in pieces, once its tools have stopped coming in, so that
// the page answers meanwhile.
import { useEffect, useMemo, useState } from 'react';
import type { DagStructure } from '@/lib/contract/dags';
import { checkContracts, contractFindings } from '@/lib/dag/contract-check/check';
import type { Finding, ToolKnowledge } from '@/lib/dag/contract-check/finding';
import { flowGraph } from '@/lib/dag/flow-graph';

const AT_ONCE_UP_TO = 150;
const PIECE_MS = 6;
/** Tools are answered one after the other: the last one starts the check. */
const QUIET_MS = 250;
const NONE: readonly Finding[] = [];

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
    () => (structure && !isLarge ? checkContracts(flowGraph(structure), tools) : NONE),
    [structure, isLarge, tools],
  );
  const [large, setLarge] = useState<Checked>({ tools: null, findings: NONE });
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
