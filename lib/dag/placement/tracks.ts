// Where the vertical lines run within a channel. Legs that share a port share a line. Lines that would cross for no reason are ordered so that
// they do not: of two that go down the lower one stands left, of two that go up the upper one.
// Invariant: two lines whose heights overlap never share a track.
import type { Leg } from './legs';

const SPACE = { track: 12, tightest: 2.5, dense: 260, margin: 20, least: 46 };

interface Trunk {
  legs: Leg[];
  low: number;
  high: number;
  /** Where it comes from, and whether it leads down. */
  start: number;
  down: boolean;
  track: number;
}

const startY = ({ from, fromY }: Leg) => from.y + fromY;
const endY = ({ to, toY }: Leg) => to.y + toY;

function trunk(legs: Leg[]): Trunk {
  const heights = legs.flatMap((leg) => [startY(leg), endY(leg)]);
  const low = heights.reduce((a, b) => Math.min(a, b), Infinity);
  const high = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  const first = legs[0];
  const start = first ? startY(first) : 0;
  return { legs, low, high, start, down: high - start >= start - low, track: 0 };
}

function grouped<Key>(legs: readonly Leg[], key: (leg: Leg) => Key): Map<Key, Leg[]> {
  const groups = new Map<Key, Leg[]>();
  for (const leg of legs) {
    const name = key(leg);
    const group = groups.get(name);
    if (group) group.push(leg);
    else groups.set(name, [leg]);
  }
  return groups;
}

/** Legs from one port share a trunk, and so do those left over that lead to one port. */
function trunksOf(legs: readonly Leg[]): Trunk[] {
  const bySource = grouped(legs, ({ from, fromY }) => `${from.place} ${fromY}`);
  const trunks: Trunk[] = [];
  const single: Leg[] = [];
  for (const group of bySource.values())
    if (group.length > 1) trunks.push(trunk(group));
    else single.push(...group);
  for (const group of grouped(single, ({ to, toY }) => `${to.rank} ${to.place} ${toY}`).values())
    trunks.push(trunk(group));
  return trunks.filter(({ low, high }) => high - low >= 0.5);
}

/** Gives each trunk a track; returns how many there are. */
function assign(trunks: readonly Trunk[]): number {
  const downs = trunks.filter(({ down }) => down).sort((a, b) => b.start - a.start);
  const ups = trunks.filter(({ down }) => !down).sort((a, b) => a.start - b.start);
  const taken: Trunk[][] = [];
  const meets = (a: Trunk, b: Trunk) => a.low < b.high + 4 && b.low < a.high + 4;
  for (const one of [...downs, ...ups]) {
    let track = 0;
    for (const [index, others] of taken.entries())
      if (others.some((other) => other.down === one.down && meets(one, other))) track = index + 1;
    while (taken[track]?.some((other) => meets(one, other))) track += 1;
    one.track = track;
    (taken[track] ??= []).push(one);
  }
  return taken.length;
}

/** Turns nest: the smallest stands nearest to its vertex. */
function nest(turns: readonly Leg[]): Trunk[] {
  const trunks = turns.map((leg) => trunk([leg]));
  trunks.sort((a, b) => a.high - a.low - (b.high - b.low));
  for (const [index, one] of trunks.entries()) one.track = index;
  return trunks;
}

/** Sets the tracks of the legs in one channel; returns the channel's width. `rim`: nothing follows, or nothing goes before. */
export function layTracks(legs: readonly Leg[], rim: boolean): number {
  const right = nest(legs.filter(({ kind }) => kind === 'turn-right'));
  const left = nest(legs.filter(({ kind }) => kind === 'turn-left'));
  const through = trunksOf(legs.filter(({ kind }) => kind === 'through'));
  const between = assign(through);
  const count = right.length + between + left.length;
  const space = Math.min(SPACE.track, Math.max(SPACE.tightest, SPACE.dense / Math.max(1, count)));
  const at = (track: number) => SPACE.margin + track * space;
  const set = (trunks: readonly Trunk[], track: (one: Trunk) => number) => {
    for (const one of trunks) for (const leg of one.legs) leg.track = at(track(one));
  };
  set(right, ({ track }) => track);
  set(through, ({ track }) => right.length + track);
  set(left, ({ track }) => count - 1 - track);
  const width = count === 0 ? 0 : at(count - 1) + SPACE.margin;
  return rim ? width : Math.max(SPACE.least, width);
}

const LANE = 12;

/** The same for the legs that cross from one row into the next: their tracks at either end, and their lanes between the rows. Returns the width of either end. */
export function layLanes(legs: readonly Leg[]): number {
  const inOrder = [...legs].sort((a, b) => startY(b) - startY(a));
  for (const [index, leg] of inOrder.entries()) {
    leg.lane = (index + 1) * LANE;
    leg.track = SPACE.margin + index * LANE;
    leg.entry = leg.track;
  }
  const width = legs.length === 0 ? 0 : (legs.length - 1) * LANE + 2 * SPACE.margin;
  return width;
}
