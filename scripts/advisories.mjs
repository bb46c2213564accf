// `npm run advisories`: is anything known against the packages that package-lock.json names? What npm knows comes from the registry, and a mirror need not have
// it: then the last line says `skipped: ...`, and it is not called clean. Exits 1 only when something is known.
// Node built-ins only; no install is needed.
import { spawnSync } from 'node:child_process';
import { inRoot, ROOT } from './processes.mjs';

const PATIENCE_MS = 60_000;

/** What a report of `npm audit --json` says, as lines and an exit code. `text`: its standard output. */
export function judge(text) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    report = undefined;
  }
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined) {
    const why = report?.statusCode ?? report?.error?.code;
    const said = why === undefined ? '' : ` (it answered ${why})`;
    return {
      code: 0,
      lines: [`skipped: the registry has no advisories${said}; nothing is known of the packages`],
    };
  }
  const known = Object.values(report.vulnerabilities ?? {}).flatMap(({ name, severity, via, range }) =>
    // A package that is named only because it uses another one says nothing new.
    via
      .filter((one) => typeof one === 'object')
      .map(({ title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  );
  const packages = report.metadata.dependencies?.total ?? 'all';
  if (counts.total === 0) return { code: 0, lines: [`clean: nothing is known against ${packages} packages`] };
  return { code: 1, lines: [...new Set(known), `${counts.total} of ${packages} packages have known faults`] };
}

if (process.argv[1] === inRoot('scripts/advisories.mjs')) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { code, lines } = judge(stdout ?? '');
  for (const line of lines) console.log(line);
  process.exitCode = code;
}
