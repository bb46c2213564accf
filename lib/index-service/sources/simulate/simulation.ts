// The simulated network: one endless chronological stream, cut at `now` into history and live events.
// Invariant: the same seed and `now` give the same lines, byte for byte; no clock, no real randomness, no writes.
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { dagDesigns } from './dag-designs';
import { rankLeaders } from './leaders';
import {
  ageAt,
  fixedEpisodes,
  liveRuns,
  LONGEST_RUN,
  singleRuns,
  type LiveSession,
  type Network,
} from './simulated-network';
import { inOrder, overlap, type Episode } from './timeline';
import { iso, linesOf, type Transaction } from './transaction';
import { VAULT_ROUND, withVault } from './vault';
import { createWorld, type World } from './world';

/** The events that one execution started live comes to, about: what turns a rate into a distance between starts. */
const EVENTS_PER_RUN = 62;
export interface TimedLine {
  line: RecordedLine;
  /** Chain time plus the lag of indexing, RFC 3339. */
  indexed_at: string;
}

export interface SimulationOptions {
  seed: string;
  /** The end of history, in milliseconds. A restarted process gives the value of its first start. */
  now: number;
  /** How busy the live part is. */
  eventsPerSecond: number;
}

export interface Simulation {
  /** 70 days of history that end at `now`, of which the last 14 are busy. */
  history(): Generator<TimedLine>;
  /**
   * Everything from `after` on (the time of the last simulated event that was recorded), in order and without end. What happened
   * in that very millisecond comes again: part of it may be missing from the log, and the log skips what it has.
   * `sessions`: the earlier ones and the present one; without an earlier one, its open executions stay unfinished.
   */
  live(input: { after: number; sessions: readonly LiveSession[] }): Generator<TimedLine>;
}

/** Lines with the time at which the index takes them in: the lag comes from the digest, and time never runs backwards. */
function* timed(transactions: Iterable<Transaction>, world: World): Generator<TimedLine & { at: number }> {
  let last = 0;
  for (const transaction of transactions) {
    const lag = 200 + world.random(`lag/${transaction.digest}`).int(0, 1_800);
    last = Math.max(last, transaction.at + lag);
    const indexed_at = iso(last);
    for (const line of linesOf(transaction)) yield { line, indexed_at, at: transaction.at };
  }
}

export function createSimulation({ seed, now, eventsPerSecond }: SimulationOptions): Simulation {
  const world = createWorld(seed);
  const age = ageAt(now);
  const network: Network = { world, age, designs: dagDesigns(world), rank: rankLeaders(world, age) };
  const base = (since: number) =>
    withVault(overlap(inOrder(fixedEpisodes(network), singleRuns(network, since))), world);
  const slot = Math.max(1_000, Math.round((EVENTS_PER_RUN / eventsPerSecond) * 1_000));
  return {
    *history() {
      for (const { line, indexed_at, at } of timed(base(age.founded), world)) {
        if (at > now) return;
        yield { line, indexed_at };
      }
    },
    *live({ after, sessions }) {
      // Older single runs are over, and the vault has collected what they left there.
      const since = after - LONGEST_RUN - 2 * VAULT_ROUND;
      const past: Episode = { starts_at: age.founded, transactions: () => base(since) };
      const merged = overlap(inOrder([past], liveRuns(network, slot, after, sessions)));
      for (const { line, indexed_at, at } of timed(merged, world))
        if (at >= after) yield { line, indexed_at };
    },
  };
}
