// A simulated network through a node's rendering and gRPC into an index that is killed meanwhile: log and answers equal, on both stores.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { canonicalJson } from '@/lib/index-service/log/log-entry';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { openStore } from '@/lib/index-service/store/open-store';
import {
  claimKey,
  killProcesses,
  readJson,
  startIndex,
  UNLIMITED,
} from '@/lib/index-service/testing/index-process';
import { servedRows } from '@/lib/index-service/testing/served-rows';
import { SIMULATED_NOW } from '@/lib/index-service/testing/simulated-lines';
import { ownDatabase, testServer } from '@/lib/index-service/testing/test-server';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { count } from '@/scripts/test-size';
import { chainKinds } from './kinds';
import { deployments, type Deployment } from './packages';
import { AGENT_REGISTRY, asOnChain, checkpointsOf, objectsOf } from './testing/chain-of';
import { nodeEvent } from './testing/node-json';
import { startNodeDouble } from './testing/node-double';

const folder = mkdtempSync(join(tmpdir(), 'dagscope-chain-'));
afterAll(() => {
  killProcesses();
  rmSync(folder, { recursive: true, force: true });
});

const KILLS = count(3, 10);
const LINES = count(600, Infinity);
const network: Deployment = {
  ...(deployments[0] as Deployment),
  name: 'double',
  from: 7n,
};

/** The first lines, and after them what happened at the times when a kind occurred that is not among them. */
function history(): RecordedLine[] {
  const lines: RecordedLine[] = [];
  const seen = new Set<string>();
  let together: RecordedLine[] = [];
  const close = () => {
    const kinds = together.flatMap((line) => ('snapshot' in line ? [] : [line.kind]));
    if (lines.length < LINES || kinds.some((kind) => !seen.has(kind))) {
      lines.push(...together);
      for (const kind of kinds) seen.add(kind);
    }
    together = [];
  };
  const { history: all } = createSimulation({ seed: 'history', now: SIMULATED_NOW, eventsPerSecond: 1 });
  for (const { line } of all()) {
    if (together[0]?.onchain_at !== line.onchain_at) close();
    if (lines.length >= LINES && seen.size === chainKinds.size) break;
    // A flag of an object is never unknown on chain.
    const isUnknown = 'snapshot' in line && line.fields['verified'] === null;
    together.push(isUnknown ? { ...line, fields: { ...line.fields, verified: false } } : line);
  }
  close();
  return lines;
}

/** Ids of rows, when a record was read, and the order of rows that were indexed together are the index's own. */
function withoutIds(rows: unknown): unknown {
  const comparable: unknown = JSON.parse(
    JSON.stringify(rows ?? null, (key, value: unknown) => {
      if (key === 'record_refreshed_at' || key === 'id') return undefined;
      return typeof value === 'bigint' ? String(value) : value;
    }),
  );
  return Array.isArray(comparable) ? comparable.map((row) => canonicalJson(row)).sort() : comparable;
}

