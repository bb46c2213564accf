// Prepares built files for lib/relay/server/static-files.ts: adds a compile hint to each script and stores brotli and gzip forms next to
// each file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKABLE = /\.(css|js|svg)$/;

/**
 * Chromium compiles functions lazily on the main thread; with this comment it compiles the whole script in the background while loading.
 * Almost all of a chunk is called when the page starts. https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_HINT = Buffer.from('//# allFunctionsCalledOnLoad\n');

/** Levels above 9 take ten times as long for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

function hinted(file) {
  const plain = readFileSync(file);
  if (!file.endsWith('.js') || plain.subarray(0, COMPILE_HINT.length).equals(COMPILE_HINT)) return plain;
  const all = Buffer.concat([COMPILE_HINT, plain]);
  writeFileSync(file, all);
  return all;
}

/** @param {string} folder Prepares everything below it; idempotent. */
export async function pack(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    PACKABLE.test(name),
  );
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const file = join(folder, name);
      const plain = hinted(file);
      writeFileSync(`${file}.br`, await brotli(plain, BROTLI));
      writeFileSync(`${file}.gz`, await gzipped(plain, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
