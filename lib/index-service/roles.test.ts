// The roles of processes on one PostgreSQL server, as the command line starts them.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { event, id } from './testing/recorded-events';
import { ownDatabase, testServer } from './testing/test-server';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dagscope-roles-'));
const running = new Set<ChildProcess>();
let url = '';
let drop = async (): Promise<void> => undefined;
beforeAll(async () => {
  if (testServer !== undefined) ({ url, drop } = await ownDatabase(testServer));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Its DATA_DIR is named `name`. */
function start(name: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/index-service/main.ts', ...args], {
    cwd: ROOT,
    env: { DATA_DIR: join(folder, name), INDEX_PORT: '0', DATABASE_URL: url } as unknown as NodeJS.ProcessEnv,
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return {
    child,
    ended: new Promise<number | null>((done) => child.once('close', done)),
    printed: (what: RegExp) => vi.waitUntil(() => what.exec(output), { timeout: 30_000 }),
    output: () => output,
  };
}

if (testServer === undefined)
  test('without a server there is one process, and a wrong role is said', async () => {
    const [reader, wrong] = [start('reader', '--role', 'reader'), start('wrong', '--role', 'chief')];
    expect(await Promise.all([reader.ended, wrong.ended])).toEqual([1, 1]);
    expect(reader.output()).toContain('--role reader needs DATABASE_URL');
    expect(wrong.output()).toContain('--role must be one of writer, reader, all');
  });
else
  test('a reader serves what the writer is given, and a standby takes over when the writer stops', async () => {
    const writer = start('writer', '--role', 'writer');
    await writer.printed(/^ready: /m);
    const standby = start('standby', '--role', 'writer');
    const reader = start('reader', '--role', 'reader');
    await Promise.all([standby.printed(/^standing by/m), reader.printed(/^ready: /m)]);
    const asked = async (path: string, of = reader, init: RequestInit = {}) =>
      fetch((await of.printed(/index service on (http:\S+)/))[1] + path, init);
    expect([(await asked('/readyz', writer)).status, (await asked('/readyz', standby)).status]).toEqual([
      200, 503,
    ]);
    expect((await asked('/dags', writer)).status).toBe(503);
    const claimed = await asked('/onboarding/keys', reader, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.org', scopes: ['events:read', 'dags:read'] }),
    });
    const { key } = (await claimed.json()) as { key: string };
    const headers = { 'x-api-key': key };
    const stream = (await asked('/events/stream', reader, { headers })).text();

    const ingest = async (name: string, into: string) => {
      const file = join(folder, `${name}.ndjson`);
      writeFileSync(file, JSON.stringify(event('DAGCreatedEvent', { dag: id(name) })));
      expect(await start(into, 'ingest', file).ended).toBe(0);
    };
    await ingest('one', 'writer');
    expect((await asked(`/dags/${id('one')}`, reader, { headers })).status).toBe(200);
    writer.child.kill('SIGTERM');
    expect(await writer.ended).toBe(0);
    await standby.printed(/^ready: 1 /m);
    await ingest('two', 'standby');
    await vi.waitFor(async () =>
      expect((await asked(`/dags/${id('two')}`, reader, { headers })).status).toBe(200),
    );
    for (const one of [standby, reader]) one.child.kill('SIGTERM');
    expect(await Promise.all([standby.ended, reader.ended])).toEqual([0, 0]);
    expect([...(await stream).matchAll(/^id: (\d+)$/gm)].map(([, digits]) => digits)).toEqual(['1', '2']);
  });
