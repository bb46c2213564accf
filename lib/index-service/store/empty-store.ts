// The packed empty store that a first start unpacks: creating one takes seconds.
// Invariant: its file name contains the engine version and a digest of the migrations; another one is not used.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationFiles } from './migrations';
import { EMPTY_STORES } from './store-files';

function engineVersion(): string {
  const packageFile = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}

/** The name of the file that this engine and these migrations make. */
export function emptyStoreName(): string {
  const version = engineVersion();
  const made = migrationFiles().map(({ name, digest }) => `${name} ${digest}`);
  const digest = createHash('sha256')
    .update([version, ...made].join('\n'))
    .digest('hex')
    .slice(0, 12);
  return `pglite-${version}-${digest}.tar.gz`;
}

/** Where the empty store is; undefined when there is none of this engine and these migrations. */
export function emptyStore(): string | undefined {
  const path = join(EMPTY_STORES, emptyStoreName());
  return existsSync(path) ? path : undefined;
}
