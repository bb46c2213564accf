// Our layered placement (Sugiyama): each connected part is placed by itself, then all parts are packed onto shelves.
// Invariant: deterministic; no vertex covers another, no label covers anything, edges end at their ports.
import { groupBy } from '@/lib/dag/traverse';
import { placePart, type PlacedPart } from './component';
import {
  edgesOf,
  type PlacementEdge,
  type PlacementResult,
  type PlacementRequest,
  type Point,
} from './request';
import { drawing, pages } from './spacing';

interface Part {
  vertices: number[];
  edges: PlacementEdge[];
}

/** Connected parts, in the order of their first vertex. */
function partsOf(count: number, edges: readonly PlacementEdge[]): Part[] {
  const near = Array.from({ length: count }, (): number[] => []);
  for (const { from, to } of edges) {
    near[from]?.push(to);
    near[to]?.push(from);
  }
  const first = new Int32Array(count).fill(-1);
  for (const start of first.keys()) {
    const waiting = [start];
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
      if (first[vertex] !== -1) continue;
      first[vertex] = start;
      for (const other of near[vertex] ?? []) waiting.push(other);
    }
  }
  const edgesByPart = groupBy(edges, ({ from }) => first[from]);
  const vertices = groupBy(first.keys(), (vertex) => first[vertex]);
  return [...vertices].map(([part, own]) => ({ vertices: own, edges: edgesByPart.get(part) ?? [] }));
}

const turnedPoint = ({ x, y }: Point): Point => ({ x: y, y: x });

/** A part mirrored along its diagonal: there is one algorithm, which runs right. */
function turned({ width, height, vertices, edges }: PlacedPart): PlacedPart {
  return {
    width: height,
    height: width,
    vertices: vertices.map(turnedPoint),
    edges: edges.map(({ index, points, label }) => ({
      index,
      points: points.map(turnedPoint),
      label: label && turnedPoint(label),
    })),
  };
}

function placed({ vertices, edges }: Part, request: PlacementRequest): PlacedPart {
  const { sizes, wrap, heading } = request;
  const down = heading === 'down';
  const within = new Map(vertices.map((vertex, index) => [vertex, index]));
  const own = new Float32Array(vertices.length * 2);
  for (const [index, vertex] of vertices.entries()) {
    own[index * 2] = sizes[vertex * 2 + Number(down)] ?? 0;
    own[index * 2 + 1] = sizes[vertex * 2 + Number(!down)] ?? 0;
  }
  const inner = edges.map((edge) => ({
    ...edge,
    from: within.get(edge.from) ?? 0,
    to: within.get(edge.to) ?? 0,
    label: down && edge.label ? { width: edge.label.height, height: edge.label.width } : edge.label,
  }));
  const part = placePart(own, inner, wrap ? pages[heading] : null);
  return down ? turned(part) : part;
}

/** Left and top of each part: side by side until a shelf is full, tallest first. */
function shelved(parts: readonly PlacedPart[]): Point[] {
  const widest = parts.reduce((most, { width }) => Math.max(most, width), 0);
  const area = parts.reduce(
    (sum, { width, height }) => sum + (width + drawing.partGap) * (height + drawing.partGap),
    0,
  );
  const full = Math.max(widest, Math.sqrt(area * drawing.aspect));
  const order = parts.map((_, index) => index);
  order.sort((a, b) => (parts[b]?.height ?? 0) - (parts[a]?.height ?? 0) || a - b);
  const places: Point[] = [];
  let x = 0;
  let y = 0;
  let tallest = 0;
  for (const index of order) {
    const { width, height } = parts[index] ?? { width: 0, height: 0 };
    if (x > 0 && x + width > full) {
      x = 0;
      y += tallest + drawing.partGap;
      tallest = 0;
    }
    places[index] = { x, y };
    x += width + drawing.partGap;
    tallest = Math.max(tallest, height);
  }
  return places;
}

/** Places every vertex and routes every edge. Throws when edges not marked as loops form a cycle. */
export function place(request: PlacementRequest): PlacementResult {
  const count = request.sizes.length / 2;
  const edges = edgesOf(request);
  const parts = partsOf(count, edges);
  const done = parts.map((part) => placed(part, request));
  const places = shelved(done);
  const vertices = new Float32Array(count * 2);
  const labels = new Float32Array(edges.length * 2).fill(Number.NaN);
  const routes: Point[][] = edges.map(() => []);
  for (const [index, part] of done.entries()) {
    const left = drawing.padding + (places[index]?.x ?? 0);
    const top = drawing.padding + (places[index]?.y ?? 0);
    for (const [at, { x, y }] of part.vertices.entries()) {
      const vertex = parts[index]?.vertices[at] ?? 0;
      vertices[vertex * 2] = Math.round(x + left);
      vertices[vertex * 2 + 1] = Math.round(y + top);
    }
    for (const { index: edge, points, label } of part.edges) {
      routes[edge] = points.map(({ x, y }) => ({ x: x + left, y: y + top }));
      if (!label) continue;
      labels[edge * 2] = label.x + left;
      labels[edge * 2 + 1] = label.y + top;
    }
  }
  const starts = new Uint32Array(edges.length + 1);
  for (const [index, route] of routes.entries()) starts[index + 1] = (starts[index] ?? 0) + route.length;
  const points = Float32Array.from(routes.flat().flatMap(({ x, y }) => [x, y]));
  return { vertices, points, starts, labels };
}
