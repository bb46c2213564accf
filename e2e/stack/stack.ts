// A whole product for a test: an index service and a console of its own, on free ports, in a folder of its own.
// The processes are the ones that `npm run demo` starts; nothing is faked.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scope, scopes as ALL_SCOPES } from '@/lib/contract/scopes';
import { stringifyJson } from '@/lib/json/exact';
import { appendIfRunning } from '@/scripts/append-lines';
import { buildIsCurrent } from '@/scripts/prepare.mjs';
import {
  freePort,
  inRoot,
  runIndexCommand,
  startConsole,
  startIndex,
  startNode,
  waitUntilReady,
} from '@/scripts/processes.mjs';

/** Settings of the person at the terminal, for their own runs; a test decides these itself. */
const SETTINGS =
  /^(PORT|HOST|DATA_DIR|SIMULATE|SIMULATE_NOW|DATABASE_URL|REDIS_URL|SESSION_SECRET|INDEX_.*|ACCESS_PASSWORD|PUBLIC_READ|PUBLIC_URL|TRUSTED_PROXIES|MAX_CONNECTIONS|KEY_REVEAL|LOG_LEVEL|.*_PER_.*)$/;

/** Tests claim keys and read faster than people do. */
export const LIMITS = {
  CLAIMS_PER_HOUR: '100000',
  REQUESTS_PER_MINUTE: '1000000',
  STREAMS_PER_SESSION: '100',
  STREAMS_PER_ADDRESS: '1000',
  READS_PER_SESSION: '100000',
  READS_PER_ADDRESS: '1000000',
  RENDERS_PER_ADDRESS: '1000000',
  SIGN_INS_PER_ADDRESS: '100000',
};

const SESSION_SECRET = 's'.repeat(48);

/** Where a running stack is; plain data, so that it can be handed to other processes. */
export interface StackAddress {
  indexUrl: string;
  consoleUrl: string;
  dataDir: string;
  /** Nothing is appended while tests run. */
  isAtRest?: boolean;
}

/** A stack that a test may talk to but not stop. */
export interface Stack extends StackAddress {
  /** Claims a key with these scopes (all of them when not said) straight from the index. */
  claimKey(scopes?: readonly Scope[]): Promise<string>;
  /**
   * Appends recorded lines (objects of the ingest format; bigint allowed) in order: to the index that runs, or into
   * its store while none does. Throws with what ingest said.
   */
  ingest(lines: readonly object[]): Promise<void>;
  /** The same for a file of recorded lines, by the command. */
  ingestFile(file: string): Promise<void>;
}

/** A stack of the test's own: its index can be stopped, killed and started again on the same port and folder. */
export interface OwnStack extends Stack {
  stopIndex(): Promise<void>;
  killIndex(): Promise<void>;
  /** `env`: settings that change with this start. */
  startIndex(env?: Record<string, string>): Promise<void>;
  /** Starts the event log again from zero, while the index is stopped; keys are kept. */
  resetLog(): Promise<void>;
  stopConsole(): Promise<void>;
  killConsole(): Promise<void>;
  startConsole(env?: Record<string, string>): Promise<void>;
  pids(): { console: number; index: number };
  /** The last lines of both logs. */
  logs(): Promise<{ index: string; console: string }>;
  close(): Promise<void>;
}

function cleanEnvironment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  return { ...Object.fromEntries(inherited), ...LIMITS };
}

/** Claims a key with these scopes (all of them when not said) straight from an index. */
export async function claimKey(indexUrl: string, scopes: readonly Scope[] = ALL_SCOPES): Promise<string> {
  const response = await fetch(`${indexUrl}/onboarding/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // An address holds one key at a time.
    body: JSON.stringify({ email: `tester-${randomUUID()}@example.org`, scopes }),
  });
  if (!response.ok) throw new Error(`claiming a key: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { key: string }).key;
}

