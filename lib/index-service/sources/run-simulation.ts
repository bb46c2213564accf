// Appends the simulated network to the log: its history in batches, then live at the pace of the clock.
// Invariant: a batch ends with a whole transaction, so a restart continues where it stopped and catches up.
import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod';
import { isoTime, type Clock } from '@/lib/time/clock';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { Database } from '@/lib/index-service/store/database';
import { readFact, writeFact } from '@/lib/index-service/store/facts';
import { HISTORY_DAYS } from './simulate/simulated-network';
import type { Simulation, SimulationOptions, TimedLine } from './simulate/simulation';

/** The name of the state among the facts. */
const FACT = 'simulation';

const stateSchema = z.object({
  log_id: z.string(),
  seed: z.string(),
  /** The end of history, in milliseconds of chain time: with the seed it names the network. */
  now: z.int(),
  /** Whether all of the history is in the log. */
  seeded: z.boolean(),
  /** Chain time of the last simulated line in the log, 0 before the first. */
  position: z.int(),
  /** The live rate of the sessions below. */
  eventsPerSecond: z.number(),
  sessions: z.array(z.object({ from: z.int(), until: z.int().optional() })),
});
type SimulationState = z.output<typeof stateSchema>;

/** What is known of the simulation in this log; undefined when it holds none. */
export async function readSimulationState(
  db: Database,
  log: Pick<EventLog, 'logId'>,
): Promise<SimulationState | undefined> {
  const text = await readFact(db, FACT);
  if (text === undefined) return undefined;
  const found = stateSchema.parse(JSON.parse(text));
  return found.log_id === log.logId() ? found : undefined;
}

const BATCH = 500;
/** Larger, because nothing waits for a single event of the history. */
const HISTORY_BATCH = 1_500;
const HISTORY = HISTORY_DAYS * 24 * 3_600_000;
/** Sessions that ended longer ago have no executions running. */
const FORGET_AFTER = 24 * 3_600_000;

interface SimulationParts {
  db: Database;
  log: Pick<EventLog, 'append' | 'tip' | 'logId'>;
  clock: Clock;
  /** `now` (SIMULATE_NOW) stands for the present at the first start; without it the present is the present. */
  settings: { seed: string; eventsPerSecond: number; now: number | undefined };
  create: (options: SimulationOptions) => Simulation;
  report: (message: string) => void;
  signal: AbortSignal;
}

const chainTime = ({ line }: TimedLine) => Date.parse(line.onchain_at ?? '');

/** Cuts lines into batches of about `size` that end where the chain time changes. */
export function* wholeTransactions(lines: Iterable<TimedLine>, size = BATCH): Generator<TimedLine[]> {
  let batch: TimedLine[] = [];
  for (const line of lines) {
    const last = batch.at(-1);
    if (batch.length >= size && last !== undefined && chainTime(last) !== chainTime(line)) {
      yield batch;
      batch = [];
    }
    batch.push(line);
  }
  if (batch.length > 0) yield batch;
}

/** A simulation in this log, ready to seed and to go live; undefined, with a reported reason, if the log holds something else. */
export async function openSimulation(parts: SimulationParts) {
  const { db, log, clock, settings, create, report, signal } = parts;
  const found = await readSimulationState(db, log);
  if (found === undefined && log.tip() > 0n) {
    report('SIMULATE is ignored: the log holds recorded events (reset-log empties it)');
    return undefined;
  }
  if (found !== undefined && found.seed !== settings.seed) {
    report(`SIMULATE is ignored: the log holds the network of seed ${found.seed} (reset-log empties it)`);
    return undefined;
  }
  let state: SimulationState = found ?? {
    log_id: log.logId(),
    seed: settings.seed,
    now: settings.now ?? clock.now(),
    seeded: false,
    position: 0,
    eventsPerSecond: settings.eventsPerSecond,
    sessions: [],
  };
  const simulation = create({
    seed: state.seed,
    now: state.now,
    eventsPerSecond: Math.max(settings.eventsPerSecond, Number.MIN_VALUE),
  });

  async function keep(change: Partial<SimulationState>): Promise<void> {
    state = { ...state, ...change };
    // A transaction: a writer that was replaced must not put its state over the next one's.
    await db.transaction((tx) => writeFact(tx, FACT, JSON.stringify(state)));
  }

  async function append(batch: readonly TimedLine[]): Promise<void> {
    const last = batch.at(-1);
    if (last === undefined) return;
    const indexedAt = new Map(batch.map((line) => [line.line, line.indexed_at]));
    await log.append(
      batch.map((line) => line.line),
      { indexedAt: (line) => indexedAt.get(line) ?? isoTime(clock.now()) },
    );
    await keep({ position: chainTime(last) });
    // The embedded engine never leaves the process: let requests in between two batches.
    await turn();
  }

  /** Writes what is missing of the history. Stops early on the signal; the next start continues. */
  async function seed(): Promise<void> {
    if (state.seeded) return;
    await keep({});
    const start = state.now - HISTORY;
    let nextReport = 0;
    for (const batch of wholeTransactions(simulation.history(), HISTORY_BATCH)) {
      if (signal.aborted) return;
      const fresh = batch.filter((line) => chainTime(line) > state.position);
      await append(fresh);
      const percent = Math.max(0, Math.min(99, Math.floor(((state.position - start) / HISTORY) * 100)));
      if (percent < nextReport) continue;
      nextReport = percent - (percent % 10) + 10;
      report(`seeding the simulated network: ${percent} %`);
    }
    await keep({ seeded: true });
    // The embedded engine never updates the planner's statistics by itself.
    await db.query('analyze');
  }

  function until(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = clock.after(ms, done);
      signal.addEventListener('abort', done);
    });
  }

  /** Writes lines as they fall due, until the signal. */
  async function live(): Promise<void> {
    if (settings.eventsPerSecond === 0 || signal.aborted) return;
    const started = clock.now();
    const present = settings.now === undefined ? started : Math.max(settings.now, state.position);
    const chainNow = () => present + clock.now() - started;
    const sameRate = state.eventsPerSecond === settings.eventsPerSecond;
    const earlier = (sameRate ? state.sessions : [])
      // A session without an end was cut off: it reached as far as the log does.
      .map(({ from, until: end = state.position + 1 }) => ({ from, until: end }))
      .filter((session) => session.until > state.position - FORGET_AFTER && session.until > session.from);
    const after = Math.max(state.position, state.now);
    await keep({
      eventsPerSecond: settings.eventsPerSecond,
      sessions: [...earlier, { from: Math.max(present, ...earlier.map((session) => session.until)) }],
    });
    const batch: TimedLine[] = [];
    for (const line of simulation.live({ after, sessions: state.sessions })) {
      const wait = () => Date.parse(line.indexed_at) - chainNow();
      const last = batch.at(-1);
      const isNext = last !== undefined && chainTime(last) !== chainTime(line);
      if (isNext && (wait() > 0 || batch.length >= BATCH)) await append(batch.splice(0));
      while (wait() > 0 && !signal.aborted) await until(wait());
      if (signal.aborted) break;
      batch.push(line);
    }
    const open = state.sessions.at(-1);
    if (open !== undefined)
      await keep({
        sessions: [...state.sessions.slice(0, -1), { ...open, until: Math.max(chainNow(), open.from) }],
      });
  }

  return { seed, live };
}
