// The service as a process: what a newcomer's commands do, print and leave behind.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ingest, listKeys, rebuild, resetLog, revokeKey, type Terminal } from './commands';
import { readEnv, type IndexEnv } from './env';
import { serve } from './serve';
import { chainOf } from './source-arguments';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { claimKey, killProcesses, startIndex } from '@/lib/index-service/testing/index-process';
import { closeAll, network, node } from './sources/chain/testing/follow-double';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'index-main-'));
const dataDir = join(folder, 'data');
afterAll(() => {
  killProcesses();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command in this process: most of the time of a command is the start of its process. */
async function run(command: (env: IndexEnv, terminal: Terminal) => Promise<number>) {
  const output: string[] = [];
  const errors: string[] = [];
  const terminal = {
    print: (line: string) => output.push(line),
    printError: (line: string) => errors.push(line),
  };
  const code = await command(readEnv({ DATA_DIR: dataDir }), terminal);
  return { code, output: output.join('\n'), errors: errors.join('\n') };
}
const revoke = (id: string) => run((env, terminal) => revokeKey(env, id, terminal));
const ingestFile = (path: string) => run((env, terminal) => ingest(env, path, terminal));

async function ended(args: string[], env: Record<string, string> = {}, data = dataDir) {
  const started = startIndex(data, args, env);
  const code = await started.ended;
  return { code, output: started.output(), errors: started.errors() };
}

const scopes = ['events:read', 'dags:read'];

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
    const refused = await ingestFile(path);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('2 appended, 0 already stored');
    expect(refused.errors).toMatch(/events\.ndjson: line 4: tx_digest/);
    file('events.ndjson', created('one'), '', created('two'), created('between'), created('three'));
    const corrected = await ingestFile(path);
    expect(corrected).toMatchObject({ code: 0, errors: '' });
    expect(corrected.output).toContain('2 appended, 2 already stored');
  });
});

test('reports a missing file, a wrong command and a wrong environment', async () => {
  await expect(ingestFile(join(folder, 'nowhere.ndjson'))).rejects.toThrow('nowhere.ndjson');
  const [without, wrong] = await Promise.all([
    ended(['ingest']),
    ended([], { INDEX_PORT: 'x', CLAIMS_PER_HOUR: 'y' }),
  ]);
  expect(without.code).toBe(1);
  expect(without.errors).toContain('Usage');
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toMatch(/INDEX_PORT[\s\S]*CLAIMS_PER_HOUR/);
});

