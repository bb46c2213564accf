// Makes the embedded database's directory in a short-lived process: creating it in this one would hold some 450 MB for as long as the index runs.
// Invariant: the directory appears whole, by a rename, or not at all; a process killed half way leaves only a `pglite.new-…` that the next start removes.
// The caller holds the lock of the data directory.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PARTIAL = 'pglite.new-';

/** Plain JavaScript: it runs without a loader. The address of the package comes from here, since a script given as text has none. */
const CREATE = `
  const { PGlite } = await import(process.argv[1]);
  const pg = await PGlite.create({ dataDir: process.argv[2] });
  await pg.close();
`;

/** The path of the database's files below `dataDir`, made if absent. */
export async function ensureDataDir(dataDir: string): Promise<string> {
  const path = join(dataDir, 'pglite');
  for (const name of readdirSync(dataDir))
    if (name.startsWith(PARTIAL)) rmSync(join(dataDir, name), { recursive: true, force: true });
  if (existsSync(path)) return path;
  const partial = join(dataDir, `${PARTIAL}${process.pid}`);
  const address = import.meta.resolve('@electric-sql/pglite');
  await run(process.execPath, ['--input-type=module', '-e', CREATE, address, partial]);
  renameSync(partial, path);
  return path;
}
