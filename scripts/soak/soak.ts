// The soak: real index and console, many readers, and both processes killed in turn. Before each log reset and at the end every
// reader must have exactly the log: nothing missing, repeated or out of order. `wrong` counts violations.
import { setTimeout as sleep } from 'node:timers/promises';
import { withCleanup, type Cleanup } from '../bench/cleanup';
import { startAppender } from './appender';
import { startReaders } from './harness';
import { openProduct } from './product';
import { differenceOf, readReference, refusalsOf, untilComplete } from './reference';

export interface SoakOptions {
  seconds: number;
  readers: number;
  keys: number;
  perSecond: number;
  killEverySeconds: number;
  restartIndexEverySeconds: number;
  resets: number;
  /** As in SIMULATE. */
  simulate: string;
  print: (line: string) => void;
}

export interface SoakSummary {
  seconds: number;
  readers: number;
  killed: { SIGKILL: number; SIGTERM: number };
  slowest_sigterm_ms: number;
  index_restarts: number;
  resets: number;
  events: number[];
  delivered: number;
  connections: number;
  refused: Record<string, number>;
  missing: number;
  foreign: number;
  repeated_or_out_of_order: number;
  wrong: number;
}

const COMPLETE_MS = 90_000;
/** Between two interventions. */
const MIN_PAUSE_MS = 1_000;

export function soak(options: SoakOptions): Promise<SoakSummary> {
  return withCleanup((cleanup) => soaked(options, cleanup));
}

async function soaked(options: SoakOptions, cleanup: Cleanup): Promise<SoakSummary> {
  const { print, simulate } = options;
  const { stack, site } = await openProduct(simulate, options.keys);
  cleanup.add(() => stack.close());
  const killed = { SIGKILL: 0, SIGTERM: 0 };
  let slowest = 0;
  let indexRestarts = 0;
  let missing = 0;
  let foreign = 0;
  const events: number[] = [];
  const appender = startAppender(stack.dataDir, options.perSecond);
  cleanup.add(() => appender.stop());
  const key = await stack.claimKey();
  const readers = await startReaders(site, options.readers);
  cleanup.add(() => readers.forEach((reader) => reader.stop()));
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  print(`${options.readers} readers of ${options.keys} keys, ${options.perSecond} events a second`);

  /** SIMULATE of the index; off while the log must not change. */
  let simulated = simulate;
  const startIndex = () => stack.startIndex({ SIMULATE: simulated });

  /** Pauses the source and compares every reader with the log. */
  const compare = async (): Promise<void> => {
    await appender.pause();
    if (simulate !== 'off') {
      simulated = 'off';
      await stack.stopIndex();
      await startIndex();
    }
    const log = await readReference(stack.indexUrl, key);
    events.push(log.ids.length);
    const incomplete = await untilComplete(readers, log, COMPLETE_MS);
    for (const reader of readers) {
      const difference = differenceOf(reader, log);
      missing += difference.missing.length;
      foreign += difference.extra.length;
    }
    print(`${elapsed().toFixed(0)} s: ${log.ids.length} events in the log, ${incomplete} readers incomplete`);
  };

  const kill = async () => {
    const signal = (killed.SIGKILL + killed.SIGTERM) % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    const from = performance.now();
    await (signal === 'SIGKILL' ? stack.killConsole() : stack.stopConsole());
    if (signal === 'SIGTERM') slowest = Math.max(slowest, performance.now() - from);
    await stack.startConsole();
    killed[signal] += 1;
    print(`${elapsed().toFixed(0)} s: console ended by ${signal}`);
  };
  const restart = async () => {
    await (indexRestarts % 2 === 0 ? stack.killIndex() : stack.stopIndex());
    await startIndex();
    indexRestarts += 1;
    print(`${elapsed().toFixed(0)} s: index restarted`);
  };
  const reset = async () => {
    await compare();
    await stack.stopIndex();
    await stack.resetLog();
    simulated = simulate;
    await startIndex();
    appender.resume();
    print(`${elapsed().toFixed(0)} s: log reset`);
  };

  const every = (seconds: number, act: () => Promise<void>) =>
    Array.from({ length: Math.ceil(options.seconds / seconds) - 1 }, (_, turn) => ({
      at: (turn + 1) * seconds,
      act,
    }));
  const plan = [
    ...every(options.killEverySeconds, kill),
    ...every(options.restartIndexEverySeconds, restart),
    ...every(options.seconds / (options.resets + 1), reset),
  ].sort((a, b) => a.at - b.at);
  // Late interventions happen too: on a slow machine the soak takes longer instead of testing less.
  for (const { at, act } of plan) {
    await sleep(Math.max(MIN_PAUSE_MS, (at - elapsed()) * 1000));
    await act();
  }
  await sleep(Math.max(0, (options.seconds - elapsed()) * 1000));
  await compare();

  const received = readers.flatMap(({ logs }) => [...logs.values()]);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const wrongOrder = sum(received.map(({ wrong }) => wrong));
  return {
    seconds: Math.round(elapsed()),
    readers: readers.length,
    killed,
    slowest_sigterm_ms: Math.round(slowest),
    index_restarts: indexRestarts,
    resets: events.length - 1,
    events,
    delivered: sum(received.map(({ ids }) => ids.length)),
    connections: sum(readers.map(({ connections }) => connections)),
    refused: refusalsOf(readers),
    missing,
    foreign,
    repeated_or_out_of_order: wrongOrder,
    wrong: missing + foreign + wrongOrder,
  };
}
