// `npm run build`: the production build, with canaries in the place of secrets, and the search for them after.
import { build, checkNode, ensureInstalled } from './prepare.mjs';
import { Trouble } from './processes.mjs';
import { say } from './serve.mjs';

try {
  checkNode();
  await ensureInstalled(say);
  await build(say);
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  process.exit(1);
}
