// Everything known about one execution, ordered into moments, and the steps between them: step n is the state after n rows.
// Invariant: rows of one listing keep their order; ids order all rows if the listings share one log, otherwise the
// index's `created_at` does. A URL names a step by its row, so it stays valid when rows of other listings arrive later.
import type { DagStructure } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import type { ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';
import type { DerivedExecution } from './history';

export interface RecordedRun {
  execution_object_id: string;
  /** Null where the index has no record; whether the run has ended is then unknown. */
  execution: DerivedExecution | null;
  structure: DagStructure | null;
  events: readonly ExecutionEvent[];
  failures: readonly SubmissionFailure[];
  /** Null while loading or after a failure. */
  ledger: readonly LedgerEvent[] | null;
  payment: Payment | null;
  /** Events that name this execution; empty if not loaded. */
  history: readonly EventRecord[];
  /** Whether every listing was fully loaded. */
  whole: boolean;
}

interface Common {
  /** Identifies the row in URLs: `ev-12`, `sf-3`, `pl-7`. */
  key: string;
  tx_digest: string;
  /** RFC 3339, index time. */
  created_at: string;
}
export type Moment = Common &
  (
    | { type: 'event'; row: ExecutionEvent }
    | { type: 'failure'; row: SubmissionFailure }
    | { type: 'ledger'; row: LedgerEvent }
  );

const PREFIX = { event: 'ev', failure: 'sf', ledger: 'pl' } as const;

function momentOf<Type extends Moment['type']>(
  type: Type,
  row: Extract<Moment, { type: Type }>['row'],
): Moment {
  const { tx_digest, created_at } = row;
  return { type, row, key: `${PREFIX[type]}-${row.id}`, tx_digest, created_at } as Moment;
}

const byId = (a: Moment, b: Moment) => a.row.id - b.row.id;
const time = (moment: Moment) => Date.parse(moment.created_at);

/** Whether the ids come from one log: unique, and in the order of time. */
function oneLog(sorted: readonly Moment[]): boolean {
  return sorted.every((moment, index) => {
    const before = sorted[index - 1];
    return before === undefined || (before.row.id < moment.row.id && time(before) <= time(moment));
  });
}

/** Merges sorted lists by time; keeps the order within a list and the rows of a transaction together. */
function merged(lists: readonly Moment[][]): Moment[] {
  const waiting = lists.map((list) => [...list]);
  const all: Moment[] = [];
  const startOf = ([first]: readonly Moment[]) => (first === undefined ? Infinity : time(first));
  for (;;) {
    const digest = all.at(-1)?.tx_digest;
    const same = waiting.find(([first]) => first !== undefined && first.tx_digest === digest);
    const [earliest] = [...waiting].sort((a, b) => startOf(a) - startOf(b));
    const next = (same ?? earliest)?.shift();
    if (next === undefined) return all;
    all.push(next);
  }
}

export function momentsOf({
  events,
  failures,
  ledger,
}: Pick<RecordedRun, 'events' | 'failures' | 'ledger'>): Moment[] {
  const lists = [
    failures.map((row) => momentOf('failure', row)).sort(byId),
    (ledger ?? []).map((row) => momentOf('ledger', row)).sort(byId),
    events.map((row) => momentOf('event', row)).sort(byId),
  ];
  const sorted = lists.flat().sort(byId);
  return oneLog(sorted) ? sorted : merged(lists);
}

export const paces = ['event', 'walk', 'transaction'] as const;
export type Pace = (typeof paces)[number];

const START = 'start';

/** The URL value of a step; null for the last one, which follows a running execution. */
export function keyOfStep(moments: readonly Moment[], step: number): string | null {
  if (step >= moments.length) return null;
  return step <= 0 ? START : (moments[step - 1]?.key ?? null);
}

/** The step a URL names; null or an unknown row is the end. */
export function stepOfKey(moments: readonly Moment[], key: string | null): number {
  if (key === null) return moments.length;
  if (key === START) return 0;
  const place = moments.findIndex((moment) => moment.key === key);
  return place === -1 ? moments.length : place + 1;
}

/** Whether this pace stops at `step`. */
function isStop(moments: readonly Moment[], step: number, pace: Pace, walk: bigint | null): boolean {
  const before = moments[step - 1];
  const after = moments[step];
  if (before === undefined || after === undefined) return true;
  if (pace === 'transaction') return before.tx_digest !== after.tx_digest;
  if (walk !== null) return before.row.walk_index === walk;
  if (pace === 'event') return true;
  return before.row.walk_index !== null && before.row.walk_index !== after.row.walk_index;
}

/** The next step in a direction, limited to the rows of `walk` if set; the same step at either end. */
export function nextStep(
  moments: readonly Moment[],
  step: number,
  direction: 1 | -1,
  pace: Pace,
  walk: bigint | null = null,
): number {
  for (let next = step + direction; next >= 0 && next <= moments.length; next += direction)
    if (isStop(moments, next, pace, walk)) return next;
  return Math.max(0, Math.min(step, moments.length));
}
