// What an execution's record is missing, as far as its rows show: indexing may have started in the middle of a run.
// Invariant: no gap is reported that a complete record could show; while there is one, unseen vertices are unknown.
import { type FlowGraph, isEntry } from '@/lib/dag/flow-graph';
import type { Moment, RecordedRun } from './recorded-run';
import { carriesResult, isRequest, isUnderWay, placeOf, type WalkAt } from './walks';

export interface Gaps {
  /** One phrase per gap; empty when the record looks complete. */
  reasons: string[];
  /** Walks without any recorded event. */
  missing: bigint[];
  /** Walks whose first recorded event is not a request. */
  headless: Set<bigint>;
  /** Vertices visited without a request, or without anything leading to them. */
  vertices: Set<string>;
}

/** Whether a vertex not seen so far may have run. `later`: the vertices that later rows name. */
export function mayHaveRun({ reasons, vertices }: Gaps, vertex: string, later: ReadonlySet<string>): boolean {
  return reasons.length > 0 && (vertices.has(vertex) || !later.has(vertex));
}

function counted(walks: readonly bigint[], words: [string, string]): string[] {
  if (walks.length === 0) return [];
  const shown = walks.slice(0, 6).map(String).join(', ');
  const more = walks.length > 6 ? ` and ${walks.length - 6} more` : '';
  return [walks.length === 1 ? `walk ${shown} ${words[0]}` : `walks ${shown}${more} ${words[1]}`];
}

/** Vertices at which a run may begin: entry vertices, and those without incoming edges. */
function entries({ vertices }: FlowGraph): Set<string> {
  const found = vertices.filter(
    (vertex) => isEntry(vertex) || vertex.inputs.every(({ edges }) => edges.length === 0),
  );
  return new Set(found.map(({ name }) => name));
}

export function gapsOf(
  run: Pick<RecordedRun, 'whole'>,
  moments: readonly Moment[],
  graph: FlowGraph | null,
  /** The walks at the end, and whether the run has ended. */
  end: { walks: Iterable<WalkAt>; over: boolean },
): Gaps {
  const seen = new Set<bigint>();
  const headless = new Set<bigint>();
  const begun = new Set<string>();
  const expected = graph === null ? null : entries(graph);
  const unexpected = new Set<string>();
  const vertices = new Set<string>();
  for (const moment of moments) {
    if (moment.type !== 'event') continue;
    const { walk_index, event_type, vertex_name, variant } = moment.row;
    const request = isRequest(event_type);
    const visit = placeOf(moment.row);
    if (!seen.has(walk_index) && !request) headless.add(walk_index);
    seen.add(walk_index);
    if (!begun.has(visit)) {
      begun.add(visit);
      const known = graph?.vertices.some(({ name }) => name === vertex_name) ?? false;
      if (request && expected !== null && known && !expected.has(vertex_name)) unexpected.add(vertex_name);
      if (!request) vertices.add(vertex_name);
    }
    if (carriesResult(event_type) && graph !== null)
      for (const { from, to } of graph.edges)
        if (from.vertex === vertex_name && from.variant === variant) expected?.add(to.vertex);
  }
  for (const vertex of unexpected) vertices.add(vertex);
  const last = [...seen].reduce((most, index) => (index > most ? index : most), -1n);
  const missing: bigint[] = [];
  // A bogus walk index must not produce a huge list.
  for (let index = 0n; index < last && missing.length < 1_000; index += 1n)
    if (!seen.has(index)) missing.push(index);
  const open = end.over ? [...end.walks].filter(isUnderWay) : [];
  const reasons = [
    ...(run.whole ? [] : ['some rows were not loaded']),
    ...counted(missing, [
      'has no events, though later walks have',
      'have no events, though later walks have',
    ]),
    ...counted([...headless], ['starts without a request', 'start without requests']),
    ...[...unexpected].map((vertex) => `${vertex} was requested though nothing led to it`),
    ...counted(
      open.map(({ walk_index }) => walk_index),
      ['has not ended, though the execution has', 'have not ended, though the execution has'],
    ),
    ...(end.over && seen.size === 0 ? ['the execution has ended, but no events were recorded'] : []),
  ];
  return { reasons, missing, headless, vertices };
}
