// A disk that is really full: events are refused with a reason, reads continue, and nothing is lost.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import { systemClock } from '@/lib/time/clock';
import { DISK } from './limits';
import { openIndex } from './open-index';
import { openSimulation } from './sources/run-simulation';
import { createSimulation } from './sources/simulate/simulation';
import { DiskFull } from './store/disk-room';
import { openPostgres } from './store/postgres';
import { killProcesses, startIndex } from './testing/index-process';
import { event, id } from './testing/recorded-events';
import { ownDatabase, testServer } from './testing/test-server';

const FULL = { tags: ['full'] };

const MIB = 1024 * 1024;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  killProcesses();
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const options = (mib: number) => ['-o', `size=${mib}m`];

/** A disk of its own; undefined, with a printed reason, where mounting is refused. */
function mountDisk(mib: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', ...options(mib), 'none', folder], {
    encoding: 'utf8',
  });
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  if (status !== 0) {
    console.warn(`skipped: no disk can be mounted (${String(stderr).trim()})`);
    return undefined;
  }
  cleanups.push(() => spawnSync('umount', ['--lazy', folder]));
  return folder;
}

const freeOf = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Another program's file, created or grown until `free` bytes remain; measured again when the index wrote meanwhile. */
async function fill(folder: string, free: number): Promise<string> {
  const file = join(folder, 'other-program');
  const allocate = () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const bytes = Math.max(1, size + freeOf(folder) - free);
    execFileSync('fallocate', ['-l', String(bytes), file], { stdio: ['ignore', 'ignore', 'pipe'] });
  };
  await vi.waitFor(allocate, { timeout: 60_000, interval: 200 });
  return file;
}

function* noLines(): Generator<never> {}

/** Prepares a store whose simulated network has only live events: 70 days of history would take most of the test. */
async function withoutHistory(dataDir: string): Promise<void> {
  const { db, log, close } = await openIndex({ DATA_DIR: dataDir, DATABASE_URL: undefined }, systemClock);
  const simulation = await openSimulation({
    db,
    log,
    clock: systemClock,
    settings: { seed: '7', eventsPerSecond: 20, now: undefined },
    create: (options) => ({ ...createSimulation(options), history: noLines }),
    report: () => undefined,
    signal: new AbortController().signal,
  });
  await simulation?.seed();
  await close();
}

if (testServer === undefined)
  test(
    'the embedded index refuses events on a full disk, serves on, and accepts them when there is room',
    FULL,
    async ({ skip }) => {
      const disk = mountDisk(512);
      if (disk === undefined) return skip();
      const dataDir = join(disk, 'data');
      await withoutHistory(dataDir);
      const index = startIndex(dataDir, [], { SIMULATE: '7:20' });
      const url = await index.url();
      await index.ready();
      const read = async (path: string, headers = {}) => {
        const response = await fetch(url + path, { headers });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      const claim = () =>
        fetch(`${url}/onboarding/keys`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `${Math.random()}@example.org`, scopes }),
        });
      const { key } = (await (await claim()).json()) as { key: string };
      const ids = async () => {
        const { status, body } = await read('/events?page_size=100', { 'x-api-key': key });
        expect(status).toBe(200);
        const { items } = body as { items: { id: string }[] };
        return items.map((row) => Number(row.id));
      };
      const accepting = async () => {
        const { network } = (await read('/')).body as { network: { accepting_events: boolean } };
        return network.accepting_events;
      };
      expect(await accepting()).toBe(true);

      const file = await fill(disk, DISK.reserveBytes / 2);
      await vi.waitUntil(() => index.errors().includes('the disk is full'), { timeout: 60_000 });
      expect(await read('/readyz')).toMatchObject({
        status: 200,
        body: { ready: true, message: 'the disk is full: no events are accepted' },
      });
      expect(await accepting()).toBe(false);
      const stopped = await ids();
      const line = join(tmpdir(), `dagscope-line-${process.pid}.ndjson`);
      writeFileSync(line, JSON.stringify(event('DAGCreatedEvent', { dag: id('late') })));
      cleanups.push(() => rmSync(line));
      const refused = startIndex(dataDir, ['ingest', line]);
      expect(await refused.ended).toBe(1);
      expect(refused.errors()).toContain('the disk is full');
      expect((await claim()).status).toBe(201);

      // No byte is free: reads continue.
      await fill(disk, 0);
      expect(freeOf(disk)).toBeLessThan(MIB);
      for (let times = 0; times < 20; times += 1) {
        expect((await read('/dags?page_size=20', { 'x-api-key': key })).status).toBe(200);
        await sleep(100);
      }
      expect(await ids()).toEqual(stopped);

      truncateSync(file, 0);
      await vi.waitUntil(accepting, { timeout: 60_000, interval: 200 });
      await vi.waitUntil(async () => ((await ids())[0] ?? 0) > (stopped[0] ?? 0), { timeout: 60_000 });
      const accepted = startIndex(dataDir, ['ingest', line]);
      expect(await accepted.ended, accepted.errors()).toBe(0);
      const newest = await ids();
      expect(newest).toEqual(newest.map((_, at) => (newest[0] ?? 0) - at));
      index.child.kill('SIGTERM');
      expect(await index.ended).toBe(0);
    },
  );
else
  test('PostgreSQL on a full disk refuses events and loses none', FULL, async ({ skip }) => {
    const disk = mountDisk(32);
    if (disk === undefined) return skip();
    const server = new URL(testServer ?? '');
    const admin = openPostgres(server.href, { connections: 1 });
    cleanups.push(() => admin.close());
    const space = `small_${process.pid}`;
    spawnSync('chown', ['postgres', disk]);
    try {
      await admin.query(`create tablespace ${space} location '${disk}'`);
    } catch (error) {
      console.warn(`skipped: the server has no access to the disk (${String(error)})`);
      return skip();
    }
    cleanups.push(() => admin.query(`drop tablespace ${space}`));
    const { url, drop } = await ownDatabase(server.href);
    cleanups.push(drop);
    const name = new URL(url).pathname.slice(1);
    await admin.query(`alter database ${name} set tablespace ${space}`);

    const index = await openIndex({ DATA_DIR: '', DATABASE_URL: url }, systemClock);
    cleanups.push(() => index.close());
    let batches = 0;
    const batch = () =>
      Array.from({ length: 200 }, (_, at) =>
        event('DAGCreatedEvent', { dag: id(`${batches} ${at}`), note: 'x'.repeat(500) }),
      );
    const appendNext = async () => {
      await index.log.append(batch());
      batches += 1;
    };
    const untilFull = async () => {
      while (batches < 1_000) await appendNext();
    };
    await expect(untilFull()).rejects.toBeInstanceOf(DiskFull);
    expect(index.room.isFull()).toBe(true);
    const counts = async () =>
      (
        await index.db.query<{ entries: bigint; dags: bigint; tip: bigint }>(
          'select (select count(*) from log_entries) as entries, (select count(*) from dags) as dags, (select max(id) from log_entries) as tip',
        )
      )[0];
    const all = (of: number) => ({ entries: BigInt(of), dags: BigInt(of), tip: BigInt(of) });
    expect(batches).toBeGreaterThan(0);
    expect(await counts()).toEqual(all(batches * 200));
    await expect(appendNext()).rejects.toBeInstanceOf(DiskFull);

    execFileSync('mount', ['-o', `remount,size=96m`, disk]);
    await appendNext();
    expect(index.room.isFull()).toBe(false);
    expect(await counts()).toEqual(all(batches * 200));
  });
