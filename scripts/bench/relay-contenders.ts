// The contenders: each starts on its own port in front of the same mock index and knows its processes.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cookieFor } from '@/lib/relay/testing/connection-for';
import { startConsole } from '../processes.mjs';
import { freePort, inRoot, startNode } from '../processes.mjs';
import { familyOf } from './process-cost';

export interface Contender {
  name: string;
  port: number;
  path: string;
  /** The process that forwards events and its children. */
  pids: () => number[];
  cookies: string[];
  stop(): Promise<void>;
}

/** Folder and index of a run. */
export interface Setup {
  folder: string;
  indexUrl: string;
}

const TSX = ['--import', 'tsx'];
const SECRET = 's'.repeat(48);
/** Paths on Debian. */
const NGINX = '/usr/sbin/nginx';
const NCHAN = '/usr/lib/nginx/modules/ngx_nchan_module.so';
const PATIENCE_MS = 20_000;

export async function aPort(): Promise<number> {
  const found = (await freePort()) as number | null;
  if (found === null) throw new Error('no free port');
  return found;
}

/** Waits until the port is open. */
async function listening(port: number, path = '/'): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const there = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(500) }).then(
      () => true,
      // A stream without a first byte is listening too.
      (error: unknown) => (error as Error).name === 'TimeoutError',
    );
    if (there) return;
    if (performance.now() > until) throw new Error(`nothing listens on port ${port}`);
    await sleep(50);
  }
}

/** Runs one of our scripts with PORT and INDEX_URL. */
export async function startScript(
  setup: Setup,
  file: string,
  env: Record<string, string> = {},
): Promise<Contender> {
  const port = await aPort();
  const name = file.replace(/\.ts$/, '');
  const part = startNode({
    name,
    args: [...TSX, inRoot('scripts/bench/contenders', file)],
    env: { ...process.env, PORT: String(port), INDEX_URL: setup.indexUrl, ...env },
    logFile: join(setup.folder, `${name}.log`),
    graceMs: 500,
  });
  if (env['PUBLISH_URL'] === undefined) await listening(port);
  return {
    name: name.replace(/-hub$/, ''),
    port,
    path: '/',
    pids: () => familyOf(part.pid ?? 0),
    cookies: [],
    stop: () => part.stop(),
  };
}

/** Our production build, as `npm start` runs it. `keys` different keys are spread over `browsers`, each with its own cookie. */
export async function startOurs(setup: Setup, keys = 1, browsers = keys): Promise<Contender> {
  const port = await aPort();
  const part = startConsole({
    port,
    env: {
      ...process.env,
      INDEX_URL: setup.indexUrl,
      SESSION_SECRET: SECRET,
      STREAMS_PER_SESSION: '10000',
      STREAMS_PER_ADDRESS: '100000',
      READS_PER_SESSION: '1000000',
      READS_PER_ADDRESS: '10000000',
    },
    logFile: join(setup.folder, `ours-${port}.log`),
  });
  await part.ready();
  const cookies = await Promise.all(
    Array.from({ length: browsers }, (_, number) =>
      cookieFor({
        indexUrl: setup.indexUrl,
        key: `bench${number % keys}.secret-of-the-bench`,
        scopes: ['events:read'],
        secret: SECRET,
      }),
    ),
  );
  const pids = () => familyOf(part.pid ?? 0);
  return { name: 'ours', port, path: '/api/events/stream', pids, cookies, stop: () => part.stop() };
}

async function startNginxWith(
  setup: Setup,
  name: string,
  path: string,
  modules: string,
  server: string,
): Promise<Contender> {
  const port = await aPort();
  const folder = join(setup.folder, name);
  mkdirSync(join(folder, 'temp'), { recursive: true });
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${modules}\n${process.getuid?.() === 0 ? 'user root;' : ''}\nworker_processes 1;\ndaemon off;\n` +
      `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nworker_rlimit_nofile 20000;\n` +
      `events { worker_connections 16000; }\nhttp {\n access_log off;\n ` +
      temps.map((temp) => `${temp}_temp_path ${folder}/temp/${temp};`).join('\n ') +
      `\n server { listen 127.0.0.1:${port} backlog=4096;\n${server}\n }\n}\n`,
  );
  const child = spawn(NGINX, ['-c', file, '-p', folder], { stdio: 'ignore' });
  const ended = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()));
  await listening(port, path);
  return {
    name,
    port,
    path,
    pids: () => familyOf(child.pid ?? 0),
    cookies: [],
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(2_000).then(() => child.kill('SIGKILL'))]);
    },
  };
}

/** nginx in front of the index, configured for streams as documented; undefined if it is not installed. */
export async function startNginx(setup: Setup): Promise<Contender | undefined> {
  if (!existsSync(NGINX)) return undefined;
  return startNginxWith(
    setup,
    'nginx',
    '/events/stream',
    '',
    ` location / { proxy_pass ${setup.indexUrl}; proxy_http_version 1.1; proxy_set_header Connection "";
   proxy_buffering off; proxy_cache off; proxy_read_timeout 1h; }`,
  );
}

/** nchan, fed by a process that is not measured; undefined if its module is not installed. */
export async function startNchan(setup: Setup): Promise<Contender | undefined> {
  if (!existsSync(NGINX) || !existsSync(NCHAN)) return undefined;
  const nchan = await startNginxWith(
    setup,
    'nchan',
    '/sub',
    `load_module ${NCHAN};`,
    ` location = /pub { nchan_publisher; nchan_channel_id feed; nchan_message_buffer_length 200; }
   location = /sub { nchan_subscriber eventsource; nchan_channel_id feed; nchan_subscriber_first_message newest; }`,
  );
  const feeder = await startScript(setup, 'nchan-feeder.ts', {
    PUBLISH_URL: `http://127.0.0.1:${nchan.port}/pub`,
  });
  return {
    ...nchan,
    async stop() {
      await feeder.stop();
      await nchan.stop();
    },
  };
}
