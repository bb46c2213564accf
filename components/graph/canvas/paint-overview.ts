// Paints a graph zoomed far out: edges as lines, vertices as blocks in the colour of their state.
// Invariant: the work is split into chunks, so that no chunk blocks the page.
import { type Box, type Layout, emptyBounds, extendBounds } from '@/lib/dag/layout';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { RunState, VertexState } from '@/lib/dag/run-state';

const CHUNK = 400;
/** Below this zoom names no longer fit. */
const NAMED_FROM = 0.22;
/** Size of a name on screen, and the width of one sign relative to it. */
const NAME_PX = 11;
const SIGN = 0.58;

/** As much of a name as fits. */
function shortened(name: string, width: number, size: number): string {
  const signs = [...name];
  const most = Math.max(1, Math.floor(width / (size * SIGN)));
  return signs.length <= most ? name : `${signs.slice(0, most - 1).join('')}…`;
}

interface Bundle {
  box: Box;
  paths: Map<'plain' | 'marked', Path2D>;
}

interface Block {
  name: string;
  box: Box;
  ghost: boolean;
}

export interface OverviewPicture {
  /** Bundles of nearby edges, each created on first use. */
  bundles: (() => Bundle)[];
  blocks: Block[];
}

const meets = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function bundleOf(graph: FlowGraph, { edges }: Layout, members: readonly number[]): Bundle {
  const paths = new Map<'plain' | 'marked', Path2D>();
  const extent = emptyBounds();
  for (const index of members) {
    const name = graph.edges[index]?.kind === 'normal' ? 'plain' : 'marked';
    const path = paths.get(name) ?? new Path2D();
    paths.set(name, path);
    const corners = edges.corners(index);
    for (let at = 0; at < corners.length; at += 2) {
      const [x = 0, y = 0] = [corners[at], corners[at + 1]];
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    extendBounds(extent, corners);
  }
  const { left, top, right, bottom } = extent;
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, paths };
}

export function overviewPicture(graph: FlowGraph, layout: Layout): OverviewPicture {
  const begins = Float32Array.from(graph.edges, (_, index) => layout.edges.corners(index)[0] ?? 0);
  const order = [...graph.edges.keys()].sort((a, b) => (begins[a] ?? 0) - (begins[b] ?? 0));
  const bundles: (() => Bundle)[] = [];
  for (let start = 0; start < order.length; start += CHUNK) {
    let made: Bundle | null = null;
    bundles.push(() => (made ??= bundleOf(graph, layout, order.slice(start, start + CHUNK))));
  }
  const blocks = graph.vertices.flatMap(({ name, ghost }) => {
    const box = layout.vertices.get(name);
    return box ? [{ name, box, ghost: ghost !== false }] : [];
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

export interface OverviewScene {
  picture: OverviewPicture;
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
  const { picture, palette, run, selected, view, width, height, density } = scene;
  const { x, y, zoom } = view;
  const seen: Box = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  const place = () => context.setTransform(zoom * density, 0, 0, zoom * density, x * density, y * density);
  const edges = picture.bundles.map((bundle) => () => {
    const { box, paths } = bundle();
    if (!meets(box, seen)) return;
    place();
    for (const [name, path] of paths) {
      context.strokeStyle = palette[name];
      context.lineWidth = (name === 'plain' ? 0.8 : 1.1) / zoom;
      context.stroke(path);
    }
  });
  const vertices = () => {
    place();
    const named = zoom >= NAMED_FROM;
    const size = NAME_PX / zoom;
    context.lineWidth = 1.2 / zoom;
    context.font = `600 ${size}px ${palette.font}`;
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
      const text = shortened(name, box.width - 8, size);
      context.fillText(text, box.x + box.width / 2, box.y + box.height / 2, box.width);
    }
    context.setLineDash([]);
  };
  return [...edges, vertices];
}
