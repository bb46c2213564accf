// Starts, watches and stops the processes of the product. Node built-ins only: it runs before an install.
import { spawn } from 'node:child_process';
import { closeSync, fchmodSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Imported by a child process, so that it ends with us. */
export const EXIT_WITH_PARENT = new URL('./exit-with-parent.mjs', import.meta.url).href;
const STOP_GRACE_MS = 8_000;

/** An error that the user can fix: printed without a stack. */
export class ScriptError extends Error {}

/**
 * A running process. `exited` resolves with how it ended, in words; `tail` is the end of its log.
 * @typedef {{name: string, pid: number | undefined, exited: Promise<string>, stop: () => Promise<void>,
 *   kill: () => Promise<void>, tail: (lines?: number) => string}} Part
 */

/**
 * Starts Node with `args` in its own session, so that only we receive Ctrl-C and can stop processes in order.
 * Output is appended to `logFile`, or goes to our terminal if that is null.
 * @param {{name: string, args: string[], env: Record<string, string | undefined>, logFile?: string | null,
 *   graceMs?: number}} options
 * @returns {Part} `stop` sends SIGTERM, and SIGKILL after `graceMs`; `kill` sends SIGKILL.
 */
export function startNode({ name, args, env, logFile = null, graceMs = STOP_GRACE_MS }) {
  let output = 'inherit';
  if (logFile !== null) {
    // Readable by us alone, also where an earlier release, or a folder made by hand, left them open.
    mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
    output = openSync(logFile, 'a', 0o600);
    fchmodSync(output, 0o600);
  }
  const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
    cwd: ROOT,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output],
  });
  if (typeof output === 'number') closeSync(output);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  const running = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const end = async (signal) => {
    if (running()) child.kill(signal);
    const inTime = await Promise.race([exited.then(() => true), sleep(graceMs, false, { ref: false })]);
    if (!inTime && running()) child.kill('SIGKILL');
    await exited;
  };
  return {
    name,
    pid: child.pid,
    exited,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    tail: (lines = 20) => (logFile === null ? '' : lastLines(logFile, lines)),
  };
}

function lastLines(file, count) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}

/** Opens and closes `port` (0: any) on `host`; resolves with the port, or null if it is in use. */
export function tryPort(port, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen({ port, host, exclusive: true }, () => {
      const found = server.address().port;
      server.close(() => resolve(found));
    });
  });
}

/**
 * A port that is free now.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = await tryPort(0);
  if (port === null) throw new ScriptError('No port is free.');
  return port;
}

/** The progress message of an index that is not ready: its `message`, or a percentage. */
function progressOf(body) {
  try {
    const { message, progress, error } = JSON.parse(body);
    const text = message ?? error?.message ?? progress;
    if (typeof text === 'number') return `${Math.round(text * 100)} %`;
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}

const is2xx = (status) => status >= 200 && status < 300;

/**
 * Waits until `url` responds with a status that `accept` allows (2xx). `onProgress` receives each new progress message.
 * Throws ScriptError if `process` ends first, or after `timeoutMs`.
 * @param {{url: string, process: Part, timeoutMs: number, onProgress?: (message: string) => void,
 *   accept?: (status: number) => boolean}} options
 */
export async function waitUntilReady({
  url,
  process: part,
  timeoutMs,
  onProgress = () => {},
  accept = is2xx,
}) {
  const abort = new AbortController();
  const ended = part.exited.then((how) => {
    abort.abort();
    throw new ScriptError(`${part.name} ${how} before it was ready.\n${part.tail()}`);
  });
  ended.catch(() => {});
  const poll = async () => {
    const deadline = performance.now() + timeoutMs;
    for (let last = '', waitMs = 50; !abort.signal.aborted; waitMs = Math.min(waitMs * 1.5, 400)) {
      const response = await fetch(url, {
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(10_000)]),
      }).then(
        async (reply) => ({ ok: accept(reply.status), body: await reply.text() }),
        () => null,
      );
      if (response?.ok) return;
      const message = response ? progressOf(response.body) : '';
      if (message && message !== last) onProgress((last = message));
      if (performance.now() > deadline) {
        throw new ScriptError(
          `${part.name} was not ready within ${timeoutMs / 1000} s (${url}).\n${part.tail()}`,
        );
      }
      await sleep(waitMs);
    }
  };
  await Promise.race([poll(), ended]);
}

