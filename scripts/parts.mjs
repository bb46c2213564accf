// Starts the product's two processes and waits until they are ready: for the demo, `npm start`, `npm run dev` and the browser tests.
import { inRoot, startNode, waitUntilReady } from './processes.mjs';

const INDEX_MAIN = ['--import', 'tsx', 'lib/index-service/main.ts'];

/** Generous: seeding a simulated network takes long on a slow machine. */
const SEED_TIMEOUT_MS = 300_000;
const CONSOLE_TIMEOUT_MS = 60_000;

/**
 * Starts the index service. `env` is the whole environment; the port and the folder are put into it.
 * @param {{port: number, dataDir: string, env: Record<string, string | undefined>, logFile?: string | null}} options
 * @returns the process, with its `url` and `ready`, which waits until the index has its data.
 */
export function startIndex({ port, dataDir, env, logFile }) {
  const part = startNode({
    name: 'The index service',
    args: INDEX_MAIN,
    env: { ...env, INDEX_PORT: String(port), DATA_DIR: dataDir },
    logFile,
  });
  const url = `http://127.0.0.1:${port}`;
  /** @param {((message: string) => void) | undefined} [onProgress] */
  const ready = (onProgress) =>
    waitUntilReady({ url: `${url}/readyz`, process: part, timeoutMs: SEED_TIMEOUT_MS, onProgress });
  return { ...part, url, ready };
}

/**
 * Runs a command of the index service (`ingest FILE`, `rebuild`, …) on `dataDir`; the process is returned.
 * @param {{args: string[], dataDir: string, env: Record<string, string | undefined>, logFile?: string | null}} options
 */
export function runIndexCommand({ args, dataDir, env, logFile }) {
  return startNode({
    name: `index ${args[0]}`,
    args: [...INDEX_MAIN, ...args],
    env: { ...env, DATA_DIR: dataDir },
    logFile,
  });
}

/**
 * Starts the console: the production build, or with `dev` Next's development server.
 * @param {{port: number, host?: string, env: Record<string, string | undefined>, logFile?: string | null,
 *   dev?: boolean}} options
 */
export function startConsole({ port, host = '127.0.0.1', env, logFile, dev = false }) {
  const part = startNode({
    name: 'The console',
    args: [inRoot('scripts/server.mjs'), ...(dev ? ['--dev'] : [])],
    env: {
      ...env,
      HOST: host,
      PORT: String(port),
      NODE_ENV: dev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    logFile,
  });
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
  const accept = (status) => status < 500;
  const ready = () =>
    waitUntilReady({ url: `${url}/healthz`, process: part, timeoutMs: CONSOLE_TIMEOUT_MS, accept });
  return { ...part, url, ready };
}
