// npm run bench -- chain [pglite] [postgresql]: following a node against ingesting the same events, and idle checkpoints.
// The node is a process of its own; PostgreSQL is the server in TEST_SERVER.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@/lib/time/clock';
import { createEventLog } from '@/lib/index-service/log/event-log';
import { ingestLines } from '@/lib/index-service/log/ingest';
import type { EventLine } from '@/lib/index-service/log/recorded-line';
import { allProjections } from '@/lib/index-service/projections/all-projections';
import { createProjector } from '@/lib/index-service/projections/projector';
import { openChain } from '@/lib/index-service/sources/chain/chain-source';
import { deployments } from '@/lib/index-service/sources/chain/packages';
import { asOnChain } from '@/lib/index-service/sources/chain/testing/chain-of';
import { startDouble } from '@/scripts/chain-double';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { openStore, type StoreOptions } from '@/lib/index-service/store/open-store';
import { SIMULATED_NOW } from '@/lib/index-service/testing/simulated-lines';
import { ownDatabase, testServer } from '@/lib/index-service/testing/test-server';
import { stringifyJson } from '@/lib/json/exact';
import { figures } from './figures';

/** BENCH_EVENTS: how many. */
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 40_000);
const IDLE_CHECKPOINTS_PER_SECOND = 2_000;
const IDLE_MS = 20_000;

async function openLog(store: StoreOptions) {
  const db = await openStore(store);
  const follower = createProjector(db, allProjections);
  await follower.prepare();
  return { db, log: await createEventLog({ db, now: () => new Date(), follower }) };
}

/** Seconds, seconds of this process's CPU, and the most memory it had, in MB. */
async function measured(work: () => Promise<unknown>) {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  let rss = 0;
  const watch = setInterval(() => (rss = Math.max(rss, process.memoryUsage().rss)), 100);
  await work();
  clearInterval(watch);
  // The embedded engine may never have let the timer run.
  rss = Math.max(rss, process.memoryUsage().rss);
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - from) / 1000, cpu: (user + system) / 1e6, megabytes: rss / 1e6 };
}

function recordedLines(): string[] {
  const lines: EventLine[] = [];
  for (const { line } of createSimulation({
    seed: 'bench',
    now: SIMULATED_NOW,
    eventsPerSecond: 1,
  }).history()) {
    if (lines.length >= EVENTS) break;
    if (!('snapshot' in line)) lines.push(asOnChain(line));
  }
  return lines.map((line) => stringifyJson(line));
}

async function measureStore(
  name: string,
  store: (part: string) => Promise<StoreOptions>,
  into: ReturnType<typeof figures>,
) {
  const lines = recordedLines();
  const recorded = await openLog(await store('recorded'));
  const ingest = await measured(() => ingestLines(recorded.log, lines));
  await recorded.db.close();

  const { url, close } = await startDouble(EVENTS, IDLE_CHECKPOINTS_PER_SECOND);
  const stopping = new AbortController();
  const { db, log } = await openLog(await store('chain'));
  const source = await openChain({
    db,
    log,
    clock: systemClock,
    signal: stopping.signal,
    errors: { error: (fields, message) => console.error(message, fields) },
    report: () => undefined,
    node: { url, token: undefined, tokenHeader: 'x-token' },
    history: undefined,
    from: undefined,
    deployment: deployments[0],
  });
  const chain = await measured(() => source.seed());
  const idle = await measured(() => sleep(IDLE_MS));
  stopping.abort();
  await source.live();
  close();
  if (log.tip() !== BigInt(EVENTS)) throw new Error(`the log has ${log.tip()} events`);
  await db.close();

  into.atLeast(`${name}: events a second`, EVENTS / chain.seconds, 3_000, 'per second');
  into.atMost(`${name}: time against ingest`, chain.seconds / ingest.seconds, 1.5, 'times');
  into.atMost(`${name}: CPU against ingest`, chain.cpu / ingest.cpu, 1.5, 'times');
  into.atMost(
    `${name}: CPU of ${IDLE_CHECKPOINTS_PER_SECOND} checkpoints a second without events`,
    (100 * idle.cpu) / idle.seconds,
    30,
    '% of a core',
  );
  into.note(`${name}: memory while ingesting, MB`, ingest.megabytes);
  into.note(`${name}: memory while catching up, MB`, chain.megabytes);
}

export async function run(parts: readonly string[]): Promise<Record<string, unknown>> {
  const into = figures((line) => console.log(line));
  const has = (name: string) => parts.length === 0 || parts.includes(name);
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-bench-chain-'));
  try {
    if (has('pglite')) await measureStore('pglite', async (part) => ({ dataDir: join(folder, part) }), into);
    if (has('postgresql') && testServer !== undefined) {
      const server = testServer;
      const databases: Awaited<ReturnType<typeof ownDatabase>>[] = [];
      const own = async () => {
        const database = await ownDatabase(server);
        databases.push(database);
        return { dataDir: '', databaseUrl: database.url };
      };
      await measureStore('postgresql', own, into);
      for (const { drop } of databases) await drop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return into.all();
}
