// `npm run lock`: adds optional platform binaries that the registry did not offer to package-lock.json; run it after each change.
// npm omits an optional package if the registry responds 404 (a mirror with Linux binaries only), and a later `npm ci` rejects
// the lockfile ("Missing: … from lock file"). `--check` changes nothing and exits with 1 if the lockfile is incomplete.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OS = {
  darwin: 'darwin',
  macos: 'darwin',
  linux: 'linux',
  linuxmusl: 'linux',
  android: 'android',
  androideabi: 'android',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
};
const CPU = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  riscv64: 'riscv64',
  loong64: 'loong64',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  s390x: 's390x',
  mips64el: 'mips64el',
};
const LIBC = {
  gnu: 'glibc',
  glibc: 'glibc',
  gnueabihf: 'glibc',
  musl: 'musl',
  linuxmusl: 'musl',
  musleabihf: 'musl',
};

/** The os, cpu and libc fields that follow from a binary package's name; `{}` if none do. */
export function platformOf(name) {
  const words = name.split(/[/-]/);
  if (words.includes('wasm32')) return { cpu: ['wasm32'] };
  const pick = (table) => words.map((word) => table[word]).find((value) => value !== undefined);
  const os = pick(OS);
  const cpu = pick(CPU);
  const libc = os === 'linux' ? pick(LIBC) : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/** Where `name`, required from the package at `from` ('' = the root), is found in the lock, or null. */
function resolve(packages, from, name) {
  for (let at = from; ;) {
    const candidate = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (at === '') return null;
    const cut = at.lastIndexOf('/node_modules/');
    at = cut === -1 ? '' : at.slice(0, cut);
  }
}

/** An exact version for a range as parents of binaries write it: `1.2.3`, `^1.2.3`, `~1.2.3`. */
function versionOf(spec, parent, name) {
  const match = /^[\^~=v]*(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(spec);
  if (!match) throw new Error(`${parent} wants ${name}@${spec}: not a version this script can write`);
  return match[1];
}

const exact = (spec) => /^\d/.test(spec);

/** Adds what is missing to `lock` in place; returns the locations added. */
export function completeLock(lock) {
  const { packages } = lock;
  const added = [];
  for (const [location, entry] of Object.entries(packages)) {
    for (const [name, spec] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = resolve(packages, location, name);
      const version = versionOf(spec, location, name);
      // A range keeps whatever is there; an exact version must be that version, else it goes below its parent.
      if (found && (!exact(spec) || packages[found].version === version)) continue;
      const target = found ? `${location}/node_modules/${name}` : `node_modules/${name}`;
      packages[target] = { version, ...platformOf(name), ...(entry.dev && { dev: true }), optional: true };
      added.push(target);
    }
  }
  const [root, ...rest] = Object.entries(packages);
  rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries([root, ...rest]);
  return added;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = completeLock(lock);
  if (added.length === 0) {
    console.log('package-lock.json is complete');
  } else if (process.argv.includes('--check')) {
    console.error(`package-lock.json lacks ${added.length} optional packages: npm run lock`);
    for (const location of added) console.error(`  ${location}`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    console.log(`package-lock.json: added ${added.length} optional packages`);
    for (const location of added) console.log(`  ${location} ${lock.packages[location].version}`);
  }
}
