// A temporary PostgreSQL server for tests and benchmarks. `node scripts/postgres.mjs COMMAND ARGS…` runs a command with its address
// in TEST_DATABASE_URL. It listens on a free loopback port with a random password, and runs as the user postgres if we are root,
// because PostgreSQL refuses root. Node built-ins only.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.mjs';
import { freePort, EXIT_WITH_PARENT, ScriptError } from './processes.mjs';

const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;
const START_MS = 60_000;

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionsOfDebian() {
  try {
    return readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

function majorVersion(bin) {
  const { stdout } = spawnSync(join(bin, 'initdb'), ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0);
}

/** The folder of the newest PostgreSQL's programs, or null: Debian's folders first, then PATH. */
export function findPostgres(env = process.env) {
  const folders = versionsOfDebian().map((version) => join(DEBIAN, version, 'bin'));
  for (const folder of (env.PATH ?? '').split(delimiter))
    if (isProgram(join(folder, 'initdb'))) folders.push(dirname(realpathSync(join(folder, 'initdb'))));
  const whole = (bin) => ['initdb', 'postgres'].every((name) => isProgram(join(bin, name)));
  return folders.find((bin) => whole(bin) && majorVersion(bin) >= OLDEST) ?? null;
}

/** Finds PostgreSQL or installs Debian's package; null if neither works. */
export function ensurePostgres(env = process.env) {
  const found = findPostgres(env);
  if (found !== null) return found;
  console.error('No PostgreSQL found: installing the package of the distribution.');
  return aptInstall('postgresql') ? findPostgres(env) : null;
}

/** The user the server runs as: the current one, or postgres if that is root. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  if (!uid) throw new ScriptError('PostgreSQL cannot run as root, and the user postgres does not exist.');
  return { uid, gid };
}

/** Read from its log, because the server accepts connections before it can serve them. */
function isReady(log) {
  return readFileSync(log, 'utf8').includes('ready to accept connections');
}

/**
 * Starts a server with an empty database from the programs in `bin`. Its data is temporary, so it does not wait for the disk
 * unless `durable` is set.
 * @param {string} bin
 * @param {{durable?: boolean}} options
 * @returns {Promise<{url: string, stop: () => Promise<void>}>} Throws a ScriptError with the end of its log if it does not start.
 */
export async function startPostgres(bin, { durable = false } = {}) {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-postgres-'));
  const password = randomBytes(18).toString('hex');
  const log = join(folder, 'log');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const giveToServer = (path) => user.uid !== undefined && chownSync(path, user.uid, user.gid);
  try {
    giveToServer(folder);
    for (const [name, text] of [
      ['password', password],
      ['log', ''],
    ]) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      giveToServer(join(folder, name));
    }
    const data = join(folder, 'data');
    const made = spawnSync(
      join(bin, 'initdb'),
      [
        ['-D', data],
        ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`],
        ['--encoding=UTF8', '--locale=C', '--no-sync'],
      ].flat(),
      { ...user, cwd: folder, encoding: 'utf8', timeout: START_MS },
    );
    if (made.status !== 0) throw new ScriptError(`initdb failed: ${made.stderr || made.error}`);

    const port = await freePort();
    const notDurable = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=300',
      ...(durable ? [] : notDurable),
    ];
    // Runs under Node with exit-with-parent.mjs, so that the server ends even if we are killed.
    const server = spawn(
      process.execPath,
      [
        '--import',
        EXIT_WITH_PARENT,
        fileURLToPath(import.meta.url),
        '--keep',
        join(bin, 'postgres'),
        '-D',
        data,
      ].concat(settings.flatMap((setting) => ['-c', setting])),
      { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'], env: { ...process.env, SERVER_LOG: log } },
    );
    const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve));
    const running = () => server.exitCode === null && server.signalCode === null;
    const stop = async () => {
      if (running()) server.kill('SIGTERM');
      await ended;
      remove();
    };
    const deadline = performance.now() + START_MS;
    while (running() && !isReady(log)) {
      if (performance.now() > deadline) break;
      await sleep(50);
    }
    if (running() && performance.now() < deadline)
      return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
    const end = readFileSync(log, 'utf8').slice(-2_000);
    await stop();
    throw new ScriptError(`PostgreSQL did not start:\n${end}`);
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Runs the server as our child's child: turns SIGTERM into a fast shutdown, which does not wait for clients, and removes the
 * folder in case we were killed.
 */
async function supervise([program, ...args]) {
  const file = process.env.SERVER_LOG;
  const log = openSync(file, 'a');
  const server = spawn(program, args, { ...serverUser(), stdio: ['ignore', log, log] });
  let stopping = false;
  process.on('SIGTERM', () => {
    stopping = true;
    server.kill('SIGINT');
  });
  process.exitCode = await new Promise((resolve) => server.once('exit', resolve));
  if (stopping) rmSync(dirname(file), { recursive: true, force: true });
}

/** Runs a command with the server's address; returns its exit code. */
async function runWithServer([program, ...args]) {
  const bin = ensurePostgres();
  if (bin === null || program === undefined) {
    console.error(
      bin === null
        ? 'PostgreSQL is not installed and apt is not available.'
        : 'usage: node scripts/postgres.mjs COMMAND ARGS…',
    );
    return 1;
  }
  const server = await startPostgres(bin);
  try {
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, ...rest] = process.argv.slice(2);
  if (first === '--keep') await supervise(rest);
  else process.exitCode = await runWithServer(process.argv.slice(2));
}
