// From the corners of a routed edge to an SVG path with rounded corners, and where its ends point. Pure geometry in layout pixels.
import type { Point } from './layout';

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

/** An SVG path through `points`, corners rounded as far as the neighbouring lines allow; empty for fewer than two points. */
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
