// The legs of each edge: one between two of its cells, one around a vertex where a loop turns. A leg runs level, up or down in the channel
// between two ranks, and level again; here it is said which channel, and between which heights.
import type { Cell, Net, Strand } from './cells';

/** `through`: to the next rank. `turn-right` and `turn-left`: comes back on the side it came from. `cross`: into the next row. */
export interface Leg {
  kind: 'through' | 'turn-left' | 'turn-right' | 'cross';
  /** The rank before the channel in which the leg runs; -1 before the first. */
  after: number;
  from: Cell;
  to: Cell;
  /** Heights at either end, below the top of the cells. */
  fromY: number;
  toY: number;
  /** Distance of the vertical line from the channel's left, and of the second one where a leg crosses into another row. */
  track: number;
  entry: number;
  /** Which of the lanes between two rows. */
  lane: number;
}

export type LegsOf = Map<Strand, Leg[]>;

function legsOf(strand: Strand, rowOf: readonly number[]): Leg[] {
  const { low, high, lowY, highY, backward, cells } = strand;
  const leg = (kind: Leg['kind'], after: number, from: Cell, fromY: number, to: Cell, toY: number): Leg => ({
    kind,
    after,
    from,
    to,
    fromY,
    toY,
    track: 0,
    entry: 0,
    lane: 0,
  });
  const y = (cell: Cell) => (cell === low ? lowY : cell === high ? highY : cell.height / 2);
  const chain = backward ? cells : [low, ...cells, high];
  const legs: Leg[] = [];
  for (const [index, to] of chain.entries()) {
    const from = chain[index - 1];
    if (!from) continue;
    const crosses = rowOf[from.rank] !== rowOf[to.rank];
    legs.push(leg(crosses ? 'cross' : 'through', from.rank, from, y(from), to, y(to)));
  }
  const head = cells[0];
  const tail = cells.at(-1);
  if (!backward || !head || !tail) return legs;
  return [
    leg('turn-left', low.rank - 1, low, lowY, head, head.height / 2),
    ...legs,
    leg('turn-right', high.rank, tail, tail.height / 2, high, highY),
  ];
}

/** All legs, by strand in rank order; `rowOf` gives the row of each rank. */
export function allLegs({ strands }: Net, rowOf: readonly number[]): LegsOf {
  return new Map(strands.map((strand) => [strand, legsOf(strand, rowOf)]));
}
