// Merges overlapping episodes into one chronological stream of transactions, and orders what happens within an execution.
// Invariant: ordered by time, then by start of the episode, then within it; endless streams are fine.
import type { Transaction } from './transaction';

/** Something that begins at a time and yields transactions from then on, in order of time. */
export interface Episode {
  starts_at: number;
  transactions(): Iterable<Transaction>;
}

/** Puts an item into a sorted list, behind those it equals. */
function insert<Item>(list: Item[], item: Item, compare: (a: Item, b: Item) => number): void {
  list.splice(list.findLastIndex((other) => compare(other, item) <= 0) + 1, 0, item);
}

interface Running {
  order: number;
  next: Transaction;
  rest: Iterator<Transaction>;
}

/** Merges episodes, which must come in order of their start. */
export function* overlap(episodes: Iterable<Episode>): Generator<Transaction> {
  const running: Running[] = [];
  let started = 0;
  const proceed = (order: number, rest: Iterator<Transaction>) => {
    const step = rest.next();
    if (step.done !== true)
      insert(
        running,
        { order, next: step.value, rest },
        (a, b) => a.next.at - b.next.at || a.order - b.order,
      );
  };
  function* until(time: number): Generator<Transaction> {
    for (let first = running[0]; first !== undefined && first.next.at < time; first = running[0]) {
      running.shift();
      yield first.next;
      proceed(first.order, first.rest);
    }
  }
  for (const episode of episodes) {
    yield* until(episode.starts_at);
    proceed(started++, episode.transactions()[Symbol.iterator]());
  }
  yield* until(Infinity);
}

/** Known and generated episodes in order of their start; each side is in order itself. */
export function* inOrder(fixed: readonly Episode[], generated: Iterable<Episode>): Generator<Episode> {
  let count = 0;
  for (const episode of generated) {
    for (
      let next = fixed[count];
      next !== undefined && next.starts_at <= episode.starts_at;
      next = fixed[count]
    ) {
      yield next;
      count += 1;
    }
    yield episode;
  }
  yield* fixed.slice(count);
}

/** An episode whose transactions are few and all known: sorted by time, ties kept. */
export function episodeOf(transactions: readonly Transaction[]): Episode {
  const sorted = [...transactions].sort((a, b) => a.at - b.at);
  return { starts_at: sorted[0]?.at ?? 0, transactions: () => sorted };
}

/** What is still to happen in one execution, by time; ties run in the order they were scheduled. */
export function createAgenda() {
  const entries: { at: number; act: (at: number) => void }[] = [];
  return {
    put(at: number, act: (at: number) => void): void {
      insert(entries, { at, act }, (a, b) => a.at - b.at);
    },
    /** Runs until nothing remains; an action may schedule more. */
    run(): void {
      for (let next = entries.shift(); next !== undefined; next = entries.shift()) next.act(next.at);
    },
  };
}
