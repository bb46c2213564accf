// The rank (column) of each vertex: longest path, in columns of limited size; vertices that only feed others move next to them.
// Invariant: every edge that closes no loop leads to a higher rank; an edge with a label or a parallel spans at least two.
import type { PlacementEdge } from './request';

interface Ends {
  out: number[][];
  into: number[][];
}

function endsOf(count: number, edges: readonly PlacementEdge[]): Ends {
  const out = Array.from({ length: count }, (): number[] => []);
  const into = Array.from({ length: count }, (): number[] => []);
  for (const { from, to } of edges) {
    out[from]?.push(to);
    into[to]?.push(from);
  }
  return { out, into };
}

/** The most vertices in a column, so that a graph keeps a reasonable shape. */
function columnLimit(count: number): number {
  return Math.max(24, Math.ceil(2.2 * Math.sqrt(count)));
}

/** Topological order. */
function orderOf({ out, into }: Ends): number[] {
  const waiting = into.map((list) => list.length);
  const order: number[] = [];
  for (const [vertex, count] of waiting.entries()) if (count === 0) order.push(vertex);
  for (let index = 0; index < order.length; index += 1)
    for (const next of out[order[index] ?? 0] ?? []) {
      const remaining = (waiting[next] ?? 0) - 1;
      waiting[next] = remaining;
      if (remaining === 0) order.push(next);
    }
  return order;
}

/** Ranks from 0 without empty ones. Throws when edges other than back edges form a cycle. */
export function ranksOf(count: number, edges: readonly PlacementEdge[]): Int32Array {
  const forward = edges.filter((edge) => !edge.back);
  const ends = endsOf(count, forward);
  const order = orderOf(ends);
  if (order.length !== count) throw new Error('edges not marked as loops form a cycle');
  const limit = columnLimit(count);
  const occupied: number[] = [];
  const rank = new Int32Array(count);
  for (const vertex of order) {
    let place = 0;
    for (const before of ends.into[vertex] ?? []) place = Math.max(place, (rank[before] ?? 0) + 1);
    while ((occupied[place] ?? 0) >= limit) place += 1;
    occupied[place] = (occupied[place] ?? 0) + 1;
    rank[vertex] = place;
  }
  for (const vertex of order.reverse()) {
    const after = ends.out[vertex] ?? [];
    if (after.length <= (ends.into[vertex] ?? []).length) continue;
    const place = after.reduce((least, next) => Math.min(least, (rank[next] ?? 0) - 1), Infinity);
    const now = rank[vertex] ?? 0;
    if (place <= now || (occupied[place] ?? 0) >= limit) continue;
    occupied[now] = (occupied[now] ?? 0) - 1;
    occupied[place] = (occupied[place] ?? 0) + 1;
    rank[vertex] = place;
  }
  return widened(rank, forward);
}

/** Removes empty ranks, and inserts one wherever an edge between adjacent ranks needs space. */
function widened(rank: Int32Array, forward: readonly PlacementEdge[]): Int32Array {
  const used = new Set(rank);
  const roomy = new Set<number>();
  for (const { from, to, label, apart } of forward) {
    const start = rank[from] ?? 0;
    if ((label || apart) && (rank[to] ?? 0) - start === 1) roomy.add(start);
  }
  let place = -1;
  const highest = rank.reduce((most, value) => Math.max(most, value), -1);
  const newRanks = new Int32Array(highest + 1);
  for (let index = 0; index <= highest; index += 1) {
    if (used.has(index)) place += 1;
    newRanks[index] = place;
    if (roomy.has(index)) place += 1;
  }
  return rank.map((value) => newRanks[value] ?? 0);
}
