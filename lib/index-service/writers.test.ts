// Several processes on one PostgreSQL server: one writes, another takes over when it is killed or stalls, readers miss nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '@/lib/time/clock';
import { openIndex, openReader, type OpenReader } from './open-index';
import type { Database } from './store/database';
import { openStore } from './store/open-store';
import { openPostgres } from './store/postgres';
import { DatabaseLocked, takeWriterLock, WRITER_LOCK, WriterReplaced } from './store/writer-lock';
import { openLogTail } from './log/log-tail';
import { createLogReader } from './stream/log-reader';
import { killProcesses, startProgram } from './testing/index-process';
import { event, id } from './testing/recorded-events';
import { ownDatabase, testServer } from './testing/test-server';

const AT_ONCE = 20;
const TAKEOVER_MS = 5_000;
/** The one limit in real time: a machine that does other things may miss it. */
const BUSY = { retry: 2, tags: ['full'] };

afterAll(killProcesses);

interface Line {
  began?: number;
  done?: number;
  refused?: string;
}

/** A process that stands by and then appends (append-in-turn.ts). */
function appender(url: string) {
  const { child, ended, output } = startProgram('lib/index-service/testing/append-in-turn.ts', [url]);
  const lines = () =>
    output()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text) as Line);
  async function printed<Key extends keyof Line>(key: Key, timeout = 30_000) {
    const found = () => lines().find((line) => line[key] !== undefined);
    return (await vi.waitUntil(found, { timeout, interval: 20 }))[key];
  }
  return {
    child,
    ended,
    printed,
    standsBy: () => vi.waitUntil(() => lines().length > 0, { timeout: 60_000 }),
    acknowledged: () => lines().findLast((line) => line.done !== undefined)?.done ?? 0,
    appended: (pieces: number) =>
      vi.waitUntil(() => lines().filter((line) => line.done !== undefined).length >= pieces, {
        timeout: 60_000,
      }),
  };
}

async function inStep(db: Database): Promise<number> {
  const [found] = await db.query<Record<'tip' | 'entries' | 'dags' | 'counted', number>>(
    `select (select coalesce(max(id), 0) from log_entries)::int as tip, (select count(*) from log_entries)::int as entries,
       (select count(*) from dags)::int as dags,
       (select coalesce(sum(rows), 0) from row_counts where table_name = 'dags' and column_name = '')::int as counted`,
  );
  const tip = found?.tip ?? 0;
  expect(found).toEqual({ tip, entries: tip, dags: tip, counted: tip });
  return tip;
}

const created = () => event('DAGCreatedEvent', { dag: id(`dag ${Math.random()}`) });

if (testServer === undefined)
  test('the embedded store has no epoch to check: one process has its directory', async () => {
    // A directory begins as a copy of the empty store; in memory the engine would make one, which takes ten times as long.
    const folder = mkdtempSync(join(tmpdir(), 'dagscope-writer-'));
    const index = await openIndex({ DATA_DIR: folder }, systemClock);
    expect(index.writerDb).toBe(index.db);
    await index.close();
    rmSync(folder, { recursive: true });
  });
