// Everything known about one execution, ordered into moments: the input of the replay.
// Invariant: rows of one listing never change places; ids order all rows where the listings share one log, otherwise the
// index's `created_at` does.
import type { DagStructure } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import type { Execution, ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';

export interface RecordedRun {
  execution_object_id: string;
  /** Null where the index has no record; whether the run has ended is then unknown. */
  execution: Execution | null;
  structure: DagStructure | null;
  events: readonly ExecutionEvent[];
  failures: readonly SubmissionFailure[];
  /** Null while loading or after a failure. */
  ledger: readonly LedgerEvent[] | null;
  payment: Payment | null;
  /** Events that name this execution; empty if not loaded. */
  history: readonly EventRecord[];
  /** Whether every listing was read to its end. */
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
    | { of: 'event'; row: ExecutionEvent }
    | { of: 'failure'; row: SubmissionFailure }
    | { of: 'ledger'; row: LedgerEvent }
  );

const PREFIX = { event: 'ev', failure: 'sf', ledger: 'pl' } as const;

export function momentKey(of: Moment['of'], id: number): string {
  return `${PREFIX[of]}-${id}`;
}

function momentOf<Of extends Moment['of']>(of: Of, row: Extract<Moment, { of: Of }>['row']): Moment {
  const { tx_digest, created_at } = row;
  return { of, row, key: momentKey(of, row.id), tx_digest, created_at } as Moment;
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
function merged(lists: Moment[][]): Moment[] {
  const heads = lists.map((list) => ({ list, at: 0 }));
  const all: Moment[] = [];
  for (;;) {
    let first: { head: (typeof heads)[number]; moment: Moment } | undefined;
    for (const head of heads) {
      const moment = head.list[head.at];
      if (moment === undefined) continue;
      const same = moment.tx_digest === all.at(-1)?.tx_digest;
      if (first === undefined || same || time(moment) < time(first.moment)) first = { head, moment };
      if (same) break;
    }
    if (first === undefined) return all;
    first.head.at += 1;
    all.push(first.moment);
  }
}

export interface Moments {
  list: Moment[];
  /** How rows of different listings were ordered. */
  order: 'log ids' | 'index time';
}

/** All rows in order. */
export function momentsOf({ events, failures, ledger }: Pick<RecordedRun, 'events' | 'failures' | 'ledger'>) {
  const lists = [
    failures.map((row) => momentOf('failure', row)).sort(byId),
    (ledger ?? []).map((row) => momentOf('ledger', row)).sort(byId),
    events.map((row) => momentOf('event', row)).sort(byId),
  ];
  const sorted = lists.flat().sort(byId);
  const moments: Moments = oneLog(sorted)
    ? { list: sorted, order: 'log ids' }
    : { list: merged(lists), order: 'index time' };
  return moments;
}
