// Paints a graph zoomed far out: edges as lines, vertices as blocks in the colour of their state.
// Invariant: the work is split into chunks, so that no chunk blocks the page.
import { truncated, withCharacterNames } from '@/lib/text/foreign-text';
import { boxAround, meets } from '@/lib/dag/layout';
import type { Box, Point } from '@/lib/dag/placement/request';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import type { RunState, VertexState } from '@/lib/dag/run-state';

const CHUNK = 400;
/** Below this zoom names no longer fit. */
const NAMED_FROM = 0.22;
/** Size of a name on screen, and the width of one sign relative to it. */
const NAME_PX = 11;
const SIGN = 0.58;

interface OverviewEdge {
  points: readonly Point[];
  /** Of another kind than normal. */
  marked: boolean;
}

/** Nearby edges, which are painted in one chunk of work. */
export interface Bundle {
  edges: OverviewEdge[];
  box: Box;
}

export function edgeBundles({ graph, layout }: DrawnGraph): Bundle[] {
  const edges = graph.edges.map(({ key, kind }) => ({
    points: layout.edges.get(key)?.points ?? [],
    marked: kind !== 'normal',
  }));
  edges.sort((a, b) => (a.points[0]?.x ?? 0) - (b.points[0]?.x ?? 0));
  return Array.from({ length: Math.ceil(edges.length / CHUNK) }, (_, index) => {
    const chunk = edges.slice(index * CHUNK, (index + 1) * CHUNK);
    return { edges: chunk, box: boxAround(chunk.flatMap(({ points }) => points)) };
  });
}

function pathOf(edges: readonly OverviewEdge[]): Path2D {
  const path = new Path2D();
  for (const { points } of edges)
    for (const [index, { x, y }] of points.entries())
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
  return path;
}

export interface Palette {
  plain: string;
  marked: string;
  text: string;
  card: string;
  accent: string;
  font: string;
  states: Record<VertexState, string>;
  idle: string;
}

export interface OverviewScene {
  drawn: DrawnGraph;
  bundles: readonly Bundle[];
  palette: Palette;
  run: RunState | null;
  selected: string | null;
  /** Offset and zoom of the painted area, in screen pixels. */
  view: { x: number; y: number; zoom: number };
  width: number;
  height: number;
  density: number;
}

/** The chunks of work that paint `scene`, in order. */
export function overviewChunks(context: CanvasRenderingContext2D, scene: OverviewScene): (() => void)[] {
  const { drawn, bundles, palette, run, selected, view, width, height, density } = scene;
  const { x, y, zoom } = view;
  const visibleBox: Box = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  const place = () => context.setTransform(zoom * density, 0, 0, zoom * density, x * density, y * density);
  const stroke = (edges: readonly OverviewEdge[], colour: string, lineWidth: number) => {
    context.strokeStyle = colour;
    context.lineWidth = lineWidth / zoom;
    context.stroke(pathOf(edges));
  };
  const edges = bundles.map(({ edges, box }) => () => {
    if (!meets(box, visibleBox)) return;
    place();
    const plain = edges.filter(({ marked }) => !marked);
    stroke(plain, palette.plain, 0.8);
    const marked = edges.filter(({ marked }) => marked);
    stroke(marked, palette.marked, 1.1);
  });
  const vertices = () => {
    place();
    const showsNames = zoom >= NAMED_FROM;
    const size = NAME_PX / zoom;
    context.lineWidth = 1.2 / zoom;
    context.font = `600 ${size}px ${palette.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const { name, ghost } of drawn.graph.vertices) {
      const box = drawn.layout.vertices.get(name);
      if (!box || !meets(box, visibleBox)) continue;
      const state = run?.vertices.get(name)?.state;
      const colour = state ? palette.states[state] : palette.idle;
      const isSelected = name === selected;
      context.fillStyle = showsNames ? palette.card : colour;
      context.strokeStyle = isSelected ? palette.accent : colour;
      context.setLineDash(ghost ? [8, 6] : []);
      context.fillRect(box.x, box.y, box.width, box.height);
      if (showsNames || isSelected) context.strokeRect(box.x, box.y, box.width, box.height);
      if (!showsNames) continue;
      context.fillStyle = palette.text;
      const text = truncated(name, Math.floor((box.width - 8) / (size * SIGN)));
      context.fillText(withCharacterNames(text), box.x + box.width / 2, box.y + box.height / 2, box.width);
    }
    context.setLineDash([]);
  };
  return [...edges, vertices];
}
