// `npm test`: runs every check on a fresh clone, continues after failures, and prints `N passed, N failed, N skipped` last.
// Static checks, the build and the search for secrets count as one test each. `--long` runs the full counts (TEST_LONG=1).
// Node built-ins only: it runs before an install.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { browserCounts, unitCounts } from './test-counts.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensurePostgres, startPostgres } from './postgres.mjs';
import { build, buildIsCurrent, checkNode, ensureInstalled, leakedCanaries } from './prepare.mjs';
import { budgetHolds } from './page-budget.mjs';
import { ensureRedis } from './redis.mjs';
import { inRoot, ROOT, ScriptError, watchParent } from './processes.mjs';

const MINUTES = 60_000;
const long = process.argv.includes('--long');
const reports = inRoot('.cache/test');
const UNIT_REPORT = `${reports}/unit.json`;
const POSTGRES_REPORT = `${reports}/unit-on-postgresql.json`;
const BROWSER_REPORT = `${reports}/browser.json`;
/** Tests that depend on the store; they run on PGlite and on PostgreSQL. */
const ON_BOTH_STORES = [
  'scripts/conformance',
  ...[
    'store/engines',
    'log',
    'projections',
    'http',
    'keys',
    'usage',
    'stream',
    'sources/run',
    'follow/follow',
    'main',
    'writers',
    'roles',
    'disk-full',
    'shared',
  ].map((part) => `lib/index-service/${part}`),
];
const bin = (path) => inRoot('node_modules', path);
const print = (line) => console.log(line);

const counts = { passed: 0, failed: [], skipped: [] };
const running = new Set();

/**
 * Runs Node with `args`; resolves with true if it exited with 0 in time. `aside`: other steps run at the same time, so its
 * output is printed in one piece at the end.
 */
function node(args, { env = {}, minutes = 5, aside = false } = {}) {
  return new Promise((resolve) => {
    const out = aside ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', out, out],
      timeout: (long ? 4 : 1) * minutes * MINUTES,
    });
    running.add(child);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', () => resolve(false));
    child.once('close', (code, signal) => {
      running.delete(child);
      if (output.trim() !== '') print(output.trimEnd());
      if (signal) print(`ended by ${signal}`);
      resolve(code === 0);
    });
  });
}

/** Runs one step and adds its counts to the total. `work` returns counts, or whether it succeeded. */
async function step(name, work) {
  print(`\n== ${name}`);
  const started = performance.now();
  const result = await Promise.resolve()
    .then(work)
    .catch((error) => {
      print(error instanceof ScriptError ? error.message : String(error.stack));
      return false;
    });
  const own =
    typeof result === 'boolean' ? { passed: +result, failed: result ? [] : [''], skipped: [] } : result;
  counts.passed += own.passed;
  counts.failed.push(...own.failed.map((what) => (what === '' ? name : `${name}: ${what}`)));
  counts.skipped.push(...own.skipped.map((what) => `${name}: ${what}`));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(
    `== ${name}: ${own.failed.length === 0 ? 'ok' : 'FAILED'} (${own.passed} passed, ${own.failed.length} failed) in ${seconds} s`,
  );
  return own.failed.length === 0;
}

/** The counts of a report; a runner that failed without a failed test, or wrote no report, counts as one failure. */
function counted(ok, read, file) {
  const own = (() => {
    try {
      return read(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return { passed: 0, failed: [], skipped: [] };
    }
  })();
  return ok || own.failed.length > 0 ? own : { ...own, failed: [''] };
}

/** Runs vitest with more arguments `more`; resolves with its counts. */
async function vitest(report, options, more = []) {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more];
  const ok = await node([bin('vitest/vitest.mjs'), ...args], { minutes: 15, ...options });
  return counted(ok, unitCounts, report);
}

async function onPostgres(env) {
  const programs = ensurePostgres();
  if (programs === null)
    return { passed: 0, failed: [], skipped: ['PostgreSQL is not installed and apt is not available'] };
  const server = await startPostgres(programs);
  try {
    const options = { env: { ...env, TEST_DATABASE_URL: server.url }, aside: true };
    return await vitest(POSTGRES_REPORT, options, ['--maxWorkers=1', ...ON_BOTH_STORES]);
  } finally {
    await server.stop();
  }
}

function exit(code) {
  for (const child of running) child.kill('SIGTERM');
  process.exit(code);
}

async function main() {
  checkNode();
  await ensureInstalled(print);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const env = long ? { TEST_LONG: '1' } : {};

  // Types and lint need the route types.
  await step('route types', () => node([bin('next/dist/bin/next'), 'typegen']));
  // Before the chains: apt runs once at a time.
  if (ensureRedis() === null) print('Redis is not installed and apt is not available: its tests are skipped');
  // Two chains, one per core. The build comes late, because it regenerates the route types that lint reads.
  const aside = { aside: true, minutes: 8 };
  const [built] = await Promise.all([
    (async () => {
      const format = [bin('oxfmt/bin/oxfmt'), '--check', '.'];
      await step('format', () => node(format, aside));
      await step('types', () => node([bin('typescript/bin/tsc'), '--noEmit'], aside));
      await step('knip', () => node([bin('knip/bin/knip.js')], aside));
      const isBuilt = await step('build', async () => {
        if (buildIsCurrent()) print('The build is up to date.');
        else await build(print);
        return true;
      });
      await step('unit', () => vitest(UNIT_REPORT, { env }));
      return isBuilt;
    })(),
    (async () => {
      await step('lint', () => node([bin('oxlint/bin/oxlint'), '--config', 'oxlint.config.mjs'], aside));
      await step('unit tests on PostgreSQL', () => onPostgres(env));
    })(),
  ]);
  await step('secrets', () => {
    if (!built) return { passed: 0, failed: [], skipped: ['no build'] };
    const leaks = leakedCanaries();
    for (const file of leaks) print(`${file} contains a secret of the build's environment`);
    return leaks.length === 0;
  });
  await step('page budget', () => {
    if (!built) return { passed: 0, failed: [], skipped: ['no build'] };
    return budgetHolds(print);
  });
  await step('browser', async () => {
    if (!built) return { passed: 0, failed: [], skipped: ['no build'] };
    const E2E_CHROMIUM_PATH = await ensureBrowser();
    const ok = await node([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
      env: { ...env, E2E_CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER_REPORT },
      minutes: 45,
    });
    return counted(ok, browserCounts, BROWSER_REPORT);
  });

  print('');
  for (const what of counts.skipped) print(`skipped: ${what}`);
  for (const what of counts.failed) print(`failed: ${what}`);
  const skipped = counts.skipped.length > 0 ? `, ${counts.skipped.length} skipped` : '';
  print(`${counts.passed} passed, ${counts.failed.length} failed${skipped}`);
  return counts.failed.length === 0 ? 0 : 1;
}

process.on('SIGINT', () => exit(130));
process.on('SIGTERM', () => exit(143));
watchParent(() => exit(1));
try {
  process.exit(await main());
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  // Failing to start counts as a failure.
  print(`${counts.passed} passed, ${counts.failed.length + 1} failed`);
  process.exit(1);
}
