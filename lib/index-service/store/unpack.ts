// Unpacks a gzipped tar archive of a store. Starting the engine to do it takes seconds.
// Invariant: unknown entry types and names that leave the directory are refused.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const BLOCK = 512;
/** The kinds of entry that a store has, as the archive says them. */
const FILE = '0';
const DIRECTORY = '5';

/** The fields of one header: see "ustar" in POSIX pax. */
function readHeader(block: Buffer) {
  const text = (from: number, to: number) => block.toString('latin1', from, to).split('\0')[0] ?? '';
  const prefix = text(345, 500);
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    mode: parseInt(text(100, 108), 8),
    size: parseInt(text(124, 136), 8),
    kind: text(156, 157),
  };
}

function unzipped(archive: string): Buffer {
  try {
    return gunzipSync(readFileSync(archive));
  } catch (cause) {
    throw new Error(`${archive} cannot be read as a gzipped file`, { cause });
  }
}

/** Unpacks `archive` into `directory`, which it makes. Throws when the archive is cut off or holds what a store has not. */
export function unpack(archive: string, directory: string): void {
  const bytes = unzipped(archive);
  mkdirSync(directory, { mode: 0o700 });
  for (let at = 0; bytes[at] !== 0;) {
    const { name, mode, size, kind } = readHeader(bytes.subarray(at, at + BLOCK));
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    const known = (kind === FILE || kind === DIRECTORY) && !name.split('/').includes('..');
    if (!known || content.length !== size)
      throw new Error(`${archive}: ${name || 'an entry'} cannot be unpacked`);
    const path = join(directory, name);
    if (kind === DIRECTORY) mkdirSync(path, { recursive: true, mode: 0o700 });
    else writeFileSync(path, content, { mode });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
