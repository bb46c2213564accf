// Paints a graph seen from afar: edges as lines, vertices as blocks in their state's colour, with a name where one can be read.
// The work is cut into portions, so that no portion holds up the page; only what lies in the painted part is touched.
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { Box, Layout, Point } from '@/lib/dag/layout';
import type { RunState, VertexState } from '@/lib/dag/run-state';

/** Edges in one portion of work. */
const PORTION = 600;
/** From this height on the screen a name is written. */
const NAMED = 13;

interface Bundle {
  box: Box;
  paths: Map<'plain' | 'marked', Path2D>;
}

interface Block {
  name: string;
  box: Box;
  ghost: boolean;
}

export interface FarPicture {
  bundles: Bundle[];
  blocks: Block[];
}

const meets = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function around(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** What is painted, made once a layout: edges that lie near each other are bundled. */
export function farPicture(graph: FlowGraph, layout: Layout): FarPicture {
  const ways = graph.edges.flatMap((edge) => {
    const way = layout.edges.get(edge.key);
    return way && way.points[0] ? [{ kind: edge.kind, points: way.points, x: way.points[0].x }] : [];
  });
  ways.sort((a, b) => a.x - b.x);
  const bundles: Bundle[] = [];
  for (let start = 0; start < ways.length; start += PORTION) {
    const own = ways.slice(start, start + PORTION);
    const paths = new Map<'plain' | 'marked', Path2D>();
    for (const { kind, points } of own) {
      const name = kind === 'normal' ? 'plain' : 'marked';
      const path = paths.get(name) ?? new Path2D();
      paths.set(name, path);
      for (const [index, { x, y }] of points.entries()) {
        if (index === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
    }
    bundles.push({ box: around(own.flatMap(({ points }) => points)), paths });
  }
  const blocks = graph.vertices.flatMap(({ name, ghost }) => {
    const box = layout.vertices.get(name);
    return box ? [{ name, box, ghost }] : [];
  });
  return { bundles, blocks };
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

export interface FarScene {
  picture: FarPicture;
  palette: Palette;
  run: RunState | null;
  selected: string | null;
  /** Shift and zoom of the painted part on its canvas, in pixels of the screen. */
  view: { x: number; y: number; zoom: number };
  width: number;
  height: number;
  density: number;
}

/** The portions of work that paint `scene`, in order. */
export function farPortions(context: CanvasRenderingContext2D, scene: FarScene): (() => void)[] {
  const { picture, palette, run, selected, view, width, height, density } = scene;
  const { x, y, zoom } = view;
  const seen: Box = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  const place = () => context.setTransform(zoom * density, 0, 0, zoom * density, x * density, y * density);
  const edges = picture.bundles
    .filter(({ box }) => meets(box, seen))
    .map(({ paths }) => () => {
      place();
      for (const [name, path] of paths) {
        context.strokeStyle = palette[name];
        context.lineWidth = (name === 'plain' ? 0.8 : 1.1) / zoom;
        context.stroke(path);
      }
    });
  const vertices = () => {
    place();
    const named = zoom * 60 >= NAMED;
    context.lineWidth = 1.2 / zoom;
    context.font = `600 22px ${palette.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const { name, box, ghost } of picture.blocks) {
      if (!meets(box, seen)) continue;
      const state = run?.vertices.get(name)?.state;
      const colour = state ? palette.states[state] : palette.idle;
      const isSelected = name === selected;
      context.fillStyle = named ? palette.card : colour;
      context.strokeStyle = isSelected ? palette.accent : colour;
      context.setLineDash(ghost ? [8, 6] : []);
      context.fillRect(box.x, box.y, box.width, box.height);
      if (named || isSelected) context.strokeRect(box.x, box.y, box.width, box.height);
      if (!named) continue;
      context.fillStyle = palette.text;
      context.fillText(name, box.x + box.width / 2, box.y + box.height / 2, box.width - 16);
    }
    context.setLineDash([]);
  };
  return [...edges, vertices];
}
