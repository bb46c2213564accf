// npm run bench -- chain [pglite] [postgresql] [backlog]: following a node against ingesting the same events, idle checkpoints, and
// the memory while a backlog of a million events is read, for BENCH_MINUTES at most.
// The node is a process of its own.
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
import { ownDatabase } from '@/lib/index-service/testing/test-server';
import { stringifyJson } from '@/lib/json/exact';
import { findPostgres, startPostgres } from '../postgres.mjs';
import { type Cleanup, withCleanup } from './cleanup';
import { figures, median, type Figures } from './figures';
import { cpuSeconds } from './process-cost';

/** BENCH_EVENTS: at most this many; the generated history has about 31,000. */
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 30_000);
const BACKLOG = 1_000_000;
const BACKLOG_MS = 60_000 * Number(process.env['BENCH_MINUTES'] ?? 10);
const SAMPLE_MS = 15_000;
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

/** An index that follows a node, in this process. */
async function openFollower(store: StoreOptions, url: URL) {
  const stopping = new AbortController();
  const { db, log } = await openLog(store);
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
  const stop = async () => {
    stopping.abort();
    await source.live();
    await db.close();
  };
  return { log, seed: () => source.seed(), stop };
}

async function measureStore(name: string, store: (part: string) => Promise<StoreOptions>, into: Figures) {
  const lines = recordedLines();
  const recorded = await openLog(await store('recorded'));
  const ingest = await measured(() => ingestLines(recorded.log, lines));
  await recorded.db.close();

  const node = await startDouble(lines.length, IDLE_CHECKPOINTS_PER_SECOND);
  const { log, seed, stop } = await openFollower(await store('chain'), node.url);
  const nodeCpu = cpuSeconds([node.pid]);
  const chain = await measured(seed);
  into.note(`${name}: CPU of the node meanwhile, seconds`, cpuSeconds([node.pid]) - nodeCpu);
  const idle = await measured(() => sleep(IDLE_MS));
  if (log.tip() !== BigInt(lines.length)) throw new Error(`the log has ${log.tip()} events`);
  await stop();
  node.close();

  into.atLeast(`${name}: events a second`, lines.length / chain.seconds, 3_000, 'per second');
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

/** Memory must not depend on how much there is to read; a backlog that takes longer is left. */
async function measureBacklog(store: StoreOptions, into: Figures) {
  const node = await startDouble(BACKLOG, 25);
  const { log, seed, stop } = await openFollower(store, node.url);
  const samples: number[] = [];
  const from = performance.now();
  const seeded = seed().then(() => true);
  while (performance.now() - from < BACKLOG_MS) {
    if (await Promise.race([seeded, sleep(SAMPLE_MS, false)])) break;
    const megabytes = process.memoryUsage().rss / 1e6;
    samples.push(megabytes);
    into.note(`backlog: memory at ${log.tip()} events, MB`, megabytes);
  }
  into.note('backlog: events read', Number(log.tip()));
  into.note('backlog: seconds', (performance.now() - from) / 1000);
  const [middle, quarter] = [Math.floor(samples.length / 2), Math.floor(samples.length / 4)];
  into.atMost(
    'backlog: memory in the second half against the second quarter',
    median(samples.slice(middle)) / median(samples.slice(quarter, middle)),
    1.15,
    'times',
  );
  await stop();
  node.close();
}

/** The address of a server of its own; null where PostgreSQL is not installed. */
async function ownServer(cleanup: Cleanup): Promise<string | null> {
  const bin = findPostgres();
  if (bin === null) return null;
  const starting = startPostgres(bin, { durable: true });
  cleanup.add(async () => (await starting).stop());
  return (await starting).url;
}

async function measureParts(parts: readonly string[], cleanup: Cleanup, into: Figures): Promise<void> {
  const has = (name: string) => parts.length === 0 || parts.includes(name);
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-bench-chain-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const inFolder = (part: string): StoreOptions => ({ dataDir: join(folder, part) });
  if (has('pglite')) await measureStore('pglite', async (part) => inFolder(part), into);
  const server = has('postgresql') || parts.includes('backlog') ? await ownServer(cleanup) : null;
  const onServer = async (address: string) => ({
    dataDir: '',
    databaseUrl: (await ownDatabase(address)).url,
  });
  if (has('postgresql')) {
    if (server === null) into.note('PostgreSQL', 'there is none here: not measured');
    else await measureStore('postgresql', () => onServer(server), into);
  }
  if (parts.includes('backlog'))
    await measureBacklog(server === null ? inFolder('backlog') : await onServer(server), into);
}

export async function run(parts: readonly string[]): Promise<Record<string, unknown>> {
  const into = figures((line) => console.log(line));
  await withCleanup((cleanup) => measureParts(parts, cleanup, into));
  return into.all();
}
