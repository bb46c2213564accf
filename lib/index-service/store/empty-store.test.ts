// The packed store in the repository: it has to be of the engine and the migrations that are there, and a first start works without it as well.
import { existsSync, mkdtempSync, openAsBlob, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { ensureDataDir } from './create-data-dir';
import { EMPTY_STORES, emptyStore, emptyStoreName } from './empty-store';
import { migrate, migrationFiles } from './migrations';
import { openStore } from './open-store';
import { openPglite } from './pglite';
import { unpack } from './unpack';

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

test.each(['with', 'without'])('a first start %s it', async (how) => {
  const dataDir = mkdtempSync(join(directory, `${how}-`));
  const made = how === 'with' ? await ensureDataDir(dataDir) : await ensureDataDir(dataDir, null);
  expect(existsSync(join(made, 'PG_VERSION'))).toBe(true);
  const db = await openStore({ dataDir });
  expect(await db.query('select count(*) as applied from migrations')).toEqual([
    { applied: BigInt(migrationFiles().length) },
  ]);
  await db.close();
  expect(readdirSync(dataDir)).toEqual(['pglite']);
});

describe('an archive that is no store is refused', () => {
  const entry = (name: string, kind: string, size: number, content = '') => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000600', 100);
    header.write(size.toString(8).padStart(11, '0'), 124);
    header.write(kind, 156);
    return Buffer.concat([header, Buffer.from(content)]);
  };
  const end = Buffer.alloc(1024);

  test.each([
    ['cut off inside a file', [entry('/a', '0', 600, 'x')], '/a'],
    ['cut off between files', [entry('/a', '5', 0)], 'an entry'],
    ['a link', [entry('/a', '2', 0), end], '/a'],
    ['a name that leads out', [entry('/../a', '0', 0), end], '/../a'],
  ])('%s', (_, parts, name) => {
    const folder = mkdtempSync(join(directory, 'refused-'));
    const archive = join(folder, 'archive');
    writeFileSync(archive, gzipSync(Buffer.concat(parts)));
    expect(() => unpack(archive, join(folder, 'made'))).toThrow(`${archive}: ${name} cannot be unpacked`);
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });

  test.each([
    ['not packed', Buffer.from('version https://')],
    ['cut off as a file', gzipSync(Buffer.concat([entry('/a', '5', 0), end])).subarray(0, -9)],
  ])('%s', (_, bytes) => {
    const archive = join(mkdtempSync(join(directory, 'refused-')), 'archive');
    writeFileSync(archive, bytes);
    expect(() => unpack(archive, `${archive}-made`)).toThrow(`${archive} cannot be read`);
  });
});
