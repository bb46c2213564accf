// Merges overlapping episodes into one chronological stream of transactions, and orders what happens within an execution.
// Invariant: ordered by time, then by start of the episode, then within it; endless streams are fine.
import type { Transaction } from './transaction';

/** Something that begins at a time and yields transactions from then on, in order of time. */
export interface Episode {
  starts_at: number;
  transactions(): Iterable<Transaction>;
}

interface Running {
  order: number;
  next: Transaction;
  rest: Iterator<Transaction>;
}

const before = (a: Running, b: Running) => a.next.at - b.next.at || a.order - b.order;

/** Merges episodes, which must come in order of their start. */
export function* overlap(episodes: Iterable<Episode>): Generator<Transaction> {
  const starting = episodes[Symbol.iterator]();
  const running: Running[] = [];
  let order = 0;
  let coming = starting.next();
  const place = (one: Running) => {
    let low = 0;
    let high = running.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = running[middle];
      if (other !== undefined && before(other, one) <= 0) low = middle + 1;
      else high = middle;
    }
    running.splice(low, 0, one);
  };
  const advance = (rest: Iterator<Transaction>, at: number) => {
    const step = rest.next();
    if (step.done !== true) place({ order: at, next: step.value, rest });
  };
  for (;;) {
    while (coming.done !== true) {
      const first = running[0];
      if (first !== undefined && first.next.at < coming.value.starts_at) break;
      advance(coming.value.transactions()[Symbol.iterator](), order++);
      coming = starting.next();
    }
    const first = running.shift();
    if (first === undefined) return;
    yield first.next;
    advance(first.rest, first.order);
  }
}

/** Episodes of several sources in order of their start; sources are in order themselves. */
export function* inOrder(sources: readonly Iterable<Episode>[]): Generator<Episode> {
  const heads = sources
    .map((source) => source[Symbol.iterator]())
    .map((rest) => ({ rest, head: rest.next() }));
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const one of heads) {
      if (one.head.done === true) continue;
      if (
        first === undefined ||
        first.head.done === true ||
        one.head.value.starts_at < first.head.value.starts_at
      )
        first = one;
    }
    if (first === undefined || first.head.done === true) return;
    const episode = first.head.value;
    first.head = first.rest.next();
    yield episode;
  }
}

/** An episode whose transactions are few and all known: sorted by time, ties kept. */
export function episodeOf(transactions: readonly Transaction[]): Episode {
  const sorted = [...transactions].sort((a, b) => a.at - b.at);
  return { starts_at: sorted[0]?.at ?? 0, transactions: () => sorted };
}

/** What is still to happen in one execution, by time; ties run in the order they were scheduled. */
export interface Agenda {
  put(at: number, act: (at: number) => void): void;
  /** Runs until nothing is left; an action may schedule more. */
  run(): void;
}

export function createAgenda(): Agenda {
  const entries: { at: number; act: (at: number) => void }[] = [];
  return {
    put(at, act) {
      let place = entries.length;
      while (place > 0 && (entries[place - 1]?.at ?? 0) > at) place -= 1;
      entries.splice(place, 0, { at, act });
    },
    run() {
      for (let next = entries.shift(); next !== undefined; next = entries.shift()) next.act(next.at);
    },
  };
}
