// Where the arrow keys lead from a vertex: along an edge where there is one, otherwise to the nearest vertex that way.
// Invariant: every vertex can be reached from every other, and moving forward never leads back upstream.
import { type FlowGraph, isEntry } from './flow-graph';
import type { Layout } from './layout';
import type { Box, Heading, Point } from '@/lib/dag/placement/request';
import { forwardEdges, neighbourhood } from './traverse';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The arrow keys that lead downstream and upstream. */
const KEYS: Record<Heading, { forward: Direction; back: Direction }> = {
  right: { forward: 'right', back: 'left' },
  down: { forward: 'down', back: 'up' },
};

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The distance from `from` to `to` along `direction` and across it. */
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

/** The nearest vertex in a direction; of several edges it follows the straightest. Null at the border. */
function nearby(graph: FlowGraph, layout: Layout, name: string, direction: Direction): string | null {
  const here = layout.vertices.get(name);
  if (!here) return null;
  const { forward, back } = KEYS[layout.heading];
  if (direction !== forward && direction !== back)
    return nearest(layout, name, direction, layout.vertices.keys());
  const [near, other] = direction === forward ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const linked = graph.edges.filter((edge) => edge[near].vertex === name && edge[other].vertex !== name);
  const cut = forwardEdges({ edges: linked });
  const names = (cut.length > 0 ? cut : linked).map((edge) => edge[other].vertex);
  const straightest = names.sort((a, b) => aside(layout, here, a) - aside(layout, here, b))[0];
  if (straightest !== undefined) return straightest;
  const behind = neighbourhood(graph, name, { side: direction === forward ? 'up' : 'down', hops: null });
  const others = [...layout.vertices.keys()].filter((each) => !behind.has(each));
  return nearest(layout, name, direction, others);
}

const DIRECTIONS: readonly Direction[] = ['left', 'right', 'up', 'down'];

function reachable(graph: FlowGraph, layout: Layout, start: string): Set<string> {
  const found = new Set([start]);
  for (const name of found)
    for (const direction of DIRECTIONS) {
      const next = nearby(graph, layout, name, direction);
      if (next !== null) found.add(next);
    }
  return found;
}

/** The vertex one step from `name`. At a border across the flow, a vertex not reachable otherwise, or null. */
export function neighbour(
  graph: FlowGraph,
  layout: Layout,
  name: string,
  direction: Direction,
): string | null {
  const near = nearby(graph, layout, name, direction);
  const { forward, back } = KEYS[layout.heading];
  if (near !== null || direction === forward || direction === back || !layout.vertices.has(name)) return near;
  const reachableNames = reachable(graph, layout, name);
  const names = [...layout.vertices.keys()];
  const at = names.indexOf(name);
  return [...names.slice(at), ...names.slice(0, at)].find((other) => !reachableNames.has(other)) ?? null;
}

function aside(layout: Layout, here: Box, name: string): number {
  const box = layout.vertices.get(name);
  const across = layout.heading === 'down' ? 'x' : 'y';
  return box ? Math.abs(centre(box)[across] - centre(here)[across]) : Number.POSITIVE_INFINITY;
}

/** Where keyboard focus enters the drawing: the first entry vertex, otherwise the first by position. */
export function firstVertex(graph: FlowGraph, layout: Layout): string | null {
  const entry = graph.vertices.find(isEntry);
  if (entry) return entry.name;
  const [along, across] = layout.heading === 'down' ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const first = [...layout.vertices].sort(([, a], [, b]) => a[along] - b[along] || a[across] - b[across])[0];
  return first?.[0] ?? null;
}
