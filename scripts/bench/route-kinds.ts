// The kinds of route that Next offers for a stream, in a small app of their own (the folder route-kinds), built and started as ours is.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inRoot, startNode, waitUntilReady } from '../processes.mjs';
import { familyOf } from './process-cost';
import { aPort, type Contender, type Ground } from './relay-contenders';

const NEXT = inRoot('node_modules/next/dist/bin/next');
const BUILD_MS = 180_000;
const START_MS = 30_000;

/** Builds the app, in `timeout` milliseconds at most; answers where it is. Throws with what the build said. */
export async function buildRouteKinds(say: (line: string) => void, timeout = BUILD_MS): Promise<string> {
  const folder = inRoot('scripts/bench/route-kinds');
  say('Building the app with the kinds of route …');
  const { status, stdout, stderr } = spawnSync(process.execPath, [NEXT, 'build', folder], {
    encoding: 'utf8',
    timeout,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`the app with the kinds of route was not built:\n${stdout}${stderr}`);
  return folder;
}

/** Starts the app for one of its paths: `/naive`, `/hub`, `/api/hub`. */
export async function startRouteKind(ground: Ground, folder: string, path: string): Promise<Contender> {
  const port = await aPort();
  const name = `next${path.replaceAll('/', '-')}`;
  const part = startNode({
    name,
    args: [NEXT, 'start', folder, '--hostname', '127.0.0.1', '--port', String(port)],
    env: {
      ...process.env,
      INDEX_URL: ground.indexUrl,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    logFile: join(ground.folder, `${name}.log`),
    // It does not end by itself while streams are open; there is nothing to lose.
    graceMs: 300,
  });
  await waitUntilReady({
    url: `http://127.0.0.1:${port}/ready`,
    process: part,
    timeoutMs: START_MS,
    accept: (status) => status < 500,
  }).catch(async (error: unknown) => {
    await part.stop();
    throw error;
  });
  return { name, port, path, pids: () => familyOf(part.pid ?? 0), cookies: [], stop: () => part.stop() };
}
