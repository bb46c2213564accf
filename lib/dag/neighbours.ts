// Where the arrow keys lead from a vertex: the way the graph runs along an edge out, back along an edge in, the other two among what lies beside it.
// Invariant: every vertex of a drawn graph can be reached from every other: where no edge leads on, the nearest vertex that way is taken, but for those
// the walk came from: at the end of a graph that is drawn in rows, "on" does not lead back to its middle.
import type { FlowGraph } from './flow-graph';
import { neighbourhood } from './neighbourhood';
import type { Box, Layout, Point } from './layout';
import type { Heading } from './placement/question';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The keys that lead on and back. */
const WAYS: Record<Heading, { on: Direction; back: Direction }> = {
  right: { on: 'right', back: 'left' },
  down: { on: 'down', back: 'up' },
};

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** How far `to` lies in `direction` from `from`, and how far aside. */
function offset(from: Point, to: Point, direction: Direction): { ahead: number; aside: number } {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (direction === 'right') return { ahead: dx, aside: Math.abs(dy) };
  if (direction === 'left') return { ahead: -dx, aside: Math.abs(dy) };
  return { ahead: direction === 'down' ? dy : -dy, aside: Math.abs(dx) };
}

function nearest(layout: Layout, name: string, direction: Direction, among: Iterable<string>): string | null {
  const box = layout.vertices.get(name);
  if (!box) return null;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of among) {
    const target = layout.vertices.get(other);
    if (!target || other === name) continue;
    const { ahead, aside } = offset(centre(box), centre(target), direction);
    const cost = ahead + aside * 3;
    if (ahead > 4 && cost < least) [best, least] = [other, cost];
  }
  return best;
}

/** The vertex one step from `name`; null at the rim. Along an edge where there is one, the straightest first. */
export function neighbour(
  graph: FlowGraph,
  layout: Layout,
  name: string,
  direction: Direction,
): string | null {
  const here = layout.vertices.get(name);
  if (!here) return null;
  const { on, back } = WAYS[layout.heading];
  if (direction === on || direction === back) {
    const [near, far] = direction === on ? (['from', 'to'] as const) : (['to', 'from'] as const);
    const linked = graph.edges.filter((edge) => edge[near].vertex === name && edge[far].vertex !== name);
    const forward = linked.filter((edge) => !edge.back);
    const names = (forward.length > 0 ? forward : linked).map((edge) => edge[far].vertex);
    const straightest = names.sort((a, b) => aside(layout, here, a) - aside(layout, here, b))[0];
    if (straightest !== undefined) return straightest;
    const behind = neighbourhood(graph, name, { side: direction === on ? 'up' : 'down', hops: null });
    const others = [...layout.vertices.keys()].filter((each) => !behind.has(each));
    return nearest(layout, name, direction, others);
  }
  return nearest(layout, name, direction, layout.vertices.keys());
}

function aside(layout: Layout, here: Box, name: string): number {
  const box = layout.vertices.get(name);
  const across = layout.heading === 'down' ? 'x' : 'y';
  return box ? Math.abs(centre(box)[across] - centre(here)[across]) : Number.POSITIVE_INFINITY;
}

/** Where the keyboard enters the drawing: the first vertex a caller feeds, else the one that stands first. */
export function firstVertex(graph: FlowGraph, layout: Layout): string | null {
  const entry = graph.vertices.find(({ inputs }) =>
    inputs.some(({ entry_groups }) => entry_groups.length > 0),
  );
  if (entry) return entry.name;
  const [along, across] = layout.heading === 'down' ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const first = [...layout.vertices].sort(([, a], [, b]) => a[along] - b[along] || a[across] - b[across])[0];
  return first?.[0] ?? null;
}
