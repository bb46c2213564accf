// Recorded lines handed to an index that runs on this machine, without starting a process for it: many a second, for tests and measurements.
import { Readable } from 'node:stream';
import { handToRunning } from '@/lib/index-service/sources/ingest-socket';

/** Appends lines (plain objects without bigints). Throws when the index refuses one, or does not run. */
export async function handLines(dataDir: string, lines: readonly object[]): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const done = await handToRunning(dataDir, Readable.from(text));
  if (done === undefined) throw new Error('the index does not run');
  if (done.refused !== undefined) throw new Error(done.refused);
}
