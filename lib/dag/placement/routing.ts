// The segments of each edge between its cells, and the vertical track of each segment in the channel between two ranks.
// Invariant: two vertical lines whose heights overlap never share a track.
import { groupBy } from '@/lib/dag/traverse';
import type { Cell, Strand } from './cells';
import { channel, row } from './spacing';

/** `through`: to the next rank; `turn-left`, `turn-right`: around a vertex where a loop turns; `cross`: into the next row. */
export interface Segment {
  kind: 'through' | 'turn-left' | 'turn-right' | 'cross';
  /** The rank before the segment's channel; -1 before the first. */
  after: number;
  from: Cell;
  to: Cell;
  /** Offsets at either end from the top of the cells. */
  fromY: number;
  toY: number;
  /** Offset of the vertical line in its channel; `entry`: of the second one, in the next row's channel. */
  track: number;
  entry: number;
  /** Offset of the horizontal lane between two rows. */
  lane: number;
}

export type SegmentsByStrand = Map<Strand, Segment[]>;

/** The segments of a strand in rank order. */
export function segmentsOf(strand: Strand, rowOf: readonly number[]): Segment[] {
  const { low, high, lowY, highY, backward, cells } = strand;
  const segment = (
    kind: Segment['kind'],
    after: number,
    from: Cell,
    fromY: number,
    to: Cell,
    toY: number,
  ): Segment => ({ kind, after, from, to, fromY, toY, track: 0, entry: 0, lane: 0 });
  const y = (cell: Cell) => {
    if (cell === low) return lowY;
    return cell === high ? highY : cell.height / 2;
  };
  const chain = backward ? cells : [low, ...cells, high];
  const segments: Segment[] = [];
  for (const [index, to] of chain.entries()) {
    const from = chain[index - 1];
    if (!from) continue;
    const crosses = rowOf[from.rank] !== rowOf[to.rank];
    segments.push(segment(crosses ? 'cross' : 'through', from.rank, from, y(from), to, y(to)));
  }
  const head = cells[0];
  const tail = cells.at(-1);
  if (!backward || !head || !tail) return segments;
  return [
    segment('turn-left', low.rank - 1, low, lowY, head, head.height / 2),
    ...segments,
    segment('turn-right', high.rank, tail, tail.height / 2, high, highY),
  ];
}

/** Segments that share a vertical line. */
interface Trunk {
  segments: Segment[];
  low: number;
  high: number;
  start: number;
  down: boolean;
  track: number;
}

const startY = ({ from, fromY }: Segment) => from.y + fromY;
const endY = ({ to, toY }: Segment) => to.y + toY;

function trunk(segments: Segment[]): Trunk {
  const heights = segments.flatMap((segment) => [startY(segment), endY(segment)]);
  const low = heights.reduce((a, b) => Math.min(a, b), Infinity);
  const high = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  const first = segments[0];
  const start = first ? startY(first) : 0;
  return { segments, low, high, start, down: high - start >= start - low, track: 0 };
}

/** Legs from one port share a trunk, and so do the remaining ones that lead to one port. */
function trunksOf(segments: readonly Segment[]): Trunk[] {
  const bySource = groupBy(segments, ({ from, fromY }) => `${from.place} ${fromY}`);
  const trunks: Trunk[] = [];
  const single: Segment[] = [];
  for (const group of bySource.values())
    if (group.length > 1) trunks.push(trunk(group));
    else single.push(...group);
  for (const group of groupBy(single, ({ to, toY }) => `${to.rank} ${to.place} ${toY}`).values())
    trunks.push(trunk(group));
  return trunks.filter(({ low, high }) => high - low >= 0.5);
}

/** Gives each trunk a track, ordered to avoid crossings; returns the number of tracks. */
function assign(trunks: readonly Trunk[]): number {
  const downs = trunks.filter(({ down }) => down).sort((a, b) => b.start - a.start);
  const ups = trunks.filter(({ down }) => !down).sort((a, b) => a.start - b.start);
  const tracks: Trunk[][] = [];
  const meets = (a: Trunk, b: Trunk) => a.low < b.high + 4 && b.low < a.high + 4;
  for (const current of [...downs, ...ups]) {
    let track = 0;
    for (const [index, others] of tracks.entries())
      if (others.some((other) => other.down === current.down && meets(current, other))) track = index + 1;
    while (tracks[track]?.some((other) => meets(current, other))) track += 1;
    current.track = track;
    (tracks[track] ??= []).push(current);
  }
  return tracks.length;
}

/** Turns nest, the smallest closest to its vertex. */
function nest(turns: readonly Segment[]): Trunk[] {
  const trunks = turns.map((segment) => trunk([segment]));
  trunks.sort((a, b) => a.high - a.low - (b.high - b.low));
  for (const [index, turn] of trunks.entries()) turn.track = index;
  return trunks;
}

/** Sets the tracks in one channel and returns its width. `outer`: no rank lies on one of its sides. */
export function assignTracks(segments: readonly Segment[], outer: boolean): number {
  const rightTurns = nest(segments.filter(({ kind }) => kind === 'turn-right'));
  const leftTurns = nest(segments.filter(({ kind }) => kind === 'turn-left'));
  const through = trunksOf(segments.filter(({ kind }) => kind === 'through'));
  const between = assign(through);
  const count = rightTurns.length + between + leftTurns.length;
  const space = Math.min(channel.track, Math.max(channel.minTrack, channel.crowded / Math.max(1, count)));
  const at = (track: number) => channel.margin + track * space;
  const set = (trunks: readonly Trunk[], trackOf: (item: Trunk) => number) => {
    for (const item of trunks) for (const segment of item.segments) segment.track = at(trackOf(item));
  };
  set(rightTurns, ({ track }) => track);
  set(through, ({ track }) => rightTurns.length + track);
  set(leftTurns, ({ track }) => count - 1 - track);
  const width = count === 0 ? 0 : at(count - 1) + channel.margin;
  return outer ? width : Math.max(channel.minWidth, width);
}

/** Sets the tracks and lanes of segments that cross into the next row; returns the width at either end. */
export function assignLanes(segments: readonly Segment[]): number {
  const inOrder = [...segments].sort((a, b) => startY(b) - startY(a));
  for (const [index, segment] of inOrder.entries()) {
    segment.lane = (index + 1) * row.lane;
    segment.track = channel.margin + index * row.lane;
    segment.entry = segment.track;
  }
  return segments.length === 0 ? 0 : (segments.length - 1) * row.lane + 2 * channel.margin;
}
