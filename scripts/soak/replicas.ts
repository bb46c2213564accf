// docs/operate.md on this machine: PostgreSQL, Redis, index writers and readers, and consoles behind the documented nginx.conf, in a folder that is
// removed at the end. Ports, paths and the certificate are all that differs.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '@/lib/contract/scopes';
import { ensureNginx, startNginx } from '../nginx.mjs';
import { ensurePostgres, startPostgres } from '../postgres.mjs';
import { freePort, inRoot, startConsole, startIndex } from '../processes.mjs';
import { ensureRedis, startRedis } from '../redis.mjs';

/** The name in docs/operate/nginx.conf. */
export const HOST = 'console.example.org';
const SECRETS = { SESSION_SECRET: 's'.repeat(48), INDEX_SECRET: 'i'.repeat(48) };
/** Ports in docs/operate/nginx.conf. */
const DOCUMENTED = { consoles: [3001, 3002, 3003, 3004], readers: [4001, 4002] };
/** What a process needs of our environment. */
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
  health(): Promise<({ redis: string; holder: number; follower: number } | null)[]>;
  /** Claims a key through nginx; resolves with the cookies of its session. */
  claim(): Promise<string>;
  connect(): ClientHttp2Session;
  folder: string;
  close(): Promise<void>;
}

async function ports(count: number): Promise<number[]> {
  const free: number[] = [];
  while (free.length < count) free.push(await freePort());
  return free;
}

/** The documented configuration with the ports, paths and number of consoles of this run. */
export function nginxConfig(
  folder: string,
  ports: { tls: number; index: number; consoles: number[]; readers: number[] },
  streamsPerAddress?: string,
): string {
  let text = readFileSync(inRoot('docs/operate/nginx.conf'), 'utf8');
  const change = (from: string | RegExp, to: string) => {
    const changed = text.replaceAll(from, to);
    if (changed === text) throw new Error(`nginx.conf has no ${from.toString()}`);
    text = changed;
  };
  change('user www-data;', '');
  change('/run/nginx.pid', join(folder, 'pid'));
  change('/var/log/nginx/error.log', join(folder, 'error.log'));
  change('/etc/dagscope/tls', join(folder, 'tls'));
  change('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`);
  change('127.0.0.1:4000', `127.0.0.1:${ports.index}`);
  // All visitors of a load have one address.
  if (streamsPerAddress !== undefined) {
    change(
      'limit_conn connections 400',
      `limit_conn connections ${Math.min(65_535, 4 * Number(streamsPerAddress))}`,
    );
    change('rate=200r/s', 'rate=100000r/s');
  }
  for (const [documented, actual] of [
    [DOCUMENTED.consoles, ports.consoles],
    [DOCUMENTED.readers, ports.readers],
  ] as const)
    documented.forEach((port, index) => {
      if (index < actual.length) change(`127.0.0.1:${port} `, `127.0.0.1:${actual[index]} `);
      else change(new RegExp(`^ *server 127.0.0.1:${port} .*\\n`, 'gm'), '');
    });
  return text;
}

export function createCertificate(folder: string): void {
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${HOST}`, '-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
}

/** One request through nginx. */
export function sendRequest(
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
    request.on('response', (response) => {
      status = response[':status'] ?? 0;
      cookies = response['set-cookie'] ?? [];
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
  /** Four if not set, as documented. */
  consoles?: number;
  simulate: string;
  env?: Record<string, string>;
}): Promise<Replicas> {
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-replicas-'));
  const undo: (() => Promise<unknown> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  ];
  const close = async () => {
    for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last();
  };
  try {
    const postgres = await startPostgres(options.programs.postgres);
    undo.push(() => postgres.stop());
    let redis = await startRedis(options.programs.redis);
    undo.push(() => redis.stop());
    const [tlsPort = 0, indexPort = 0] = await ports(2);
    const consolePorts = await ports(options.consoles ?? 4);
    const readerPorts = await ports(2);
    const writerPorts = await ports(options.writers);
    const shared = { ...CLEAN, ...SECRETS, LOG_LEVEL: 'warn', ...options.env };

    function member(port: number, run: () => ReturnType<typeof startIndex>): Member {
      let part = run();
      undo.push(() => part.stop());
      return {
        port,
        get pid() {
          return part.pid ?? 0;
        },
        ready: () => part.ready(),
        kill: () => part.kill(),
        stop: () => part.stop(),
        start: () => void (part = run()),
      };
    }
    const indexAt = (role: string, port: number, env: Record<string, string> = {}) =>
      member(port, () =>
        startIndex({
          port,
          role,
          dataDir: join(folder, `${role}-${port}`),
          env: {
            ...shared,
            DATABASE_URL: postgres.url,
            SIMULATE: options.simulate,
            CLAIMS_PER_HOUR: '100000',
            ...env,
          },
          logFile: join(folder, `${role}-${port}.log`),
        }),
      );
    const consoleAt = (port: number) =>
      member(port, () =>
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
      );
    const writers = writerPorts.map((port) => indexAt('writer', port));
    const readers = readerPorts.map((port) => indexAt('reader', port));
    createCertificate(folder);
    const nginx = startNginx({
      program: options.programs.nginx,
      folder,
      config: nginxConfig(
        folder,
        { tls: tlsPort, index: indexPort, consoles: consolePorts, readers: readerPorts },
        options.env?.['STREAMS_PER_ADDRESS'],
      ),
    });
    undo.push(() => nginx.stop());
    // nginx leaves out a reader for seconds that a console has asked too early.
    await Promise.all(readers.map((reader) => reader.ready()));
    const consoles = consolePorts.map(consoleAt);
    await Promise.all(consoles.map((member) => member.ready()));

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
        const answer = await sendRequest(session, '/api/session/claim', {
          method: 'POST',
          headers: { origin: `https://${HOST}`, 'content-type': 'application/json' },
          body: JSON.stringify({ email: `${randomUUID()}@example.org`, scopes }),
        }).finally(() => session.destroy());
        if (answer.status !== 201) throw new Error(`the claim returned ${answer.status}: ${answer.text}`);
        return answer.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
