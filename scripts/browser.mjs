// Finds the Chromium for the browser tests, or installs one. `node scripts/browser.mjs` does it and prints the path.
//
// Debian's own packages first, because they come with every library they need, and of them the headless shell: tests
// take a quarter less time in it than in the whole browser. Playwright's download where apt is not usable. Node
// built-ins only; Playwright is asked for its path when it is installed.
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

/** The path of a Chromium to drive, or null. `E2E_CHROMIUM_PATH` wins; naming a file that is not there throws. */
export async function findBrowser(env = process.env) {
  const wanted = env.E2E_CHROMIUM_PATH;
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`E2E_CHROMIUM_PATH: there is no ${wanted}`);
    return wanted;
  }
  const playwrights = await import('playwright').then(
    ({ chromium }) => chromium.executablePath(),
    () => '',
  );
  return [playwrights, ...INSTALLED].find((path) => path && existsSync(path)) ?? null;
}

function run(command, args) {
  console.error(`  $ ${[command, ...args].join(' ')}`);
  // Our standard output is the path alone, so what the installers say goes to standard error.
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    timeout: 10 * MINUTES,
  });
  return status === 0;
}

/** The headless shell of Debian: beside a Chromium that is there only in its version, so that nothing is upgraded. */
function installShell() {
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Version}', 'chromium'], {
    encoding: 'utf8',
  });
  const [, there] = /^installed (.+)$/.exec(asked.stdout ?? '') ?? [];
  return aptInstall(there === undefined ? SHELL : `${SHELL}=${there}`);
}

/** Finds a Chromium, installing one where there is none. Throws with what to do by hand when nothing worked. */
export async function ensureBrowser(env = process.env) {
  const found = await findBrowser(env);
  if (found && found !== '/usr/bin/chromium') return found;
  for (const install of [installShell, () => aptInstall('chromium')]) {
    install();
    const path = await findBrowser(env);
    if (path) return path;
  }
  console.error("There is no Chromium here: downloading Playwright's own.");
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
