// docs/operate.md on this machine: PostgreSQL, Redis, index writers and readers, and consoles behind the documented nginx.conf, in a folder that is
// removed at the end. Ports, paths and the certificate are all that differs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '@/lib/contract/scopes';
import { ensureNginx } from '../nginx.mjs';
import { ensurePostgres, startPostgres } from '../postgres.mjs';
import { freePort, inRoot, startConsole, startNode, waitUntilReady } from '../processes.mjs';
import { ensureRedis, startRedis } from '../redis.mjs';

/** The name in docs/operate/nginx.conf. */
export const HOST = 'console.example.org';
const SECRETS = { SESSION_SECRET: 's'.repeat(48), INDEX_SECRET: 'i'.repeat(48) };
const START_MS = 120_000;
/** Of this process's own environment only what another one needs to start. */
const CLEAN = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

/** The programs from the distribution; null if one of them is missing and cannot be installed. */
export function replicaPrograms(): { postgres: string; redis: string; nginx: string } | null {
  const [postgres, redis, nginx] = [ensurePostgres(), ensureRedis(), ensureNginx()];
  return postgres === null || redis === null || nginx === null ? null : { postgres, redis, nginx };
}

/** A process that can be killed, and started again with the same settings. */
export interface Member {
  readonly port: number;
  readonly pid: number;
  ready(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  start(): void;
}

export interface Replicas {
  /** Port of nginx. */
  tlsPort: number;
  databaseUrl: string;
  consoles: Member[];
  readers: Member[];
  writers: Member[];
  /** Starts one more index process. */
  index(role: string, env?: Record<string, string>): Promise<Member>;
  redis: { kill(): Promise<void>; start(): Promise<void> };
  /** The `replicas` of each console's /healthz; null where it does not answer. */
  health(): Promise<({ redis: string; holder: number; follower: number; own: number } | null)[]>;
  /** Claims a key through nginx; resolves with the cookies of its session. */
  claim(): Promise<string>;
  connect(): ClientHttp2Session;
  folder: string;
  close(): Promise<void>;
}

async function ports(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = (await freePort()) as number | null;
    if (port === null) throw new Error('no free port');
    found.push(port);
  }
  return found;
}

