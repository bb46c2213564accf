// `npm test`: everything on a fresh clone, going on after a failure, counted at the end.
//
// The static checks, the build and the search for secrets count as one test each; vitest and Playwright count by
// their own reports. The last line is `N passed, N failed` (and `, N skipped`); the exit code says the same.
// `--long` runs the full counts (TEST_LONG=1). Node built-ins only: it runs before an install.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { browserCounts, unitCounts } from './test-counts.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensurePostgres, startPostgres } from './postgres.mjs';
import { build, buildIsCurrent, checkNode, ensureInstalled, leakedCanaries } from './prepare.mjs';
import { budgetHolds } from './page-budget.mjs';
import { inRoot, ROOT, Trouble, watchParent } from './processes.mjs';

const MINUTES = 60_000;
const long = process.argv.includes('--long');
const reports = inRoot('.cache/test');
const UNIT_REPORT = `${reports}/unit.json`;
const POSTGRES_REPORT = `${reports}/unit-on-postgresql.json`;
const BROWSER_REPORT = `${reports}/browser.json`;
/** What of the index meets its store, and the specification against it. */
const ON_BOTH_STORES = [
  'scripts/conformance',
  ...['store/engines', 'log', 'projections', 'http', 'keys', 'usage', 'stream', 'sources/run', 'main'].map(
    (part) => `lib/index-service/${part}`,
  ),
];
const bin = (path) => inRoot('node_modules', path);
const say = (line) => console.log(line);

const counts = { passed: 0, failed: 0, skipped: [] };
const failures = [];
const running = new Set();

/**
 * Runs Node on `args` with our terminal; resolves with true when it ended with 0 within the time. `aside`: something
 * else runs meanwhile, so what it says is kept and said in one piece.
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
    let said = '';
    child.stdout?.on('data', (chunk) => (said += chunk));
    child.stderr?.on('data', (chunk) => (said += chunk));
    child.once('error', () => resolve(false));
    child.once('close', (code, signal) => {
      running.delete(child);
      if (said.trim() !== '') say(said.trimEnd());
      if (signal) say(`ended by ${signal}`);
      resolve(code === 0);
    });
  });
}

/** One step: its name, its time, and its counts added to the whole. `work` returns counts, or true or false. */
async function step(name, work) {
  say(`\n== ${name}`);
  const started = performance.now();
  const result = await Promise.resolve()
    .then(work)
    .catch((error) => {
      say(error instanceof Trouble ? error.message : String(error.stack));
      return false;
    });
  const own = typeof result === 'boolean' ? { passed: +result, failed: +!result, skipped: [] } : result;
  counts.passed += own.passed;
  counts.failed += own.failed;
  counts.skipped.push(...own.skipped.map((what) => `${name}: ${what}`));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `== ${name}: ${own.failed === 0 ? 'ok' : 'FAILED'} (${own.passed} passed, ${own.failed} failed) in ${seconds} s`,
  );
  if (own.failed > 0) failures.push(name);
  return own.failed === 0;
}

/** Counts of a report; a runner that failed without a failed test, or wrote no report, is one failure. */
function counted(ok, read, file) {
  const own = (() => {
    try {
      return read(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return { passed: 0, failed: 0, skipped: [] };
    }
  })();
  return ok || own.failed > 0 ? own : { ...own, failed: 1 };
}

/** Runs vitest on the files that `filters` name (all of them by default); resolves with its counts. */
async function vitest(report, env, filters = []) {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters];
  return counted(await node([bin('vitest/vitest.mjs'), ...args], { env, minutes: 15 }), unitCounts, report);
}

function leave(code) {
  for (const child of running) child.kill('SIGTERM');
  process.exit(code);
}

async function main() {
  checkNode();
  await ensureInstalled(say);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const env = long ? { TEST_LONG: '1' } : {};

  // Before types and lint, which judge by the types of the routes as well.
  await step('route types', () => node([bin('next/dist/bin/next'), 'typegen']));
  // Each of these keeps one core busy. The build runs last beside the lint, which has read the route types before the build regenerates them.
  const aside = { aside: true, minutes: 8 };
  const [built] = await Promise.all([
    (async () => {
      const format = [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'];
      await step('format', () => node(format, aside));
      await step('types', () => node([bin('typescript/bin/tsc'), '--noEmit'], aside));
      await step('knip', () => node([bin('knip/bin/knip.js')], aside));
      return step('build', async () => {
        if (buildIsCurrent()) say('The build of these sources is there already.');
        else await build(say);
        return true;
      });
    })(),
    step('lint', () => node([bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'], aside)),
  ]);
  await step('unit', async () => vitest(UNIT_REPORT, env));
  await step('unit tests on PostgreSQL', async () => {
    const bin = ensurePostgres();
    if (bin === null)
      return { passed: 0, failed: 0, skipped: ['there is no PostgreSQL, and no apt to get it'] };
    const server = await startPostgres(bin);
    try {
      return await vitest(POSTGRES_REPORT, { ...env, TEST_DATABASE_URL: server.url }, ON_BOTH_STORES);
    } finally {
      await server.stop();
    }
  });
  await step('secrets', () => {
    if (!built) return { passed: 0, failed: 0, skipped: ['there is no build to search'] };
    const leaks = leakedCanaries();
    for (const file of leaks) say(`a secret of the build's environment is in ${file}`);
    return leaks.length === 0;
  });
  await step('page budget', () => {
    if (!built) return { passed: 0, failed: 0, skipped: ['there is no build to weigh'] };
    return budgetHolds(say);
  });
  await step('browser', async () => {
    if (!built) return { passed: 0, failed: 0, skipped: ['there is no build to open'] };
    const E2E_CHROMIUM_PATH = await ensureBrowser();
    const ok = await node([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
      env: { ...env, E2E_CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER_REPORT },
      minutes: 30,
    });
    return counted(ok, browserCounts, BROWSER_REPORT);
  });

  say('');
  for (const what of counts.skipped) say(`skipped: ${what}`);
  if (failures.length > 0) say(`Failed: ${failures.join(', ')}`);
  const skipped = counts.skipped.length > 0 ? `, ${counts.skipped.length} skipped` : '';
  say(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  return counts.failed === 0 ? 0 : 1;
}

process.on('SIGINT', () => leave(130));
process.on('SIGTERM', () => leave(143));
watchParent(() => leave(1));
try {
  process.exit(await main());
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  // Nothing could be run: that is a failure, and the last line has to say so too.
  say(`${counts.passed} passed, ${counts.failed + 1} failed`);
  process.exit(1);
}
