// The replay: (recorded run, step) -> the state of the run at that moment. Step 0 is before the first row.
// Invariant: pure; a step never depends on later rows, except that a finished run is closed at its last event and that
// gaps in the record make unseen vertices unknown.
import { hasEnded, isUnfinished } from '@/lib/contract/executions';
import { flowGraph, type FlowGraph } from '@/lib/dag/flow-graph';
import { runState, type RunState } from '@/lib/dag/run-state';
import { type Crossing, crossingsOf, type EdgeIndex, edgeRuns, indexEdges } from './crossings';
import { type Gaps, gapsOf, mayHaveRun } from './gaps';
import { type Account, accountOf, moneyAt, type MoneyAt } from './money';
import { type Moment, momentsOf, type RecordedRun } from './recorded-run';
import {
  endWalks,
  statusOf,
  type Visit,
  visitEvent,
  type Visits,
  type WalkAt,
  walkEvent,
  type Walks,
} from './walks';

interface Prepared {
  run: RecordedRun;
  graph: FlowGraph | null;
  edges: EdgeIndex | null;
  moments: Moment[];
  account: Account;
  gaps: Gaps;
  /** Whether the run has ended; null where that is unknown. */
  over: boolean | null;
  /** The step of the last event, where a finished run is closed. */
  lastEvent: number;
  /** Of the whole run, in order. */
  crossings: Crossing[];
}

export interface Replay extends Prepared {
  /** The state after the last row. */
  end: RunAt;
}

export interface RunAt {
  step: number;
  /** The row of this step; null at step 0. */
  moment: Moment | null;
  /** As an index would report it at this moment, and as this one does after the last event; null where it has none then. */
  status: string | null;
  ended: boolean;
  /** By index, including unknown ones. */
  walks: WalkAt[];
  visits: Visit[];
  crossings: Crossing[];
  moving: Crossing[];
  /** Null without the structure. */
  state: RunState | null;
  money: MoneyAt;
}

const NO_LOOPS: ReadonlySet<string> = new Set();

interface Folded {
  walks: Walks;
  visits: Visits;
}

function folded(moments: readonly Moment[], edges: EdgeIndex | null, steps: number): Folded {
  const walks: Walks = new Map();
  const visits: Visits = new Map();
  for (const [at, moment] of moments.slice(0, steps).entries()) {
    if (moment.type !== 'event') continue;
    walkEvent(walks, moment.row);
    visitEvent(visits, moment.row, at, edges?.loops ?? NO_LOOPS);
  }
  return { walks, visits };
}

/** Everything that does not depend on the step. */
export function prepareReplay(run: RecordedRun): Replay {
  const graph = run.structure === null ? null : flowGraph(run.structure);
  const edges = graph === null ? null : indexEdges(graph);
  const moments = momentsOf(run);
  const { execution } = run;
  const status = execution?.status ?? null;
  const over = execution === null || status === null ? null : hasEnded({ ...execution, status });
  const whole = folded(moments, edges, moments.length);
  if (over === true) endWalks(whole.walks);
  const prepared: Prepared = {
    run,
    graph,
    edges,
    moments,
    account: accountOf(run.ledger, run.payment),
    gaps: gapsOf(run, moments, graph, { walks: whole.walks.values(), over: over === true }),
    over,
    lastEvent: moments.findLastIndex(({ type }) => type === 'event') + 1,
    crossings:
      edges === null
        ? []
        : moments.flatMap(({ type, row }, at) => (type === 'event' ? crossingsOf(edges, row, at) : [])),
  };
  return { ...prepared, end: stateAfter(prepared, moments.length, whole) };
}

function allWalks(walks: Walks, { missing, headless }: Gaps): WalkAt[] {
  const unseen = [...missing, ...[...headless].filter((index) => !walks.has(index))];
  const nothing = { vertex: null, iteration: null, variant: null, waiting: false };
  const unknown = unseen.map((walk_index): WalkAt => ({ ...nothing, walk_index, state: 'unknown' }));
  return [...walks.values(), ...unknown].sort((a, b) => (a.walk_index < b.walk_index ? -1 : 1));
}

/** The state after `step` rows, clamped to the record. */
export function replayAt(replay: Replay, step: number): RunAt {
  const { moments, edges, end } = replay;
  const at = Math.max(0, Math.min(Math.trunc(step), moments.length));
  return at === moments.length ? end : stateAfter(replay, at, folded(moments, edges, at));
}

/** The state after `at` rows, which are folded. */
function stateAfter(replay: Prepared, at: number, { walks, visits }: Folded): RunAt {
  const { moments, edges, graph, gaps, run } = replay;
  const status = run.execution?.status ?? null;
  const ended = replay.over === true && at >= replay.lastEvent;
  if (ended) endWalks(walks);
  const crossings = replay.crossings.filter((crossing) => crossing.at < at);
  const moving = crossings.filter((crossing) => crossing.at === at - 1);
  const past = new Set<number>();
  const later = new Set<string>();
  for (const [index, { type, row }] of moments.entries())
    if (type === 'ledger' && index < at) past.add(row.id);
    else if (type === 'event' && index >= at) later.add(row.vertex_name);
  const unseen = (vertex: string) => (mayHaveRun(gaps, vertex, later) ? 'unknown' : 'not_reached');
  return {
    step: at,
    moment: moments[at - 1] ?? null,
    status: at < replay.lastEvent || isUnfinished({ status }) ? statusOf(walks.values()) : status,
    ended,
    walks: allWalks(walks, gaps),
    visits: [...visits.values()],
    crossings,
    moving,
    state:
      graph === null || edges === null
        ? null
        : runState(
            graph,
            visits.values(),
            edgeRuns(edges, crossings),
            { moving: new Set(moving.map(({ edge }) => edge.key)), step: at },
            unseen,
          ),
    money: moneyAt(replay.account, run.ledger, run.payment, ({ id }) => past.has(id)),
  };
}

/**
 * The part of one walk in the state at a moment: a vertex only others reached is `not_by_walk`, or `unknown` in an
 * incomplete record. Fan-out and collect counts cover the whole run. Null without the structure.
 */
export function stateOfWalk(
  { graph, gaps, moments }: Replay,
  { step, state, visits, crossings, moving }: RunAt,
  walk: bigint,
): RunState | null {
  if (graph === null || state === null) return null;
  const crossedEdges = new Set(
    crossings.filter(({ walk_index }) => walk_index === walk).map(({ edge }) => edge.key),
  );
  const later = new Set(
    moments
      .slice(step)
      .flatMap(({ type, row }) => (type === 'event' && row.walk_index === walk ? [row.vertex_name] : [])),
  );
  const tokens = moving.filter(({ walk_index }) => walk_index === walk);
  return runState(
    graph,
    visits.filter(({ walk_index }) => walk_index === walk),
    new Map([...state.edges].filter(([key]) => crossedEdges.has(key))),
    { moving: new Set(tokens.map(({ edge }) => edge.key)), step: state.step },
    (vertex) => {
      const all = state.vertices.get(vertex)?.state;
      if (all === 'unknown' || all === 'not_reached') return all;
      return mayHaveRun(gaps, vertex, later) ? 'unknown' : 'not_by_walk';
    },
  );
}
