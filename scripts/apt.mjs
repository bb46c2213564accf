// Installs a Debian package without prompting. Uses Node built-ins only.
// Invariant: apt's output goes to standard error, so standard output stays free.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const MINUTES = 60_000;
/** RUNLEVEL=1: services are installed without being started. */
const ENV = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

/** The command prefix to run apt-get without a prompt: `[]` as root, `['sudo', …]`, or null. */
function aptPrefix() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? ['sudo', '-n', ...Object.entries(ENV).map(([name, value]) => `${name}=${value}`)]
    : null;
}

let updated = false;

/** Installs `name`. Returns whether apt could be used, not whether it succeeded. */
export function aptInstall(name) {
  const prefix = aptPrefix();
  if (prefix === null) return false;
  const install = ['install', '-y', '-q', '--no-install-recommends', name];
  for (const args of updated ? [install] : [['update', '-q'], install]) {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    console.error(`  $ ${[command, ...rest].join(' ')}`);
    spawnSync(command, rest, {
      env: { ...process.env, ...ENV },
      stdio: ['ignore', 2, 2],
      timeout: 10 * MINUTES,
    });
  }
  updated = true;
  return true;
}
