// Finds or installs a Chromium for the browser tests; `node scripts/browser.mjs` prints its path. Debian's headless shell comes
// first: it brings its libraries, and tests take a quarter less time than in the full browser. Without apt, Playwright's
// download is used. Node built-ins only, apart from Playwright once it is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHELL = 'chromium-headless-shell';
const INSTALLED = [
  `/usr/bin/${SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const MINUTES = 60_000;

/** The path of a Chromium, or null. `E2E_CHROMIUM_PATH` comes first; throws if that file does not exist. */
export async function findBrowser(env = process.env) {
  const configured = env.E2E_CHROMIUM_PATH;
  if (configured) {
    if (!existsSync(configured)) throw new Error(`E2E_CHROMIUM_PATH: ${configured} does not exist`);
    return configured;
  }
  const playwrights = await import('playwright').then(
    ({ chromium }) => chromium.executablePath(),
    () => '',
  );
  return [playwrights, ...INSTALLED].find((path) => path && existsSync(path)) ?? null;
}

function run(command, args) {
  console.error(`  $ ${[command, ...args].join(' ')}`);
  // Standard output is only the path, so installers write to standard error.
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    timeout: 10 * MINUTES,
  });
  return status === 0;
}

/** Installs Debian's headless shell, in the version of an installed Chromium, so that nothing is upgraded. */
function installShell() {
  const query = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Version}', 'chromium'], {
    encoding: 'utf8',
  });
  const [, version] = /^installed (.+)$/.exec(query.stdout ?? '') ?? [];
  return aptInstall(version === undefined ? SHELL : `${SHELL}=${version}`);
}

/** Finds or installs a Chromium. If that fails, throws with instructions. */
export async function ensureBrowser(env = process.env) {
  const found = await findBrowser(env);
  if (found && found !== '/usr/bin/chromium') return found;
  for (const install of [installShell, () => aptInstall('chromium')]) {
    install();
    const path = await findBrowser(env);
    if (path) return path;
  }
  console.error("No Chromium found: downloading Playwright's.");
  run(process.execPath, [join(ROOT, 'node_modules/playwright/cli.js'), 'install', 'chromium']);
  const path = await findBrowser(env);
  if (path) return path;
  throw new Error(
    'No Chromium could be found or installed. Install one (on Debian: apt-get install chromium; elsewhere: ' +
      'npx playwright install chromium) or name it in E2E_CHROMIUM_PATH.',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await ensureBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
