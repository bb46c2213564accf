// Creates the embedded database's directory, from the packed empty store if there is one. Otherwise a child process
// creates it, because that takes hundreds of megabytes. Invariant: it appears by a rename, complete or not at all.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { emptyStore } from './empty-store';

const run = promisify(execFile);
const PARTIAL = 'pglite.new-';

/** Plain JavaScript: it runs without a loader. The address of the package comes from here, since a script given as text has none. */
const CREATE = `
  const [, address, dataDir] = process.argv;
  const { PGlite } = await import(address);
  const pg = await PGlite.create({ dataDir });
  await pg.close();
`;

/** Unpacks with the system's tar, without the owners named there: starting the engine to do it takes seconds. Throws when `archive` is damaged. */
async function unpack(archive: string, directory: string): Promise<void> {
  mkdirSync(directory, { mode: 0o700 });
  await run('tar', ['-xzof', archive, '-C', directory]);
}

/** The path of the database's files below `dataDir`, made if absent. `empty` is the packed store to begin with, null for none. */
export async function ensureDataDir(dataDir: string, empty = emptyStore() ?? null): Promise<string> {
  const path = join(dataDir, 'pglite');
  for (const name of readdirSync(dataDir))
    if (name.startsWith(PARTIAL)) rmSync(join(dataDir, name), { recursive: true, force: true });
  if (existsSync(path)) return path;
  const partial = join(dataDir, `${PARTIAL}${process.pid}`);
  if (empty !== null) await unpack(empty, partial);
  else {
    const address = import.meta.resolve('@electric-sql/pglite');
    const script = ['--no-warnings', '--input-type=module', '-e', CREATE];
    await run(process.execPath, [...script, address, partial]);
  }
  renameSync(partial, path);
  return path;
}
