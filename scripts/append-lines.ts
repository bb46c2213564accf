// Appends recorded lines to a running index on this machine without starting a process, for tests and benchmarks.
import { Readable } from 'node:stream';
import { send } from '@/lib/index-service/control-socket';
import { stringifyJson } from '@/lib/json/exact';

/** Appends lines (plain objects, bigint allowed); false if no index runs on this folder. Throws if it rejects one. */
export async function appendIfRunning(dataDir: string, lines: readonly object[]): Promise<boolean> {
  const text = lines.map((line) => `${stringifyJson(line)}\n`).join('');
  const done = await send(dataDir, { command: 'ingest' }, () => Readable.from(text));
  if (done?.refused !== undefined) throw new Error(done.refused);
  return done !== undefined;
}

/** The same, but throws if no index runs. */
export async function appendLines(dataDir: string, lines: readonly object[]): Promise<void> {
  if (!(await appendIfRunning(dataDir, lines))) throw new Error('the index is not running');
}
