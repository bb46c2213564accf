// The index under load: ingest on both stores, answers over a large log, replay, memory. Its parts are index-*.ts.
// BENCH_EVENTS: how many events (1,000,000); BENCH_MINUTES: how long the memory is watched (1).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../postgres.mjs';
import { figures } from './figures';
import { measureAnswers } from './index-answers';
import { addLargeDag, fill } from './index-fill';
import { measureMemory } from './index-memory';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 1);
const PER_SECOND = 5_000;

export async function run(): Promise<Record<string, unknown>> {
  const say = (line: string) => console.log(line);
  const all = figures(say);
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-bench-'));
  try {
    const bin = findPostgres();
    if (bin === null) say('     there is no PostgreSQL here: it is not measured');
    else {
      const server = await startPostgres(bin, { durable: true });
      try {
        const { db, perSecond } = await fill(
          { dataDir: '', databaseUrl: server.url },
          Math.min(EVENTS, 100_000),
          say,
        );
        all.atLeast('ingest into PostgreSQL', perSecond, PER_SECOND, 'events a second');
        await db.close();
      } finally {
        await server.stop();
      }
    }
    const dataDir = join(folder, 'filled');
    const filled = await fill({ dataDir }, EVENTS, say);
    all.atLeast('ingest into the embedded store', filled.perSecond, PER_SECOND, 'events a second');
    all.note('ingest of the last fifth', filled.perSecondAtTheEnd);
    const dag = await addLargeDag(filled.log);
    await measureAnswers(filled.db, filled.log, dag, all);
    await filled.db.close();
    await measureMemory(dataDir, folder, MINUTES, all);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return all.all();
}
