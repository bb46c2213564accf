// The replay: (what was recorded, step) -> the state of the run at that moment. Step 0 is before the first row, step n after the n-th.
// Invariant: pure; the same record and step give the same state whatever the order of the lists; a step never depends on rows after it, except that
// a run known to be over is closed with its last event, and that gaps of the whole record make what was not seen unknown. Lifecycle 3 and 4.
import { flowGraph, type FlowGraph } from '@/lib/dag/flow-graph';
import { runState, type RunState } from '@/lib/dag/run-state';
import { crossingsOf, edgeRuns, indexEdges, type Crossing, type EdgeIndex } from './crossings';
import { gapsOf, mayHaveRun, type Gaps } from './gaps';
import { accountOf, moneyAt, type Account, type MoneyAt } from './money';
import { momentsOf, type Moment, type Moments, type RecordedRun } from './recorded-run';
import { visitEvent, type Visit, type Visits } from './visits';
import { endWalks, statusOf, walkEvent, type WalkAt, type Walks } from './walks';

export interface Replay {
  run: RecordedRun;
  graph: FlowGraph | null;
  edges: EdgeIndex | null;
  moments: Moment[];
  order: Moments['order'];
  account: Account;
  gaps: Gaps;
  /** True or false when the record tells; null when there is no record. */
  over: boolean | null;
  /** The step after the last event of a walk, where a run that is over is closed. */
  lastEvent: number;
}

export interface RunAt {
  step: number;
  /** The row that led here; null at the beginning. */
  moment: Moment | null;
  /** As an index would report it at this moment. */
  status: string;
  ended: boolean;
  /** By index; unknown ones included. */
  walks: WalkAt[];
  visits: Visit[];
  crossings: Crossing[];
  /** Those that the present moment made. */
  moving: Crossing[];
  /** Null while the structure is not known. */
  state: RunState | null;
  money: MoneyAt;
}

const NO_LOOPS: ReadonlySet<string> = new Set();

function folded(moments: readonly Moment[], edges: EdgeIndex | null, steps: number) {
  const walks: Walks = new Map();
  const visits: Visits = new Map();
  const crossings: Crossing[] = [];
  for (const [at, moment] of moments.slice(0, steps).entries()) {
    if (moment.of !== 'event') continue;
    walkEvent(walks, moment.row);
    visitEvent(visits, moment.row, at, edges?.loops ?? NO_LOOPS);
    if (edges !== null) crossings.push(...crossingsOf(edges, moment.row, at));
  }
  return { walks, visits, crossings };
}

/** Everything that does not depend on the step, worked out once. */
export function prepareReplay(run: RecordedRun): Replay {
  const graph = run.structure === null ? null : flowGraph(run.structure);
  const edges = graph === null ? null : indexEdges(graph);
  const { list: moments, order } = momentsOf(run);
  const over = run.execution === null ? null : run.execution.was_aborted !== null;
  const { walks } = folded(moments, edges, moments.length);
  if (over === true) endWalks(walks);
  return {
    run,
    graph,
    edges,
    moments,
    order,
    account: accountOf(run.ledger, run.payment),
    gaps: gapsOf(run, moments, graph, { walks: walks.values(), over: over === true }),
    over,
    lastEvent: moments.findLastIndex(({ of }) => of === 'event') + 1,
  };
}

function unknownWalk(walk_index: bigint): WalkAt {
  return {
    walk_index,
    state: 'unknown',
    vertex: null,
    iteration: null,
    variant: null,
    waiting: false,
    event_id: null,
  };
}

function allWalks(known: Walks, { missing, headless }: Gaps): WalkAt[] {
  const unseen = [...missing, ...[...headless].filter((index) => !known.has(index))];
  return [...known.values(), ...unseen.map(unknownWalk)].sort((a, b) =>
    a.walk_index < b.walk_index ? -1 : 1,
  );
}

/** The state after `step` rows; a step outside the record is moved into it. */
export function replayAt(replay: Replay, step: number): RunAt {
  const { moments, edges, graph, gaps, run } = replay;
  const at = Math.max(0, Math.min(Math.trunc(step), moments.length));
  const { walks, visits, crossings } = folded(moments, edges, at);
  const ended = replay.over === true && at >= replay.lastEvent;
  if (ended) endWalks(walks);
  const moving = crossings.filter((crossing) => crossing.at === at - 1);
  const past = new Set(
    moments.slice(0, at).flatMap((moment) => (moment.of === 'ledger' ? [moment.row.id] : [])),
  );
  const later = new Set(
    moments.slice(at).flatMap((moment) => (moment.of === 'event' ? [moment.row.vertex_name] : [])),
  );
  const unseen = (vertex: string) => (mayHaveRun(gaps, vertex, later) ? 'unknown' : 'not_reached');
  return {
    step: at,
    moment: moments[at - 1] ?? null,
    status: statusOf(walks.values(), ended),
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