test(
  `an index that is killed ${KILLS} times equals the chain`,
  { timeout: 1_200_000, tags: ['full'] },
  async () => {
    const lines = history();
    const events = lines.flatMap((line) => ('snapshot' in line ? [] : [asOnChain(line)]));
    const checkpoints = checkpointsOf(lines, network.from, (line) =>
      nodeEvent(network, line.kind, line.payload),
    );
    const objects = objectsOf(lines, network);
    const half = Math.floor(checkpoints.length / 2);
    const node = await startNodeDouble(checkpoints, {
      chainId: network.chainId,
      floor: network.from,
      tip: half,
      objects,
    });
    const database = testServer === undefined ? undefined : await ownDatabase(testServer);
    const deployment = join(folder, 'packages.json');
    const { name, chainId: chain_id, packages } = network;
    writeFileSync(
      deployment,
      JSON.stringify({
        name,
        chain_id,
        from: Number(network.from),
        packages,
        agent_registry: AGENT_REGISTRY,
      }),
    );
    const env = { ...UNLIMITED, CHAIN_PACKAGES: deployment, ...(database && { DATABASE_URL: database.url }) };
    /** On a server a process of its own writes, and another one serves. */
    const role = database === undefined ? [] : ['--role', 'writer'];
    const start = () => startIndex(join(folder, 'chain'), [...role, 'chain', node.url.href], env);

    const step = Math.ceil((checkpoints.length - half) / (KILLS + 1));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const index = start();
      const before = node.calls.length;
      // Killed in turn while it lists, while it appends, and while it follows.
      if (kill % 3 === 2) await index.ready();
      else
        await expect
          .poll(() => node.calls.length - before, { timeout: 120_000 })
          .toBeGreaterThan(kill % 3 === 0 ? 3 : 6);
      node.reveal(step);
      await new Promise(setImmediate);
      await index.stop('SIGKILL');
    }
    node.reveal(checkpoints.length);
    const index = start();
    await index.ready();
    const server =
      database === undefined ? index : startIndex(join(folder, 'reader'), ['--role', 'reader'], env);
    await server.ready();
    const url = await server.url();
    const key = await claimKey(url);
    const recorded = join(folder, 'recorded.ndjson');
    const asRecorded = lines.map((line) => ('snapshot' in line ? line : asOnChain(line)));
    writeFileSync(recorded, asRecorded.map((line) => stringifyJson(line)).join('\n'));
    expect(await startIndex(join(folder, 'recorded'), ['ingest', recorded]).ended).toBe(0);
    const expected = startIndex(join(folder, 'recorded'), [], UNLIMITED);
    await expected.ready();
    const expectedUrl = await expected.url();
    const expectedKey = await claimKey(expectedUrl);
    const answers = await servedRows((path) => readJson(url, key, path));
    const expectedAnswers = await servedRows((path) => readJson(expectedUrl, expectedKey, path));
    expect([...answers.keys()].sort()).toEqual([...expectedAnswers.keys()].sort());
    for (const [path, rows] of expectedAnswers)
      expect(withoutIds(answers.get(path)), path).toEqual(withoutIds(rows));
    expect(await readJson(url, key, '/')).toMatchObject({
      network: {
        name: 'double',
        simulated: false,
        chain: {
          checkpoint: Number(checkpoints.at(-1)?.sequence),
          history_complete: true,
          events_stored: events.length,
          events_not_decodable: 0,
          events_foreign: 0,
        },
      },
    });
    const indexUrl = await index.url();
    const textOf = async (path: string) => (await fetch(indexUrl + path)).text();
    // A double at rest is silent: the index connects again now and then.
    await expect
      .poll(() => textOf('/readyz'))
      .toContain(`${events.length} events stored, 0 not decodable, 0 foreign`);
    expect(await textOf('/metrics')).toContain(`dagscope_index_chain_events_stored ${events.length}\n`);
    expect(await index.stop('SIGTERM')).toBe(0);
    if (server !== index) expect(await server.stop('SIGTERM')).toBe(0);
    const other = startIndex(join(folder, 'chain'), ['ingest', recorded], env);
    expect(await other.ended).toBe(1);
    expect(other.errors()).toContain('this index is an index of double');

    const store = await openStore({ dataDir: join(folder, 'chain'), databaseUrl: database?.url });
    const rows = await store.query<Record<string, unknown>>(
      `select kind, tx_digest, event_index, sender_address, onchain_at, payload from log_entries where tx_digest is not null order by id`,
    );
    await store.close();
    const text = (row: Record<string, unknown>) => canonicalJson(row);
    expect(
      rows.map(({ payload, onchain_at, ...row }) =>
        text({
          ...row,
          onchain_at: new Date(String(onchain_at)).toISOString(),
          payload: parseJson(String(payload)),
        }),
      ),
    ).toEqual(
      events.map(({ kind, tx_digest, event_index = 0, sender_address, onchain_at, payload }) =>
        text({ kind, tx_digest, event_index, sender_address, onchain_at, payload }),
      ),
    );
    await node.close();
    await database?.drop();
  },
);
