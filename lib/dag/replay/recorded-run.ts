// What is known of one execution, as the endpoints gave it, put into one order of moments: the input of the replay.
// Invariant: pure; the order of the lists does not matter, and rows of one listing never change places among themselves (their ids are their order).
// Where the three listings share one log, ids order all rows; else created_at does, which is the index's clock. Spec 2.8, 2.9, 2.13; index-mapping 2.8.
import type { DagStructure } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import type { Execution, ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';

export interface RecordedRun {
  execution_object_id: string;
  /** Null where the index has no record; whether the run has ended is then not known. */
  execution: Execution | null;
  structure: DagStructure | null;
  events: readonly ExecutionEvent[];
  failures: readonly SubmissionFailure[];
  /** Null while it is not known: it could not be read, or has not been read yet. */
  ledger: readonly LedgerEvent[] | null;
  payment: Payment | null;
  /** Events of the log that name this execution; empty where they were not read. They bring chain time and what the other rows leave out. */
  history: readonly EventRecord[];
  /** False when a listing was not read to its end. */
  whole: boolean;
}

interface Common {
  /** Names the row in addresses: `ev-12`, `sf-3`, `pl-7`. */
  key: string;
  tx_digest: string;
  /** RFC 3339, by the index's clock. */
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

/** Ids of one log: all different, and no row older by the clock than one with a smaller id. */
function oneLog(sorted: readonly Moment[]): boolean {
  return sorted.every((moment, index) => {
    const before = sorted[index - 1];
    return before === undefined || (before.row.id < moment.row.id && time(before) <= time(moment));
  });
}

/** Merges sorted lists by the clock; within a list the order stays, and rows of one transaction stay with the row that came before. */
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
  /** How rows of different listings were put in order. */
  order: 'log ids' | 'index time';
}

/** All rows in order. What happened first within a transaction comes first. */
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
