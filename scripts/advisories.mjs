// `npm run advisories`: checks package-lock.json against the registry's advisories. A mirror may have none; then the last line is
// `skipped: ...`, never `clean`. Exits with 1 only if a package is affected. Node built-ins only.
import { spawnSync } from 'node:child_process';
import { inRoot, ROOT } from './processes.mjs';

const TIMEOUT_MS = 60_000;

/** Lines and exit code for `text`, the output of `npm audit --json`. */
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
    const reason = why === undefined ? '' : ` (${why})`;
    return {
      code: 0,
      lines: [`skipped: the registry provides no advisories${reason}`],
    };
  }
  const advisories = Object.values(report.vulnerabilities ?? {}).flatMap(({ name, severity, via, range }) =>
    // Packages that are affected only through another one repeat that one's advisory.
    via
      .filter((cause) => typeof cause === 'object')
      .map(({ title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  );
  const packages = report.metadata.dependencies?.total ?? 'all';
  if (counts.total === 0) return { code: 0, lines: [`clean: no advisories for ${packages} packages`] };
  return { code: 1, lines: [...new Set(advisories), `${counts.total} of ${packages} packages are affected`] };
}

if (process.argv[1] === inRoot('scripts/advisories.mjs')) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { code, lines } = judge(stdout ?? '');
  for (const line of lines) console.log(line);
  process.exitCode = code;
}
