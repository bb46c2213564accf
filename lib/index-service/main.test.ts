// The service as a process: what a newcomer's commands do, print and leave behind.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listKeys, rebuild, revokeKey, type Terminal } from './commands';
import { readEnv, type IndexEnv } from './env';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { ownDatabase, testServer } from '@/lib/index-service/testing/test-server';

const MAIN = resolve(import.meta.dirname, 'main.ts');
const folder = mkdtempSync(join(tmpdir(), 'index-main-'));
const dataDir = join(folder, 'data');
const started: ChildProcess[] = [];
let store: Record<string, string> = {};
let drop = async (): Promise<void> => undefined;

beforeAll(async () => {
  if (testServer === undefined) return;
  const own = await ownDatabase(testServer);
  store = { DATABASE_URL: own.url };
  drop = own.drop;
});
afterAll(async () => {
  for (const one of started) one.kill('SIGKILL');
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command; `output` grows as it prints, `ended` is its exit code. */
function run(args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { DATA_DIR: dataDir, INDEX_PORT: '0', ...store, ...env } as unknown as NodeJS.ProcessEnv,
  });
  started.push(child);
  const command = { child, output: '', errors: '', ended: Promise.resolve<number | null>(null) };
  child.stdout.on('data', (text: Buffer) => (command.output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (command.errors += text.toString()));
  command.ended = new Promise((done) => child.once('close', done));
  return command;
}

async function done(args: string[], env: Record<string, string> = {}) {
  const command = run(args, env);
  const code = await command.ended;
  return { code, output: command.output, errors: command.errors };
}

/** Runs a command in this process: starting one takes most of the time of a command. */
async function here(command: (env: IndexEnv, terminal: Terminal) => Promise<number>) {
  const output: string[] = [];
  const errors: string[] = [];
  const env = readEnv({ DATA_DIR: dataDir, ...store });
  const terminal = {
    print: (line: string) => output.push(line),
    printError: (line: string) => errors.push(line),
  };
  return { code: await command(env, terminal), output: output.join('\n'), errors: errors.join('\n') };
}

async function serving(env: Record<string, string> = {}) {
  const command = run([], env);
  const printed = (what: RegExp) => vi.waitUntil(() => what.exec(command.output), { timeout: 50_000 });
  const [, url = ''] = await printed(/index service on (http:\S+)/);
  return Object.assign(command, { url, ready: () => printed(/^ready: /m) });
}

async function claimKey(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/onboarding/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, scopes: ['events:read', 'dags:read'] }),
  });
  return ((await response.json()) as { key: string }).key;
}

