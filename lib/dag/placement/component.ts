// Places one connected part of a graph: ranks, order, heights, channels and rows, then the corners of its edges in pixels.
// A long thin part is broken into rows, like text.
import { groupBy } from '@/lib/dag/traverse';
import { netOf, type Cell, type Net, type Strand } from './cells';
import { placeHeights } from './heights';
import { orderCells } from './order';
import { ranksOf } from './ranks';
import type { Box, Heading, PlacementEdge, PlacementResult, Point, Size } from './request';
import { assignLanes, assignTracks, type Segment, type SegmentsByStrand, segmentsOf } from './routing';
import { type pages, row, wrap } from './spacing';

type Page = (typeof pages)[Heading];

export type PlacedPart = PlacementResult & Size;

interface Columns {
  /** By rank: left edge, width, and left edge of the channel after it. */
  left: number[];
  width: number[];
  channel: number[];
  /** Ranks that begin a row. */
  first: Set<number>;
}

const widthOf = (rank: readonly Cell[]) => rank.reduce((most, { width }) => Math.max(most, width), 0);
const sum = (lengths: readonly number[]) => lengths.reduce((all, length) => all + length, 0);

function extentOf(cells: readonly Cell[]): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const { y, height } of cells) {
    low = Math.min(low, y);
    high = Math.max(high, y + height);
  }
  return { low, high };
}

/** The row of each rank; a row ends near the page width, where the fewest edges cross. Without a page there is one row. */
function rowsOf(ranks: readonly Cell[][], page: Page | null): number[] {
  const widths = ranks.map((cells) => widthOf(cells) + row.margin);
  const width = sum(widths);
  const { low, high } = extentOf(ranks.flat());
  const height = high - low + row.margin;
  if (page === null || width <= page.width || width <= height * wrap.minAspect) return ranks.map(() => 0);
  const rowWidth = Math.max(page.width * 0.7, Math.sqrt(width * height * page.aspect));
  const ends = new Set<number>();
  let usedWidth = 0;
  let best: { rank: number; links: number } | null = null;
  for (let rank = 0; rank + 1 < ranks.length; rank += 1) {
    usedWidth += widths[rank] ?? 0;
    const links = sum((ranks[rank] ?? []).map(({ after }) => after.length));
    if (usedWidth > rowWidth * 0.7 && links <= wrap.maxCrossings && (best === null || links <= best.links))
      best = { rank, links };
    if (usedWidth + (widths[rank + 1] ?? 0) < rowWidth * 1.15 || best === null) continue;
    ends.add(best.rank);
    usedWidth = sum(widths.slice(best.rank + 1, rank + 1));
    best = null;
  }
  let index = 0;
  return ranks.map((_, rank) => (ends.has(rank) ? index++ : index));
}

/** The left edge of every rank and channel. */
function columnsOf(net: Net, segments: SegmentsByStrand, rowOf: readonly number[]): Columns {
  const all = [...segments.values()].flat();
  const isCrossing = ({ kind }: Segment) => kind === 'cross';
  const crossing = groupBy(all.filter(isCrossing), ({ after }) => after);
  const inside = groupBy(
    all.filter((segment) => !isCrossing(segment)),
    ({ after }) => after,
  );
  const lanes = new Map([...crossing].map(([rank, list]) => [rank, assignLanes(list)]));
  const columns: Columns = { left: [], width: [], channel: [], first: new Set() };
  let x = 0;
  for (const [rank, cells] of net.ranks.entries()) {
    const opens = rank === 0 || rowOf[rank] !== rowOf[rank - 1];
    if (opens) {
      // Turns before this rank are separate from those that end the previous row.
      const turns = (inside.get(rank - 1) ?? []).filter(({ kind }) => kind === 'turn-left');
      const entry = lanes.get(rank - 1) ?? 0;
      const width = assignTracks(turns, true);
      for (const segment of turns) segment.track += entry;
      columns.first.add(rank);
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
    const { low, high } = extentOf(cells);
    for (const cell of cells) cell.y += top - low;
    begins[index] = top + high - low + row.gap / 4;
    top = (begins[index] ?? 0) + (lanes[index] ?? 0) + row.gap;
  }
  return begins;
}

/** Removes corners on a straight line between their neighbours. */
function simplified(points: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    const last = corners.at(-1);
    const before = corners.at(-2);
    if (last && last.x === point.x && last.y === point.y) continue;
    const isOn = (axis: keyof Point) => before?.[axis] === last?.[axis] && last?.[axis] === point[axis];
    if (before && (isOn('x') || isOn('y'))) corners.pop();
    corners.push(point);
  }
  const [only] = corners;
  return only && corners.length === 1 ? [only, only] : corners;
}

/** Places a part that runs right; `page` is what its rows must fit, null for a single row. */
export function placePart(
  sizes: readonly Size[],
  edges: readonly PlacementEdge[],
  page: Page | null,
): PlacedPart {
  const net = netOf(sizes, edges, ranksOf(sizes.length, edges));
  orderCells(net);
  placeHeights(net);
  const rowOf = rowsOf(net.ranks, page);
  const segments = new Map(net.strands.map((strand) => [strand, segmentsOf(strand, rowOf)]));
  const columns = columnsOf(net, segments, rowOf);
  const lanesAt = stackRows(net, segments, rowOf);

  const boxOf = ({ rank, y, width, height }: Cell): Box => {
    const x = Math.round((columns.left[rank] ?? 0) + ((columns.width[rank] ?? 0) - width) / 2);
    return { x, y, width, height };
  };
  const corners = (segment: Segment): Point[] => {
    const fromY = segment.from.y + segment.fromY;
    const toY = segment.to.y + segment.toY;
    const opens = segment.kind === 'turn-left' && columns.first.has(segment.after + 1);
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
  const route = (strand: Strand): Point[] => {
    const { low, high, lowY, highY, backward } = strand;
    const inner = (segments.get(strand) ?? []).flatMap(corners);
    const start = { x: boxOf(low).x + (backward ? 0 : low.width), y: low.y + lowY };
    const end = { x: boxOf(high).x + (backward ? high.width : 0), y: high.y + highY };
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
      const box = boxOf(cell);
      if (cell.vertex >= 0) placed.vertices[cell.vertex] = box;
      reach(box.x + box.width, box.y + box.height);
    }
  for (const strand of net.strands) {
    const points = route(strand);
    for (const point of points) reach(point.x, point.y);
    placed.edges.push({ points, label: strand.label && boxOf(strand.label) });
  }
  return placed;
}
