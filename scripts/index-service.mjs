// `npm run index -- ARGUMENTS`: the index service of the current sources.
import { pathToFileURL } from 'node:url';
import { bundleIndex } from './bundle-index.mjs';

await import(pathToFileURL(await bundleIndex()).href);
