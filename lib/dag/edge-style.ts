// The style of each edge kind (stroke, end markers) and the SVG path of a routed edge. Pure geometry in layout pixels.
// Invariant: kinds differ in shape, never in colour alone; an unknown kind is drawn as normal.
import type { EdgeKind } from '@/lib/contract/dags';
import type { Heading, Point } from '@/lib/dag/placement/request';
import { isEdgeKind } from './wording';

export interface EdgeStyle {
  width: number;
  dash?: string;
  source?: (at: Along) => string;
  target?: (at: Along) => string;
}

/** A point relative to a port, along and across the graph's direction, as SVG path text. */
type Along = (along: number, across: number) => string;

function from({ x, y }: Point, heading: Heading): Along {
  return (along, across) =>
    heading === 'down' ? `${x + across} ${y + along}` : `${x + along} ${y + across}`;
}

const END = 7;

/** A crow's foot ("many") at a port that lies ahead of or behind the line. */
function crowsFoot(at: Along, side: 'ahead' | 'behind'): string {
  const sign = side === 'ahead' ? -1 : 1;
  const [tip, heel] = [sign * END, sign * (END + 11)];
  return `M${at(heel, 0)}L${at(tip, -6)}M${at(heel, 0)}L${at(tip, 6)}`;
}

function arrowHead(at: Along): string {
  return `M${at(-END - 6, -4.5)}L${at(-END, 0)}L${at(-END - 6, 4.5)}`;
}

const edgeStyles: Record<EdgeKind, EdgeStyle> = {
  normal: { width: 1.5 },
  // One walk for each element: fans out at the target.
  for_each: { width: 3, target: (at) => crowsFoot(at, 'ahead') },
  // Gathers the results of all walks: joins at the source.
  collect: { width: 3, source: (at) => crowsFoot(at, 'behind') },
  do_while: { width: 1.8, dash: '7 6', target: arrowHead },
  break: { width: 2.2, dash: '0.1 5', target: arrowHead },
  static: { width: 2.4, dash: '0.1 11' },
};

export function edgeStyle(kind: string): EdgeStyle {
  return isEdgeKind(kind) ? edgeStyles[kind] : edgeStyles.normal;
}

/** The path of the end markers of an edge; empty for most kinds. */
export function edgeMarkers(style: EdgeStyle, points: readonly Point[], heading: Heading): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  return `${style.source?.(from(first, heading)) ?? ''}${style.target?.(from(last, heading)) ?? ''}`;
}

const RADIUS = 10;

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The point `length` from `from` towards `to`. */
function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  const part = whole === 0 ? 0 : length / whole;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const at = ({ x, y }: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** An SVG path through `points` with rounded corners; empty for fewer than two points. */
export function edgePath(points: readonly Point[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return '';
  let path = `M${at(first)}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const before = points[index - 1] ?? first;
    const corner = points[index] ?? first;
    const after = points[index + 1] ?? last;
    const radius = Math.min(RADIUS, distance(before, corner) / 2, distance(corner, after) / 2);
    path += `L${at(towards(corner, before, radius))}Q${at(corner)} ${at(towards(corner, after, radius))}`;
  }
  return `${path}L${at(last)}`;
}
