// A temporary Redis server for tests and benchmarks, on a loopback port with a random password; it keeps nothing on disk.
// Node built-ins only.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.mjs';
import { EXIT_WITH_PARENT, freePort, ScriptError } from './processes.mjs';

const DEBIAN = '/usr/bin/redis-server';
const START_MS = 20_000;

/** The path of redis-server; null if it is not installed. */
export const findRedis = () => (existsSync(DEBIAN) ? DEBIAN : null);

/** As `findRedis`, after installing the distribution's package if it is missing. */
export function ensureRedis() {
  if (findRedis() !== null) return DEBIAN;
  console.error('No Redis found: installing the package of the distribution.');
  return aptInstall('redis-server') ? findRedis() : null;
}

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

/**
 * Starts the server in `program`; a port and a password that were used before start an empty one in its place.
 * @param {string} program
 * @param {{port?: number, password?: string}} options
 * @returns {Promise<{url: string, port: number, password: string, stop: () => Promise<void>}>} `stop` kills it.
 */
export async function startRedis(program, options = {}) {
  const { port = await freePort(), password = randomBytes(18).toString('hex') } = options;
  // Under Node with exit-with-parent.mjs, so that the server ends even if we are killed.
  const keeper = spawn(
    process.execPath,
    ['--import', EXIT_WITH_PARENT, fileURLToPath(import.meta.url), '--keep', program],
    {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, REDIS_PORT: String(port), REDIS_PASSWORD: password },
    },
  );
  const ended = new Promise((resolve) => keeper.once('exit', resolve).once('error', resolve));
  const running = () => keeper.exitCode === null && keeper.signalCode === null;
  const stop = async () => {
    if (running()) keeper.kill('SIGTERM');
    await ended;
  };
  const deadline = performance.now() + START_MS;
  while (running() && performance.now() < deadline) {
    if (await isListening(port))
      return { url: `redis://:${password}@127.0.0.1:${port}`, port, password, stop };
    await sleep(20);
  }
  await stop();
  throw new ScriptError('Redis did not start.');
}

/** Runs the server as a child. Its settings arrive on standard input, so that the password is no argument. */
async function keep(program) {
  const { REDIS_PORT, REDIS_PASSWORD } = process.env;
  const server = spawn(program, ['-'], { cwd: tmpdir(), stdio: ['pipe', 'ignore', 'ignore'] });
  server.stdin.end(
    `bind 127.0.0.1\nport ${REDIS_PORT}\nrequirepass ${REDIS_PASSWORD}\nsave ""\nappendonly no\n`,
  );
  const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve));
  process.on('exit', () => server.kill('SIGKILL'));
  process.on('SIGTERM', () => server.kill('SIGKILL'));
  await ended;
  process.exit(0);
}

if (process.argv[2] === '--keep') await keep(process.argv[3]);
