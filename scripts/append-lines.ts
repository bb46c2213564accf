// Recorded lines handed to an index that runs on this machine, without starting a process for it: many a second, for tests and measurements.
import { Readable } from 'node:stream';
import { ingestIntoRunning } from '@/lib/index-service/control-socket';
import { stringifyJson } from '@/lib/json/exact';

/** Appends lines (plain objects, bigint allowed); false when no index runs on this folder. Throws when it refuses one. */
export async function offerLines(dataDir: string, lines: readonly object[]): Promise<boolean> {
  const text = lines.map((line) => `${stringifyJson(line)}\n`).join('');
  const done = await ingestIntoRunning(dataDir, Readable.from(text));
  if (done?.refused !== undefined) throw new Error(done.refused);
  return done !== undefined;
}

/** The same, where an index has to run. */
export async function handLines(dataDir: string, lines: readonly object[]): Promise<void> {
  if (!(await offerLines(dataDir, lines))) throw new Error('the index does not run');
}
