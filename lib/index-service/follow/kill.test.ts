// kill -9 at any point of a first copy and of live following: the mirror ends up equal to its source.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { scopes } from '@/lib/contract/scopes';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { servedRows } from '@/lib/index-service/testing/served-rows';
import { count } from '@/scripts/test-size';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'dagscope-mirror-'));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const KILLS = count(3, 10);
/** Comparing every row of more would take minutes. */
const HISTORY = 3_000;
const LIVE = 200;
const LIMITS = { REQUESTS_PER_MINUTE: '1000000', CLAIMS_PER_HOUR: '1000' };

function start(name: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/index-service/main.ts', ...args], {
    cwd: ROOT,
    env: { DATA_DIR: join(folder, name), INDEX_PORT: '0', ...env } as unknown as NodeJS.ProcessEnv,
  });
  running.add(child);
  const ended = new Promise((done) => child.once('close', done));
  const process_ = { child, output: '', ended };
  child.stdout.on('data', (text: Buffer) => (process_.output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (process_.output += text.toString()));
  const printed = (what: RegExp) =>
    vi.waitUntil(() => what.exec(process_.output), { timeout: 60_000, interval: 50 });
  return Object.assign(process_, {
    url: async () => (await printed(/index service on (http:\S+)/))[1] ?? '',
    ready: () => printed(/^ready: /m),
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      await ended;
      running.delete(child);
    },
  });
}

async function claim(url: string): Promise<string> {
  const response = await fetch(`${url}/onboarding/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${Math.random()}@example.org`, scopes }),
  });
  return ((await response.json()) as { key: string }).key;
}

async function read(url: string, key: string, path: string): Promise<unknown> {
  const response = await fetch(url + path, { headers: { 'x-api-key': key } });
  if (response.status === 404) return undefined;
  expect(response.status, path).toBe(200);
  return parseJson(await response.text());
}

/** The first lines of a simulated network, as files to ingest: its history, then one for each kill. */
function recordings(): string[] {
  const { history } = createSimulation({ seed: 'kills', now: Date.UTC(2026, 9, 20), eventsPerSecond: 1 });
  const lines: string[] = [];
  for (const { line } of history()) if (lines.push(stringifyJson(line)) >= HISTORY + KILLS * LIVE) break;
  const parts = [lines.slice(0, HISTORY)];
  for (let at = HISTORY; at < lines.length; at += LIVE) parts.push(lines.slice(at, at + LIVE));
  return parts.map((part, number) => {
    const file = join(folder, `part-${number}.ndjson`);
    writeFileSync(file, part.join('\n'));
    return file;
  });
}

test(`a mirror killed ${KILLS} times equals its source, row by row`, { timeout: 300_000 }, async () => {
  const [history = '', ...live] = recordings();
  const ingest = (file: string) => start('source', ['ingest', file], {}).ended;
  await ingest(history);
  const source = start('source', [], LIMITS);
  await source.ready();
  const sourceUrl = await source.url();
  const key = await claim(sourceUrl);
  const mirror = () => start('mirror', ['follow', sourceUrl], { ...LIMITS, INDEX_API_KEY: key });

  for (const [kill, file] of live.entries()) {
    const one = mirror();
    await one.url();
    // The first ones end while the history is copied, the later ones while it follows.
    if (kill % 2 === 1) await one.ready();
    const ingested = ingest(file);
    await sleep(300 * kill);
    await one.stop('SIGKILL');
    await ingested;
  }

  const last = mirror();
  await last.ready();
  const mirrorUrl = await last.url();
  const mirrorKey = await claim(mirrorUrl);
  const original = await servedRows((path) => read(sourceUrl, key, path));
  const copied = await servedRows((path) => read(mirrorUrl, mirrorKey, path));
  expect([...copied.keys()]).toEqual([...original.keys()]);
  for (const [path, rows] of original) expect(copied.get(path), path).toEqual(rows);
  expect(last.output).not.toContain(key);
  await Promise.all([last.stop('SIGTERM'), source.stop('SIGTERM')]);
});
