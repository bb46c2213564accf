// Files that the store reads beside its code.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package: above this file, and above the bundle that the index service runs from (scripts/bundle-index.mjs). */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const STORE = join(packageFolder(), 'lib/index-service/store');

export const MIGRATIONS = join(STORE, 'migrations');
export const EMPTY_STORES = join(STORE, 'empty-store');
