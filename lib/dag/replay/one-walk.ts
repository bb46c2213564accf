// The state of one walk alone on the graph: the vertices it came to and the edges its values went along.
// Invariant: a vertex that only others came to is `not_by_walk`, never "not reached", and `unknown` where the record has gaps: this walk may have come there
// as well. The counts of a fan-out or a collect stay those of the whole run.
import { runState, type RunState } from '@/lib/dag/run-state';
import { mayHaveRun } from './gaps';
import type { Replay, RunAt } from './replay';

/** The part that `walk` has in the state at a moment; null while the structure is not known. */
export function stateOfWalk(
  { graph, gaps, moments }: Replay,
  { step, state, visits, crossings, moving }: RunAt,
  walk: bigint,
): RunState | null {
  if (graph === null || state === null) return null;
  const own = new Set(crossings.filter(({ walk_index }) => walk_index === walk).map(({ edge }) => edge.key));
  const later = new Set(
    moments
      .slice(step)
      .flatMap(({ of, row }) => (of === 'event' && row.walk_index === walk ? [row.vertex_name] : [])),
  );
  const tokens = moving.filter(({ walk_index }) => walk_index === walk);
  return runState(
    graph,
    visits.filter(({ walk_index }) => walk_index === walk),
    new Map([...state.edges].filter(([key]) => own.has(key))),
    { moving: new Set(tokens.map(({ edge }) => edge.key)), step: state.step },
    (vertex) => {
      const all = state.vertices.get(vertex)?.state;
      if (all === 'unknown' || all === 'not_reached') return all;
      return mayHaveRun(gaps, vertex, later) ? 'unknown' : 'not_by_walk';
    },
  );
}
