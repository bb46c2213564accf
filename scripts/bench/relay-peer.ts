// Other ways to forward events: better-sse, nginx, nchan and a route that pipes. Informative only: whatever is missing, fails or
// runs out of time is skipped.
import type { Figures } from './figures';
import { rowOf } from './relay-cell';
import { startNchan, startNginx, startScript, type Contender } from './relay-contenders';
import type { Measuring } from './relay-setup';
import { buildRouteKinds, startRouteKind } from './route-kinds';

/** Worst case for start, opening all readers and measuring. */
const ONE_MS = 60_000;
/** The app with the piping route is built first. */
const BUILD_MS = 60_000;

/** `leftMs`: time left for the run. `plainEfficiency`: the plain hub's under the same load. */
export async function measurePeers(
  { setup, load, on }: Measuring,
  {
    all,
    print,
    leftMs,
    plainEfficiency,
  }: { all: Figures; print: (line: string) => void; leftMs: () => number; plainEfficiency: number },
): Promise<void> {
  const piping = async () => {
    const folder = await buildRouteKinds(print, Math.min(leftMs() - ONE_MS, 3 * BUILD_MS));
    return startRouteKind(setup, folder, '/naive');
  };
  const peers: [name: string, needsMs: number, start: () => Promise<Contender | undefined>][] = [
    ['better-sse', ONE_MS, () => startScript(setup, 'better-sse-hub.ts')],
    ['nginx', ONE_MS, () => startNginx(setup)],
    ['nchan', ONE_MS, () => startNchan(setup)],
    ['a route that pipes', ONE_MS + BUILD_MS, piping],
  ];
  for (const [name, needsMs, start] of peers) {
    if (leftMs() < needsMs) {
      print(`     ${name}: not measured: out of time`);
      continue;
    }
    try {
      const cell = await on(start(), (contender) => load.cell(contender, { readers: 1_000, rate: 50 }));
      if (cell === undefined) {
        print(`     ${name}: not installed`);
        continue;
      }
      print(rowOf(cell));
      all.note(`efficiency of ${cell.name} against the plain hub`, cell.efficiency / plainEfficiency);
    } catch (error) {
      print(`     ${name}: not measured: ${String(error).split('\n')[0] ?? ''}`);
    }
  }
}
