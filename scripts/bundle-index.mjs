// Bundles the index service. Loaded through tsx, its modules take 2 s of CPU at each start; bundled, 0.7 s with the bundling.
import { build, stop } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, ROOT, ScriptError } from './processes.mjs';

/**
 * Returns the path of the bundle of the current sources. It is written only when they have changed, so that an installation that was built can be
 * read-only; by a rename, as several processes may start at once.
 */
export async function bundleIndex() {
  const bundle = inRoot('.cache/index-service.mjs');
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['lib/index-service/main.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
  });
  // Its process would stay as long as ours.
  await stop();
  const code = Buffer.from(outputFiles[0].contents);
  if (existsSync(bundle) && readFileSync(bundle).equals(code)) return bundle;
  const partial = `${bundle}.${process.pid}`;
  try {
    mkdirSync(dirname(bundle), { recursive: true });
    writeFileSync(partial, code);
    renameSync(partial, bundle);
  } catch (error) {
    throw new ScriptError(
      `${bundle} is not of these sources and cannot be written (${error.code}): npm run build`,
    );
  }
  return bundle;
}
