// The commands beside serving (ARCHITECTURE "Commands"): ingest, rebuild, reset-log. Each opens the store for itself, unless a running index takes the work.
// Invariant: the exit code says whether all of it was done; what was done before a fault is said too.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './clock';
import type { IndexEnv } from './env';
import { openIndex, type OpenIndex } from './open-index';
import { handToRunning, ingestStream, type IngestOutcome } from './sources/ingest-socket';
import { DirectoryLocked } from './store/data-dir-lock';

/** Where a command writes, and what it leaves as the exit code. */
export interface Terminal {
  say: (line: string) => void;
  complain: (line: string) => void;
}

async function withIndex<Result>(
  env: IndexEnv,
  work: (index: OpenIndex) => Promise<Result>,
): Promise<Result> {
  const index = await openIndex(env, systemClock);
  try {
    return await work(index);
  } finally {
    await index.close();
  }
}

const STARTING_MS = 30_000;
const ASK_AGAIN_MS = 200;

/** To the index that runs, else straight into the store. An index that is just starting has the store already and its socket not yet: it is waited for. */
async function appendTo(
  env: IndexEnv,
  lines: () => ReturnType<typeof createReadStream>,
): Promise<IngestOutcome> {
  for (let waited = 0; ; waited += ASK_AGAIN_MS) {
    const input = lines();
    const handed = await handToRunning(env.DATA_DIR, input);
    if (handed !== undefined) return handed;
    input.destroy();
    try {
      return await withIndex(env, ({ log }) => ingestStream(log, lines()));
    } catch (error) {
      if (!(error instanceof DirectoryLocked) || waited >= STARTING_MS) throw error;
      await pause(ASK_AGAIN_MS);
    }
  }
}

/** Appends the lines of a file, to the running index or straight into the store. Exit code 1 for a bad line, named with its number and reason. */
export async function ingest(env: IndexEnv, file: string, terminal: Terminal): Promise<number> {
  // Opened first: a missing file is told before anything else is touched.
  const handle = await open(file);
  await handle.close();
  const lines = () => createReadStream(file, { encoding: 'utf8' });
  const done = await appendTo(env, lines);
  terminal.say(
    `${done.added} appended, ${done.skipped} skipped as already there` +
      (done.filled > 0 ? `, ${done.filled} given their chain time` : ''),
  );
  if (done.refused === undefined) return 0;
  terminal.complain(`${file}: ${done.refused}`);
  return 1;
}

/** Replays the log into fresh read models. */
export async function rebuild(env: IndexEnv, terminal: Terminal): Promise<number> {
  const read = await withIndex(env, ({ log, projector }) =>
    log.exclusive(() => projector.rebuild((entries) => terminal.say(`${entries} entries replayed`))),
  );
  terminal.say(`The read models were rebuilt from ${read} entries.`);
  return 0;
}

/** Starts the log again from zero under a new log id. Keys and usage stay. */
export async function resetLog(env: IndexEnv, terminal: Terminal): Promise<number> {
  await withIndex(env, ({ log }) => log.reset());
  terminal.say('The log starts again from zero. Keys and usage were kept.');
  return 0;
}
