// One connected part of a graph, placed: ranks, order, heights, channels, rows; then the corners of its edges in pixels.
import { netOf, type Cell, type Net, type Strand } from './cells';
import { placeHeights } from './heights';
import { allLegs, type Leg, type LegsOf } from './legs';
import { orderCells } from './order';
import type { AskedEdge } from './question';
import { ranksOf } from './ranks';
import { rowsOf, type Page } from './rows';
import { layLanes, layTracks } from './tracks';

export interface PlacedPart {
  width: number;
  height: number;
  /** By index of the vertex within the part. */
  vertices: { x: number; y: number }[];
  edges: { index: number; points: { x: number; y: number }[]; label: { x: number; y: number } | null }[];
}

const ROW_GAP = 40;

interface Columns {
  /** Left of each rank, its width, and the left of the channel that follows; entry -1 is before the first. */
  left: number[];
  width: number[];
  /** Left of the channel after each rank; `before` of the one that opens the row in which a rank is first. */
  channel: number[];
  before: number[];
}

const widthOf = (rank: readonly Cell[]) => rank.reduce((most, { width }) => Math.max(most, width), 0);

/** Left of every rank and channel. */
function columnsOf(net: Net, legs: LegsOf, rowOf: readonly number[]): Columns {
  const inside = new Map<number, Leg[]>();
  const crossing = new Map<number, Leg[]>();
  for (const list of legs.values())
    for (const leg of list) {
      const where = leg.kind === 'cross' ? crossing : inside;
      const known = where.get(leg.after);
      if (known) known.push(leg);
      else where.set(leg.after, [leg]);
    }
  const lanes = new Map([...crossing].map(([rank, list]) => [rank, layLanes(list)]));
  const columns: Columns = { left: [], width: [], channel: [], before: [] };
  let x = 0;
  for (const [rank, cells] of net.ranks.entries()) {
    const opens = rank === 0 || rowOf[rank] !== rowOf[rank - 1];
    if (opens) {
      // The turns before this rank are kept apart from those that end the row above, though both count as after the rank before.
      const turns = (inside.get(rank - 1) ?? []).filter(({ kind }) => kind === 'turn-left');
      const entry = lanes.get(rank - 1) ?? 0;
      const width = layTracks(turns, true);
      for (const leg of turns) leg.track += entry;
      columns.before[rank] = 0;
      x = entry + width;
    }
    columns.left[rank] = x;
    columns.width[rank] = widthOf(cells);
    x += columns.width[rank] ?? 0;
    columns.channel[rank] = x;
    const ends = rank + 1 === net.ranks.length || rowOf[rank + 1] !== rowOf[rank];
    const here = inside.get(rank) ?? [];
    const width = layTracks(ends ? here.filter(({ kind }) => kind !== 'turn-left') : here, ends);
    x += width;
    if (ends) for (const leg of crossing.get(rank) ?? []) leg.track += width;
  }
  return columns;
}

/** Moves every row under the one before it; returns the height at which the lanes under each row begin. */
function stackRows({ ranks }: Net, legs: LegsOf, rowOf: readonly number[]): number[] {
  const lanes: number[] = [];
  for (const list of legs.values())
    for (const { kind, after, lane } of list) {
      const row = rowOf[after] ?? 0;
      if (kind === 'cross') lanes[row] = Math.max(lanes[row] ?? 0, lane);
    }
  const begins: number[] = [];
  let top = 0;
  for (let row = 0; row <= (rowOf.at(-1) ?? 0); row += 1) {
    const cells = ranks.filter((_, rank) => rowOf[rank] === row).flat();
    let low = Infinity;
    let high = -Infinity;
    for (const { y, height } of cells) {
      low = Math.min(low, y);
      high = Math.max(high, y + height);
    }
    for (const cell of cells) cell.y += top - low;
    begins[row] = top + high - low + ROW_GAP / 4;
    top = (begins[row] ?? 0) + (lanes[row] ?? 0) + ROW_GAP;
  }
  return begins;
}

type Corner = { x: number; y: number };

/** Corners without those that lie on a straight line between their neighbours. */
function bare(points: readonly Corner[]): Corner[] {
  const kept: Corner[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    const before = kept.at(-2);
    if (last && last.x === point.x && last.y === point.y) continue;
    if (
      last &&
      before &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y))
    )
      kept.pop();
    kept.push(point);
  }
  const [only] = kept;
  return only && kept.length === 1 ? [only, only] : kept;
}

/** Places a part that runs right; `page`: what its rows must fit, null for one row. */
export function placePart(sizes: Float32Array, edges: readonly AskedEdge[], page: Page | null): PlacedPart {
  const count = sizes.length / 2;
  const net = netOf(sizes, edges, ranksOf(count, edges));
  orderCells(net);
  placeHeights(net);
  const rowOf = rowsOf(
    net.ranks,
    net.ranks.map((cells) => widthOf(cells) + 60),
    page,
  );
  const legs = allLegs(net, rowOf);
  const columns = columnsOf(net, legs, rowOf);
  const lanesAt = stackRows(net, legs, rowOf);

  const x = (cell: Cell) =>
    Math.round((columns.left[cell.rank] ?? 0) + ((columns.width[cell.rank] ?? 0) - cell.width) / 2);
  const corners = (leg: Leg): Corner[] => {
    const fromY = leg.from.y + leg.fromY;
    const toY = leg.to.y + leg.toY;
    const opens = leg.kind === 'turn-left' && columns.before[leg.after + 1] !== undefined;
    const channel = opens ? 0 : (columns.channel[leg.after] ?? 0);
    const track = channel + leg.track;
    if (leg.kind !== 'cross')
      return [
        { x: track, y: fromY },
        { x: track, y: toY },
      ];
    const lane = (lanesAt[rowOf[leg.after] ?? 0] ?? 0) + leg.lane;
    return [
      { x: track, y: fromY },
      { x: track, y: lane },
      { x: leg.entry, y: lane },
      { x: leg.entry, y: toY },
    ];
  };
  const way = (strand: Strand): Corner[] => {
    const { low, high, lowY, highY, backward } = strand;
    const inner = (legs.get(strand) ?? []).flatMap(corners);
    const start = { x: x(low) + (backward ? 0 : low.width), y: low.y + lowY };
    const end = { x: x(high) + (backward ? high.width : 0), y: high.y + highY };
    const points = bare([start, ...inner, end]);
    return backward ? points.reverse() : points;
  };

  const placed: PlacedPart = { width: 0, height: 0, vertices: [], edges: [] };
  const reach = (right: number, bottom: number) => {
    placed.width = Math.max(placed.width, right);
    placed.height = Math.max(placed.height, bottom);
  };
  for (const cells of net.ranks)
    for (const cell of cells) {
      if (cell.vertex >= 0) placed.vertices[cell.vertex] = { x: x(cell), y: cell.y };
      reach(x(cell) + cell.width, cell.y + cell.height);
    }
  for (const strand of net.strands) {
    const points = way(strand);
    for (const point of points) reach(point.x, point.y);
    const label = strand.label && { x: x(strand.label), y: strand.label.y };
    placed.edges.push({ index: strand.edge.index, points, label });
  }
  return placed;
}
