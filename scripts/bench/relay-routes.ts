// npm run bench -- relay-routes: the cost of a stream by kind of route (docs/decisions/011): the same small hub behind an App route
// (web stream) and a Pages API route (raw response), compared with a plain server and an App route that pipes.
import { figures } from './figures';
import { HEADING, rowOf, type Cell } from './relay-cell';
import { startScript } from './relay-contenders';
import { measuring } from './relay-setup';
import { buildRouteKinds, startRouteKind } from './route-kinds';

const KINDS = ['/api/hub', '/hub', '/naive'] as const;
const STORM = 3_000;

export async function run(): Promise<Record<string, unknown>> {
  const print = (line: string) => console.log(line);
  const folder = await buildRouteKinds(print);
  return measuring(async ({ setup, load, on }) => {
    const all = figures(print);
    print(HEADING);
    const measure = async (start: Parameters<typeof on>[0]) =>
      on(start, async (contender) => {
        const found: Cell[] = [];
        for (const options of [
          { readers: 1_000, rate: 10 },
          { readers: 1_000, rate: 50 },
        ]) {
          const cell = await load.cell(contender, options);
          print(rowOf(cell));
          found.push(cell);
        }
        return found;
      });
    const plain = await measure(startScript(setup, 'plain-hub.ts'));
    for (const kind of KINDS) {
      const found = await measure(startRouteKind(setup, folder, kind));
      for (const [place, rate] of [10, 50].entries()) {
        const ratio = (found?.[place]?.efficiency ?? Number.NaN) / (plain?.[place]?.efficiency ?? Number.NaN);
        all.note(`efficiency of ${kind} at 1,000 x ${rate} against plain node:http`, ratio);
      }
    }
    for (const kind of ['/api/hub', '/hub'] as const) {
      const kb = await on(startRouteKind(setup, folder, kind), async (contender) => {
        const before = await load.cell(contender, { readers: 1, rate: 2, seconds: 1 });
        const cell = await load.cell(contender, { readers: STORM, rate: 2, seconds: 3, whileOpening: 2 });
        print(rowOf(cell));
        return { kb: ((cell.rssMb - before.rssMb) * 1024) / STORM, seconds: cell.opened.ms / 1000 };
      });
      all.note(`KB a reader of ${kind}`, kb?.kb ?? Number.NaN);
      all.note(`seconds to open ${STORM} streams of ${kind}`, kb?.seconds ?? Number.NaN);
    }
    return all.all();
  });
}