describe('a running index', () => {
  let index: ReturnType<typeof startIndex>;
  let url: string;
  let key: string;
  beforeAll(async () => {
    index = startIndex(dataDir);
    await index.ready();
    url = await index.url();
    key = await claimKey(url, { email: 'a@example.org', scopes });
  });

  test('appends what an ingest command reads, and refuses a bad line the same way', async () => {
    const good = await ingestFile(file('more.ndjson', created('four'), created('one')));
    expect(good).toMatchObject({ code: 0, errors: '' });
    expect(good.output).toContain('1 appended, 1 already stored');
    const bad = await ingestFile(file('bad.ndjson', created('five'), 'not json', created('six')));
    expect(bad.code).toBe(1);
    expect(bad.output).toContain('1 appended');
    expect(bad.errors).toContain('bad.ndjson: line 2: not JSON');
    const dag = await fetch(`${url}/dags/${id('five')}`, { headers: { 'x-api-key': key } });
    expect(dag.status).toBe(200);
  });

  test('rebuilds its tables while it serves', async () => {
    const rebuilt = await run(rebuild);
    expect(rebuilt).toMatchObject({ code: 0, errors: '' });
    expect(rebuilt.output).toMatch(/^Rebuilt from \d+ entries/m);
    const dag = await fetch(`${url}/dags/${id('five')}`, { headers: { 'x-api-key': key } });
    expect(dag.status).toBe(200);
  });

  test('lets no other process open its store', async () => {
    await expect(run(resetLog)).rejects.toThrow(`in use by process ${index.child.pid}`);
  });

  test('lists its keys and revokes one, whose stream ends', async () => {
    const [id = '', secret = ''] = key.split('.');
    const listed = await run(listKeys);
    expect(listed).toMatchObject({ code: 0, errors: '' });
    expect(listed.output).toMatch(new RegExp(`^${id}  expires .*a@example.org  events:read,dags:read$`, 'm'));
    expect(listed.output).not.toContain(secret);
    const second = await claimKey(url, { email: 'b@example.org', scopes });
    const stream = await fetch(`${url}/events/stream`, { headers: { 'x-api-key': second } });
    const ended = stream.text();
    expect(await revoke(second.split('.')[0] ?? '')).toMatchObject({ code: 0, errors: '' });
    expect(await ended).toMatch(/^: /);
    expect(await revoke(second.split('.')[0] ?? '')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('No active key') as string,
    });
  });

  test('reports a port that is in use', async () => {
    const port = new URL(url).port;
    const second = await ended([], { INDEX_PORT: port, DATA_DIR: join(folder, 'other') });
    expect(second.code).toBe(1);
    expect(second.errors).toContain(`INDEX_PORT`);
  });

  test('is a single process: the bundler does not stay', () => {
    const { pid } = index.child;
    expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
  });

  test('stops on SIGTERM with a stream open: the stream ends, counts and lock are in order', async () => {
    const stream = await fetch(`${url}/events/stream`, { headers: { 'x-api-key': key } });
    const text = stream.text();
    index.child.kill('SIGTERM');
    expect(await index.ended).toBe(0);
    expect(await text).toMatch(/^: /);
    expect(readdirSync(dataDir)).toEqual(['pglite']);
    expect(index.output() + index.errors()).not.toContain(key.split('.')[1]);
    const again = startIndex(dataDir);
    await again.ready();
    const usage = await fetch(`${await again.url()}/tokens/usage?group_by=route&granularity=total`, {
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
    const listed = await run(listKeys);
    const [id = ''] = /dk_\w+(?=  expires)/.exec(listed.output) ?? [];
    expect(listed.output).toMatch(/^dk_\w+  revoked .*b@example\.org/m);
    expect(await revoke(id)).toMatchObject({
      code: 0,
      errors: '',
    });
    const after = await run(listKeys);
    expect(after.output).toContain(`${id}  revoked`);
    expect(after.output).not.toContain('  expires');
  });

  test('rebuild replays the log, and reset-log empties it', async () => {
    const rebuilt = await run(rebuild);
    expect(rebuilt).toMatchObject({ code: 0, errors: '' });
    expect(rebuilt.output).toContain('Rebuilt from 6 entries');
    expect(await run(resetLog)).toMatchObject({ code: 0, errors: '' });
    expect((await run(rebuild)).output).toContain('Rebuilt from 0 entries');
  });
});

test('each command line runs its command', { tags: ['full'] }, async () => {
  const fresh = (...args: string[]) => ended(args, {}, join(folder, 'command-line'));
  expect((await fresh('ingest', file('last.ndjson', created('last')))).output).toContain('1 appended');
  expect((await fresh('rebuild')).output).toContain('Rebuilt from 1 entries');
  expect((await fresh('keys', 'list')).output).toContain('No keys.');
  expect((await fresh('keys', 'revoke', 'dk_0')).errors).toContain('No active key has the id dk_0');
  expect((await fresh('reset-log')).output).toContain('Log reset');
});

test('an index that has not reached its chain does not say what it is', { tags: ['full'] }, async () => {
  const env = readEnv({ DATA_DIR: join(folder, 'unreached'), INDEX_PORT: '0' });
  const node = { url: new URL('http://127.0.0.1:9'), token: undefined, tokenHeader: 'x-token' };
  const chain = { node, history: undefined, from: undefined, deployment: undefined };
  const { url, ready, failure, stop } = await serve(env, () => undefined, { chain });
  for (const promise of [ready, failure]) promise.catch(() => undefined);
  try {
    await expect.poll(async () => (await fetch(`${url}/onboarding/scopes`)).status).not.toBe(503);
    expect((await fetch(url)).status).toBe(503);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('dagscope_index_ready 0');
  } finally {
    await stop();
  }
});

describe('an index of a chain', () => {
  afterEach(closeAll);
  const env = { CHAIN_FROM: String(network.from) };
  const chainDir = join(folder, 'chain');

  test('does not say that it is ready when it is stopped before it has its history', async () => {
    const double = await node({ unavailable: ['ListEvents'] });
    const settings = readEnv({ DATA_DIR: chainDir, INDEX_PORT: '0', ...env });
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const { stop } = await serve(settings, print, { chain: chainOf(double.url.href, settings) });
    await expect.poll(() => double.calls).toContain('ListEvents');
    await stop();
    expect(printed.join('\n')).not.toContain('ready:');
  });

  test('ends with the reason when its node refuses it for good', async () => {
    const double = await node({ tip: 3 });
    const index = startIndex(chainDir, ['chain', double.url.href], env);
    await index.ready();
    double.faults.refused = ['SubscribeEvents'];
    double.goAway();
    expect(await index.ended).toBe(1);
    expect(index.errors()).toMatch(/^http:\/\/127\S+: .*The token in CHAIN_TOKEN may not make this call\.$/m);
  });
});
