// The index service from the command line: serve (no argument), `ingest FILE`, `rebuild`, `reset-log`.
// Invariant: exit code 0 means done as asked, 1 that something was wrong and was named on standard error. One SIGTERM or SIGINT stops cleanly.
import { setFlagsFromString } from 'node:v8';
import { ingest, rebuild, resetLog, type Terminal } from './commands';
import { readEnv, type IndexEnv } from './env';
import { serve } from './serve';

// Collect garbage once the heap has grown by a third: by default it may double, and taking in a history would leave a hundred megabytes more behind.
setFlagsFromString('--heap-growing-percent=30');

const USAGE = `Usage:
  npm run index                      serve
  npm run index -- ingest FILE       append recorded events, one JSON object a line
  npm run index -- rebuild           make the read models again from the log
  npm run index -- reset-log         start the log again from zero, keys kept`;

const terminal: Terminal = {
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
};

const signalled = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

async function serveUntilStopped(env: IndexEnv): Promise<number> {
  const stop = signalled();
  const serving = await serve(env, terminal.say);
  terminal.say(`index service on ${serving.url}`);
  // A failed opening ends the process; after a good one only a signal does.
  await Promise.race([stop, serving.ready.then(() => stop)]).finally(() => serving.stop());
  return 0;
}

async function run(args: readonly string[]): Promise<number> {
  const [command, file, ...rest] = args;
  const env = readEnv();
  if (command === undefined) return serveUntilStopped(env);
  if (command === 'ingest' && file !== undefined && rest.length === 0) return ingest(env, file, terminal);
  if (command === 'rebuild' && file === undefined) return rebuild(env, terminal);
  if (command === 'reset-log' && file === undefined) return resetLog(env, terminal);
  terminal.complain(USAGE);
  return 1;
}

function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'EADDRINUSE') return 'INDEX_PORT is taken: choose another port, or 0 for any free one.';
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  terminal.complain(explain(error));
  process.exitCode = 1;
}
