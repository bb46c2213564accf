// The order of cells within each rank: barycentre sweeps back and forth, keeping the best.
// Invariant: bounded; fewer sweeps with more links, so a tangled graph does not take longer.
import type { Cell, Link, Net } from './cells';

type Side = 'before' | 'after';

/** Where a link meets a neighbour, from 0 at the top of its rank to 1 at the bottom. */
function meeting(link: Link, side: Side, counts: readonly number[]): number {
  const other = side === 'before' ? link.from : link.to;
  const at = side === 'before' ? link.fromY : link.toY;
  const within = other.height > 0 ? at / other.height : 0.5;
  return (other.place + within) / (counts[other.rank] ?? 1);
}

function number(rank: readonly Cell[]): void {
  for (const [place, cell] of rank.entries()) cell.place = place;
}

/** Initial order by depth-first search, which keeps connected cells together. */
function firstOrder(ranks: readonly Cell[][]): void {
  const seen = new Map<Cell, number>();
  for (const rank of ranks)
    for (const root of rank) {
      const waiting = [root];
      for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
        if (seen.has(cell)) continue;
        seen.set(cell, seen.size);
        const links = [...cell.after].sort((a, b) => b.fromY - a.fromY);
        for (const { to } of links) if (!seen.has(to)) waiting.push(to);
      }
    }
  for (const rank of ranks) {
    const key = (cell: Cell) => (seen.get(cell.beside ?? cell) ?? 0) + (cell.beside ? 0.5 : 0);
    rank.sort((a, b) => key(a) - key(b));
    number(rank);
  }
}

function sweep(rank: Cell[], side: Side, counts: readonly number[]): void {
  const positions = new Map<Cell, number>();
  const count = counts[rank[0]?.rank ?? 0] ?? 1;
  const of = (cell: Cell): number => {
    const cached = positions.get(cell);
    if (cached !== undefined) return cached;
    const links = cell[side];
    let sum = 0;
    for (const link of links) sum += meeting(link, side, counts);
    const current = (cell.place + 0.5) / count;
    let value = links.length > 0 ? sum / links.length : current;
    if (cell.beside) {
      const around = of(cell.beside) + 0.4 / count;
      value = links.length > 0 ? (value + around) / 2 : around;
    }
    positions.set(cell, value);
    return value;
  };
  for (const cell of rank) of(cell);
  rank.sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0) || a.place - b.place);
  number(rank);
}

/** Inversions of `values`, by merging. */
function inversions(values: Float64Array): number {
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(values.length);
  let crossingCount = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || (from[left] ?? 0) <= (from[right] ?? 0));
        if (!isLeft) crossingCount += middle - left;
        to[at] = (isLeft ? from[left++] : from[right++]) ?? 0;
      }
    }
    [from, to] = [to, from];
  }
  return crossingCount;
}

function crossingsOf(rank: readonly Cell[]): number {
  const links = rank.flatMap((cell) => cell.after);
  const start = ({ from, fromY }: Link) => from.place + fromY / (from.height + 1);
  const end = ({ to, toY }: Link) => to.place + toY / (to.height + 1);
  links.sort((a, b) => start(a) - start(b) || end(a) - end(b));
  return inversions(Float64Array.from(links, end));
}

const crossings = (ranks: readonly Cell[][]) => ranks.reduce((sum, rank) => sum + crossingsOf(rank), 0);

function crossingsOfPair(upper: Cell, lower: Cell): number {
  let sum = 0;
  for (const side of ['before', 'after'] as const)
    for (const a of upper[side])
      for (const b of lower[side]) {
        const [first, second] = side === 'before' ? [a.from, b.from] : [a.to, b.to];
        const [firstY, secondY] = side === 'before' ? [a.fromY, b.fromY] : [a.toY, b.toY];
        if (first.place > second.place || (first === second && firstY > secondY)) sum += 1;
      }
  return sum;
}

/** Swaps neighbours while that removes crossings. */
function swapNeighbours(ranks: readonly Cell[][]): void {
  for (let round = 0; round < 4; round += 1) {
    let better = false;
    for (const rank of ranks)
      for (let index = 0; index + 1 < rank.length; index += 1) {
        const upper = rank[index];
        const lower = rank[index + 1];
        if (!upper || !lower || crossingsOfPair(upper, lower) <= crossingsOfPair(lower, upper)) continue;
        rank[index] = lower;
        rank[index + 1] = upper;
        number(rank);
        better = true;
      }
    if (!better) return;
  }
}

/** Fewer in a large graph, to bound the time. */
function roundsFor(links: number): number {
  if (links < 400) return 12;
  if (links < 4_000) return 6;
  return links < 20_000 ? 3 : 2;
}

/** Orders the cells of every rank in place. */
export function orderCells({ ranks }: Net): void {
  const links = ranks.reduce(
    (sum, rank) => sum + rank.reduce((most, cell) => most + cell.after.length, 0),
    0,
  );
  const rounds = roundsFor(links);
  const counts = ranks.map((rank) => rank.length);
  firstOrder(ranks);
  let best = crossings(ranks);
  let bestRanks = ranks.map((rank) => [...rank]);
  for (let round = 0; round < rounds && best > 0; round += 1) {
    for (let index = 1; index < ranks.length; index += 1) sweep(ranks[index] ?? [], 'before', counts);
    for (let index = ranks.length - 2; index >= 0; index -= 1) sweep(ranks[index] ?? [], 'after', counts);
    if (links < 1_500) swapNeighbours(ranks);
    const now = crossings(ranks);
    if (now >= best) continue;
    best = now;
    bestRanks = ranks.map((rank) => [...rank]);
  }
  for (const [index, rank] of bestRanks.entries()) {
    ranks[index] = rank;
    number(rank);
  }
}
