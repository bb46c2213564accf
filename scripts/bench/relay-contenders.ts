// The contenders: each starts on its own port in front of the same mock index and knows its processes.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cookieFor } from '@/lib/relay/testing/connection-for';
import { ensureNchan, NCHAN_MODULE, startNginx } from '../nginx.mjs';
import { freePort, inRoot, startConsole, startNode } from '../processes.mjs';
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
const START_MS = 20_000;

/** Waits until the port is open. */
async function listening(port: number, path = '/'): Promise<void> {
  const until = performance.now() + START_MS;
  for (;;) {
    const isListening = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(500),
    }).then(
      () => true,
      // A stream without a first byte is listening too.
      (error: unknown) => (error as Error).name === 'TimeoutError',
    );
    if (isListening) return;
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
  const port = await freePort();
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

/** Our production build, as `npm start` runs it, with a session for each of `keys`. */
export async function startOurs(setup: Setup, keys = 1): Promise<Contender> {
  const port = await freePort();
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
    Array.from({ length: keys }, (_, number) =>
      cookieFor({
        consoleUrl: `http://127.0.0.1:${port}`,
        indexUrl: setup.indexUrl,
        key: `bench${number}.secret-of-the-bench`,
        scopes: ['events:read'],
        secret: SECRET,
      }),
    ),
  );
  const pids = () => familyOf(part.pid ?? 0);
  return { name: 'ours', port, path: '/api/events/stream', pids, cookies, stop: () => part.stop() };
}

/** nginx with nchan, fed by a process that is not measured; undefined if it cannot be installed. */
export async function startNchan(setup: Setup): Promise<Contender | undefined> {
  const program = ensureNchan();
  if (program === null) return undefined;
  const port = await freePort();
  const folder = join(setup.folder, 'nchan');
  const nginx = startNginx({
    program,
    folder,
    config: `load_module ${NCHAN_MODULE};
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_rlimit_nofile 20000;
events { worker_connections 16000; }
http {
  access_log off;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /pub { nchan_publisher; nchan_channel_id feed; nchan_message_buffer_length 200; }
    location = /sub { nchan_subscriber eventsource; nchan_channel_id feed; nchan_subscriber_first_message newest; }
  }
}
`,
  });
  const path = '/sub';
  await listening(port, path);
  const feeder = await startScript(setup, 'nchan-feeder.ts', {
    PUBLISH_URL: `http://127.0.0.1:${port}/pub`,
  });
  return {
    name: 'nchan',
    port,
    path,
    pids: () => familyOf(nginx.pid ?? 0),
    cookies: [],
    async stop() {
      await feeder.stop();
      await nginx.stop();
    },
  };
}
