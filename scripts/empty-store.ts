// `npm run empty-store`: regenerates the store that a first start of the index begins with (lib/index-service/store/empty-store.ts).
// Run it after a new migration or a new version of PGlite, and commit the file.
import { PGlite } from '@electric-sql/pglite';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Database, SqlValue } from '@/lib/index-service/store/database';
import { migrate } from '@/lib/index-service/store/migrations';
import { emptyStoreName } from '@/lib/index-service/store/empty-store';
import { EMPTY_STORES } from '@/lib/index-service/store/store-files';

const pg = await PGlite.create({ dataDir: 'memory://' });
const db: Database = {
  query: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
    (await pg.query<Row>(sql, [...params])).rows,
  transaction: (work) => work(db),
  close: () => pg.close(),
};
await migrate(db);

await pg.query('checkpoint');
const files = await (await pg.dumpDataDir('none')).arrayBuffer();
await db.close();
const image = gzipSync(files, { level: 9 });
mkdirSync(EMPTY_STORES, { recursive: true });
for (const name of readdirSync(EMPTY_STORES)) rmSync(join(EMPTY_STORES, name));
writeFileSync(join(EMPTY_STORES, emptyStoreName()), image);
console.log(`${emptyStoreName()}: ${(image.length / 1e6).toFixed(1)} MB`);
