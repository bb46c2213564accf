// Other ways to forward events: better-sse, nginx, nchan and a route that pipes. Informative only, so whatever is missing, fails or has no
// time left is skipped.
import type { Figures } from './figures';
import { rowOf } from './relay-cell';
import { startNchan, startNginx, startScript, type Contender } from './relay-contenders';
import type { Measuring } from './relay-ground';
import { buildRouteKinds, startRouteKind } from './route-kinds';

/** Worst case for start, opening all readers and measuring. */
const ONE_MS = 60_000;
/** The app with the piping route is built first. */
const BUILD_MS = 60_000;

/** `leftMs`: time left for the run. `plainEfficiency`: the plain hub's under the same load. */
export async function measurePeers(
  { ground, load, on }: Measuring,
  {
    all,
    say,
    leftMs,
    plainEfficiency,
  }: { all: Figures; say: (line: string) => void; leftMs: () => number; plainEfficiency: number },
): Promise<void> {
  const piping = async () => {
    const folder = await buildRouteKinds(say, Math.min(leftMs() - ONE_MS, 3 * BUILD_MS));
    return startRouteKind(ground, folder, '/naive');
  };
  const peers: [name: string, needsMs: number, start: () => Promise<Contender | undefined>][] = [
    ['better-sse', ONE_MS, () => startScript(ground, 'better-sse-hub.ts')],
    ['nginx', ONE_MS, () => startNginx(ground)],
    ['nchan', ONE_MS, () => startNchan(ground)],
    ['a route that pipes', ONE_MS + BUILD_MS, piping],
  ];
  for (const [name, needsMs, start] of peers) {
    if (leftMs() < needsMs) {
      say(`     ${name}: not measured, the time is up`);
      continue;
    }
    try {
      const cell = await on(start(), (contender) => load.cell(contender, { readers: 1_000, rate: 50 }));
      if (cell === undefined) {
        say(`     ${name}: not installed`);
        continue;
      }
      say(rowOf(cell));
      all.note(`efficiency of ${cell.name} against the plain hub`, cell.efficiency / plainEfficiency);
    } catch (error) {
      say(`     ${name}: not measured: ${String(error).split('\n')[0] ?? ''}`);
    }
  }
}
