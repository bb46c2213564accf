// Breaks long thin graphs into rows, like text: which rank is in which row.
import type { Cell } from './cells';
import type { Heading } from './request';
import { type pages, row as rowSpacing, wrap } from './spacing';

export type Page = (typeof pages)[Heading];

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

/** The row of each rank; a row ends near the page width, where the fewest edges cross. Without a page there is one row. */
export function rowsOf(
  ranks: readonly (readonly Cell[])[],
  widths: readonly number[],
  page: Page | null,
): number[] {
  const width = widths.reduce((sum, each) => sum + each, 0);
  const height = extent(ranks) + rowSpacing.margin;
  if (page === null || width <= page.width || width <= height * wrap.minAspect) return ranks.map(() => 0);
  const wanted = Math.max(page.width * 0.7, Math.sqrt(width * height * page.aspect));
  const ends = new Set<number>();
  let filled = 0;
  let best: { rank: number; links: number } | null = null;
  for (let rank = 0; rank + 1 < ranks.length; rank += 1) {
    filled += widths[rank] ?? 0;
    const links = (ranks[rank] ?? []).reduce((sum, { after }) => sum + after.length, 0);
    if (filled > wanted * 0.7 && links <= wrap.maxCrossings && (best === null || links <= best.links))
      best = { rank, links };
    if (filled + (widths[rank + 1] ?? 0) < wanted * 1.15 || best === null) continue;
    ends.add(best.rank);
    filled = widths.slice(best.rank + 1, rank + 1).reduce((sum, each) => sum + each, 0);
    best = null;
  }
  let row = 0;
  return ranks.map((_, rank) => (ends.has(rank) ? row++ : row));
}
