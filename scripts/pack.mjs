// Packs the files of a build that a browser loads, once, as the relay hands them out (lib/relay/built-files.ts): brotli and gzip beside each file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKABLE = /\.(css|js|svg)$/;
/** Brotli's last step costs ten times the time for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);

/** @param {string} folder Everything below it is packed. */
export async function pack(folder) {
  const waiting = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    PACKABLE.test(name),
  );
  const work = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const file = join(folder, name);
      const plain = readFileSync(file);
      writeFileSync(`${file}.br`, await brotli(plain, BROTLI));
      writeFileSync(`${file}.gz`, await gunzippable(plain, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
