// The commands beside serving: ingest, rebuild, reset-log, keys. Each opens the store itself, unless a running index does the work.
// Invariant: exit code 0 means all of it was done; what was done before an error is printed too.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@/lib/time/clock';
import { type Command, execute, send } from './control-socket';
import type { IndexEnv } from './env';
import { createKeyStore, type KeyInfo, type KeyStore } from './keys/key-store';
import { copyOf } from './network-description';
import { openIndex, type OpenIndex } from './open-index';
import { DirectoryLocked } from './store/data-dir-lock';
import type { Database } from './store/database';
import { openStore } from './store/open-store';

/** Where a command prints. */
export interface Terminal {
  print: (line: string) => void;
  printError: (line: string) => void;
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

const keysOf = (db: Database) => createKeyStore({ db, clock: systemClock, random: randomBytes });

/** On a server keys are read and revoked beside running processes: these look for revoked keys themselves. */
async function onServer<Result>(env: IndexEnv, work: (keys: KeyStore) => Promise<Result>): Promise<Result> {
  const db = await openStore({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL });
  try {
    return await work(keysOf(db));
  } finally {
    await db.close();
  }
}

const START_TIMEOUT_MS = 30_000;
const RETRY_MS = 200;

/** Has the running index do it, else opens the store. An index that is starting holds the store before it has a socket: retry. */
async function run<Sent extends Command>(
  env: IndexEnv,
  command: Sent,
  { input, progress }: { input?: () => Readable; progress?: (entries: number) => void } = {},
) {
  for (let waited = 0; ; waited += RETRY_MS) {
    const answer = await send(env.DATA_DIR, command, input);
    if (answer !== undefined) return answer;
    try {
      return await withIndex(env, ({ log, db, projector }) => {
        const keys = keysOf(db);
        const rebuildTables = () => projector.rebuild(progress && { progress });
        const parts = { log, keys, copyOf: () => copyOf(db, log), rebuild: rebuildTables };
        return execute(parts, command, input?.());
      });
    } catch (error) {
      if (!(error instanceof DirectoryLocked) || waited >= START_TIMEOUT_MS) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Appends the lines of a file. Exit code 1 for a bad line, printed with its number and the reason. */
export async function ingest(env: IndexEnv, file: string, terminal: Terminal): Promise<number> {
  // A missing file is reported before anything else happens.
  await (await open(file)).close();
  const input = () => createReadStream(file, { encoding: 'utf8' });
  const done = await run(env, { command: 'ingest' }, { input });
  const filled = done.filled > 0 ? `, ${done.filled} completed with their chain time` : '';
  terminal.print(`${done.added} appended, ${done.skipped} already stored${filled}`);
  if (done.refused === undefined) return 0;
  terminal.printError(`${file}: ${done.refused}`);
  return 1;
}

function keyLine(key: KeyInfo, now: number): string {
  const day = (time: string) => time.slice(0, 10);
  const expired = Date.parse(key.expires_at) <= now;
  const state =
    key.revoked_at !== null
      ? `revoked ${day(key.revoked_at)}`
      : `${expired ? 'expired' : 'expires'} ${day(key.expires_at)}`;
  const contact = [key.email, key.handle && `@${key.handle}`].filter(Boolean).join(' ') || '-';
  return [key.key_id, state, `created ${day(key.created_at)}`, contact, key.scopes.join(',')].join('  ');
}

/** Prints every issued key, newest first, without secrets. */
export async function listKeys(env: IndexEnv, terminal: Terminal): Promise<number> {
  const keys =
    env.DATABASE_URL === undefined
      ? await run(env, { command: 'keys list' })
      : await onServer(env, (issued) => issued.list());
  if (keys.length === 0) terminal.print('No keys.');
  for (const key of keys) terminal.print(keyLine(key, systemClock.now()));
  return 0;
}

/** Revokes a key; running processes end its streams. Exit code 1 if no active key has this id. */
export async function revokeKey(env: IndexEnv, keyId: string, terminal: Terminal): Promise<number> {
  const revoked =
    env.DATABASE_URL === undefined
      ? await run(env, { command: 'keys revoke', key_id: keyId })
      : await onServer(env, (issued) => issued.revoke(keyId));
  if (revoked) terminal.print(`Revoked ${keyId}.`);
  else terminal.printError(`No active key has the id ${keyId}.`);
  return revoked ? 0 : 1;
}

/** Replays the log into fresh tables; a running index continues to answer. */
export async function rebuild(env: IndexEnv, terminal: Terminal): Promise<number> {
  const progress = (entries: number) => terminal.print(`${entries} entries replayed`);
  const count = await run(env, { command: 'rebuild' }, { progress });
  terminal.print(`Rebuilt from ${count} entries.`);
  return 0;
}

/** Empties the log and starts it again under a new log id. */
export async function resetLog(env: IndexEnv, terminal: Terminal): Promise<number> {
  await withIndex(env, ({ log }) => log.reset());
  terminal.print('Log reset. Keys and usage are unchanged.');
  return 0;
}
