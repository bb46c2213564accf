import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRevokedIds } from './revoked-ids';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dagscope-revoked-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('remembers an id across restarts until its cookie has expired', async () => {
  const file = join(folder, 'data', 'revoked');
  let now = 0;
  const first = createRevokedIds(file, () => now);
  expect(await first.has('a')).toBe(false);
  expect(await first.add('a', 1_000)).toBe(true);
  expect(await first.add('a', 1_000)).toBe(false);
  await first.add('b', 2_000);

  const restarted = createRevokedIds(file, () => now);
  expect([await restarted.has('a'), await restarted.has('b'), await restarted.has('c')]).toEqual([
    true,
    true,
    false,
  ]);

  now = 1_500;
  const later = createRevokedIds(file, () => now);
  expect([await later.has('a'), await later.has('b')]).toEqual([false, true]);
  expect(readFileSync(file, 'utf8')).toBe('b 2000\n');
});

it('lets only one of two concurrent calls be the first', async () => {
  const ids = createRevokedIds(join(folder, 'revoked'), () => 0);
  const both = await Promise.all([ids.add('a', 1), ids.add('a', 1)]);
  expect(both.sort()).toEqual([false, true]);
});

it('drops what has expired while it runs, from memory and file, and nothing else', async () => {
  const file = join(folder, 'revoked');
  let now = 0;
  const ids = createRevokedIds(file, () => now);
  const addMany = (name: string, until: number) =>
    Promise.all(Array.from({ length: 600 }, (_, at) => ids.add(`${name}${at}`, until)));
  await addMany('short', 1_000);
  now = 1_000;
  await addMany('long', 9_000);
  expect([await ids.has('short0'), await ids.has('long0'), await ids.has('long599')]).toEqual([
    false,
    true,
    true,
  ]);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.filter((line) => line.startsWith('short'))).toEqual([]);
  expect(new Set(lines).size).toBe(600);
  const restarted = createRevokedIds(file, () => now);
  expect(await restarted.has('long599')).toBe(true);
});
