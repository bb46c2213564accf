// How much JavaScript a list page loads at first, gzipped, above what an empty page of the same build loads (the framework, the root layout with its
// providers and the boundaries around every page); with `npm test` it is held. Read from the build's own manifests: everything that the route's layouts, page and boundaries name counts, what is loaded later does not. Node built-ins only.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './processes.mjs';

/** Kilobytes of a thousand bytes: what a page that lists rows may not pass. */
const MOST_KB = 110;
/** Pages that are no such list: the feed tells every kind of event in a sentence, the key's page draws a chart, the overview has no table. */
const MOST_OF = { overview: 95, events: 130, key: 130 };
/** The pages that are lists, and the overview. */
const PAGES = [
  'overview',
  'leaders',
  'agents',
  'tools',
  'dags',
  'executions',
  'tasks',
  'payments',
  'fees',
  'events',
  'key',
];

const most = (page) => (MOST_OF[page] ?? MOST_KB) * 1000;
const sizes = new Map();
function gzipped(file) {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(inRoot('.next', file))).length;
  sizes.set(file, size);
  return size;
}

/** What each part of a route loads, from the text of its manifest (a script that sets a global). */
function entriesOf(manifest) {
  const json = manifest.slice(manifest.indexOf('{', manifest.indexOf('"] = ')));
  return Object.entries(JSON.parse(json.replace(/;\s*$/, '')).entryJSFiles ?? {});
}

/** Bytes above the framework for every page that was built: `[{ page, bytes }]`, the largest first. */
function pageWeights() {
  const { rootMainFiles } = JSON.parse(readFileSync(inRoot('.next/build-manifest.json'), 'utf8'));
  const framework = new Set(rootMainFiles);
  const folder = inRoot('.next/server/app/(console)');
  const built = new Set(readdirSync(folder));
  return PAGES.filter((page) => built.has(page))
    .map((page) => {
      const manifest = readFileSync(join(folder, page, 'page_client-reference-manifest.js'), 'utf8');
      const entries = entriesOf(manifest);
      const empty = new Set(
        entries
          .filter(([part]) => /\]\/app\/(layout|error|not-found|global-error)$/.test(part))
          .flatMap(([, files]) => files),
      );
      const own = new Set(
        entries.flatMap(([, files]) => files).filter((file) => !framework.has(file) && !empty.has(file)),
      );
      return { page, bytes: [...own].reduce((sum, file) => sum + gzipped(file), 0) };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/** Prints the weights; false when a page is too heavy, or nothing was found to weigh. */
export function budgetHolds(say) {
  const weights = pageWeights();
  for (const { page, bytes } of weights) {
    const kb = (bytes / 1000).toFixed(1);
    const limit = `at most ${MOST_OF[page] ?? MOST_KB}`;
    const verdict = bytes > most(page) ? `  TOO MUCH: ${limit}` : `  (${limit})`;
    say(`${page.padEnd(12)} ${kb.padStart(6)} kB gz above an empty page${verdict}`);
  }
  return weights.length > 0 && weights.every(({ page, bytes }) => bytes <= most(page));
}

if (process.argv[1] === import.meta.filename) process.exit(budgetHolds((line) => console.log(line)) ? 0 : 1);
