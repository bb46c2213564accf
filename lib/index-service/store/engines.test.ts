import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, parseTime } from './database';
import { migrate } from './migrations';
import { openStore } from './open-store';
import { openPostgres } from './postgres';
import { ownDatabase, testServer } from '@/lib/index-service/testing/test-server';

test.each([
  ['2026-11-01 00:00:00+00', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01 00:00:00.5+00', '2026-11-01T00:00:00.500Z'],
  ['2026-11-01 00:00:00.123456+00', '2026-11-01T00:00:00.123Z'],
  ['2026-11-01 02:00:00+02', '2026-11-01T00:00:00.000Z'],
])('the time %s', (text, expected) => {
  expect(parseTime(text)).toBe(expected);
});

/** The project `postgresql` of vitest.config.ts runs this file on a server. */
const engine = testServer === undefined ? 'embedded' : 'server';

describe(engine, () => {
  let db: Database;
  let databaseUrl: string | undefined;
  let drop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    if (engine === 'server') ({ url: databaseUrl, drop } = await ownDatabase(testServer ?? ''));
    db = await openStore({ dataDir: 'memory://', databaseUrl });
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });

  test('values come out as the store promises, whatever they went in as', async () => {
    const [row] = await db.query(
      `select $1::bigint as big, $2::numeric(20,0) as unsigned, $3::timestamptz(3) as at, $4::text as text, $5::boolean as flag,
              $6::text::json as json, $7::int as small, count(*) as many, avg(x) as mean, $8::text as nothing
       from (values (1), (2)) as v (x)`,
      [
        9007199254740993n,
        18446744073709551615n,
        '2026-11-01T01:02:03.456+01:00',
        'ü"\\',
        true,
        '{"n":9007199254740993}',
        7,
        null,
      ],
    );
    expect(row).toEqual({
      big: 9007199254740993n,
      unsigned: 18446744073709551615n,
      at: '2026-11-01T00:02:03.456Z',
      text: 'ü"\\',
      flag: true,
      json: '{"n":9007199254740993}',
      small: 7,
      many: 2n,
      mean: 1.5,
      nothing: null,
    });
  });

  test('arrays of text, bigint and number', async () => {
    const [row] = await db.query(
      `select 'a,"b' = any($1::text[]) as text, 9007199254740993 = any($2::bigint[]) as big, 3 = any($3::int[]) as small`,
      [['x', 'a,"b'], [9007199254740993n], [1, 3]],
    );
    expect(row).toEqual({ text: true, big: true, small: true });
    const texts = ['plain', '', 'NULL', 'a,"b"', '\\', '{}', ' ä\n'];
    expect(await db.query('select $1::text[] as texts, $2::text[] as none', [texts, []])).toEqual([
      { texts, none: [] },
    ]);
  });

  test('a transaction is all or nothing, and a nested one joins it', async () => {
    const count = async () =>
      (await db.query<{ n: bigint }>('select count(*) as n from facts where name like $1', ['test%']))[0]?.n;
    const write = (tx: Database, name: string) =>
      tx.query('insert into facts (name, value) values ($1, $2)', [name, '']);
    const failed = db.transaction(async (tx) => {
      await write(tx, 'test 1');
      await tx.transaction((inner) => write(inner, 'test 2'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await count()).toBe(0n);
    await db.transaction((tx) => write(tx, 'test 3'));
    expect(await count()).toBe(1n);
    await db.query('delete from facts where name = $1', ['test 3']);
  });

  test('migrations are applied once, and an edited one is refused', async () => {
    expect(await migrate(db)).toEqual([]);
    await db.query("update migrations set digest = 'x' || digest where name = '0001-log.sql'");
    await expect(migrate(db)).rejects.toThrow('0001-log.sql was changed');
    await db.query("update migrations set digest = substr(digest, 2) where name = '0001-log.sql'");
  });

  if (engine === 'server') {
    test('a statement works again after its table was changed by another process', async () => {
      await db.query('create table changing (a int)');
      const prepared = () => db.query('select * from changing where a > $1', [0]);
      await prepared();
      await db.query("alter table changing add column b text default 'b'");
      await expect.poll(() => prepared()).toEqual([]);
      await db.query('insert into changing (a) values (1)');
      expect(await prepared()).toEqual([{ a: 1, b: 'b' }]);
      await db.query('drop table changing');
    });

    test('a failed statement does not cost the connection', async () => {
      const single = openPostgres(databaseUrl ?? '', { connections: 1 });
      const process = () => single.query<{ pid: number }>('select pg_backend_pid() as pid');
      const before = await process();
      await expect(single.query('select $1::int', ['x'])).rejects.toThrow('invalid input syntax');
      const failed = single.transaction(async () => Promise.reject(new Error('no')));
      await expect(failed).rejects.toThrow('no');
      expect(await process()).toEqual(before);
      await single.close();
    });

    test('settings of the address are kept beside those of the store', async () => {
      const address = new URL(databaseUrl ?? '');
      address.searchParams.set('options', '-c search_path=elsewhere -c TimeZone=Asia/Tokyo');
      const other = openPostgres(address.href, { connections: 1 });
      const [row] = await other.query(
        "select current_setting('search_path') as path, current_setting('TimeZone') as zone",
      );
      expect(row).toEqual({ path: 'elsewhere', zone: 'UTC' });
      await other.close();
    });

    test('errors do not hold the password, whether the server is away or refuses', async () => {
      const [refused, away] = [new URL(databaseUrl ?? ''), new URL(databaseUrl ?? '')];
      for (const address of [refused, away]) address.password = 'not-the-password';
      away.port = '1';
      const malformed = 'postgres://user:not-the-password@host:port/database';
      for (const address of [refused.href, away.href, malformed]) {
        const error: unknown = await Promise.resolve()
          .then(() => openPostgres(address, { connections: 1 }).query('select 1'))
          .catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(Error);
        expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('not-the-password');
      }
    });

    test('a close waits for what has begun, and nothing begins after it', async () => {
      const closing = openPostgres(databaseUrl ?? '', { connections: 2 });
      const rows = Array.from({ length: 6 }, () => closing.query('select pg_sleep(0.01)::text as slept'));
      await closing.close();
      expect(await Promise.all(rows)).toEqual(Array(6).fill([{ slept: '' }]));
      await expect(closing.query('select 1')).rejects.toThrow('the store is closed');
    });

    test('a close ends a statement that runs for too long', { tags: ['full'] }, async () => {
      const closing = openPostgres(databaseUrl ?? '', { connections: 1 });
      await closing.query('select 1');
      const running = closing.query('select pg_sleep(600)').catch((error: unknown) => error);
      await closing.close();
      expect(await running).toBeInstanceOf(Error);
    });

    test('connections that are cut fail what runs on them, and nothing else', async () => {
      const admin = openPostgres(databaseUrl ?? '', { connections: 1 });
      let cutting = true;
      let failed = 0;
      const work = async () => {
        while (cutting)
          await db
            .transaction(async (tx) => {
              await tx.query('select pg_sleep(0.005)');
              await sleep(2);
              await tx.query('select 1');
            })
            .catch(() => (failed += 1));
      };
      const working = Promise.all([work(), work(), work()]);
      for (let round = 0; round < 30; round += 1) {
        await admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        await sleep(40);
      }
      cutting = false;
      await working;
      expect(failed).toBeGreaterThan(10);
      await expect.poll(() => db.query('select 1 as one')).toEqual([{ one: 1 }]);
      await admin.close();
    });
  }
});
