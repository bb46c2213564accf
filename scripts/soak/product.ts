// The product for a soak: index and console as `npm start` runs them, restarted on the same ports and data folder, and sessions
// for readers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, stackAt } from '@/e2e/stack/stack';
import { cookieFor } from '@/lib/relay/testing/connection-for';
import { freePort, runIndexCommand, startConsole, startIndex } from '../processes.mjs';

const SECRET = 's'.repeat(48);

export interface Product {
  dataDir: string;
  indexUrl: string;
  consoleUrl: string;
  /** Cookies of new sessions, each with its own key. */
  sessions(count: number): Promise<string[]>;
  /** A key of the index. */
  key(): Promise<string>;
  /** Stops the console and starts it again; resolves with the milliseconds it took to stop. */
  restartConsole(how: 'SIGKILL' | 'SIGTERM'): Promise<number>;
  /** The same with the index. `simulate`: as in SIMULATE, from now on. */
  restartIndex(how: 'SIGKILL' | 'SIGTERM', simulate?: string): Promise<void>;
  /** Resets the log while the index is down. */
  resetLog(simulate?: string): Promise<void>;
  pids(): { console: number; index: number };
  close(): Promise<void>;
}

async function port(): Promise<number> {
  const found = (await freePort()) as number | null;
  if (found === null) throw new Error('no free port');
  return found;
}

export async function openProduct(simulate = 'off'): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dagscope-soak-'));
  const [indexPort, consolePort] = [await port(), await port()];
  let simulated = simulate;
  const log = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const env = () => ({
    ...process.env,
    ...LIMITS,
    STREAMS_PER_SESSION: '10000',
    STREAMS_PER_ADDRESS: '100000',
    READS_PER_SESSION: '1000000',
    READS_PER_ADDRESS: '10000000',
    SIGN_INS_PER_ADDRESS: '100000',
    DATABASE_URL: '',
    SIMULATE: simulated,
  });
  const runIndex = () => startIndex({ port: indexPort, dataDir, env: env(), logFile: log('index') });
  const runConsole = () =>
    startConsole({
      port: consolePort,
      env: { ...env(), INDEX_URL: `http://127.0.0.1:${indexPort}`, SESSION_SECRET: SECRET },
      logFile: log('console'),
    });
  let index = runIndex();
  let front = runConsole();
  const close = async () => {
    await Promise.all([front.stop(), index.stop()]);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await Promise.all([index.ready(), front.ready()]);
  } catch (error) {
    await close();
    throw error;
  }
  const address = { dataDir, indexUrl: index.url, consoleUrl: front.url };
  const stack = stackAt(address);
  return {
    ...address,
    close,
    key: () => stack.claimKey(),
    sessions: (count) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          return cookieFor({
            indexUrl: index.url,
            key: await stack.claimKey(),
            scopes: ['events:read'],
            secret: SECRET,
          });
        }),
      ),
    async restartConsole(how) {
      const from = performance.now();
      await (how === 'SIGKILL' ? front.kill() : front.stop());
      const gone = performance.now() - from;
      front = runConsole();
      await front.ready();
      return gone;
    },
    async restartIndex(how, next = simulated) {
      await (how === 'SIGKILL' ? index.kill() : index.stop());
      simulated = next;
      index = runIndex();
      await index.ready();
    },
    async resetLog(next = simulated) {
      await index.stop();
      const command = runIndexCommand({ args: ['reset-log'], dataDir, env: env(), logFile: log('reset') });
      const how = await command.exited;
      if (how !== 'ended with code 0') throw new Error(`reset-log ${how}\n${command.tail()}`);
      simulated = next;
      index = runIndex();
      await index.ready();
    },
    pids: () => ({ console: front.pid ?? 0, index: index.pid ?? 0 }),
  };
}
