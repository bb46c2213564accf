// Places one connected part of a graph: ranks, order, heights, channels and rows, then the corners of its edges in pixels.
import { netOf, type Cell, type Net, type Strand } from './cells';
import { placeHeights } from './heights';
import { allSegments, type Segment, type SegmentsByStrand } from './routing';
import { orderCells } from './order';
import type { PlacementEdge } from './request';
import { ranksOf } from './ranks';
import { rowsOf, type Page } from './rows';
import { row } from './spacing';
import { assignLanes, assignTracks } from './routing';

export interface PlacedPart {
  width: number;
  height: number;
  /** By index of the vertex within the part. */
  vertices: { x: number; y: number }[];
  edges: { index: number; points: { x: number; y: number }[]; label: { x: number; y: number } | null }[];
}

interface Columns {
  /** By rank: its left, its width, and the left of the channel after it. */
  left: number[];
  width: number[];
  channel: number[];
  before: number[];
}

const widthOf = (rank: readonly Cell[]) => rank.reduce((most, { width }) => Math.max(most, width), 0);

/** Left of every rank and channel. */
function columnsOf(net: Net, segments: SegmentsByStrand, rowOf: readonly number[]): Columns {
  const inside = new Map<number, Segment[]>();
  const crossing = new Map<number, Segment[]>();
  for (const list of segments.values())
    for (const segment of list) {
      const where = segment.kind === 'cross' ? crossing : inside;
      const known = where.get(segment.after);
      if (known) known.push(segment);
      else where.set(segment.after, [segment]);
    }
  const lanes = new Map([...crossing].map(([rank, list]) => [rank, assignLanes(list)]));
  const columns: Columns = { left: [], width: [], channel: [], before: [] };
  let x = 0;
  for (const [rank, cells] of net.ranks.entries()) {
    const opens = rank === 0 || rowOf[rank] !== rowOf[rank - 1];
    if (opens) {
      // Turns before this rank are separate from those that end the previous row.
      const turns = (inside.get(rank - 1) ?? []).filter(({ kind }) => kind === 'turn-left');
      const entry = lanes.get(rank - 1) ?? 0;
      const width = assignTracks(turns, true);
      for (const segment of turns) segment.track += entry;
      columns.before[rank] = 0;
      x = entry + width;
    }
    columns.left[rank] = x;
    columns.width[rank] = widthOf(cells);
    x += columns.width[rank] ?? 0;
    columns.channel[rank] = x;
    const ends = rank + 1 === net.ranks.length || rowOf[rank + 1] !== rowOf[rank];
    const here = inside.get(rank) ?? [];
    const width = assignTracks(ends ? here.filter(({ kind }) => kind !== 'turn-left') : here, ends);
    x += width;
    if (ends) for (const segment of crossing.get(rank) ?? []) segment.track += width;
  }
  return columns;
}

/** Stacks the rows; returns where the lanes below each row begin. */
function stackRows({ ranks }: Net, segments: SegmentsByStrand, rowOf: readonly number[]): number[] {
  const lanes: number[] = [];
  for (const list of segments.values())
    for (const { kind, after, lane } of list) {
      const index = rowOf[after] ?? 0;
      if (kind === 'cross') lanes[index] = Math.max(lanes[index] ?? 0, lane);
    }
  const begins: number[] = [];
  let top = 0;
  for (let index = 0; index <= (rowOf.at(-1) ?? 0); index += 1) {
    const cells = ranks.filter((_, rank) => rowOf[rank] === index).flat();
    let low = Infinity;
    let high = -Infinity;
    for (const { y, height } of cells) {
      low = Math.min(low, y);
      high = Math.max(high, y + height);
    }
    for (const cell of cells) cell.y += top - low;
    begins[index] = top + high - low + row.gap / 4;
    top = (begins[index] ?? 0) + (lanes[index] ?? 0) + row.gap;
  }
  return begins;
}

type Corner = { x: number; y: number };

/** Removes corners on a straight line between their neighbours. */
function simplified(points: readonly Corner[]): Corner[] {
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

/** Places a part that runs right; `page` is what its rows must fit, null for a single row. */
export function placePart(
  sizes: Float32Array,
  edges: readonly PlacementEdge[],
  page: Page | null,
): PlacedPart {
  const count = sizes.length / 2;
  const net = netOf(sizes, edges, ranksOf(count, edges));
  orderCells(net);
  placeHeights(net);
  const rowOf = rowsOf(
    net.ranks,
    net.ranks.map((cells) => widthOf(cells) + row.margin),
    page,
  );
  const segments = allSegments(net, rowOf);
  const columns = columnsOf(net, segments, rowOf);
  const lanesAt = stackRows(net, segments, rowOf);

  const x = (cell: Cell) =>
    Math.round((columns.left[cell.rank] ?? 0) + ((columns.width[cell.rank] ?? 0) - cell.width) / 2);
  const corners = (segment: Segment): Corner[] => {
    const fromY = segment.from.y + segment.fromY;
    const toY = segment.to.y + segment.toY;
    const opens = segment.kind === 'turn-left' && columns.before[segment.after + 1] !== undefined;
    const channel = opens ? 0 : (columns.channel[segment.after] ?? 0);
    const track = channel + segment.track;
    if (segment.kind !== 'cross')
      return [
        { x: track, y: fromY },
        { x: track, y: toY },
      ];
    const lane = (lanesAt[rowOf[segment.after] ?? 0] ?? 0) + segment.lane;
    return [
      { x: track, y: fromY },
      { x: track, y: lane },
      { x: segment.entry, y: lane },
      { x: segment.entry, y: toY },
    ];
  };
  const route = (strand: Strand): Corner[] => {
    const { low, high, lowY, highY, backward } = strand;
    const inner = (segments.get(strand) ?? []).flatMap(corners);
    const start = { x: x(low) + (backward ? 0 : low.width), y: low.y + lowY };
    const end = { x: x(high) + (backward ? high.width : 0), y: high.y + highY };
    const points = simplified([start, ...inner, end]);
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
    const points = route(strand);
    for (const point of points) reach(point.x, point.y);
    const label = strand.label && { x: x(strand.label), y: strand.label.y };
    placed.edges.push({ index: strand.edge.index, points, label });
  }
  return placed;
}