/** The parent of process `pid` on Linux, else null. */
function parentOf(pid) {
  try {
    // The name in parentheses may contain parentheses and spaces; state and parent follow the last one.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S+ /s, '')
        .split(' ')[0],
    );
  } catch {
    return null;
  }
}

/**
 * Calls `onOrphaned` when the process that started us has ended. Under npm that is npm itself, the parent of the shell
 * that runs scripts. Returns a function that stops watching.
 */
export function watchParent(onOrphaned) {
  const parent = process.ppid;
  const grandparent = process.env.npm_lifecycle_event ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === null || parentOf(parent) === grandparent)) return;
    clearInterval(timer);
    onOrphaned();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}

/** `path` inside the repository. */
export const inRoot = (...parts) => join(ROOT, ...parts);

const INDEX_MAIN = ['scripts/index-service.mjs'];

/** Seeding a simulated network is slow on a slow machine. */
const SEED_TIMEOUT_MS = 300_000;
const CONSOLE_TIMEOUT_MS = 60_000;

/**
 * Starts the index service. `env` is its whole environment, apart from the port and the folder.
 * @param {{port: number, dataDir: string, env: Record<string, string | undefined>, logFile?: string | null,
 *   source?: string[], role?: string}} options `source`: `follow` or `chain` and the address; `role`: as for `--role`.
 * @returns the process with its `url`, and `ready`, which waits until the index has loaded its data.
 */
export function startIndex({ port, dataDir, env, logFile, source, role }) {
  const part = startNode({
    name: 'The index service',
    args: [...INDEX_MAIN, ...(source ?? []), ...(role === undefined ? [] : ['--role', role])],
    env: { ...env, INDEX_PORT: String(port), DATA_DIR: dataDir },
    logFile,
  });
  const url = `http://127.0.0.1:${port}`;
  /** @param {(message: string) => void} [onProgress] */
  const ready = (onProgress) =>
    waitUntilReady({
      url: `${url}/readyz`,
      process: part,
      timeoutMs: source === undefined ? SEED_TIMEOUT_MS : Infinity,
      onProgress,
    });
  return { ...part, url, ready };
}

/**
 * Starts a command of the index service (`ingest FILE`, `rebuild`, …) on `dataDir`.
 * @param {{args: string[], dataDir: string, env: Record<string, string | undefined>, logFile?: string | null}} options
 */
export function runIndexCommand({ args, dataDir, env, logFile }) {
  return startNode({
    name: `index ${args[0]}`,
    args: [...INDEX_MAIN, ...args],
    env: { ...env, DATA_DIR: dataDir },
    logFile,
  });
}

/**
 * Starts the console: the production build, or with `dev` Next's development server.
 * @param {{port: number, host?: string, env: Record<string, string | undefined>, logFile?: string | null,
 *   dev?: boolean}} options
 */
export function startConsole({ port, host = '127.0.0.1', env, logFile, dev = false }) {
  const part = startNode({
    name: 'The console',
    args: [inRoot('scripts/server.mjs'), ...(dev ? ['--dev'] : [])],
    env: {
      ...env,
      HOST: host,
      PORT: String(port),
      NODE_ENV: dev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    logFile,
  });
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
  const accept = (status) => status < 500;
  const ready = () =>
    waitUntilReady({ url: `${url}/healthz`, process: part, timeoutMs: CONSOLE_TIMEOUT_MS, accept });
  return { ...part, url, ready };
}
