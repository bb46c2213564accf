// The end, duration and cost of a run, from the index or from the run's records.
// Invariant: a figure that neither has is null, never zero.
import { costOf } from '@/lib/contract/executions';
import type { DerivedExecution, History } from './history';
import { totalFees } from './money';
import type { Replay, RunAt } from './replay';
import { placeOf } from './walks';

export interface RunFigures {
  /** RFC 3339, chain time. */
  finished_at: string | null;
  duration_ms: number | null;
  /** Gas, tools and priority fee up to now, MIST. */
  cost: bigint | null;
}

/** When the run ended on chain, if its events record it. */
function endIn({ events }: History): string | null {
  return events.find(({ kind }) => kind === 'ExecutionFinishedEvent')?.onchain_at ?? null;
}

/** From the ledger that the page shows, otherwise the index's figures. */
function costFrom(execution: DerivedExecution | null, { account, run, end }: Replay): bigint | null {
  const { fees } = end.money;
  // Without a fee row the cost is unknown.
  const isCounted = account.spends.length > 0 && account.reading !== 'undecided' && run.whole;
  if (fees !== null && isCounted) return totalFees(fees);
  return execution && costOf(execution);
}

export function runFigures(execution: DerivedExecution | null, replay: Replay, history: History): RunFigures {
  const finished_at = execution?.finished_at ?? endIn(history);
  const start = execution?.onchain_created_at ?? null;
  const length =
    start === null || finished_at === null ? Number.NaN : Date.parse(finished_at) - Date.parse(start);
  const derived = Number.isNaN(length) ? null : length;
  const recorded = execution?.duration_ms ?? null;
  return {
    finished_at,
    duration_ms: recorded === null ? derived : Number(recorded),
    cost: costFrom(execution, replay),
  };
}

export interface Due {
  vertex: string;
  /** In ms. */
  at: number;
}

/** The next time by which a leader must submit a result that is still missing; null when none is recorded. */
export function nextDeadline({ visits }: Pick<RunAt, 'visits'>, { deadlines }: History): Due | null {
  const open = visits.flatMap(({ state, vertex, walk_index, iteration }): Due[] => {
    if (state !== 'active') return [];
    const at = deadlines.get(placeOf({ walk_index, vertex_name: vertex, vertex_iteration: iteration }));
    return at === undefined ? [] : [{ vertex, at }];
  });
  return open.sort((a, b) => a.at - b.at)[0] ?? null;
}
