// `npm test` runs the tier `short`, `npm run test:full` the tier `full`, `npm run test:long` all of it with full counts
// (TEST_LONG=1). Several tiers run in turn, until one fails. Checks continue after failures; the last line is
// `N passed, N failed, N skipped`, where each static check and the build count as one test.
// Node built-ins only: it runs before an install.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { browserCounts, unitCounts } from './test-counts.mjs';
import { findBrowser } from './browser.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { buildIsCurrent, build, checkNode, ensureInstalled, leakedCanaries } from './prepare.mjs';
import { budgetHolds } from './page-budget.mjs';
import { findRedis } from './redis.mjs';
import { inRoot, ROOT, ScriptError, watchParent } from './processes.mjs';

const MINUTES = 60_000;
/** A tier's tests: those of both runners with the tag `full`, or those without. */
const TIERS = {
  short: { name: 'short', checks: true, unit: ['--tagsFilter=!full'], browser: ['--grep-invert=@full'] },
  full: { name: 'full', floods: true, unit: ['--tagsFilter=full'], browser: ['--grep=@full'] },
  long: {
    name: null,
    checks: true,
    floods: true,
    chain: true,
    unit: [],
    browser: [],
    env: { TEST_LONG: '1' },
    minutes: 120,
  },
};
const reports = inRoot('.cache/test');
const history = inRoot('.cache/test-history');
const bin = (path) => inRoot('node_modules', path);
const print = (line) => console.log(line);
const skip = (reason) => ({ passed: 0, failed: [], skipped: [reason] });

const total = { passed: 0, failed: [], skipped: [] };
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
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...env },
      stdio: ['ignore', out, out],
      timeout: minutes * MINUTES,
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
  const { passed, failed, skipped } =
    typeof result === 'boolean' ? { passed: +result, failed: result ? [] : [''], skipped: [] } : result;
  total.passed += passed;
  total.failed.push(...failed.map((what) => (what === '' ? name : `${name}: ${what}`)));
  total.skipped.push(...skipped.map((what) => `${name}: ${what}`));
  const outcome = failed.length === 0 ? 'ok' : 'FAILED';
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`== ${name}: ${outcome} (${passed} passed, ${failed.length} failed) in ${seconds} s`);
  return failed.length === 0;
}

/** The counts of a report; a runner that failed without a failed test, or wrote no report, counts as one failure. */
function counted(ok, read, file) {
  let counts = { passed: 0, failed: [], skipped: [] };
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    print(`There is no report in ${file}.`);
  }
  return ok || counts.failed.length > 0 ? counts : { ...counts, failed: [''] };
}

/** Vitest would load every file to find the few tests with the tag. */
function filesWithFullTests() {
  const files = ['app', 'components', 'lib', 'scripts'].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true }).map((file) => `${folder}/${file}`),
  );
  return files.filter(
    (file) =>
      /\.test\.(ts|tsx|mjs)$/.test(file) && readFileSync(inRoot(file), 'utf8').includes("tags: ['full']"),
  );
}

/** Tests that depend on the database engine run on PGlite and, as a project of their own, on PostgreSQL (vitest.config.ts). */
async function unit(tier, options) {
  const file = `${reports}/unit.json`;
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...tier.unit];
  if (tier.name === 'full') args.push(...filesWithFullTests());
  const programs = findPostgres();
  const server = programs === null ? null : await startPostgres(programs);
  try {
    const env = server === null ? options.env : { ...options.env, TEST_DATABASE_URL: server.url };
    const ok = await node([bin('vitest/vitest.mjs'), ...args], { ...options, env });
    return counted(ok, (json) => unitCounts(json, tier.name), file);
  } finally {
    await server?.stop();
  }
}

