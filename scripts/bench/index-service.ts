// The index under load: ingest on both stores, answers over a large log, replay, memory. Its parts are index-*.ts.
// BENCH_EVENTS: number of events (1,000,000); BENCH_MINUTES: how long memory is watched (2).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../postgres.mjs';
import { figures, type Figures } from './figures';
import { measureAnswers } from './index-answers';
import { addLargeDag, fill } from './index-fill';
import { measureMemory } from './index-memory';
import { withCleanup, type Cleanup } from './cleanup';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 2);
const PER_SECOND = 5_000;

const print = (line: string) => console.log(line);

async function onPostgres(cleanup: Cleanup, all: Figures): Promise<void> {
  const bin = findPostgres();
  if (bin === null) return all.note('ingest into PostgreSQL', 'there is no PostgreSQL here: not measured');
  const starting = startPostgres(bin, { durable: true });
  cleanup.add(async () => (await starting).stop());
  const server = await starting;
  const filled = await fill({ dataDir: '', databaseUrl: server.url }, Math.min(EVENTS, 100_000), print);
  all.atLeast('ingest into PostgreSQL', filled.perSecond, PER_SECOND, 'events a second');
  await filled.db.close();
}

async function embedded(cleanup: Cleanup, all: Figures): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-bench-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'filled');
  const filled = await fill({ dataDir }, EVENTS, print);
  all.atLeast('ingest into the embedded store', filled.perSecond, PER_SECOND, 'events a second');
  all.note('ingest of the last fifth', filled.perSecondAtTheEnd);
  all.note('ingest by the second of computing time', filled.perCpuSecond);
  const dag = await addLargeDag(filled.log);
  await measureAnswers(filled.db, filled.log, dag, all);
  await filled.db.close();
  await measureMemory(dataDir, join(folder, 'fresh'), MINUTES, all, cleanup);
}

export async function run(): Promise<Record<string, unknown>> {
  const all = figures(print);
  await withCleanup((cleanup) => onPostgres(cleanup, all));
  await withCleanup((cleanup) => embedded(cleanup, all));
  return all.all();
}
