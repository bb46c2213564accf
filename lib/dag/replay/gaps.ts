// What is missing of an execution's history, as far as the rows themselves tell: a projection may have begun in the middle of a run (spec 1).
// Invariant: no gap is claimed that a complete record could show; while there is one, what was not seen is unknown, not "not reached". Spec 1, 2.1.
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { Moment, RecordedRun } from './recorded-run';
import { isRequest, type WalkAt } from './walks';

export interface Gaps {
  /** One sentence for each; empty when the record looks complete. */
  reasons: string[];
  /** Walks that must have begun, of which nothing was recorded. */
  missing: bigint[];
  /** Walks whose first recorded event is not a request. */
  headless: Set<bigint>;
  /** Vertices that were visited without a request, or without anything leading there. */
  vertices: Set<string>;
}

/** Whether a vertex that was not seen up to a moment may have run all the same. `later`: those that the rows after it name. */
export function mayHaveRun({ reasons, vertices }: Gaps, vertex: string, later: ReadonlySet<string>): boolean {
  return reasons.length > 0 && (vertices.has(vertex) || !later.has(vertex));
}

const CARRYING = new Set(['WalkAdvanced', 'EndStateReached']);

function counted(walks: readonly bigint[], words: [string, string]): string[] {
  if (walks.length === 0) return [];
  const shown = walks.slice(0, 6).map(String).join(', ');
  const more = walks.length > 6 ? ` and ${walks.length - 6} more` : '';
  return [walks.length === 1 ? `walk ${shown} ${words[0]}` : `walks ${shown}${more} ${words[1]}`];
}

/** Vertices at which a run may begin: asked of the caller, or fed by nothing that has to run before. */
function entries({ vertices }: FlowGraph): Set<string> {
  return new Set(
    vertices
      .filter(
        ({ inputs }) =>
          inputs.some(({ entry_groups }) => entry_groups.length > 0) ||
          inputs.every(({ edges }) => edges.length === 0),
      )
      .map(({ name }) => name),
  );
}

export function gapsOf(
  run: Pick<RecordedRun, 'whole'>,
  moments: readonly Moment[],
  graph: FlowGraph | null,
  /** The walks at the end, and whether the run is known to be over. */
  end: { walks: Iterable<WalkAt>; over: boolean },
): Gaps {
  const seen = new Set<bigint>();
  const headless = new Set<bigint>();
  const begun = new Set<string>();
  const led = graph === null ? null : entries(graph);
  const unled = new Set<string>();
  const vertices = new Set<string>();
  for (const moment of moments) {
    if (moment.of !== 'event') continue;
    const { walk_index, event_type, vertex_name, vertex_iteration, variant } = moment.row;
    const request = isRequest(event_type);
    const visit = JSON.stringify([String(walk_index), vertex_name, String(vertex_iteration)]);
    if (!seen.has(walk_index) && !request) headless.add(walk_index);
    seen.add(walk_index);
    if (!begun.has(visit)) {
      begun.add(visit);
      const known = graph?.vertices.some(({ name }) => name === vertex_name) ?? false;
      if (request && led !== null && known && !led.has(vertex_name)) unled.add(vertex_name);
      if (!request) vertices.add(vertex_name);
    }
    if (CARRYING.has(event_type) && graph !== null)
      for (const { from, to } of graph.edges)
        if (from.vertex === vertex_name && from.variant === variant) led?.add(to.vertex);
  }
  for (const vertex of unled) vertices.add(vertex);
  const last = [...seen].reduce((most, index) => (index > most ? index : most), -1n);
  const missing: bigint[] = [];
  // A made-up index would otherwise make a list as long as it is large.
  for (let index = 0n; index < last && missing.length < 1_000; index += 1n)
    if (!seen.has(index)) missing.push(index);
  const open = end.over
    ? [...end.walks].filter(({ state }) => ['active', 'pending_settlement', 'pending_abort'].includes(state))
    : [];
  const reasons = [
    ...(run.whole ? [] : ['not every row was read']),
    ...counted(missing, [
      'has no events, though later walks have',
      'have no events, though later walks have',
    ]),
    ...counted([...headless], ['is first seen without its request', 'are first seen without their requests']),
    ...[...unled].map((vertex) => `${vertex} was asked for without anything that leads there`),
    ...counted(
      open.map(({ walk_index }) => walk_index),
      ['has no end, though the execution has', 'have no end, though the execution has'],
    ),
    ...(end.over && seen.size === 0 ? ['the execution is over, and none of its events was recorded'] : []),
  ];
  return { reasons, missing, headless, vertices };
}
