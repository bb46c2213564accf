// The cells of a layered drawing: one per vertex, and one wherever an edge passes a rank or carries its label.
// Invariant: a link joins cells of adjacent ranks. A loop's edge runs through its own ranks at both ends, beside its vertices.
import type { PlacementEdge, Size } from './request';

export interface Cell {
  rank: number;
  /** Position within its rank, from the top. */
  place: number;
  width: number;
  height: number;
  /** Top. */
  y: number;
  /** Index of the vertex; -1 for a cell of an edge. */
  vertex: number;
  label: boolean;
  before: Link[];
  after: Link[];
  /** The vertex of the same rank that a loop goes around here. */
  beside: Cell | null;
}

export interface Link {
  from: Cell;
  to: Cell;
  /** Offsets from the top of either cell. */
  fromY: number;
  toY: number;
  /** Importance of keeping this link straight. */
  weight: number;
}

/** An edge as a chain of cells from the lower to the higher rank. */
export interface Strand {
  edge: PlacementEdge;
  low: Cell;
  high: Cell;
  lowY: number;
  highY: number;
  /** A loop: drawn from `high` to `low`, around both. */
  backward: boolean;
  cells: Cell[];
  label: Cell | null;
}

export interface Net {
  ranks: Cell[][];
  strands: Strand[];
}

/** Beyond this many edge cells the longest edges get none and run straight behind other cards. */
const MAX_EDGE_CELLS = 24_000;

function cell(rank: number, width: number, height: number, vertex = -1): Cell {
  return { rank, place: 0, width, height, y: 0, vertex, label: false, before: [], after: [], beside: null };
}

/** By the number of its ends that are edge cells: long edges should be straight. */
const LINK_WEIGHTS = [1, 2, 8];

function join(from: Cell, to: Cell, fromY: number, toY: number): void {
  const passing = Number(from.vertex < 0) + Number(to.vertex < 0);
  const link = { from, to, fromY, toY, weight: LINK_WEIGHTS[passing] ?? 1 };
  from.after.push(link);
  to.before.push(link);
}

/** The cells of `strand` between its ends, linked where ranks are adjacent. */
function thread(strand: Strand, whole: boolean): Cell[] {
  const { edge, low, high, backward } = strand;
  const first = backward ? low.rank : low.rank + 1;
  const last = backward ? high.rank : high.rank - 1;
  const middle = backward ? Math.floor((first + last) / 2) : first;
  const cells: Cell[] = [];
  for (let rank = first; rank <= last; rank += 1) {
    const carries = edge.label !== null && rank === middle;
    const turns = backward && (rank === first || rank === last);
    if (!whole && !carries && !turns) continue;
    const { width, height } = (carries && edge.label) || { width: 0, height: 0 };
    const passing = cell(rank, width, height);
    if (carries) {
      passing.label = true;
      strand.label = passing;
    }
    cells.push(passing);
  }
  const head = cells[0];
  const tail = cells.at(-1);
  if (backward && head && tail) {
    tail.beside = high;
    if (head !== tail) head.beside = low;
  }
  const chain = backward ? cells : [low, ...cells, high];
  for (const [index, next] of chain.entries()) {
    const before = chain[index - 1];
    if (!before || next.rank - before.rank !== 1) continue;
    join(
      before,
      next,
      before === low ? strand.lowY : before.height / 2,
      next === high ? strand.highY : next.height / 2,
    );
  }
  return cells;
}

export function netOf(sizes: readonly Size[], edges: readonly PlacementEdge[], rank: Int32Array): Net {
  const vertices = sizes.map(({ width, height }, index) => cell(rank[index] ?? 0, width, height, index));
  const strands: Strand[] = [];
  for (const edge of edges) {
    const from = vertices[edge.from];
    const to = vertices[edge.to];
    if (!from || !to) continue;
    const backward = from.rank >= to.rank;
    const [low, high] = backward ? [to, from] : [from, to];
    const [lowY, highY] = backward ? [edge.toY, edge.fromY] : [edge.fromY, edge.toY];
    strands.push({ edge, low, high, lowY, highY, backward, cells: [], label: null });
  }
  const ranks: Cell[][] = [];
  const add = (newCell: Cell) => (ranks[newCell.rank] ??= []).push(newCell);
  for (const vertex of vertices) add(vertex);
  let passing = 0;
  const span = (strand: Strand) => strand.high.rank - strand.low.rank;
  for (const strand of [...strands].sort((a, b) => span(a) - span(b))) {
    passing += span(strand);
    strand.cells = thread(strand, passing <= MAX_EDGE_CELLS);
    for (const edgeCell of strand.cells) add(edgeCell);
  }
  return { ranks, strands };
}
