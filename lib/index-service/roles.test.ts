// The roles of processes on one PostgreSQL server, as the command line starts them.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { createSimulation } from './sources/simulate/simulation';
import { event, id } from './testing/recorded-events';
import { servedRows } from './testing/served-rows';
import { ownDatabase, testServer } from './testing/test-server';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dagscope-roles-'));
const running = new Set<ChildProcess>();
let url = '';
let drop = async (): Promise<void> => undefined;
beforeEach(async () => {
  if (testServer !== undefined) ({ url, drop } = await ownDatabase(testServer));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await drop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS = { REQUESTS_PER_MINUTE: '1000000', CLAIMS_PER_HOUR: '1000' };

/** Its DATA_DIR is named `name`. */
function start(name: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/index-service/main.ts', ...args], {
    cwd: ROOT,
    env: {
      DATA_DIR: join(folder, name),
      INDEX_PORT: '0',
      DATABASE_URL: url,
      ...LIMITS,
      ...env,
    } as unknown as NodeJS.ProcessEnv,
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const printed = (what: RegExp) => vi.waitUntil(() => what.exec(output), { timeout: 30_000 });
  return {
    child,
    printed,
    url: async () => (await printed(/index service on (http:\S+)/))[1] ?? '',
    ended: new Promise<number | null>((done) => child.once('close', done)),
    output: () => output,
  };
}

const WRITER = ['--role', 'writer'];
const READER = ['--role', 'reader'];

async function claim(url: string): Promise<string> {
  const response = await fetch(`${url}/onboarding/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${Math.random()}@example.org`, scopes }),
  });
  return ((await response.json()) as { key: string }).key;
}

if (testServer === undefined)
  test('without a server there is one process, and a wrong role is said', async () => {
    const [reader, wrong] = [start('reader', READER), start('wrong', ['--role', 'chief'])];
    expect(await Promise.all([reader.ended, wrong.ended])).toEqual([1, 1]);
    expect(reader.output()).toContain('--role reader needs DATABASE_URL');
    expect(wrong.output()).toContain('--role must be one of writer, reader, all');
  });
else
  describe('on a server', () => {
    test('a reader serves what the writer is given, and a standby takes over when the writer stops', async () => {
      const writer = start('writer', WRITER);
      await writer.printed(/^ready: /m);
      const standby = start('standby', WRITER);
      const idle = start('idle', WRITER);
      const reader = start('reader', READER);
      await Promise.all([standby, idle].map((one) => one.printed(/^standing by/m)));
      await reader.printed(/^ready: /m);
      idle.child.kill('SIGTERM');
      expect(await idle.ended).toBe(0);
      const status = async (of: typeof reader, path: string, headers = {}) =>
        (await fetch((await of.url()) + path, { headers })).status;
      expect(await Promise.all([status(writer, '/readyz'), status(standby, '/readyz')])).toEqual([200, 503]);
      expect(await status(writer, '/dags')).toBe(503);
      const headers = { 'x-api-key': await claim(await reader.url()) };
      const stream = await fetch(`${await reader.url()}/events/stream`, { headers });

      const ingest = async (name: string, into: string) => {
        const file = join(folder, `${name}.ndjson`);
        writeFileSync(file, JSON.stringify(event('DAGCreatedEvent', { dag: id(name) })));
        expect(await start(into, ['ingest', file]).ended).toBe(0);
      };
      await ingest('one', 'writer');
      expect(await status(reader, `/dags/${id('one')}`, headers)).toBe(200);
      writer.child.kill('SIGTERM');
      expect(await writer.ended).toBe(0);
      await standby.printed(/^ready: 1 /m);
      await ingest('two', 'standby');
      expect(await status(reader, `/dags/${id('two')}`, headers)).toBe(200);
      const frameReader = (stream.body as ReadableStream<Uint8Array>).getReader();
      let frames = '';
      while (!/^id: 2$/m.test(frames))
        frames += Buffer.from((await frameReader.read()).value ?? []).toString();
      expect([...frames.matchAll(/^id: (\d+)$/gm)].map(([, digits]) => digits)).toEqual(['1', '2']);
      for (const one of [standby, reader]) one.child.kill('SIGTERM');
      expect(await Promise.all([standby.ended, reader.ended])).toEqual([0, 0]);
    });

    test('another process goes on with a mirror whose writer is killed', { timeout: 120_000 }, async () => {
      const { history } = createSimulation({ seed: 'roles', now: Date.UTC(2026, 9, 20), eventsPerSecond: 1 });
      const lines: string[] = [];
      for (const { line } of history()) if (lines.push(stringifyJson(line)) >= 800) break;
      const embedded = { DATABASE_URL: '' };
      const ingest = async (part: string[]) => {
        writeFileSync(join(folder, 'part.ndjson'), part.join('\n'));
        expect(await start('source', ['ingest', join(folder, 'part.ndjson')], embedded).ended).toBe(0);
      };
      await ingest(lines.slice(0, 400));
      const source = start('source', [], embedded);
      await source.printed(/^ready: /m);
      const sourceUrl = await source.url();
      const sourceKey = await claim(sourceUrl);
      const mirror = (name: string) =>
        start(name, [...WRITER, 'follow', sourceUrl], { INDEX_API_KEY: sourceKey });
      const first = mirror('first');
      await first.printed(/^reading the history/m);
      const second = mirror('second');
      await second.printed(/^standing by/m);
      first.child.kill('SIGKILL');
      const reader = start('reader', READER);
      await Promise.all([second.printed(/^ready: /m), reader.printed(/^ready: /m)]);
      await ingest(lines.slice(400));

      const read = async (url: string, key: string, path: string) => {
        const response = await fetch(url + path, { headers: { 'x-api-key': key } });
        return response.status === 404 ? undefined : parseJson(await response.text());
      };
      const original = await servedRows((path) => read(sourceUrl, sourceKey, path));
      const readerUrl = await reader.url();
      const readerKey = await claim(readerUrl);
      await vi.waitFor(
        async () => {
          const copied = await servedRows((path) => read(readerUrl, readerKey, path));
          expect(copied).toEqual(original);
        },
        { timeout: 30_000, interval: 500 },
      );
      const info = (await (await fetch(readerUrl)).json()) as { network: Record<string, unknown> };
      expect(info.network).toMatchObject({ mirror_of: sourceUrl, behind_ms: expect.any(Number) as number });
    });
  });
