// The packed store in the repository: it has to be of the engine and the migrations that are there, and a first start works without it as well.
import {
  existsSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureDataDir } from './create-data-dir';
import { emptyStore, emptyStoreName } from './empty-store';
import { EMPTY_STORES } from './store-files';
import { migrate, migrationFiles } from './migrations';
import { openStore } from './open-store';
import { openPglite } from './pglite';

const directory = mkdtempSync(join(tmpdir(), 'dagscope-empty-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('it is of this engine and these migrations; else: npm run empty-store', async () => {
  expect(readdirSync(EMPTY_STORES)).toEqual([emptyStoreName()]);
  const path = emptyStore() ?? '';
  expect(statSync(path).size).toBeLessThan(5_000_000);
  const db = await openPglite('memory://', { image: await openAsBlob(path) });
  expect(await migrate(db)).toEqual([]);
  const applied = await db.query('select name, digest from migrations order by name');
  expect(applied).toEqual(migrationFiles().map(({ name, digest }) => ({ name, digest })));
  expect(await db.query('select * from log_entries')).toEqual([]);
  await db.close();
});

test('every migration has a number of its own, and a renumbered one its first name in the store', () => {
  const files = migrationFiles();
  expect(files.map(({ file }) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  expect(files.slice(2, 7).map(({ name }) => name)).toEqual([
    '0003-payment-tokens.sql',
    '0003-sender-counts.sql',
    '0004-request-windows.sql',
    '0005-digest-prefix.sql',
    '0006-time-counts.sql',
  ]);
});

async function firstStart(name: string, empty: string | null | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(directory, `${name}-`));
  const path = await ensureDataDir(dataDir, empty);
  expect(existsSync(join(path, 'PG_VERSION'))).toBe(true);
  const db = await openStore({ dataDir });
  expect(await db.query('select count(*) as applied from migrations')).toEqual([
    { applied: BigInt(migrationFiles().length) },
  ]);
  await db.close();
  expect(readdirSync(dataDir)).toEqual(['pglite']);
}

test('a first start unpacks it', () => firstStart('with', undefined));
test('a first start works without it', { tags: ['full'] }, () => firstStart('without', null));

test.each(['not packed', 'cut off'])('an archive that is %s leaves no data directory', async (how) => {
  const dataDir = mkdtempSync(join(directory, 'refused-'));
  const archive = join(directory, how);
  const packed = readFileSync(emptyStore() ?? '');
  writeFileSync(archive, how === 'cut off' ? packed.subarray(0, -9) : 'version https://');
  await expect(ensureDataDir(dataDir, archive)).rejects.toThrow('tar');
  expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
});
