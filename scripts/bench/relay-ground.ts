// What every measurement of the relay stands on: a folder, the played index, and the load; and contenders that are stopped whatever happens.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad, type Load } from './relay-cell';
import { startScript, type Contender, type Ground } from './relay-contenders';

export interface Measuring {
  ground: Ground;
  load: Load;
  /** Runs `work` on a contender and stops it; undefined where there is none. */
  on: <Result>(
    start: Promise<Contender | undefined>,
    work: (contender: Contender) => Promise<Result>,
  ) => Promise<Result | undefined>;
}

export async function measuring<Result>(work: (measuring: Measuring) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-relay-'));
  let load: Load | undefined;
  let index: Contender | undefined;
  try {
    index = await startScript({ folder, indexUrl: '' }, 'played-index.ts');
    const indexUrl = `http://127.0.0.1:${index.port}`;
    load = startLoad(indexUrl, index.pids);
    return await work({
      ground: { folder, indexUrl },
      load,
      on: async (start, measure) => {
        const contender = await start;
        if (contender === undefined) return undefined;
        try {
          return await measure(contender);
        } finally {
          await contender.stop();
        }
      },
    });
  } finally {
    load?.stop();
    await index?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
