// Installs and builds, each only if something has changed. Node built-ins only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pack } from './pack.mjs';
import { inRoot, ROOT, ScriptError } from './processes.mjs';

const INSTALL_STAMP = inRoot('node_modules/.dagscope-lock');
const BUILD_STAMP = inRoot('.next/dagscope-sources');
const PROGRESS_EVERY_MS = 5_000;
const MINUTES = 60_000;

/** The sources of the console's build. The index service is bundled when it starts (bundle-index.mjs). */
const SOURCES = [
  'app',
  'components',
  'lib',
  'pages',
  'public',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'scripts/pack.mjs',
  'tsconfig.json',
];
const NOT_BUILT = /^lib\/index-service\/|\.test\.(ts|tsx|mjs)$|\.md$/;

/** Replace the secrets during the build: none may occur in files a browser can load. */
const CANARIES = Object.fromEntries(
  ['ACCESS_PASSWORD', 'INDEX_API_KEY', 'INDEX_STREAM_KEY', 'SESSION_SECRET'].map((name) => [
    name,
    `canary.${name.toLowerCase()}-4d6f7573652074726170`,
  ]),
);

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 9)) return;
  throw new ScriptError(`Node ${process.versions.node} is too old: 20.9 or later is required.`);
}

/** Runs a command and prints its progress every few seconds; its output is returned. */
function runQuietly({ what, command, args, env = process.env, print, timeoutMs }) {
  return new Promise((resolve) => {
    const started = performance.now();
    const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`;
    print(`${what} …`);
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setInterval(() => print(`${what} … ${seconds()}`), PROGRESS_EVERY_MS);
    // Interrupting us must also end the command.
    const giveUp = () => child.kill('SIGTERM');
    process.once('exit', giveUp);
    const done = (ok, reason) => {
      clearInterval(timer);
      process.off('exit', giveUp);
      if (ok) print(`${what}: done in ${seconds()}`);
      resolve({ ok, output: reason ? `${output}\n${reason}` : output });
    };
    child.once('error', (error) => done(false, error.message));
    child.once('exit', (code, signal) => done(code === 0, signal ? `ended by ${signal}` : ''));
  });
}

/** The npm that runs us, or the one on the path. */
function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli && /\.c?js$/.test(cli)) return { command: process.execPath, args: [cli, ...args] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args };
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');

/** Whether node_modules differs from the lockfile. */
function needsInstall() {
  if (!existsSync(inRoot('node_modules/next/package.json'))) return true;
  if (existsSync(INSTALL_STAMP)) return readFileSync(INSTALL_STAMP, 'utf8') !== lockHash();
  // npm writes this file after every install.
  const npms = inRoot('node_modules/.package-lock.json');
  return !existsSync(npms) || statSync(npms).mtimeMs < statSync(inRoot('package-lock.json')).mtimeMs;
}

/** Installs the packages of the lockfile if needed. */
export async function ensureInstalled(print) {
  if (!needsInstall()) return;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const timeoutMs = 10 * MINUTES;
  const what = 'Installing packages';
  let result = await runQuietly({ what, ...npm(['ci', ...quiet]), print, timeoutMs });
  if (!result.ok) {
    print('npm ci failed; trying npm install');
    result = await runQuietly({ what, ...npm(['install', ...quiet]), print, timeoutMs });
  }
  if (!result.ok) throw new ScriptError(`Installing the packages failed.\n${result.output.trim()}`);
  writeFileSync(INSTALL_STAMP, lockHash());
}

function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(inRoot(source))) {
      const name = relative(ROOT, file).replaceAll('\\', '/');
      if (NOT_BUILT.test(name)) continue;
      hash.update(name).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Whether `.next` is a build of the current sources. */
export function buildIsCurrent() {
  const built = existsSync(inRoot('.next/BUILD_ID')) && existsSync(BUILD_STAMP);
  return built && readFileSync(BUILD_STAMP, 'utf8') === sourcesHash();
}

/** Files a browser can load that contain a canary; should be empty. */
export function leakedCanaries() {
  const canaries = Object.values(CANARIES).map((value) => Buffer.from(value));
  const prerendered = [...filesBelow(inRoot('.next/server'))].filter((file) =>
    /\.(html|rsc|body)$/.test(file),
  );
  const loaded = [...filesBelow(inRoot('.next/static')), ...prerendered];
  return loaded.filter((file) => {
    const content = readFileSync(file);
    return canaries.some((canary) => content.includes(canary));
  });
}

/** Builds the console, without the secrets of the environment. Throws a ScriptError with the output. */
export async function build(print) {
  const hash = sourcesHash();
  const env = { ...process.env, ...CANARIES, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  rmSync(BUILD_STAMP, { force: true });
  const args = [inRoot('node_modules/next/dist/bin/next'), 'build'];
  const what = 'Building the console';
  const result = await runQuietly({
    what,
    command: process.execPath,
    args,
    env,
    print,
    timeoutMs: 10 * MINUTES,
  });
  if (!result.ok) throw new ScriptError(`Building the console failed.\n${result.output.trim()}`);
  const leaks = leakedCanaries();
  if (leaks.length > 0) {
    throw new ScriptError(`The build contains secrets of its environment: ${leaks.join(', ')}`);
  }
  await pack(inRoot('.next/static'));
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, hash);
}

/** Builds if the sources have changed. */
export async function ensureBuilt(print) {
  if (!buildIsCurrent()) await build(print);
}
