// Our layered placement (Sugiyama): places each connected part separately, then packs the parts onto shelves.
// Invariant: deterministic; no vertex covers another, no label covers anything, edges end at their ports.
import { groupBy } from '@/lib/dag/traverse';
import { placePart, type PlacedPart } from './component';
import type {
  Box,
  EdgeRoute,
  PlacementEdge,
  PlacementRequest,
  PlacementResult,
  Point,
  Size,
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
  return [...vertices].map(([part, partVertices]) => ({
    vertices: partVertices,
    edges: edgesByPart.get(part) ?? [],
  }));
}

const turnedPoint = ({ x, y }: Point): Point => ({ x: y, y: x });
const turnedSize = ({ width, height }: Size): Size => ({ width: height, height: width });
const turnedBox = (box: Box): Box => ({ ...turnedPoint(box), ...turnedSize(box) });

/** A part mirrored along its diagonal: the algorithm only runs to the right. */
function turned({ vertices, edges, ...size }: PlacedPart): PlacedPart {
  return {
    ...turnedSize(size),
    vertices: vertices.map(turnedBox),
    edges: edges.map(({ points, label }) => ({
      points: points.map(turnedPoint),
      label: label && turnedBox(label),
    })),
  };
}

function placed({ vertices, edges }: Part, { sizes, wrap, heading }: PlacementRequest): PlacedPart {
  const within = new Map(vertices.map((vertex, index) => [vertex, index]));
  const partSizes = vertices.map((vertex) => sizes[vertex] ?? { width: 0, height: 0 });
  const inner = edges.map((edge) => ({
    ...edge,
    from: within.get(edge.from) ?? 0,
    to: within.get(edge.to) ?? 0,
  }));
  const page = wrap ? pages[heading] : null;
  if (heading === 'right') return placePart(partSizes, inner, page);
  const lying = inner.map((edge) => ({ ...edge, label: edge.label && turnedSize(edge.label) }));
  return turned(placePart(partSizes.map(turnedSize), lying, page));
}

/** The left and top edges of each part: side by side until a shelf is full, tallest first. */
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

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };
const UNROUTED: EdgeRoute = { points: [], label: null };

/** Places every vertex and routes every edge. Throws when edges not marked as loops form a cycle. */
export function place(request: PlacementRequest): PlacementResult {
  const { sizes, edges } = request;
  const parts = partsOf(sizes.length, edges);
  const done = parts.map((part) => placed(part, request));
  const places = shelved(done);
  const vertices: Box[] = [];
  const routes = new Map<PlacementEdge, EdgeRoute>();
  for (const [index, part] of done.entries()) {
    const left = drawing.padding + (places[index]?.x ?? 0);
    const top = drawing.padding + (places[index]?.y ?? 0);
    const translate = <At extends Point>(at: At): At => ({ ...at, x: at.x + left, y: at.y + top });
    for (const [at, vertex] of (parts[index]?.vertices ?? []).entries()) {
      const { x, y, width, height } = translate(part.vertices[at] ?? NOWHERE);
      vertices[vertex] = { x: Math.round(x), y: Math.round(y), width, height };
    }
    for (const [at, edge] of (parts[index]?.edges ?? []).entries()) {
      const { points, label } = part.edges[at] ?? UNROUTED;
      routes.set(edge, { points: points.map(translate), label: label && translate(label) });
    }
  }
  return { vertices, edges: edges.map((edge) => routes.get(edge) ?? UNROUTED) };
}
