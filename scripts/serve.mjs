// Runs the index service and the console until a signal: `npm start`, `npm run dev` (`--dev`) and, after a build, the demo.
// With INDEX_URL or INDEX_URLS set, `npm start` and `npm run dev` run only the console. Exits with 0 on SIGINT and SIGTERM,
// with 1 if a process ends by itself.
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIsCurrent, checkNode } from './prepare.mjs';
import { ROOT, ScriptError, startConsole, startIndex, tryPort, watchParent } from './processes.mjs';

export const DEMO_SIMULATE = '7:2';

export const print = (line) => console.log(line);

/** Creates DATA_DIR and checks that it is writable. */
function dataFolder(env) {
  const folder = resolve(ROOT, env.DATA_DIR || '.data');
  const probe = join(folder, `.write-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new ScriptError(
      `DATA_DIR: cannot write to ${folder} (${error.code ?? error.message}). Set DATA_DIR to another folder.`,
    );
  }
  return folder;
}

/** The cookie secret, created once and stored, so that sessions survive a restart. */
function sessionSecret(folder) {
  const file = join(folder, 'session-secret');
  try {
    const stored = readFileSync(file, 'utf8').trim();
    // A copy from a backup may be readable by others; one that belongs to another user stays as it is.
    if (statSync(file).uid === process.getuid?.()) chmodSync(file, 0o600);
    if (stored.length >= 32) return stored;
  } catch (error) {
    if (error.code !== 'ENOENT') throw new ScriptError(`DATA_DIR: cannot read ${file} (${error.code}).`);
  }
  const secret = randomBytes(32).toString('hex');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function portOf(env, name, defaultPort) {
  const text = env[name] || String(defaultPort);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535)
    throw new ScriptError(`${name}: '${text}' is not a port.`);
  return port;
}

async function assertPortFree(name, port, host) {
  if ((await tryPort(port, host)) !== null) return;
  throw new ScriptError(
    `${name}: port ${port} is in use. Stop the process that uses it, or set ${name} to another port.`,
  );
}

/** Validates the environment. Throws a ScriptError that names the invalid variable. */
export async function settingsOf(env, ownIndex) {
  const host = env.HOST || '127.0.0.1';
  const port = portOf(env, 'PORT', 3000);
  const indexPort = portOf(env, 'INDEX_PORT', 4000);
  if (ownIndex && port === indexPort) throw new ScriptError(`PORT and INDEX_PORT are both ${port}.`);
  await assertPortFree('PORT', port, host);
  if (ownIndex) await assertPortFree('INDEX_PORT', indexPort, '127.0.0.1');
  return { folder: dataFolder(env), host, port, indexPort };
}

/** Calls `stop` on a signal, or when the process that started us has ended. */
function onStop(stop) {
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  watchParent(stop);
}

/**
 * Starts the processes, prints `ready URL`, and resolves with the exit code.
 * @param {{env: Record<string, string | undefined>, dev?: boolean, ownIndex?: boolean, source?: string[]}} options `ownIndex` starts
 *   an index even if INDEX_URL is set; `source` is what it copies: `follow` or `chain`, and the address. Two processes write to DATA_DIR/logs; one, and those of `dev`, to the terminal.
 */
export async function serve({ env, dev = false, ownIndex = !env.INDEX_URL && !env.INDEX_URLS, source }) {
  const parts = [];
  let stopping = false;
  let resolveStopped = () => {};
  const stopped = new Promise((resolve) => (resolveStopped = resolve));
  onStop(() => {
    stopping = true;
    resolveStopped();
  });
  const stopAll = () => Promise.all(parts.map((part) => part.stop()));
  try {
    const run = async () => {
      const { folder, host, port, indexPort } = await settingsOf(env, ownIndex);
      const toTerminal = dev || !ownIndex;
      const logFile = (name) => (toTerminal ? null : join(folder, 'logs', `${name}.log`));
      if (!toTerminal) {
        rmSync(join(folder, 'logs'), { recursive: true, force: true });
        print(`Logs: ${join(folder, 'logs')}`);
      }
      const shared = {
        ...env,
        DATA_DIR: folder,
        SESSION_SECRET: env.SESSION_SECRET || sessionSecret(folder),
        // Lets our own index trust the console about a visitor's address.
        INDEX_SECRET: env.INDEX_SECRET || (ownIndex ? randomBytes(32).toString('hex') : ''),
      };

      if (ownIndex) {
        const origin = source === undefined ? `SIMULATE=${env.SIMULATE || 'off'}` : `following ${source[1]}`;
        print(`Starting the index service on port ${indexPort} (${origin}) …`);
        const index = startIndex({
          port: indexPort,
          dataDir: folder,
          env: shared,
          logFile: logFile('index'),
          source,
        });
        parts.push(index);
        await index.ready((progress) => print(`  index: ${progress}`));
        shared.INDEX_URL = index.url;
        delete shared.INDEX_URLS;
        // These open the source, not this index.
        if (source !== undefined)
          for (const name of ['INDEX_API_KEY', 'CHAIN_TOKEN', 'CHAIN_HISTORY_TOKEN']) delete shared[name];
      }
      if (stopping) return;
      print('Starting the console …');
      const front = startConsole({ port, host, env: shared, logFile: logFile('console'), dev });
      parts.push(front);
      await front.ready();
      if (stopping) return;
      print(`ready ${front.url}`);
      const first = await Promise.race(parts.map(async (part) => [part, await part.exited]));
      if (stopping) return;
      throw new ScriptError(`${first[0].name} ${first[1]}; stopping.\n${first[0].tail()}`.trimEnd());
    };
    await Promise.race([run(), stopped]);
    await stopAll();
    return 0;
  } catch (error) {
    await stopAll();
    if (stopping) return 0;
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    return 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dev = process.argv.includes('--dev');
  checkNode();
  if (!dev && !buildIsCurrent()) {
    print('No current build. Run `npm run build` first, or `npm run demo`, which builds by itself.');
    process.exit(1);
  }
  const simulate = process.env.SIMULATE || (dev ? DEMO_SIMULATE : 'off');
  process.exit(await serve({ env: { ...process.env, SIMULATE: simulate }, dev }));
}
