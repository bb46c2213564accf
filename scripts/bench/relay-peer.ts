// The strongest peer, nginx with nchan, under the load of the busiest pair. Informative only: skipped if it is missing, fails or runs out of time.
import type { Figures } from './figures';
import { rowOf } from './relay-cell';
import { startNchan } from './relay-contenders';
import type { Measuring } from './relay-setup';

export async function measurePeer(
  { setup, load, on }: Measuring,
  { all, print, plainEfficiency }: { all: Figures; print: (line: string) => void; plainEfficiency: number },
): Promise<void> {
  try {
    const cell = await on(startNchan(setup), (contender) =>
      load.cell(contender, { readers: 1_000, rate: 50 }),
    );
    if (cell === undefined) return all.note('nchan', 'not installed');
    print(rowOf(cell));
    all.note('efficiency of nchan against the plain hub', cell.efficiency / plainEfficiency);
  } catch (error) {
    all.note('nchan', `not measured: ${String(error).split('\n')[0] ?? ''}`);
  }
}
