// kill -9 at any point of a first copy and of live following: the mirror ends up equal to its source.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  claimKey,
  killProcesses,
  readJson,
  startIndex,
  UNLIMITED,
} from '@/lib/index-service/testing/index-process';
import { servedRows } from '@/lib/index-service/testing/served-rows';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';
import { stringifyJson } from '@/lib/json/exact';
import { count } from '@/scripts/test-size';

const folder = mkdtempSync(join(tmpdir(), 'dagscope-mirror-'));
afterAll(() => {
  killProcesses();
  rmSync(folder, { recursive: true, force: true });
});

const KILLS = count(3, 10);
/** Comparing every row of more would take minutes. */
const HISTORY = count(1_200, 3_000);
const LIVE = 200;

/** The first lines of a simulated network, as files to ingest: its history, then one for each kill. */
function recordings(): string[] {
  const lines = simulatedLines('kills', HISTORY + KILLS * LIVE).map((line) => stringifyJson(line));
  const parts = [lines.slice(0, HISTORY)];
  for (let at = HISTORY; at < lines.length; at += LIVE) parts.push(lines.slice(at, at + LIVE));
  return parts.map((part, number) => {
    const file = join(folder, `part-${number}.ndjson`);
    writeFileSync(file, part.join('\n'));
    return file;
  });
}

test(`a mirror killed ${KILLS} times equals its source, row by row`, { tags: ['full'] }, async () => {
  const [history = '', ...live] = recordings();
  const ingest = async (file: string) => {
    expect(await startIndex(join(folder, 'source'), ['ingest', file]).ended).toBe(0);
  };
  await ingest(history);
  const source = startIndex(join(folder, 'source'), [], UNLIMITED);
  await source.ready();
  const sourceUrl = await source.url();
  const key = await claimKey(sourceUrl);
  const startMirror = () =>
    startIndex(join(folder, 'mirror'), ['follow', sourceUrl], { ...UNLIMITED, INDEX_API_KEY: key });

  for (const [kill, file] of live.entries()) {
    const mirror = startMirror();
    await mirror.url();
    // Killed in turn while it copies the history, after it has read some of it, and while it follows.
    if (kill % 3 === 1) await mirror.printed(/reading the history .*: \d+ of/);
    if (kill % 3 === 2) await mirror.ready();
    const ingested = ingest(file);
    if (kill % 2 === 1) await ingested;
    await mirror.stop('SIGKILL');
    await ingested;
  }

  const mirror = startMirror();
  await mirror.ready();
  const mirrorUrl = await mirror.url();
  const mirrorKey = await claimKey(mirrorUrl);
  const original = await servedRows((path) => readJson(sourceUrl, key, path));
  const copied = await servedRows((path) => readJson(mirrorUrl, mirrorKey, path));
  expect([...copied.keys()]).toEqual([...original.keys()]);
  for (const [path, rows] of original) expect(copied.get(path), path).toEqual(rows);
  expect(mirror.output() + mirror.errors()).not.toContain(key);
  await Promise.all([mirror.stop('SIGTERM'), source.stop('SIGTERM')]);
});
