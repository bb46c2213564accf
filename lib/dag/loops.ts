// The loops of a graph: source and target of each back edge, the variants that repeat it, and those that leave it.
import type { FlowGraph } from './flow-graph';
import { groupBy } from './traverse';

export interface Loop {
  /** The vertex that decides, and the one that runs again. */
  from: string;
  to: string;
  /** Variants that repeat the loop. */
  repeats: readonly string[];
  /** Variants of the deciding vertex that leave the loop, and their targets. */
  exits: readonly { variant: string; to: readonly string[] }[];
}

const distinct = (names: readonly string[]) => [...new Set(names)];

export function loopsOf({ vertices, edges }: FlowGraph): Loop[] {
  const outputsOf = new Map(vertices.map(({ name, outputs }) => [name, outputs]));
  const back = edges.filter((edge) => edge.back);
  const loops = groupBy(back, ({ from, to }) => JSON.stringify([from.vertex, to.vertex]));
  return [...loops.values()].flatMap((loopEdges) => {
    const [first] = loopEdges;
    if (first === undefined) return [];
    const from = first.from.vertex;
    const repeats = distinct(loopEdges.map((edge) => edge.from.variant));
    const others = (outputsOf.get(from) ?? []).filter(({ variant }) => !repeats.includes(variant));
    const exits = [...groupBy(others, ({ variant }) => variant)].map(([variant, ports]) => ({
      variant,
      to: distinct(ports.flatMap((port) => port.edges.map(({ to }) => to.vertex))),
    }));
    return [{ from, to: first.to.vertex, repeats, exits }];
  });
}
