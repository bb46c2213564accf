// A small app (folder route-kinds) with each kind of Next route that can stream, built and started like ours.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inRoot, startNode, waitUntilReady } from '../processes.mjs';
import { familyOf } from './process-cost';
import { aPort, type Contender, type Setup } from './relay-contenders';

const NEXT = inRoot('node_modules/next/dist/bin/next');
const BUILD_MS = 180_000;
const START_MS = 30_000;

/** Builds the app in at most `timeout` ms; returns its folder. Throws with the build's output. */
export async function buildRouteKinds(print: (line: string) => void, timeout = BUILD_MS): Promise<string> {
  const folder = inRoot('scripts/bench/route-kinds');
  print('Building the app with the kinds of route …');
  const { status, stdout, stderr } = spawnSync(process.execPath, [NEXT, 'build', folder], {
    encoding: 'utf8',
    timeout,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`building the app failed:\n${stdout}${stderr}`);
  return folder;
}

/** Starts the app for one of its paths: `/naive`, `/hub`, `/api/hub`. */
export async function startRouteKind(setup: Setup, folder: string, path: string): Promise<Contender> {
  const port = await aPort();
  const name = `next${path.replaceAll('/', '-')}`;
  const part = startNode({
    name,
    args: [NEXT, 'start', folder, '--hostname', '127.0.0.1', '--port', String(port)],
    env: {
      ...process.env,
      INDEX_URL: setup.indexUrl,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    logFile: join(setup.folder, `${name}.log`),
    // It would wait for open streams, and has nothing to lose.
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
