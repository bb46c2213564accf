// The values that a visit was given, port by port, worked out from what crossed the edges into its vertex.
// Invariant: only recorded values; what a caller supplied is in no event of an execution and is not made up. Rules of the kinds: lifecycle 2 and 3.6.
import { valuesOf, type PortData } from '@/lib/contract/port-data';
import type { Crossing } from './crossings';
import type { Visit } from './visits';

export interface Given {
  crossing: Crossing;
  /** Of a fan-out the element of this iteration; else what crossed. Null when the event did not hold it. */
  value: PortData | null;
}

/** Whether what crossed an edge was for this visit. */
function isFor({ edge: { kind }, iteration }: Crossing, visit: Visit): boolean {
  if (kind === 'do_while')
    return iteration === null || visit.iteration === null || iteration + 1n === visit.iteration;
  const inside = kind === 'normal' && iteration !== null && visit.iteration !== null;
  return !inside || iteration === visit.iteration;
}

function element(value: PortData | null, index: bigint | null): PortData | null {
  if (value === null || index === null) return value;
  const one = valuesOf(value)[Number(index)];
  return one === undefined ? null : { one };
}

/** By port, the latest first for edges that replace each other; every arrival, in order of iteration, for a collect. */
export function givenTo(visit: Visit, crossings: readonly Crossing[]): Map<string, Given[]> {
  const given = new Map<string, Given[]>();
  for (const crossing of crossings) {
    const { edge, at, value } = crossing;
    if (edge.to.vertex !== visit.vertex || at > visit.last || !isFor(crossing, visit)) continue;
    const one = { crossing, value: edge.kind === 'for_each' ? element(value, visit.iteration) : value };
    const before = given.get(edge.to.port) ?? [];
    given.set(
      edge.to.port,
      edge.kind === 'collect'
        ? [...before, one]
        : [...before.filter((other) => other.crossing.edge.kind === 'collect'), one],
    );
  }
  for (const list of given.values())
    list.sort((a, b) => Number((a.crossing.iteration ?? 0n) - (b.crossing.iteration ?? 0n)));
  return given;
}

/** What crossed the edges that leave a visit. */
export function sentBy(visit: Visit, crossings: readonly Crossing[]): Crossing[] {
  return crossings.filter(({ at, edge }) => at === visit.ended && edge.from.vertex === visit.vertex);
}
