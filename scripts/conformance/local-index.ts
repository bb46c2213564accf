// Our own index for --self: a temporary store (or DATABASE_URL), the simulated network, the prepared events, and a key that may
// read everything. Invariant: it listens on a free loopback port, and close() frees the port and removes the files.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '@/lib/json/exact';
import { systemClock } from '@/lib/time/clock';
import { allHandlers } from '@/lib/index-service/http/all-handlers';
import { listen } from '@/lib/index-service/http/listen';
import { ingestLines } from '@/lib/index-service/log/ingest';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { openIndex, type OpenIndex } from '@/lib/index-service/open-index';
import type { Limits } from '@/lib/index-service/limits';
import { createService, type Service } from '@/lib/index-service/service';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { preparedEvents } from './prepared-events';

const BATCH = 1_000;
const SEED = 'conformance';

export interface LocalIndex {
  url: string;
  key: string;
  service: Service;
  close(): Promise<void>;
}

export interface LocalIndexOptions {
  databaseUrl?: string;
  /** How many lines of the simulated history to ingest; all by default. */
  lines?: number;
  keepAliveMs?: number;
}

const unlimited: Partial<Limits> = { claimsPerHour: 1_000_000, requestsPerMinute: 1_000_000 };

async function fill({ log }: OpenIndex, most: number): Promise<void> {
  const simulation = createSimulation({ seed: SEED, now: systemClock.now(), eventsPerSecond: 1 });
  let batch: RecordedLine[] = [];
  let count = 0;
  const times = new Map<RecordedLine, string>();
  const write = async () => {
    await log.append(batch, { indexedAt: (line) => times.get(line) ?? new Date().toISOString() });
    batch = [];
    times.clear();
  };
  for (const { line, indexed_at } of simulation.history()) {
    if (count >= most) break;
    count += 1;
    batch.push(line);
    times.set(line, indexed_at);
    if (batch.length >= BATCH) await write();
  }
  await write();
  await ingestLines(log, preparedEvents);
}

async function claimKey(service: Service): Promise<string> {
  const scopes = ['leaders', 'agents', 'tasks', 'executions', 'tools', 'payments', 'dags', 'events'];
  const answer = await service.fetch(
    new Request('http://localhost/onboarding/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'suite@conformance.example',
        scopes: scopes.map((family) => `${family}:read`),
      }),
    }),
    { address: '127.0.0.1' },
  );
  return (parseJson(await answer.text()) as { key: string }).key;
}

/** Starts the index with its data. */
export async function startLocalIndex(options: LocalIndexOptions = {}): Promise<LocalIndex> {
  const dataDir = await mkdtemp(join(tmpdir(), 'conformance-'));
  const discard = () => rm(dataDir, { recursive: true, force: true });
  try {
    const index = await openIndex({ DATA_DIR: dataDir, DATABASE_URL: options.databaseUrl }, systemClock);
    if (index.log.tip() > 0n) {
      await index.close();
      throw new Error('the database already has a log: --self needs an empty one');
    }
    await fill(index, options.lines ?? Number.POSITIVE_INFINITY);
    const service = createService({
      db: index.db,
      log: index.log,
      handlers: allHandlers,
      clock: systemClock,
      random: randomBytes,
      errors: { error: (fields, message) => console.error(message, fields) },
      network: () => ({ name: 'simulated', simulated: true }),
      readiness: () => ({ ready: true, message: 'ready' }),
      limits: {
        ...unlimited,
        ...(options.keepAliveMs === undefined ? {} : { streamKeepAliveMs: options.keepAliveMs }),
      },
    });
    const listening = await listen(0, (request, connection) => service.fetch(request, connection));
    return {
      url: listening.url,
      key: await claimKey(service),
      service,
      async close() {
        await service.stop();
        await listening.close();
        await index.close();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
