// The command line of the index service.
// Invariant: exit code 0 means done, 1 that the reason is on standard error. One SIGTERM or SIGINT stops it cleanly.
import { setFlagsFromString } from 'node:v8';
import { ingest, listKeys, rebuild, resetLog, revokeKey, type Terminal } from './commands';
import { readEnv, type IndexEnv } from './env';
import { serve, type Role, type ServeOptions } from './serve';
import { chainOf, followed } from './source-arguments';

// Collect garbage once the heap has grown by 30 %. It may double by default, which costs 100 MB after an ingest.
setFlagsFromString('--heap-growing-percent=30');

const USAGE = `Usage:
  npm run index                      write and serve
  npm run index -- --role writer     only write, or stand by while another process writes (PostgreSQL)
  npm run index -- --role reader     only serve what another process writes (PostgreSQL)
  npm run index -- follow URL        mirror another index and serve the mirror; its key in INDEX_API_KEY
  npm run index -- chain URL         follow a Sui full node; mainnet or testnet for a public one
  npm run index -- probe URL         check what a full node serves, and write what it said to a file
  npm run index -- ingest FILE       append recorded events, one JSON object per line
  npm run index -- rebuild           rebuild all tables from the log
  npm run index -- reset-log         empty the log; keys are kept
  npm run index -- keys list         list issued keys, without secrets
  npm run index -- keys revoke ID    revoke a key and end its streams`;

const terminal: Terminal = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
};

const signal = () =>
  new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });

const PATIENCE_MS = 30_000;

async function probe(target: string, env: IndexEnv): Promise<number> {
  const { node, deployment } = chainOf(target, { ...env, SIMULATE: undefined });
  const { writeProbe } = await import('./sources/chain/probe');
  return writeProbe({ node, deployment, print: terminal.print, patienceMs: PATIENCE_MS }, '.');
}

async function serveUntilStopped(env: IndexEnv, options: ServeOptions): Promise<number> {
  const stop = signal();
  const serving = await serve(env, terminal.print, options);
  terminal.print(`index service on ${serving.url}`);
  // Opening or working fails, or a signal comes.
  try {
    await Promise.race([stop, serving.ready.then(() => stop), serving.failure]);
  } finally {
    await serving.stop();
  }
  return 0;
}

const ROLES: readonly Role[] = ['writer', 'reader', 'all'];

/** Takes `--role ROLE` out of the arguments. Throws when it names none, or one that the store cannot have. */
function roleOf(argv: readonly string[], env: IndexEnv): { role: Role; args: readonly string[] } {
  const at = argv.indexOf('--role');
  if (at === -1) return { role: 'all', args: argv };
  const role = ROLES.find((name) => name === argv[at + 1]);
  if (role === undefined) throw new Error(`--role must be one of ${ROLES.join(', ')}.`);
  if (role !== 'all' && env.DATABASE_URL === undefined)
    throw new Error(`--role ${role} needs DATABASE_URL: the embedded database belongs to one process.`);
  return { role, args: argv.toSpliced(at, 2) };
}

async function run(argv: readonly string[]): Promise<number> {
  const env = readEnv();
  const { role, args } = roleOf(argv, env);
  const command = args.join(' ');
  if (command === '') return serveUntilStopped(env, { role });
  if (command === 'rebuild') return rebuild(env, terminal);
  if (command === 'reset-log') return resetLog(env, terminal);
  if (command === 'keys list') return listKeys(env, terminal);
  const [first, second, third, ...rest] = args;
  if (first === 'follow' && second !== undefined && third === undefined && role !== 'reader')
    return serveUntilStopped(env, { role, followed: followed(second, env) });
  if (first === 'chain' && second !== undefined && third === undefined && role !== 'reader')
    return serveUntilStopped(env, { role, chain: chainOf(second, env) });
  if (first === 'probe' && second !== undefined && third === undefined) return probe(second, env);
  if (first === 'ingest' && second !== undefined && third === undefined) return ingest(env, second, terminal);
  if (first === 'keys' && second === 'revoke' && third !== undefined && rest.length === 0)
    return revokeKey(env, third, terminal);
  terminal.printError(USAGE);
  return 1;
}

function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'EADDRINUSE') return 'INDEX_PORT is in use: choose another port, or 0 for any free one.';
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  terminal.printError(explain(error));
  process.exitCode = 1;
}
