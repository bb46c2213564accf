// Long thin graphs broken into rows, like text, so that a screen can take them in: which rank stands in which row.
import type { Cell } from './cells';
import type { Heading } from './question';

/** How far a row may run, and how much longer than all rows together are high it should be: a screen is wider than high. */
export interface Page {
  width: number;
  aspect: number;
}

export const pages: Record<Heading, Page> = {
  right: { width: 1500, aspect: 2.2 },
  down: { width: 1100, aspect: 1 / 2.2 },
};

/** One row is enough while the graph is less than so many times as long as high; a row ends where few edges go on. */
const WRAP = { thin: 3, lanes: 8 };

const extent = (ranks: readonly (readonly Cell[])[]) => {
  let low = Infinity;
  let high = -Infinity;
  for (const rank of ranks)
    for (const { y, height } of rank) {
      low = Math.min(low, y);
      high = Math.max(high, y + height);
    }
  return high - low;
};

/** The row of each rank; `page` null: one row. A row ends where the fewest edges have to be led on to the next, near the width that suits a screen. */
export function rowsOf(
  ranks: readonly (readonly Cell[])[],
  widths: readonly number[],
  page: Page | null,
): number[] {
  const width = widths.reduce((sum, each) => sum + each, 0);
  const height = extent(ranks) + 60;
  if (page === null || width <= page.width || width <= height * WRAP.thin) return ranks.map(() => 0);
  const wanted = Math.max(page.width * 0.7, Math.sqrt(width * height * page.aspect));
  const ends = new Set<number>();
  let filled = 0;
  let best: { rank: number; links: number } | null = null;
  for (let rank = 0; rank + 1 < ranks.length; rank += 1) {
    filled += widths[rank] ?? 0;
    const links = (ranks[rank] ?? []).reduce((sum, { after }) => sum + after.length, 0);
    if (filled > wanted * 0.7 && links <= WRAP.lanes && (best === null || links <= best.links))
      best = { rank, links };
    if (filled + (widths[rank + 1] ?? 0) < wanted * 1.15 || best === null) continue;
    ends.add(best.rank);
    filled = widths.slice(best.rank + 1, rank + 1).reduce((sum, each) => sum + each, 0);
    best = null;
  }
  let row = 0;
  return ranks.map((_, rank) => (ends.has(rank) ? row++ : row));
}