else
  describe('on a server', () => {
    const server = testServer ?? '';
    let url = '';
    let drop = async (): Promise<void> => undefined;
    let db: Database;
    beforeEach(async () => {
      ({ url, drop } = await ownDatabase(server));
      db = openPostgres(url, { connections: 2 });
      return async () => {
        await db.close();
        await drop();
      };
    });

    const openWriter = (options: Parameters<typeof openIndex>[2] = {}) =>
      openIndex({ DATA_DIR: '', DATABASE_URL: url }, systemClock, options);

    test('processes that start at once migrate an empty database once', async () => {
      const stores = await Promise.all(
        Array.from({ length: 4 }, () => openStore({ dataDir: '', databaseUrl: url })),
      );
      const names = await db.query<{ name: string }>('select name from migrations');
      expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
      await Promise.all(stores.map((store) => store.close()));
    });

    test('a second writer that does not stand by is refused', async () => {
      const index = await openWriter();
      await expect(openWriter()).rejects.toThrow(DatabaseLocked);
      await index.close();
      await (await openWriter()).close();
    });

    /** As if the network had cut the writer's session off. */
    const cutOff = () =>
      db.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objid = ${WRITER_LOCK}`,
      );

    test('a writer that lost its lock writes no more once another has taken over', async () => {
      let replaced = false;
      const first = await openWriter({ onReplaced: () => (replaced = true) });
      await first.log.append([created()]);
      let isOpen = false;
      const standby = openWriter({ standby: new AbortController().signal }).finally(() => (isOpen = true));
      // The first one may be quicker to take the lock again; the second may need longer to open the store.
      for (let patience = 400; !isOpen; patience *= 2) {
        await cutOff();
        await Promise.race([standby, sleep(patience)]);
      }
      const second = await standby;
      expect(second.log.tip()).toBe(1n);
      await expect(first.log.append([created()])).rejects.toThrow(WriterReplaced);
      await second.log.append([created()]);
      expect(replaced).toBe(true);
      expect(await inStep(db)).toBe(2);
      await Promise.all([first.close(), second.close()]);
    });

    test('a writer whose connection is cut continues while no other takes over', async () => {
      let replaced = false;
      const index = await openWriter({ onReplaced: () => (replaced = true) });
      await cutOff();
      await index.log.append([created()]);
      await sleep(1_000);
      await expect(openWriter()).rejects.toThrow(DatabaseLocked);
      await index.log.append([created()]);
      expect(replaced).toBe(false);
      expect(await inStep(db)).toBe(2);
      await index.close();
    });

    test('a process that stands by outlives a server that refuses connections for a while', async () => {
      const first = await openWriter();
      const reasons: string[] = [];
      const standby = openWriter({
        standby: new AbortController().signal,
        onWait: (why) => reasons.push(why),
      });
      const elsewhere = openPostgres(server, { connections: 1 });
      const letIn = (whether: boolean) =>
        elsewhere.query(
          `alter database "${new URL(url).pathname.slice(1)}" with allow_connections ${whether}`,
        );
      const standbys = (what: 'pid' | 'pg_terminate_backend(pid)') =>
        db.query(
          `select ${what} from pg_stat_activity where datname = current_database() and query like '%try_advisory%'
           and pid not in (select pid from pg_locks where locktype = 'advisory') and pid <> pg_backend_pid()`,
        );
      await vi.waitUntil(async () => (await standbys('pid')).length > 0, { timeout: 60_000, interval: 50 });
      await letIn(false);
      expect(await standbys('pg_terminate_backend(pid)')).toHaveLength(1);
      await sleep(1_500);
      await letIn(true);
      await elsewhere.close();
      await first.log.append([created()]);
      await first.close();
      const second = await standby;
      expect(second.log.tip()).toBe(1n);
      await second.close();
      expect(reasons[0]).toBe('another process writes');
      expect(reasons.join()).toContain('the database cannot be used');
    });

    test('the next writer waits for a transaction that was let in before it', async () => {
      await (await openStore({ dataDir: '', databaseUrl: url })).close();
      const first = await takeWriterLock(url);
      const order: string[] = [];
      let next: Promise<unknown> = Promise.resolve();
      await first.fence(db).transaction(async () => {
        next = takeWriterLock(url, { standby: new AbortController().signal }).then((lock) => {
          order.push('next writer');
          return lock.release();
        });
        await first.release();
        await sleep(800);
        order.push('commit');
      });
      await next;
      expect(order).toEqual(['commit', 'next writer']);
    });

    async function pair() {
      const writer = appender(url);
      await writer.printed('began');
      const next = appender(url);
      await Promise.all([next.standsBy(), writer.appended(5)]);
      // Now its connection is open.
      await sleep(500);
      return { writer, next };
    }

    test(
      'kill -9 while it appends: another takes over within 5 s, nothing is lost or doubled',
      BUSY,
      async () => {
        const { writer, next } = await pair();
        const reader = await openEverything();
        writer.child.kill('SIGKILL');
        const began = await next.printed('began', TAKEOVER_MS);
        await writer.ended;
        expect([writer.acknowledged(), writer.acknowledged() + AT_ONCE]).toContain(began);
        await next.appended(3);
        next.child.kill('SIGKILL');
        await next.ended;
        const tip = await inStep(db);
        expect(tip).toBeGreaterThanOrEqual(next.acknowledged());
        expect(await reader.upTo(tip)).toEqual(allIds(tip));
      },
    );

    test(
      'a stalled writer loses its place within 5 s, and its append is refused when it continues',
      BUSY,
      async () => {
        const { writer, next } = await pair();
        writer.child.kill('SIGSTOP');
        await next.printed('began', TAKEOVER_MS);
        await next.appended(2);
        const acknowledged = writer.acknowledged();
        writer.child.kill('SIGCONT');
        expect(await writer.printed('refused')).toContain('another process writes');
        await writer.ended;
        expect(writer.acknowledged()).toBe(acknowledged);
        await next.appended(4);
        next.child.kill('SIGKILL');
        await next.ended;
        await inStep(db);
      },
    );

    const opened: OpenReader[] = [];
    afterEach(async () => {
      for (const reader of opened.splice(0)) await reader.close();
    });

    /** Streams the log from its beginning in this process, which does not write. */
    async function openEverything() {
      const reader = await openReader(url, systemClock, {
        signal: new AbortController().signal,
        report: () => undefined,
        onError: () => undefined,
      });
      opened.push(reader);
      const stream = createLogReader(reader.log, { keep: { events: 50, characters: 1_000_000 } });
      let cursor = 0n;
      const ids: number[] = [];
      return {
        reader,
        ids,
        /** Reads on until it has this id. */
        async upTo(last: number): Promise<number[]> {
          while ((ids.at(-1) ?? 0) < last) {
            const version = stream.version();
            const step = await stream.next(cursor, undefined);
            if (step === undefined) {
              await new Promise<void>((resolve) => stream.whenPast(version, resolve));
              continue;
            }
            cursor = step.cursor;
            ids.push(...step.events.map((event) => Number(event.id)));
          }
          return ids;
        },
      };
    }
    const allIds = (tip: number) => Array.from({ length: tip }, (_, n) => n + 1);

    test('a reader streams what another process appends, also when notifications are lost', async () => {
      const index = await openWriter();
      const { reader, upTo } = await openEverything();
      await index.log.append([created(), created()]);
      expect(await upTo(2)).toEqual(allIds(2));
      const listeners = await db.query<{ ended: boolean }>(
        "select pg_terminate_backend(pid) as ended from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
      );
      expect(listeners).toHaveLength(1);
      await index.log.append([created()]);
      expect(await upTo(3)).toEqual(allIds(3));
      // A tail that nothing pokes reads now and then.
      const tail = await openLogTail({ db, clock: systemClock, onError: () => undefined });
      await index.log.append([created()]);
      await vi.waitFor(() => expect(tail?.tip()).toBe(4n), { timeout: 60_000 });
      await tail?.close();
      const former = reader.log.logId();
      await index.log.reset();
      await index.log.append([created()]);
      await vi.waitFor(() => expect(reader.log.logId()).not.toBe(former), { timeout: 60_000 });
      await vi.waitFor(() => expect(reader.log.tip()).toBe(1n), { timeout: 60_000 });
      expect(reader.unavailable()).toBeUndefined();
      await db.query("update facts set value = 'other' where name = 'projections_version'");
      await vi.waitFor(() => expect(reader.unavailable()).toContain('another release'), { timeout: 60_000 });
      await index.close();
    });
  });