/** Runs the browser tests that one configuration names. */
async function browser(config, more, options) {
  if (!buildIsCurrent()) return skip('no build');
  const file = `${reports}/${basename(config, '.config.ts')}.json`;
  const path = await findBrowser();
  if (path === null) throw new ScriptError('There is no Chromium, and none could be installed.');
  const args = ['test', '--reporter=list,json', `--config=${inRoot(config)}`, ...more];
  const env = { ...options.env, E2E_CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  if (existsSync(history)) env.E2E_HISTORY = history;
  return counted(
    await node([bin('@playwright/test/cli.js'), ...args], { ...options, env }),
    browserCounts,
    file,
  );
}

const check = (name, path, ...args) => step(name, () => node([bin(path), ...args], { aside: true }));

/** What needs no running part of the product, and uses both cores. */
async function staticChecks() {
  // Types and lint read the types of the routes.
  await check('route types', 'next/dist/bin/next', 'typegen');
  await check('format', 'oxfmt/bin/oxfmt', '--check', '.');
  await check('lint', 'oxlint/bin/oxlint', '--config', 'oxlint.config.mjs');
  await check('types', 'typescript/bin/tsc', '--noEmit');
}

/** The store whose copies the browser tests begin with (E2E_HISTORY), for all tiers: filling it takes one core half a minute. */
const seedHistory = () =>
  existsSync(history) ||
  step('history of the browser tests', () =>
    node(['--import', 'tsx', inRoot('e2e/stack/seed-history.ts'), history], { aside: true }),
  );

async function runTier(tier) {
  const { env = {}, minutes = 30 } = tier;
  const options = { env, minutes };
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  // Debian's packages are fetched while the static checks run.
  await Promise.all([
    step('browser, PostgreSQL, Redis and nginx', () =>
      node([inRoot('scripts/test-programs.mjs')], { aside: true }),
    ),
    tier.checks ? staticChecks() : null,
  ]);
  for (const [name, path] of Object.entries({ Redis: findRedis(), PostgreSQL: findPostgres() }))
    if (path === null) total.skipped.push(`${name} is not installed and apt is not available: its tests`);
  const seeding = seedHistory();
  // The build leaves a core idle half of its time.
  await Promise.all([
    step('build', async () => {
      if (buildIsCurrent()) print('The build is up to date.');
      else await build(print);
      return true;
    }),
    tier.checks ? check('unused code', 'knip/bin/knip.js') : null,
  ]);
  if (tier.checks && buildIsCurrent()) {
    await step('secrets in the build', () => {
      const leaks = leakedCanaries();
      for (const file of leaks) print(`${file} contains a secret of the build's environment`);
      return leaks.length === 0;
    });
    await step('page budget', () => budgetHolds(print));
  }
  await step('unit', () => unit(tier, options));
  await seeding;
  await step('browser', () => browser('playwright.config.ts', tier.browser, options));
  if (tier.chain) {
    const onChain = { ...options, env: { ...env, E2E_CHAIN: '1' } };
    await step('questions on a chain', () => browser('playwright.config.ts', ['questions-'], onChain));
  }
  if (tier.floods) await step('floods', () => browser('e2e/floods.config.ts', [], options));
}

function exit(code) {
  for (const child of running) child.kill('SIGTERM');
  process.exit(code);
}

async function main(names) {
  const tiers = names.map((name) => {
    if (!Object.hasOwn(TIERS, name))
      throw new ScriptError(`${name} is no tier: ${Object.keys(TIERS).join(', ')}`);
    return TIERS[name];
  });
  checkNode();
  const started = performance.now();
  rmSync(history, { recursive: true, force: true });
  await step('install', () => ensureInstalled(print).then(() => true));
  for (const [index, tier] of tiers.entries()) {
    if (total.failed.length > 0) break;
    print(`\n==== ${names[index]}`);
    await runTier(tier);
  }
  rmSync(history, { recursive: true, force: true });

  print('');
  for (const what of total.skipped) print(`skipped: ${what}`);
  for (const what of total.failed) print(`failed: ${what}`);
  print(`${((performance.now() - started) / MINUTES).toFixed(1)} minutes`);
  const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
  print(`${total.passed} passed, ${total.failed.length} failed${skipped}`);
  return total.failed.length === 0 ? 0 : 1;
}

process.on('SIGINT', () => exit(130));
process.on('SIGTERM', () => exit(143));
watchParent(() => exit(1));
try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  // Failing to start counts as a failure.
  print(`${total.passed} passed, ${total.failed.length + 1} failed`);
  process.exit(1);
}
