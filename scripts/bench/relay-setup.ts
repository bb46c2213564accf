// Setup shared by the relay benches: a folder, the mock index and the load. Contenders are always stopped at the end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad, type Load } from './relay-cell';
import { startScript, type Contender, type Setup } from './relay-contenders';
import { withCleanup } from './cleanup';

export interface Measuring {
  setup: Setup;
  load: Load;
  /** The contender, which is stopped at the end at the latest. */
  track: <Started extends Contender | undefined>(start: Promise<Started>) => Promise<Started>;
  /** Runs `work` on a contender and stops it; undefined if there is none. */
  on: <Result>(
    start: Promise<Contender | undefined>,
    work: (contender: Contender) => Promise<Result>,
  ) => Promise<Result | undefined>;
}

export function measuring<Result>(work: (measuring: Measuring) => Promise<Result>): Promise<Result> {
  return withCleanup(async (cleanup) => {
    const track: Measuring['track'] = async (start) => {
      const contender = await start;
      if (contender !== undefined) cleanup.add(() => contender.stop());
      return contender;
    };
    const folder = mkdtempSync(join(tmpdir(), 'dagscope-relay-'));
    cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    const index = await track(startScript({ folder, indexUrl: '' }, 'mock-index.ts'));
    const indexUrl = `http://127.0.0.1:${index.port}`;
    const load = startLoad(indexUrl, index.pids);
    cleanup.add(() => load.stop());
    return work({
      setup: { folder, indexUrl },
      load,
      track,
      on: async (start, measure) => {
        const contender = await track(start);
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
