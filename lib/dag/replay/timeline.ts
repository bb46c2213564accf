// The timeline of a run: one lane per walk, a row per vertex, a bar per visit, and submission failures where they occurred.
// Invariant: pure; everything recorded about a walk is on it, in the time of the run's clock.
import type { SubmissionFailure } from '@/lib/contract/executions';
import type { StepState } from '@/lib/dag/run-state';
import { groupBy } from '@/lib/dag/traverse';
import type { RunClock } from './clock';
import type { History } from './history';
import type { Replay } from './replay';
import { type Phase, type Visit, visitPlace } from './walks';

export interface Stretch {
  phase: 'waiting' | 'running' | 'settling';
  from: number;
  to: number;
}

export interface Bar {
  visit: Visit;
  from: number;
  to: number;
  /** Whether an end was recorded. */
  closed: boolean;
  state: StepState;
  stretches: Stretch[];
  /** Caps of the assigned leaders, where the event history has them. */
  leaders: string[];
}

export interface FailureMark {
  /** Key of its row. */
  key: string;
  /** Index of its row. */
  at: number;
  time: number;
  row: SubmissionFailure;
}

export interface TimelineRow {
  key: string;
  walk_index: bigint;
  vertex: string;
  /** Whether it is the first row of its walk. */
  head: boolean;
  bars: Bar[];
  marks: FailureMark[];
}

const PHASE_OF: Readonly<Record<Phase, Stretch['phase'] | null>> = {
  required: 'waiting',
  requested: 'running',
  committed: 'settling',
  verified: null,
  settled: null,
};

function stretchesOf(visit: Visit, times: readonly number[], end: number): Stretch[] {
  const starts = visit.phases.flatMap(({ phase, at }) => {
    const to = PHASE_OF[phase];
    return to === null ? [] : [{ phase: to, from: times[at] ?? end }];
  });
  return starts.map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? end }));
}

/** The submission failures during a bar: each belongs to the latest visit of its iteration that had begun. */
export function missedAt({ bars, marks }: TimelineRow, bar: Bar): FailureMark[] {
  return marks.filter(({ at, row }) => {
    const same = bars.filter(({ visit }) => visit.iteration === row.vertex_iteration);
    return (same.findLast(({ visit }) => visit.begun <= at) ?? same[0]) === bar;
  });
}

/** The rows of the whole run; an open bar extends to the last row. */
export function timelineOf(replay: Replay, { times }: RunClock, { leaders }: History): TimelineRow[] {
  const rows = new Map<string, TimelineRow>();
  const last = times.at(-1) ?? 0;
  const rowOf = (walk_index: bigint, vertex: string) => {
    const key = JSON.stringify([String(walk_index), vertex]);
    const row = rows.get(key) ?? { key, walk_index, vertex, head: false, bars: [], marks: [] };
    rows.set(key, row);
    return row;
  };
  for (const visit of replay.end.visits) {
    const to = visit.ended === null ? last : (times[visit.ended] ?? last);
    rowOf(visit.walk_index, visit.vertex).bars.push({
      visit,
      from: times[visit.begun] ?? 0,
      to,
      closed: visit.ended !== null,
      state: visit.state,
      stretches: stretchesOf(visit, times, to),
      leaders: leaders.get(visitPlace(visit.walk_index, visit.vertex, visit.iteration)) ?? [],
    });
  }
  for (const [at, moment] of replay.moments.entries())
    if (moment.type === 'failure') {
      const { key, row } = moment;
      rowOf(row.walk_index, row.vertex_name).marks.push({ key, at, time: times[at] ?? 0, row });
    }
  // Rows are in order of their first visit; the stable sort keeps that within a walk.
  const sorted = [...rows.values()].sort((a, b) => Number(a.walk_index - b.walk_index));
  return sorted.map((row, index) => ({ ...row, head: sorted[index - 1]?.walk_index !== row.walk_index }));
}

export interface WalkSpan {
  walk_index: bigint;
  from: number;
  to: number;
  /** Whether the ends of all its visits were recorded. */
  closed: boolean;
  visits: number;
  slowest: Bar;
}

const byLength = (a: { from: number; to: number }, b: { from: number; to: number }) =>
  b.to - b.from - (a.to - a.from);

/** Each walk from its first visit to its last, the longest first. */
export function walkSpans(rows: readonly TimelineRow[]): WalkSpan[] {
  const bars = groupBy(
    rows.flatMap((row) => row.bars),
    ({ visit }) => visit.walk_index,
  );
  return [...bars]
    .flatMap(([walk_index, visits]) => {
      const [slowest] = visits.toSorted(byLength);
      if (slowest === undefined) return [];
      return {
        walk_index,
        from: visits.reduce((first, bar) => Math.min(first, bar.from), Infinity),
        to: visits.reduce((last, bar) => Math.max(last, bar.to), 0),
        closed: visits.every((bar) => bar.closed),
        visits: visits.length,
        slowest,
      };
    })
    .sort(byLength);
}