function startNginx(
  program: string,
  folder: string,
  tls: number,
  index: number,
  consoles: number[],
  readers: number[],
): ChildProcess {
  const run = (command: string, args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  };
  run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${HOST}`,
    '-keyout',
    join(folder, 'tls.key'),
    '-out',
    join(folder, 'tls.crt'),
  ]);
  let text = readFileSync(inRoot('docs/operate/nginx.conf'), 'utf8');
  const change = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`nginx.conf has no ${from}`);
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
  run(program, ['-t', '-c', file, '-p', folder]);
  return spawn(program, ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'ignore' });
}

/** One request through nginx. */
export function ask(
  session: ClientHttp2Session,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; cookies: string[]; text: string }> {
  return new Promise((resolve, reject) => {
    const request = session.request({ ':path': path, ':authority': HOST, ':method': method, ...headers });
    let [status, text] = [0, ''];
    let cookies: string[] = [];
    request.on('response', (given) => {
      status = given[':status'] ?? 0;
      cookies = given['set-cookie'] ?? [];
    });
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => resolve({ status, cookies, text })).on('error', reject);
    request.on('close', () => reject(new Error('the connection ended')));
    request.end(body);
  });
}

/** `env`: more settings of every process, e.g. limits. */
export async function openReplicas(options: {
  programs: { postgres: string; redis: string; nginx: string };
  writers: number;
  simulate: string;
  env?: Record<string, string>;
}): Promise<Replicas> {
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-replicas-'));
  const undo: (() => Promise<unknown> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  ];
  const close = async () => {
    for (let one = undo.pop(); one !== undefined; one = undo.pop()) await one();
  };
  try {
    const postgres = await startPostgres(options.programs.postgres);
    undo.push(() => postgres.stop());
    let redis = await startRedis(options.programs.redis);
    undo.push(() => redis.stop());
    const [tlsPort = 0, indexPort = 0, ...others] = await ports(8 + options.writers);
    const [consolePorts, readerPorts, writerPorts] = [
      others.slice(0, 4),
      others.slice(4, 6),
      others.slice(6),
    ];
    const shared = { ...CLEAN, ...SECRETS, LOG_LEVEL: 'warn', ...options.env };

    function member(port: number, run: () => ReturnType<typeof startNode>, path: string): Member {
      let part = run();
      undo.push(() => part.stop());
      return {
        port,
        get pid() {
          return part.pid ?? 0;
        },
        ready: () =>
          waitUntilReady({ url: `http://127.0.0.1:${port}${path}`, process: part, timeoutMs: START_MS }),
        kill: () => part.kill(),
        stop: () => part.stop(),
        start: () => void (part = run()),
      };
    }
    const indexAt = (role: string, port: number, env: Record<string, string> = {}) =>
      member(
        port,
        () =>
          startNode({
            name: `The ${role} ${port}`,
            args: ['--import', 'tsx', inRoot('lib/index-service/main.ts'), '--role', role],
            env: {
              ...shared,
              DATABASE_URL: postgres.url,
              INDEX_PORT: String(port),
              SIMULATE: options.simulate,
              DATA_DIR: join(folder, `${role}-${port}`),
              CLAIMS_PER_HOUR: '100000',
              ...env,
            },
            logFile: join(folder, `${role}-${port}.log`),
          }),
        '/readyz',
      );
    const consoleAt = (port: number) =>
      member(
        port,
        () =>
          startConsole({
            port,
            env: {
              ...shared,
              INDEX_URL: `http://127.0.0.1:${indexPort}`,
              REDIS_URL: redis.url,
              PUBLIC_URL: `https://${HOST}`,
              TRUSTED_PROXIES: '127.0.0.1',
              DATA_DIR: join(folder, `console-${port}`),
            },
            logFile: join(folder, `console-${port}.log`),
          }),
        '/healthz',
      );
    const writers = writerPorts.map((port) => indexAt('writer', port));
    const readers = readerPorts.map((port) => indexAt('reader', port));
    const nginx = startNginx(options.programs.nginx, folder, tlsPort, indexPort, consolePorts, readerPorts);
    undo.push(() => void nginx.kill('SIGTERM'));
    // nginx leaves out a reader for seconds that a console has asked too early.
    await Promise.all(readers.map((one) => one.ready()));
    const consoles = consolePorts.map(consoleAt);
    await Promise.all(consoles.map((one) => one.ready()));

    const open = () => connect(`https://127.0.0.1:${tlsPort}`, { rejectUnauthorized: false });
    return {
      tlsPort,
      databaseUrl: postgres.url,
      consoles,
      readers,
      writers,
      folder,
      close,
      connect: open,
      async index(role, env) {
        const [port = 0] = await ports(1);
        return indexAt(role, port, env);
      },
      redis: {
        kill: () => redis.stop(),
        start: async () => void (redis = await startRedis(options.programs.redis, redis)),
      },
      health: () =>
        Promise.all(
          consoles.map(({ port }) =>
            fetch(`http://127.0.0.1:${port}/healthz`).then(
              async (response) => ((await response.json()) as { replicas: never }).replicas,
              () => null,
            ),
          ),
        ),
      async claim() {
        const session = open();
        const answer = await ask(session, '/api/session/claim', {
          method: 'POST',
          headers: { origin: `https://${HOST}`, 'content-type': 'application/json' },
          body: JSON.stringify({ email: `${randomUUID()}@example.org`, scopes }),
        }).finally(() => session.destroy());
        if (answer.status !== 201) throw new Error(`the claim returned ${answer.status}: ${answer.text}`);
        return answer.cookies.map((one) => one.split(';')[0]).join('; ');
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
