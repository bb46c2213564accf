import { openAsBlob } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyStore } from './empty-store';
import { openPglite } from './pglite';
import { createVacuum } from './vacuum';

test(
  'the embedded store gives back what updates took: a table that is written again and again stays small',
  { tags: ['full'] },
  async () => {
    const image = await openAsBlob(emptyStore() ?? '');
    const db = await openPglite('memory://', { image });
    const size = async () =>
      (await db.query<{ size: bigint }>("select pg_relation_size('written') as size"))[0]?.size ?? 0n;
    await db.query('create table written (id int primary key, n int, text text)');
    await db.query('create index on written (n)');
    await db.query("insert into written select x, 0, repeat('x', 100) from generate_series(1, 2000) as x");
    const once = await size();
    for (let round = 1; round <= 60; round += 1)
      await (round % 2 === 0
        ? db.query('update written set n = $1::int', [round])
        : db.transaction((tx) => tx.query('update written set n = $1::int', [round])));
    expect(await size()).toBeLessThan(20n * once);
    await db.close();
  },
);

test('a table that is gone by then is no fault, and the others have their turn', async () => {
  const ran: string[] = [];
  const vacuum = createVacuum(async <Row>(sql: string) => {
    ran.push(sql);
    if (sql.startsWith('select')) return [{ name: 'gone' }, { name: 'there' }] as Row[];
    if (sql === 'vacuum gone') throw new Error('no such table');
    return [];
  }, 10);
  await vacuum.changed(9);
  expect(ran).toEqual([]);
  await vacuum.changed(1);
  expect(ran.slice(1)).toEqual(['vacuum gone', 'vacuum there']);
  await vacuum.changed(9);
  expect(ran).toHaveLength(3);
});
