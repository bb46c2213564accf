// The top of each cell for a given order. Every cell has a preferred top, at which its links are straight; overlaps within a rank
// are resolved by isotonic regression, which is exact and linear.
// Invariant: no two cells of a rank are closer than their gap.
import type { Cell, Link, Net, Strand } from './cells';
import { cellGap } from './spacing';

/** The gap between two stacked cells. */
function gap(upper: Cell, lower: Cell): number {
  const cards = Number(upper.vertex >= 0) + Number(lower.vertex >= 0);
  if (cards === 2) return cellGap.cards;
  if (cards === 1) return cellGap.card;
  return upper.label || lower.label ? cellGap.label : cellGap.passing;
}

/** Stacks a rank around zero. */
function stack(rank: readonly Cell[]): void {
  let y = 0;
  for (const [index, cell] of rank.entries()) {
    const upper = rank[index - 1];
    if (upper) y += upper.height + gap(upper, cell);
    cell.y = y;
  }
  const last = rank.at(-1);
  const middle = last ? (last.y + last.height) / 2 : 0;
  for (const cell of rank) cell.y -= middle;
}

/** The top at which `link` would be straight for `cell`. */
function straight(cell: Cell, { from, to, fromY, toY }: Link): number {
  return cell === to ? from.y + fromY - toY : to.y + toY - fromY;
}

/** The weighted median of the tops at which `links` are straight; null without links. */
function preferredTop(cell: Cell, links: readonly Link[]): { y: number; weight: number } | null {
  const tops = links.map((link) => ({ y: straight(cell, link), weight: link.weight }));
  tops.sort((a, b) => a.y - b.y);
  const weight = tops.reduce((sum, each) => sum + each.weight, 0);
  let sum = 0;
  for (const [index, each] of tops.entries()) {
    sum += each.weight;
    const next = tops[index + 1];
    if (sum * 2 === weight && next) return { y: (each.y + next.y) / 2, weight };
    if (sum * 2 > weight) return { y: each.y, weight };
  }
  return null;
}

interface Block {
  first: number;
  count: number;
  y: number;
  weight: number;
}

/** Moves the cells of a rank as close to their preferred tops as order and gaps allow. */
function alignRank(rank: readonly Cell[], linksOf: (cell: Cell) => readonly Link[]): void {
  const offsets: number[] = [];
  const blocks: Block[] = [];
  for (const [index, cell] of rank.entries()) {
    const upper = rank[index - 1];
    const offset = upper ? (offsets[index - 1] ?? 0) + upper.height + gap(upper, cell) : 0;
    offsets.push(offset);
    const preferred =
      preferredTop(cell, linksOf(cell)) ??
      (cell.beside
        ? { y: cell.beside.y + cell.beside.height + cellGap.card, weight: 0.5 }
        : { y: cell.y, weight: 0.05 });
    let block: Block = { first: index, count: 1, y: preferred.y - offset, weight: preferred.weight };
    for (let last = blocks.at(-1); last && last.y > block.y; last = blocks.at(-1)) {
      blocks.pop();
      const weight = last.weight + block.weight;
      const y = (last.y * last.weight + block.y * block.weight) / weight;
      block = { first: last.first, count: last.count + block.count, y, weight };
    }
    blocks.push(block);
  }
  for (const { first, count, y } of blocks)
    for (let index = first; index < first + count; index += 1) {
      const cell = rank[index];
      if (cell) cell.y = y + (offsets[index] ?? 0);
    }
}

/** The range of tops `cell` may have if its neighbours do not move. */
function freedom(rank: readonly Cell[], cell: Cell): [number, number] {
  const upper = rank[cell.place - 1];
  const lower = rank[cell.place + 1];
  return [
    upper ? upper.y + upper.height + gap(upper, cell) : -Infinity,
    lower ? lower.y - cell.height - gap(cell, lower) : Infinity,
  ];
}

/** Pulls a loop's edge close to the vertices it repeats, on one line where possible. */
function tighten(ranks: readonly (readonly Cell[])[], { cells, high }: Strand): void {
  const tail = cells.at(-1);
  if (!tail) return;
  const below = tail.y > high.y;
  let [least, most] = [-Infinity, Infinity];
  for (const cell of cells) {
    const [low, high] = freedom(ranks[cell.rank] ?? [], cell);
    least = Math.max(least, low + cell.height / 2);
    most = Math.min(most, high + cell.height / 2);
  }
  const middle = below ? least : most;
  if (least > most || !Number.isFinite(middle)) return;
  for (const cell of cells) cell.y = middle - cell.height / 2;
}

/** Moves each cell within its free space to where most of its links on `side` are straight. */
function straighten(rank: readonly Cell[], side: 'before' | 'after' | 'both'): void {
  for (const cell of rank) {
    const [least, most] = freedom(rank, cell);
    const links = side === 'both' ? [...cell.before, ...cell.after] : cell[side];
    const votes = new Map<number, number>();
    for (const link of links) {
      const y = straight(cell, link);
      if (y >= least && y <= most) votes.set(y, (votes.get(y) ?? 0) + link.weight);
    }
    let best = cell.y;
    let most_votes = 0;
    for (const [y, count] of votes) {
      if (count < most_votes || (count === most_votes && Math.abs(y - cell.y) >= Math.abs(best - cell.y)))
        continue;
      best = y;
      most_votes = count;
    }
    cell.y = best;
  }
}

/** Fewer in a large graph, to bound the time. */
function roundsFor(cells: number): number {
  if (cells < 300) return 10;
  return cells < 6_000 ? 5 : 2;
}

/** Sets every cell's top in whole pixels; the smallest is 0. */
export function placeHeights({ ranks, strands }: Net): void {
  const cells = ranks.reduce((sum, rank) => sum + rank.length, 0);
  const rounds = roundsFor(cells);
  const reversed = [...ranks].reverse();
  for (const rank of ranks) stack(rank);
  for (let round = 0; round < rounds; round += 1) {
    for (const rank of ranks) alignRank(rank, (cell) => cell.before);
    for (const rank of reversed) alignRank(rank, (cell) => cell.after);
  }
  for (const rank of ranks) alignRank(rank, ({ before, after }) => [...before, ...after]);
  for (const rank of ranks) for (const cell of rank) cell.y = Math.round(cell.y);
  for (const rank of ranks) restoreGaps(rank);
  for (let round = 0; round < 2; round += 1) {
    for (const rank of ranks) straighten(rank, 'before');
    for (const rank of reversed) straighten(rank, 'after');
  }
  for (const rank of ranks) straighten(rank, 'both');
  for (const strand of strands) if (strand.backward) tighten(ranks, strand);
  let top = Infinity;
  for (const rank of ranks) for (const cell of rank) top = Math.min(top, cell.y);
  for (const rank of ranks) for (const cell of rank) cell.y -= top;
}

/** Restores gaps that rounding shrank by a pixel. */
function restoreGaps(rank: readonly Cell[]): void {
  for (const [index, cell] of rank.entries()) {
    const upper = rank[index - 1];
    if (upper) cell.y = Math.max(cell.y, Math.ceil(upper.y + upper.height + gap(upper, cell)));
  }
}
