// `npm run build`: the production build, with canaries in place of secrets, which it then searches for.
import { build, checkNode, ensureInstalled } from './prepare.mjs';
import { ScriptError } from './processes.mjs';
import { print } from './serve.mjs';

try {
  checkNode();
  await ensureInstalled(print);
  await build(print);
  // An installation may be read-only.
  const { bundleIndex } = await import('./bundle-index.mjs');
  await bundleIndex();
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exit(1);
}
