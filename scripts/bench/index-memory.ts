// The memory of the index process: after a first start, with a large store, and its growth while events arrive.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNode, waitUntilReady, freePort } from '../processes.mjs';
import type { Figures } from './figures';
import type { Cleanup } from './cleanup';

const START_MS = 180_000;
const LIMIT_MB = 450;

function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function serving(dataDir: string, simulate: string, cleanup: Cleanup) {
  mkdirSync(dataDir, { recursive: true });
  const port = (await freePort()) as number;
  const part = startNode({
    name: 'the index service',
    args: ['--import', 'tsx', 'lib/index-service/main.ts'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      INDEX_PORT: String(port),
      SIMULATE: simulate,
    },
    logFile: join(dataDir, 'log'),
  });
  cleanup.add(() => part.stop());
  const from = performance.now();
  await waitUntilReady({ url: `http://127.0.0.1:${port}/readyz`, process: part, timeoutMs: START_MS });
  const seconds = (performance.now() - from) / 1000;
  await sleep(1_000);
  return { part, seconds };
}

/** Megabytes per minute, by least squares over one sample per second, without the first third (warm-up). */
function slope(samples: readonly number[]): number {
  const late = samples.slice(Math.floor(samples.length / 3));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(late.map((_, n) => n));
  const level = mean(late);
  const over = late.reduce((sum, value, n) => sum + (n - at) * (value - level), 0);
  return (over / late.reduce((sum, _, n) => sum + (n - at) ** 2, 0)) * 60;
}

/** `filled` contains the large store; `fresh` does not exist yet. */
export async function measureMemory(
  filled: string,
  fresh: string,
  minutes: number,
  figures: Figures,
  cleanup: Cleanup,
): Promise<void> {
  const first = await serving(fresh, 'bench:200', cleanup);
  figures.note('first start with a seeded network', `${first.seconds.toFixed(1)} s`);
  figures.atMost('memory after the first start', residentMb(first.part.pid), LIMIT_MB, 'MB');
  const samples: number[] = [];
  for (let n = 0; n < minutes * 60; n += 1) {
    await sleep(1_000);
    samples.push(residentMb(first.part.pid));
  }
  await first.part.stop();
  figures.note(
    `memory after ${minutes} min at 200 events a second`,
    `${(samples.at(-1) ?? 0).toFixed(0)} MB`,
  );
  figures.note('slope of the memory', `${slope(samples).toFixed(2)} MB a minute`);
  const again = await serving(filled, 'off', cleanup);
  figures.note('reopening', `${again.seconds.toFixed(1)} s`);
  figures.atMost('memory after reopening', residentMb(again.part.pid), LIMIT_MB, 'MB');
  await again.part.stop();
}
