// `npm run index -- ARGUMENTS`: the index service of the current sources.
import { pathToFileURL } from 'node:url';
import { bundleIndex } from './bundle-index.mjs';
import { ScriptError } from './processes.mjs';

const bundle = await bundleIndex().catch((error) => {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exit(1);
});
await import(pathToFileURL(bundle).href);
