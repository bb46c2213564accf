// Installs what the tests start: a browser, PostgreSQL, Redis and nginx. Exits with 1 if there is no browser; tests that need
// one of the others are skipped without it, with a notice. In one process, because apt runs once at a time.
import { ensureBrowser } from './browser.mjs';
import { ensureNginx } from './nginx.mjs';
import { ensurePostgres } from './postgres.mjs';
import { ensureRedis } from './redis.mjs';

const programs = { PostgreSQL: ensurePostgres(), Redis: ensureRedis(), nginx: ensureNginx() };
for (const [name, path] of Object.entries(programs)) console.log(`${name}: ${path ?? 'missing'}`);
try {
  console.log(`browser: ${await ensureBrowser()}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
