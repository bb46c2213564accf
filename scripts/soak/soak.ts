// The soak: real index and console, many readers, and both processes killed in turn. Before each log reset and at the end every
// reader must have exactly the log: nothing missing, repeated or out of order. `wrong` counts violations.
import { setTimeout as sleep } from 'node:timers/promises';
import { withCleanup, type Cleanup } from '../bench/cleanup';
import { startAppender } from './appender';
import { openProduct } from './product';
import { startReader, type SoakReader } from './reader';
import { readReference, type Reference } from './reference';

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

const SETTLE_MS = 90_000;
/** Between two interventions. */
const MIN_PAUSE_MS = 1_000;

/** Ids of the log a reader lacks, and ids it has that the log does not. */
function compare(reader: SoakReader, log: Reference): { missing: number; foreign: number } {
  const seen = new Set(reader.lives.get(log.log_id)?.ids ?? []);
  const missing = log.ids.filter((id) => !seen.has(id)).length;
  return { missing, foreign: seen.size - (log.ids.length - missing) };
}

export function soak(options: SoakOptions): Promise<SoakSummary> {
  return withCleanup((cleanup) => soaked(options, cleanup));
}

async function soaked(options: SoakOptions, cleanup: Cleanup): Promise<SoakSummary> {
  const { print, simulate } = options;
  const product = await openProduct(simulate);
  cleanup.add(() => product.close());
  const random = Math.random;
  const readers: SoakReader[] = [];
  const killed = { SIGKILL: 0, SIGTERM: 0 };
  let slowest = 0;
  let indexRestarts = 0;
  let missing = 0;
  let foreign = 0;
  const events: number[] = [];
  const appender = startAppender(product.dataDir, options.perSecond);
  cleanup.add(() => {
    appender.stop();
    for (const reader of readers) reader.stop();
  });
  const key = await product.key();
  const cookies = await product.sessions(options.keys);
  for (let index = 0; index < options.readers; index += 1)
    readers.push(
      startReader({ url: () => product.consoleUrl, cookie: cookies[index % cookies.length] ?? '', random }),
    );
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  print(`${options.readers} readers of ${options.keys} keys, ${options.perSecond} events a second`);

  /** Pauses the source and compares every reader with the log. */
  const settle = async (): Promise<void> => {
    await appender.pause();
    if (simulate !== 'off') await product.restartIndex('SIGTERM', 'off');
    const log = await readReference(product.indexUrl, key);
    events.push(log.ids.length);
    const until = performance.now() + SETTLE_MS;
    const held = ({ lives }: SoakReader) => lives.get(log.log_id)?.ids.length ?? 0;
    const behind = () => readers.filter((reader) => held(reader) < log.ids.length).length;
    while (behind() > 0 && performance.now() < until) await sleep(250);
    const found = readers.map((reader) => compare(reader, log));
    missing += found.reduce((sum, one) => sum + one.missing, 0);
    foreign += found.reduce((sum, one) => sum + one.foreign, 0);
    print(`${elapsed().toFixed(0)} s: ${log.ids.length} events in the log, ${behind()} readers incomplete`);
  };

  const kill = async () => {
    const how = (killed.SIGKILL + killed.SIGTERM) % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    const gone = await product.restartConsole(how);
    killed[how] += 1;
    if (how === 'SIGTERM') slowest = Math.max(slowest, gone);
    print(`${elapsed().toFixed(0)} s: console ended by ${how}`);
  };
  const restart = async () => {
    await product.restartIndex(indexRestarts % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    indexRestarts += 1;
    print(`${elapsed().toFixed(0)} s: index started again`);
  };
  const reset = async () => {
    await settle();
    await product.resetLog(simulate);
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
  ].sort((one, other) => one.at - other.at);
  // Late interventions still happen: on a slow machine the soak takes longer instead of testing less.
  for (const { at, act } of plan) {
    await sleep(Math.max(MIN_PAUSE_MS, (at - elapsed()) * 1000));
    await act();
  }
  await sleep(Math.max(0, (options.seconds - elapsed()) * 1000));
  await settle();

  const wrongOrder = readers.reduce(
    (sum, { lives }) => sum + [...lives.values()].reduce((all, { wrong }) => all + wrong, 0),
    0,
  );
  const refused: Record<string, number> = {};
  for (const reader of readers)
    for (const [status, count] of reader.refused)
      refused[status === 0 ? 'unreachable' : String(status)] =
        (refused[status === 0 ? 'unreachable' : String(status)] ?? 0) + count;
  return {
    seconds: Math.round(elapsed()),
    readers: readers.length,
    killed,
    slowest_sigterm_ms: Math.round(slowest),
    index_restarts: indexRestarts,
    resets: events.length - 1,
    events,
    delivered: readers.reduce(
      (sum, { lives }) => sum + [...lives.values()].reduce((all, { ids }) => all + ids.length, 0),
      0,
    ),
    connections: readers.reduce((sum, { connections }) => sum + connections, 0),
    refused,
    missing,
    foreign,
    repeated_or_out_of_order: wrongOrder,
    wrong: missing + foreign + wrongOrder,
  };
}
