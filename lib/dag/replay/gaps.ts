// Gaps in an execution's record that its rows reveal: indexing may have started in the middle of a run.
// Invariant: no gap is reported that a complete record could show; while there is one, unseen vertices are unknown.
import { isolated } from '@/lib/text/foreign-text';
import { type FlowGraph, isEntry } from '@/lib/dag/flow-graph';
import { edgesBy } from '@/lib/dag/traverse';
import type { Moment, RecordedRun } from './recorded-run';
import { carriesResult, isRequest, isUnderWay, placeOf, type WalkAt } from './walks';

export interface Gaps {
  /** One phrase per gap; empty when the record looks complete. */
  reasons: string[];
  /** Walks without any recorded event. */
  missing: bigint[];
  /** Walks whose first recorded event is not a request. */
  headless: Set<bigint>;
  /** Vertices visited without a request, or without an earlier step leading to them. */
  vertices: Set<string>;
}

/** Whether a vertex without rows so far may have run. `later`: the vertices in later rows. */
export function mayHaveRun({ reasons, vertices }: Gaps, vertex: string, later: ReadonlySet<string>): boolean {
  return reasons.length > 0 && (vertices.has(vertex) || !later.has(vertex));
}

function walksText(walks: readonly bigint[], words: [string, string]): string[] {
  if (walks.length === 0) return [];
  const walkNumbers = walks.slice(0, 6).map(String).join(', ');
  const more = walks.length > 6 ? ` and ${walks.length - 6} more` : '';
  return [walks.length === 1 ? `walk ${walkNumbers} ${words[0]}` : `walks ${walkNumbers}${more} ${words[1]}`];
}

/** Vertices at which a run may begin: entry vertices, and those without incoming edges. */
function entries({ vertices }: FlowGraph): Set<string> {
  const found = vertices.filter(
    (vertex) => isEntry(vertex) || vertex.inputs.every(({ edges }) => edges.length === 0),
  );
  return new Set(found.map(({ name }) => name));
}

/** Gaps revealed by the first event of each walk and of each visit. */
function firstEvents(moments: readonly Moment[], graph: FlowGraph | null) {
  const walks = new Set<bigint>();
  const headless = new Set<bigint>();
  const visits = new Set<string>();
  /** Visited without a request. */
  const unrequested = new Set<string>();
  /** Requested, but no earlier step leads to it. */
  const unexpected = new Set<string>();
  const vertexNames = new Set(graph?.vertices.map(({ name }) => name));
  const expected = graph === null ? new Set<string>() : entries(graph);
  const outgoing = edgesBy(graph?.edges ?? [], 'from');
  for (const moment of moments) {
    if (moment.type !== 'event') continue;
    const { walk_index, event_type, vertex_name, variant } = moment.row;
    const isRequested = isRequest(event_type);
    if (!walks.has(walk_index) && !isRequested) headless.add(walk_index);
    walks.add(walk_index);
    const visit = placeOf(moment.row);
    if (!visits.has(visit)) {
      visits.add(visit);
      if (!isRequested) unrequested.add(vertex_name);
      else if (vertexNames.has(vertex_name) && !expected.has(vertex_name)) unexpected.add(vertex_name);
    }
    if (!carriesResult(event_type)) continue;
    for (const { from, to } of outgoing.get(vertex_name) ?? [])
      if (from.variant === variant) expected.add(to.vertex);
  }
  return { walks, headless, unrequested, unexpected };
}

/** A bogus walk index must not produce a huge list. */
const MAX_MISSING = 1_000;

/** Walks without events whose index is below that of the last walk with events. */
function missingBefore(walks: ReadonlySet<bigint>): bigint[] {
  const last = [...walks].reduce((most, index) => (index > most ? index : most), -1n);
  const missing: bigint[] = [];
  for (let index = 0n; index < last && missing.length < MAX_MISSING; index += 1n)
    if (!walks.has(index)) missing.push(index);
  return missing;
}

export function gapsOf(
  run: Pick<RecordedRun, 'whole'>,
  moments: readonly Moment[],
  graph: FlowGraph | null,
  /** The walks at the end, and whether the run has ended. */
  end: { walks: Iterable<WalkAt>; over: boolean },
): Gaps {
  const { walks, headless, unrequested, unexpected } = firstEvents(moments, graph);
  const missing = missingBefore(walks);
  const open = end.over ? [...end.walks].filter(isUnderWay) : [];
  const reasons = [
    ...(run.whole ? [] : ['some rows were not loaded']),
    ...walksText(missing, [
      'has no events, though later walks have',
      'have no events, though later walks have',
    ]),
    ...walksText([...headless], ['starts without a request', 'start without requests']),
    ...[...unexpected].map((vertex) => `${isolated(vertex)} was requested, but no earlier step leads to it`),
    ...walksText(
      open.map(({ walk_index }) => walk_index),
      ['has not ended, though the execution has', 'have not ended, though the execution has'],
    ),
    ...(end.over && walks.size === 0 ? ['the execution has ended, but no events were recorded'] : []),
  ];
  return { reasons, missing, headless, vertices: new Set([...unrequested, ...unexpected]) };
}
