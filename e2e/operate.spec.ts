// docs/operate.md as a test: two index writers and two readers on PostgreSQL and four consoles on Redis behind the documented nginx.conf.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { claimKey } from '@/e2e/stack/stack';
import { sendRequest, HOST, openReplicas, replicaPrograms } from '@/scripts/soak/replicas';
import { overHttp2, startReader } from '@/scripts/soak/stream-reader';

test('replicas behind nginx share sessions and streams; a backup is complete', { tag: '@full' }, async () => {
  test.setTimeout(240_000);
  const programs = replicaPrograms();
  test.skip(programs === null, 'needs PostgreSQL, Redis and nginx from apt');
  if (programs === null) return;
  const product = await openReplicas({ programs, writers: 2, simulate: '7:4' });
  try {
    const { consoles, readers, writers, redis } = product;
    const cookie = await product.claim();
    const through = async (path: string) => {
      const session = product.connect();
      return sendRequest(session, path, { headers: { cookie } }).finally(() => session.destroy());
    };
    const headers = { cookie, host: HOST, 'x-forwarded-proto': 'https' };

    // Every console opens the session that one of them sealed.
    for (const { port } of consoles) {
      const response = await fetch(`http://127.0.0.1:${port}/api/index/dags?page_size=1`, { headers });
      expect([port, response.status]).toEqual([port, 200]);
    }

    // One console holds the stream of the key, and the others follow it.
    const open = consoles.map(async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/events/stream`, { headers });
      return response.body;
    });
    const count = async (role: 'holder' | 'follower') =>
      (await product.health()).reduce((sum, state) => sum + (state?.[role] ?? 0), 0);
    await expect.poll(() => count('holder')).toBe(1);
    await expect.poll(() => count('follower')).toBe(3);
    for (const body of await Promise.all(open)) await body?.cancel();

    // A stream that loses its console resumes at another one; events are neither lost nor repeated while Redis, a reader and the writer die.
    const reader = startReader({
      transport: overHttp2(() => product.connect(), HOST),
      cookie,
      from: 'end',
    });
    const received = () => [...reader.logs.values()].flatMap(({ ids }) => ids);
    const receive = (count: number) =>
      expect.poll(() => received().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
    const redisStates = async () => (await product.health()).map((state) => state?.redis);
    await receive(10);
    await redis.kill();
    await expect.poll(redisStates).not.toContain('connected');
    await redis.start();
    await expect.poll(redisStates).not.toContain('away');
    await sleep(1_000);
    await consoles[0]?.kill();
    await consoles[1]?.kill();
    await sleep(2_000);
    await readers[0]?.kill();
    await sleep(1_000);
    await writers[0]?.kill();
    await receive(received().length + 30);
    reader.stop();
    const ids = received();
    // Ids of the log are not consecutive: facts about the chain are entries too, but no events.
    const [first = 0, last = 0] = [ids[0], ids.at(-1)];
    const logged = `select id from log_entries where listed and decodable and id between ${first} and ${last} order by id`;
    const psql = spawnSync(join(programs.postgres, 'psql'), [product.databaseUrl, '-Atc', logged], {
      encoding: 'utf8',
    });
    expect(reader.logs.size).toBe(1);
    expect(ids).toEqual(psql.stdout.trim().split('\n').map(Number));
    for (let times = 0; times < 12; times += 1)
      expect((await through('/api/index/dags?page_size=1')).status).toBe(200);

    // The documented backup, restored beside the original: the same events, and the key still opens them.
    await writers[1]?.stop();
    const port = readers[1]?.port;
    const key = await claimKey(`http://127.0.0.1:${port}`);
    const total = async (of: number | undefined) => {
      const response = await fetch(`http://127.0.0.1:${of}/events?page_size=1`, {
        headers: { 'x-api-key': key },
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { metadata: { total_items: number } }).metadata.total_items;
    };
    const backup = join(product.folder, 'dagscope.dump');
    const run = (program: string, args: string[]) => {
      const { status, stderr } = spawnSync(join(programs.postgres, program), args, { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    };
    run('pg_dump', ['--format=custom', `--file=${backup}`, product.databaseUrl]);
    const restored = new URL(product.databaseUrl);
    restored.pathname = '/restored';
    run('createdb', [`--maintenance-db=${product.databaseUrl}`, 'restored']);
    run('pg_restore', ['--exit-on-error', `--dbname=${restored.href}`, backup]);
    const copy = await product.index('reader', { DATABASE_URL: restored.href });
    await copy.ready();
    expect(await total(copy.port)).toBe(await total(port));
  } finally {
    await product.close();
  }
});
