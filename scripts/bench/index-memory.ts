// The memory of the index process: after a first start, with a large store, and its growth while events arrive.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startIndex } from '../processes.mjs';
import type { Cleanup } from './cleanup';
import type { Figures } from './figures';
import { residentMb } from './process-cost';

const LIMIT_MB = 450;

async function serving(dataDir: string, simulate: string, cleanup: Cleanup) {
  const part = startIndex({
    port: await freePort(),
    dataDir,
    env: { ...process.env, DATABASE_URL: '', SIMULATE: simulate },
    logFile: join(dataDir, 'log'),
  });
  cleanup.add(() => part.stop());
  const from = performance.now();
  await part.ready();
  const seconds = (performance.now() - from) / 1000;
  await sleep(1_000);
  return { part, seconds, memoryMb: () => residentMb([part.pid ?? 0]) };
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
  figures.atMost('memory after the first start', first.memoryMb(), LIMIT_MB, 'MB');
  const samples: number[] = [];
  for (let n = 0; n < minutes * 60; n += 1) {
    await sleep(1_000);
    samples.push(first.memoryMb());
  }
  await first.part.stop();
  figures.note(
    `memory after ${minutes} min at 200 events a second`,
    `${(samples.at(-1) ?? 0).toFixed(0)} MB`,
  );
  figures.note('slope of the memory', `${slope(samples).toFixed(2)} MB a minute`);
  const again = await serving(filled, 'off', cleanup);
  figures.note('reopening', `${again.seconds.toFixed(1)} s`);
  figures.atMost('memory after reopening', again.memoryMb(), LIMIT_MB, 'MB');
  await again.part.stop();
}
