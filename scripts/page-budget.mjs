// Gzipped JavaScript that a page loads at first, above an empty page of the same build; `npm test` enforces the limits.
// Read from the build's manifests, without what is loaded later. Node built-ins only.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './processes.mjs';

/** Limit of a list page, in kB of 1,000 bytes. */
const LIMIT_KB = 89;
/** The feed has a sentence per kind of event, key, fees and tasks a chart, leaders stake by event, the overview no table, Analyze measures, dimensions and dates. */
const LIMITS_KB = { overview: 82, analyze: 95, leaders: 93, fees: 105, tasks: 98, events: 120, key: 104 };
const PAGES = [
  'overview',
  'analyze',
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

const limitOf = (page) => LIMITS_KB[page] ?? LIMIT_KB;
const sizes = new Map();
function gzipped(file) {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(inRoot('.next', file))).length;
  sizes.set(file, size);
  return size;
}

/** The files each part of a route loads, from its manifest: a script that sets a global. */
function entriesOf(manifest) {
  const json = manifest.slice(manifest.indexOf('{', manifest.indexOf('"] = ')));
  return Object.entries(JSON.parse(json.replace(/;\s*$/, '')).entryJSFiles ?? {});
}

/** Bytes above an empty page, for every page that was built, largest first. */
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
      const pageFiles = new Set(
        entries.flatMap(([, files]) => files).filter((file) => !framework.has(file) && !empty.has(file)),
      );
      return { page, bytes: [...pageFiles].reduce((sum, file) => sum + gzipped(file), 0) };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/** Prints the sizes; false if a page is over its limit or no page was found. */
export function budgetHolds(print) {
  const weights = pageWeights();
  for (const { page, bytes } of weights) {
    const kb = (bytes / 1000).toFixed(1);
    const over = bytes > limitOf(page) * 1000 ? '  OVER' : '';
    print(`${page.padEnd(12)} ${kb.padStart(6)} kB gz above an empty page (limit ${limitOf(page)})${over}`);
  }
  return weights.length > 0 && weights.every(({ page, bytes }) => bytes <= limitOf(page) * 1000);
}

if (process.argv[1] === import.meta.filename) process.exit(budgetHolds((line) => console.log(line)) ? 0 : 1);
