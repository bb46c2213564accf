// Setup shared by the relay benches: a folder, the played index and the load; contenders are stopped whatever happens.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad, type Load } from './relay-cell';
import { startScript, type Contender, type Ground } from './relay-contenders';
import { undoing } from './undoing';

export interface Measuring {
  ground: Ground;
  load: Load;
  /** A contender that is stopped at the end at the latest. */
  kept: <Started extends Contender | undefined>(start: Promise<Started>) => Promise<Started>;
  /** Runs `work` on a contender and stops it; undefined where there is none. */
  on: <Result>(
    start: Promise<Contender | undefined>,
    work: (contender: Contender) => Promise<Result>,
  ) => Promise<Result | undefined>;
}

export function measuring<Result>(work: (measuring: Measuring) => Promise<Result>): Promise<Result> {
  return undoing(async (undo) => {
    const kept: Measuring['kept'] = async (start) => {
      const contender = await start;
      if (contender !== undefined) undo.later(() => contender.stop());
      return contender;
    };
    const folder = mkdtempSync(join(tmpdir(), 'dagscope-relay-'));
    undo.later(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    const index = await kept(startScript({ folder, indexUrl: '' }, 'played-index.ts'));
    const indexUrl = `http://127.0.0.1:${index.port}`;
    const load = startLoad(indexUrl, index.pids);
    undo.later(() => load.stop());
    return work({
      ground: { folder, indexUrl },
      load,
      kept,
      on: async (start, measure) => {
        const contender = await kept(start);
        if (contender === undefined) return undefined;
        try {
          return await measure(contender);
        } finally {
          await contender.stop();
        }
      },
    });
  });
}
