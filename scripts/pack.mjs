// Readies the files of a build that a browser loads, once, as the relay hands them out (lib/relay/server/built-files.ts): each script asks the browser to compile
// it beside the page, and brotli and gzip forms stand beside each file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKABLE = /\.(css|js|svg)$/;

/**
 * Chromium compiles a function when it is first called, in the page's own thread; a script that begins so is compiled whole in the background while it
 * loads. Almost all of a chunk is called when the page starts. To others it is a comment. https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_AT_ONCE = Buffer.from('//# allFunctionsCalledOnLoad\n');

/** Brotli's last step costs ten times the time for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);

function hinted(file) {
  const plain = readFileSync(file);
  if (!file.endsWith('.js') || plain.subarray(0, COMPILE_AT_ONCE.length).equals(COMPILE_AT_ONCE))
    return plain;
  const all = Buffer.concat([COMPILE_AT_ONCE, plain]);
  writeFileSync(file, all);
  return all;
}

/** @param {string} folder Everything below it is readied; a second time changes nothing. */
export async function pack(folder) {
  const waiting = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    PACKABLE.test(name),
  );
  const work = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const file = join(folder, name);
      const plain = hinted(file);
      writeFileSync(`${file}.br`, await brotli(plain, BROTLI));
      writeFileSync(`${file}.gz`, await gunzippable(plain, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
