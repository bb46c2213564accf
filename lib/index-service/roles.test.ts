// The roles of processes on one PostgreSQL server, as the command line starts them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stringifyJson } from '@/lib/json/exact';
import { claimKey, killProcesses, readJson, startIndex, UNLIMITED } from './testing/index-process';
import { event, id } from './testing/recorded-events';
import { servedRows } from './testing/served-rows';
import { simulatedLines } from './testing/simulated-lines';
import { ownDatabase, testServer } from './testing/test-server';

const folder = mkdtempSync(join(tmpdir(), 'dagscope-roles-'));
let url = '';
let drop = async (): Promise<void> => undefined;
beforeEach(async () => {
  if (testServer !== undefined) ({ url, drop } = await ownDatabase(testServer));
});
afterEach(async () => {
  killProcesses();
  await drop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Its DATA_DIR is named `name`. */
const start = (name: string, args: string[], env: Record<string, string> = {}) =>
  startIndex(join(folder, name), args, { DATABASE_URL: url, ...UNLIMITED, ...env });

const WRITER = ['--role', 'writer'];
const READER = ['--role', 'reader'];

if (testServer === undefined)
  test('without a server there is one process; a wrong role is reported', async () => {
    const [reader, wrong] = [start('reader', READER), start('wrong', ['--role', 'chief'])];
    expect(await Promise.all([reader.ended, wrong.ended])).toEqual([1, 1]);
    expect(reader.errors()).toContain('--role reader needs DATABASE_URL');
    expect(wrong.errors()).toContain('--role must be one of writer, reader, all');
  });
else
  describe('on a server', { tags: ['full'] }, () => {
    test('a reader serves what the writer ingests, and a standby takes over when the writer stops', async () => {
      const writer = start('writer', WRITER);
      await writer.printed(/^ready: /m);
      const standby = start('standby', WRITER);
      const idle = start('idle', WRITER);
      const reader = start('reader', READER);
      await Promise.all([standby, idle].map((index) => index.printed(/^standing by/m)));
      await reader.printed(/^ready: /m);
      idle.child.kill('SIGTERM');
      expect(await idle.ended).toBe(0);
      const status = async (of: typeof reader, path: string, headers = {}) =>
        (await fetch((await of.url()) + path, { headers })).status;
      expect(await Promise.all([status(writer, '/readyz'), status(standby, '/readyz')])).toEqual([200, 503]);
      expect(await status(writer, '/dags')).toBe(503);
      const headers = { 'x-api-key': await claimKey(await reader.url()) };
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
      for (const index of [standby, reader]) index.child.kill('SIGTERM');
      expect(await Promise.all([standby.ended, reader.ended])).toEqual([0, 0]);
    });

    test('another process continues a mirror whose writer is killed', { timeout: 120_000 }, async () => {
      const lines = simulatedLines('roles', 800).map((line) => stringifyJson(line));
      const embedded = { DATABASE_URL: '' };
      const ingest = async (part: string[]) => {
        writeFileSync(join(folder, 'part.ndjson'), part.join('\n'));
        expect(await start('source', ['ingest', join(folder, 'part.ndjson')], embedded).ended).toBe(0);
      };
      await ingest(lines.slice(0, 400));
      const source = start('source', [], embedded);
      await source.printed(/^ready: /m);
      const sourceUrl = await source.url();
      const sourceKey = await claimKey(sourceUrl);
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

      const original = await servedRows((path) => readJson(sourceUrl, sourceKey, path));
      const readerUrl = await reader.url();
      const readerKey = await claimKey(readerUrl);
      await vi.waitFor(
        async () => {
          const copied = await servedRows((path) => readJson(readerUrl, readerKey, path));
          expect(copied).toEqual(original);
        },
        { timeout: 60_000, interval: 500 },
      );
      const info = (await (await fetch(readerUrl)).json()) as { network: Record<string, unknown> };
      expect(info.network).toMatchObject({ mirror_of: sourceUrl, behind_ms: expect.any(Number) as number });
    });
  });
