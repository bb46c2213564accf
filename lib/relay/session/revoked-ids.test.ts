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
