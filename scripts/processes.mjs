// Starting, watching and stopping the processes of the product. Node built-ins only: it runs before an install.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Loaded into a child, so that it ends when we are gone. */
export const LEASH = new URL('./leash.mjs', import.meta.url).href;
const STOP_GRACE_MS = 8_000;

/** An error that the user can fix: printed without a stack. */
export class Trouble extends Error {}

/**
 * A running process. `exited` resolves with the words for how it ended; `tail` is the end of its log.
 * @typedef {{name: string, pid: number | undefined, exited: Promise<string>, stop: () => Promise<void>,
 *   kill: () => Promise<void>, tail: (lines?: number) => string}} Part
 */

/**
 * Starts Node with `args` in a session of its own, so that Ctrl-C reaches us alone and we decide the order.
 * Output is added to `logFile`, or to our terminal when that is null.
 * @param {{name: string, args: string[], env: Record<string, string | undefined>, logFile?: string | null,
 *   graceMs?: number}} options
 * @returns {Part} `stop` asks, and after `graceMs` insists; `kill` is SIGKILL.
 */
export function startNode({ name, args, env, logFile = null, graceMs = STOP_GRACE_MS }) {
  let output = 'inherit';
  if (logFile !== null) {
    mkdirSync(dirname(logFile), { recursive: true });
    output = openSync(logFile, 'a');
  }
  const child = spawn(process.execPath, ['--import', LEASH, ...args], {
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

/** Opens `port` (0: any) on `host` for a moment; resolves with the port, or null when it is taken. */
export function tryPort(port, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen({ port, host, exclusive: true }, () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}

/** A port that is free at this moment. */
export const freePort = () => tryPort(0);

/** What the index says while it is not ready: `message` of its answer, or the share of its work done. */
function progressOf(body) {
  try {
    const { message, progress, error } = JSON.parse(body);
    const said = message ?? error?.message ?? progress;
    return typeof said === 'number' ? `${Math.round(said * 100)} %` : typeof said === 'string' ? said : '';
  } catch {
    return '';
  }
}

const is2xx = (status) => status >= 200 && status < 300;

/**
 * Waits until `url` answers with a status that `accept` takes (2xx). `onProgress` gets each new message of a 503.
 * Throws Trouble when `process` ends first or after `timeoutMs`.
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
    throw new Trouble(`${part.name} ${how} before it was ready.\n${part.tail()}`);
  });
  ended.catch(() => {});
  const poll = async () => {
    const deadline = performance.now() + timeoutMs;
    for (let last = '', waitMs = 50; !abort.signal.aborted; waitMs = Math.min(waitMs * 1.5, 400)) {
      const answer = await fetch(url, {
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(10_000)]),
      }).then(
        async (response) => ({ ok: accept(response.status), body: await response.text() }),
        () => null,
      );
      if (answer?.ok) return;
      const said = answer ? progressOf(answer.body) : '';
      if (said && said !== last) onProgress((last = said));
      if (performance.now() > deadline) {
        throw new Trouble(
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
    // The name in brackets may itself hold brackets and spaces; state and parent follow the last one.
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
 * Calls `onOrphaned` when the process that started us is gone. Under npm that is npm itself, which stands behind
 * the shell it starts scripts with. Returns a function that ends the watch.
 */
export function watchParent(onOrphaned) {
  const parent = process.ppid;
  const behind = process.env.npm_lifecycle_event ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (behind === null || parentOf(parent) === behind)) return;
    clearInterval(timer);
    onOrphaned();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}

/** `path` inside the repository. */
export const inRoot = (...parts) => join(ROOT, ...parts);