/** The verbs that need no process handle, on a stack at `address`. */
export function stackAt(address: StackAddress): Stack {
  const ingestFile = async (file: string) => {
    const logFile = join(address.dataDir, 'logs', `ingest-${process.pid}.log`);
    const command = runIndexCommand({
      args: ['ingest', file],
      dataDir: address.dataDir,
      env: cleanEnvironment(),
      logFile,
    });
    const how = await command.exited;
    if (how !== 'ended with code 0') throw new Error(`ingest ${file} ${how}:\n${command.tail()}`);
  };
  return {
    ...address,
    ingestFile,
    async ingest(lines) {
      if (await appendIfRunning(address.dataDir, lines)) return;
      const folder = await mkdtemp(join(tmpdir(), 'dagscope-lines-'));
      const file = join(folder, 'lines.jsonl');
      await writeFile(file, lines.map((line) => `${stringifyJson(line)}\n`).join(''));
      try {
        await ingestFile(file);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    claimKey: (scopes) => claimKey(address.indexUrl, scopes),
  };
}

const logTail = async (file: string) =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(-80).join('\n');

/** Fills the empty store in `dataDir` with the history of a simulated network. */
export async function seedStore(dataDir: string, simulate: string): Promise<void> {
  const env = { ...cleanEnvironment(), SIMULATE: simulate };
  const index = startIndex({
    port: await freePort(),
    dataDir,
    env,
    logFile: join(dataDir, 'logs', 'seed.log'),
  });
  try {
    await index.ready();
  } finally {
    await index.stop();
  }
}

/**
 * Starts a stack and waits until both parts answer. `simulate` as in SIMULATE; `store`: the folder of a store to begin with a copy of;
 * `source`: what the index copies; `env` goes to both parts.
 * Throws when there is no build, or with the last lines of a part that did not come up.
 */
export async function openStack({
  simulate = 'off',
  store,
  source,
  env = {},
  onProgress,
}: {
  simulate?: string;
  store?: string | undefined;
  source?: string[];
  env?: Record<string, string>;
  onProgress?: (message: string) => void;
} = {}): Promise<OwnStack> {
  if (!existsSync(inRoot('.next/BUILD_ID'))) {
    throw new Error('There is no build of the console to test: run `npm run build` first.');
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'dagscope-e2e-'));
  if (store !== undefined) await cp(store, dataDir, { recursive: true });
  const shared = { ...cleanEnvironment(), ...env, SIMULATE: simulate, DATA_DIR: dataDir };
  const log = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const indexPort = await freePort();
  const consolePort = await freePort();

  const runIndex = (more: Record<string, string> = {}) =>
    startIndex({
      port: indexPort,
      dataDir,
      env: { ...shared, ...more },
      logFile: log('index'),
      ...(source && { source }),
    });
  const runConsole = (more: Record<string, string> = {}) =>
    startConsole({
      port: consolePort,
      env: { SESSION_SECRET, ...shared, INDEX_URL: `http://127.0.0.1:${indexPort}`, ...more },
      logFile: log('console'),
    });
  let index = runIndex();
  let front = runConsole();
  const close = async () => {
    await Promise.all([front.stop(), index.stop()]);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await Promise.all([index.ready(onProgress), front.ready()]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...stackAt({ indexUrl: index.url, consoleUrl: front.url, dataDir }),
    stopIndex: () => index.stop(),
    killIndex: () => index.kill(),
    async startIndex(more) {
      index = runIndex(more);
      await index.ready();
    },
    async resetLog() {
      const logFile = log('reset');
      const how = await runIndexCommand({ args: ['reset-log'], dataDir, env: shared, logFile }).exited;
      if (how !== 'ended with code 0') throw new Error(`reset-log ${how}`);
    },
    stopConsole: () => front.stop(),
    killConsole: () => front.kill(),
    async startConsole(more) {
      front = runConsole(more);
      await front.ready();
    },
    pids: () => ({ console: front.pid ?? 0, index: index.pid ?? 0 }),
    logs: async () => ({ index: await logTail(log('index')), console: await logTail(log('console')) }),
    close,
  };
}

/** What `npm run demo -- ARGS` starts. */
export async function startDemo(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Stack & { close(): Promise<void> }> {
  // It would build under the other tests.
  if (!buildIsCurrent()) throw new Error('There is no current build: run `npm run build` first.');
  const dataDir = await mkdtemp(join(tmpdir(), 'dagscope-demo-'));
  const [port, indexPort] = [await freePort(), await freePort()];
  const demo = startNode({
    name: 'The demo',
    args: [inRoot('scripts/demo.mjs'), ...args],
    env: {
      ...cleanEnvironment(),
      ...env,
      PORT: String(port),
      INDEX_PORT: String(indexPort),
      DATA_DIR: dataDir,
    },
    logFile: join(dataDir, 'demo.log'),
  });
  const close = async () => {
    await demo.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  const consoleUrl = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady({ url: `${consoleUrl}/healthz`, process: demo, timeoutMs: 120_000 });
  } catch (error) {
    await close();
    throw error;
  }
  return { ...stackAt({ indexUrl: `http://127.0.0.1:${indexPort}`, consoleUrl, dataDir }), close };
}

/** A console of its own before any index; the production build, with the limits of the tests. */
export async function openConsole(
  indexUrl: string,
  env: Record<string, string> = {},
): Promise<{ url: string; pid: number | undefined; log(): Promise<string>; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dagscope-console-'));
  const logFile = join(dataDir, 'console.log');
  const front = startConsole({
    port: await freePort(),
    // With INDEX_URLS the test names its indexes itself.
    env: {
      ...cleanEnvironment(),
      ...(env['INDEX_URLS'] === undefined ? { INDEX_URL: indexUrl } : {}),
      SESSION_SECRET,
      DATA_DIR: dataDir,
      ...env,
    },
    logFile,
  });
  const close = async () => {
    await front.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  await front.ready().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { url: front.url, pid: front.pid, log: () => readFile(logFile, 'utf8').catch(() => ''), close };
}