const created = (name: string) => JSON.stringify(event('DAGCreatedEvent', { dag: id(name) }));
function file(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

describe('ingest, with no index running', () => {
  test('a bad line stops ingest with its number and reason; a rerun of the corrected file adds no duplicates', async () => {
    const path = file(
      'events.ndjson',
      created('one'),
      '',
      created('two'),
      '{"kind": "DAGCreatedEvent"}',
      created('three'),
    );
    const refused = await done(['ingest', path]);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('2 appended, 0 already stored');
    expect(refused.errors).toMatch(/events\.ndjson: line 4: tx_digest/);
    file('events.ndjson', created('one'), '', created('two'), created('between'), created('three'));
    const corrected = await done(['ingest', path]);
    expect(corrected).toMatchObject({ code: 0, errors: '' });
    expect(corrected.output).toContain('2 appended, 2 already stored');
  });
});

// None of these opens the store, so one kind of store is enough.
if (testServer === undefined)
  test('a missing file, a wrong command and a wrong environment are said', async () => {
    const [missing, without, wrong] = await Promise.all([
      done(['ingest', join(folder, 'nowhere.ndjson')]),
      done(['ingest']),
      done([], { INDEX_PORT: 'x', CLAIMS_PER_HOUR: 'y' }),
    ]);
    expect(missing.code).toBe(1);
    expect(missing.errors).toContain('nowhere.ndjson');
    expect(without.code).toBe(1);
    expect(without.errors).toContain('Usage');
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toMatch(/INDEX_PORT[\s\S]*CLAIMS_PER_HOUR/);
  });

describe('a running index', () => {
  let index: Awaited<ReturnType<typeof serving>>;
  let key: string;
  beforeAll(async () => {
    index = await serving();
    await index.ready();
    key = await claimKey(index.url, 'a@example.org');
  });

  test('is handed what is ingested, and refuses a bad line the same way', async () => {
    const good = await done(['ingest', file('more.ndjson', created('four'), created('one'))]);
    expect(good).toMatchObject({ code: 0, errors: '' });
    expect(good.output).toContain('1 appended, 1 already stored');
    const bad = await done(['ingest', file('bad.ndjson', created('five'), 'not json', created('six'))]);
    expect(bad.code).toBe(1);
    expect(bad.output).toContain('1 appended');
    expect(bad.errors).toContain('bad.ndjson: line 2: not JSON');
    const dag = await fetch(`${index.url}/dags/${id('five')}`, { headers: { 'x-api-key': key } });
    expect(dag.status).toBe(200);
  });

  test('rebuilds its tables while it serves', async () => {
    const rebuilt = await done(['rebuild']);
    expect(rebuilt).toMatchObject({ code: 0, errors: '' });
    expect(rebuilt.output).toMatch(/^Rebuilt from \d+ entries/m);
    const dag = await fetch(`${index.url}/dags/${id('five')}`, { headers: { 'x-api-key': key } });
    expect(dag.status).toBe(200);
  });

  test('has the store for itself', async () => {
    const second = await done(['reset-log']);
    expect(second.code).toBe(1);
    expect(second.errors).toMatch(/in use by process \d+|another index has this database open/);
  });

  test('lists its keys and revokes one, whose stream ends', async () => {
    const [id = '', secret = ''] = key.split('.');
    const listed = await done(['keys', 'list']);
    expect(listed).toMatchObject({ code: 0, errors: '' });
    expect(listed.output).toMatch(new RegExp(`^${id}  expires .*a@example.org  events:read,dags:read$`, 'm'));
    expect(listed.output).not.toContain(secret);
    const second = await claimKey(index.url, 'b@example.org');
    const stream = await fetch(`${index.url}/events/stream`, { headers: { 'x-api-key': second } });
    const ended = stream.text();
    expect(await done(['keys', 'revoke', second.split('.')[0] ?? ''])).toMatchObject({ code: 0, errors: '' });
    expect(await ended).toMatch(/^: /);
    expect(await here((env, terminal) => revokeKey(env, second.split('.')[0] ?? '', terminal))).toMatchObject(
      {
        code: 1,
        errors: expect.stringContaining('No active key') as string,
      },
    );
  });

  test('a taken port is said in plain words', async () => {
    const port = new URL(index.url).port;
    const second = await done([], { INDEX_PORT: port, DATA_DIR: join(folder, 'other') });
    expect(second.code).toBe(1);
    expect(second.errors).toContain(`INDEX_PORT`);
  });

  test('stops on SIGTERM with a stream open: the stream ends, counts and lock are in order', async () => {
    const stream = await fetch(`${index.url}/events/stream`, { headers: { 'x-api-key': key } });
    const text = stream.text();
    index.child.kill('SIGTERM');
    expect(await index.ended).toBe(0);
    expect(await text).toMatch(/^: /);
    expect(readdirSync(dataDir)).toEqual(testServer === undefined ? ['pglite'] : []);
    expect(index.output + index.errors).not.toContain(key.split('.')[1]);
    const again = await serving();
    await again.ready();
    const usage = await fetch(`${again.url}/tokens/usage?group_by=route&granularity=total`, {
      headers: { 'x-api-key': key },
    });
    const { buckets } = (await usage.json()) as { buckets: { group: string }[] };
    expect(buckets.map((bucket) => bucket.group)).toEqual(['/dags/{dag_object_id}', '/events/stream']);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
  });
});

describe('with no index running', () => {
  test('keys are listed and revoked', async () => {
    const listed = await here(listKeys);
    const [id = ''] = /dk_\w+(?=  expires)/.exec(listed.output) ?? [];
    expect(listed.output).toMatch(/^dk_\w+  revoked .*b@example\.org/m);
    expect(await here((env, terminal) => revokeKey(env, id, terminal))).toMatchObject({
      code: 0,
      errors: '',
    });
    const after = await here(listKeys);
    expect(after.output).toContain(`${id}  revoked`);
    expect(after.output).not.toContain('  expires');
  });

  test('rebuild replays the log, and reset-log empties it', async () => {
    const rebuilt = await done(['rebuild']);
    expect(rebuilt).toMatchObject({ code: 0, errors: '' });
    expect(rebuilt.output).toContain('Rebuilt from 6 entries');
    expect(await done(['reset-log'])).toMatchObject({ code: 0, errors: '' });
    expect((await here(rebuild)).output).toContain('Rebuilt from 0 entries');
  });
});
