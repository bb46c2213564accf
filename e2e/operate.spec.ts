// docs/operate.md as a test: two index writers and two readers on PostgreSQL and four consoles on Redis behind the documented nginx.conf.
// What changes here are ports, paths and the certificate.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { scopes } from '@/lib/contract/scopes';
import { aptInstall } from '@/scripts/apt.mjs';
import { ensurePostgres, startPostgres } from '@/scripts/postgres.mjs';
import { ensureRedis, startRedis } from '@/scripts/redis.mjs';
import { freePort, inRoot, startConsole, startNode } from '@/scripts/processes.mjs';

const NAME = 'console.example.org';
const NGINX = '/usr/sbin/nginx';
const ENV = { SESSION_SECRET: 's'.repeat(48), INDEX_SECRET: 'i'.repeat(48), LOG_LEVEL: 'warn' };

/** Of this test's own environment only what a process needs to start. */
const clean = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

const port = async () => {
  const found = await freePort();
  if (found === null) throw new Error('no free port');
  return found;
};

async function answers(url: string, status = 200): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(url).then(
          async (response) => (await response.text(), response.status),
          () => 0,
        ),
      {
        timeout: 60_000,
      },
    )
    .toBe(status);
}

/** Starts the documented nginx with other ports and paths. */
async function startNginx(folder: string, tls: number, index: number, consoles: number[], readers: number[]) {
  const key = join(folder, 'tls.key');
  const certificate = join(folder, 'tls.crt');
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${NAME}`, '-keyout', key, '-out', certificate],
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
  let text = readFileSync(inRoot('docs/operate/nginx.conf'), 'utf8');
  const change = (from: string, to: string) => {
    expect(text, `nginx.conf has no ${from}`).toContain(from);
    text = text.replaceAll(from, to);
  };
  change('user www-data;', process.getuid?.() === 0 ? 'user root;' : '');
  change('/run/nginx.pid', join(folder, 'pid'));
  change('/var/log/nginx/error.log', join(folder, 'error.log'));
  change('/etc/dagscope/tls', join(folder, 'tls'));
  change('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`);
  change('127.0.0.1:4000', `127.0.0.1:${index}`);
  consoles.forEach((own, at) => change(`127.0.0.1:${3001 + at} `, `127.0.0.1:${own} `));
  readers.forEach((own, at) => change(`127.0.0.1:${4001 + at} `, `127.0.0.1:${own} `));
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  change('http {', `http {\n${temps.map((one) => `${one}_temp_path ${join(folder, one)};`).join('\n')}`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, text);
  const checked = spawnSync(NGINX, ['-t', '-c', file, '-p', folder], { encoding: 'utf8' });
  expect(checked.status, checked.stderr).toBe(0);
  return spawn(NGINX, ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'ignore' });
}

/** Reads a stream over HTTP/2 until it ends or `isEnough`; resolves with the ids of its events, in order. */
function readStream(
  tls: number,
  cookie: string,
  after: string | null,
  isEnough: (ids: readonly bigint[]) => boolean,
) {
  return new Promise<bigint[]>((resolve, reject) => {
    const ids: bigint[] = [];
    let text = '';
    const session = connect(`https://127.0.0.1:${tls}`, { rejectUnauthorized: false });
    const done = () => {
      session.destroy();
      resolve(ids);
    };
    session.on('error', reject);
    const stream = session.request({
      ':path': '/api/events/stream',
      ':authority': NAME,
      cookie,
      accept: 'text/event-stream',
      ...(after === null ? {} : { 'last-event-id': after }),
    });
    stream.on('error', done).on('end', done);
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.lastIndexOf('\n\n');
      if (end === -1) return;
      for (const frame of text.slice(0, end).split('\n\n')) {
        const id = /^id: ?(\d+)$/m.exec(frame)?.[1];
        // Named events are the relay's own.
        if (id !== undefined && !/^event: ?relay-/m.test(frame)) ids.push(BigInt(id));
      }
      text = text.slice(end + 2);
      if (isEnough(ids)) done();
    });
  });
}

test('four consoles and two readers behind nginx: sessions and streams are shared, streams go on, and a backup is whole', async () => {
  test.setTimeout(240_000);
  if (spawnSync(NGINX, ['-v']).status !== 0) aptInstall('nginx-light');
  const programs = ensurePostgres();
  const redisProgram = ensureRedis();
  test.skip(
    programs === null || redisProgram === null || spawnSync(NGINX, ['-v']).status !== 0,
    'needs PostgreSQL, Redis and nginx from apt',
  );
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-operate-'));
  const postgres = await startPostgres(programs ?? '');
  let redis = await startRedis(redisProgram ?? '');
  const parts: { stop: () => Promise<void> }[] = [];
  let nginx: ChildProcess | undefined;
  try {
    const index = (role: string, own: number) => {
      const part = startNode({
        name: `${role} ${own}`,
        args: ['--import', 'tsx', inRoot('lib/index-service/main.ts'), '--role', role],
        env: {
          ...{ ...clean, ...ENV, DATABASE_URL: postgres.url, INDEX_PORT: String(own), SIMULATE: '7:4' },
          ...{ DATA_DIR: join(folder, `${role}-${own}`), CLAIMS_PER_HOUR: '1000' },
        },
        logFile: join(folder, `${role}-${own}.log`),
      });
      parts.push(part);
      return part;
    };
    const [tls, indexPort] = [await port(), await port()];
    const writers = [await port(), await port()];
    const readers = [await port(), await port()];
    const consoles = [await port(), await port(), await port(), await port()];
    const [writer, standby] = writers.map((own) => index('writer', own));
    const [reader] = readers.map((own) => index('reader', own));
    const fronts = consoles.map((own) =>
      startConsole({
        port: own,
        env: {
          ...{ ...clean, ...ENV, INDEX_URL: `http://127.0.0.1:${indexPort}`, TRUSTED_PROXIES: '127.0.0.1' },
          ...{
            PUBLIC_URL: `https://${NAME}`,
            REDIS_URL: redis.url,
            DATA_DIR: join(folder, `console-${own}`),
            NODE_ENV: 'production',
          },
        },
        logFile: join(folder, `console-${own}.log`),
      }),
    );
    parts.push(...fronts);
    nginx = await startNginx(folder, tls, indexPort, consoles, readers);
    await Promise.all(readers.map((own) => answers(`http://127.0.0.1:${own}/readyz`)));
    await Promise.all(fronts.map((front) => front.ready()));

    const origin = `https://${NAME}`;
    const through = (
      path: string,
      init: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ) =>
      new Promise<{ status: number; cookies: string[]; text: string }>((resolve, reject) => {
        const session = connect(`https://127.0.0.1:${tls}`, { rejectUnauthorized: false });
        session.on('error', reject);
        const request = session.request({
          ':path': path,
          ':authority': NAME,
          ':method': init.method ?? 'GET',
          ...init.headers,
        });
        let status = 0;
        let cookies: string[] = [];
        let text = '';
        request.on('response', (headers) => {
          status = headers[':status'] ?? 0;
          cookies = headers['set-cookie'] ?? [];
        });
        request.on('data', (chunk: Buffer) => (text += chunk.toString()));
        request.on('end', () => (session.destroy(), resolve({ status, cookies, text }))).on('error', reject);
        request.end(init.body);
      });
    const claimed = await through('/api/session/claim', {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'operator@example.org', scopes }),
    });
    expect(claimed.status, claimed.text).toBe(201);
    const cookie = claimed.cookies.map((one) => one.split(';')[0]).join('; ');

    // Every console opens the session that one of them sealed.
    for (const own of consoles) {
      const response = await fetch(`http://127.0.0.1:${own}/api/index/dags?page_size=1`, {
        headers: { cookie, host: NAME, 'x-forwarded-proto': 'https' },
      });
      expect([own, response.status]).toEqual([own, 200]);
    }

    // One console holds the stream of the key, and the others follow it.
    const open = consoles.map(async (own) => {
      const response = await fetch(`http://127.0.0.1:${own}/api/events/stream`, {
        headers: { cookie, host: NAME, 'x-forwarded-proto': 'https' },
      });
      return response.body;
    });
    const replicas = async () => {
      const states = consoles.map(async (own) => {
        const health = await fetch(`http://127.0.0.1:${own}/healthz`);
        return ((await health.json()) as { replicas: Record<string, unknown> }).replicas;
      });
      return Promise.all(states);
    };
    const count = async (role: string) =>
      (await replicas()).reduce((sum, state) => sum + Number(state[role]), 0);
    await expect.poll(() => count('holder')).toBe(1);
    await expect.poll(() => count('follower')).toBe(3);
    for (const body of await Promise.all(open)) await body?.cancel();

    // A stream that loses its console resumes at another one; events are neither lost nor repeated while a reader and the writer die.
    const seen: bigint[] = [];
    const collect = async (count: number) => {
      const goal = seen.length + count;
      while (seen.length < goal) {
        const last = seen.at(-1);
        const more = await readStream(
          tls,
          cookie,
          last === undefined ? null : String(last),
          (ids) => seen.length + ids.length >= goal,
        );
        seen.push(...more);
        if (more.length === 0) await sleep(300);
      }
    };
    await collect(10);
    const interrupted = collect(60);
    await sleep(1_000);
    await redis.stop();
    await expect
      .poll(async () => (await replicas()).map((state) => state['redis']))
      .not.toContain('connected');
    redis = await startRedis(redisProgram ?? '', redis);
    await expect.poll(async () => (await replicas()).map((state) => state['redis'])).not.toContain('away');
    await sleep(1_000);
    await fronts[0]?.kill();
    await fronts[1]?.kill();
    await sleep(2_000);
    await reader?.kill();
    await sleep(1_000);
    await writer?.kill();
    await interrupted;
    // Ids of the log are not consecutive: facts about the chain are entries too, but no events.
    const [first, last] = [seen[0] ?? 0n, seen.at(-1) ?? 0n];
    const logged = `select id from log_entries where listed and decodable and id between ${first} and ${last} order by id`;
    const { stdout } = spawnSync(join(programs ?? '', 'psql'), [postgres.url, '-Atc', logged], {
      encoding: 'utf8',
    });
    expect(seen.map(String)).toEqual(stdout.trim().split('\n'));
    for (let times = 0; times < 12; times += 1)
      expect((await through('/api/index/dags?page_size=1', { headers: { cookie } })).status).toBe(200);

    // The documented backup, restored beside the original: the same events, and the key still opens them.
    await standby?.stop();
    const issued = await fetch(`http://127.0.0.1:${readers[1]}/onboarding/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'backup@example.org', scopes }),
    });
    const { key } = (await issued.json()) as { key: string };
    const total = async (of: number | undefined) => {
      const response = await fetch(`http://127.0.0.1:${of}/events?page_size=1`, {
        headers: { 'x-api-key': key },
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { metadata: { total_items: number } }).metadata.total_items;
    };
    const bin = programs ?? '';
    const backup = join(folder, 'dagscope.dump');
    const run = (program: string, args: string[]) => {
      const { status, stderr } = spawnSync(join(bin, program), args, { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    };
    run('pg_dump', ['--format=custom', `--file=${backup}`, postgres.url]);
    const restored = new URL(postgres.url);
    restored.pathname = '/restored';
    run('createdb', [`--maintenance-db=${postgres.url}`, 'restored']);
    run('pg_restore', ['--exit-on-error', `--dbname=${restored.href}`, backup]);
    const own = await port();
    const copy = startNode({
      name: 'restored reader',
      args: ['--import', 'tsx', inRoot('lib/index-service/main.ts'), '--role', 'reader'],
      env: {
        ...clean,
        ...ENV,
        DATABASE_URL: restored.href,
        INDEX_PORT: String(own),
        DATA_DIR: join(folder, 'restored'),
      },
      logFile: join(folder, 'restored.log'),
    });
    parts.push(copy);
    await answers(`http://127.0.0.1:${own}/readyz`);
    expect(await total(own)).toBe(await total(readers[1]));
  } finally {
    nginx?.kill('SIGTERM');
    await Promise.all(parts.map((part) => part.stop()));
    await redis.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
