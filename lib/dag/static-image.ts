// A graph as SVG text: without ports as the image a page carries before scripts run, with them as an exported file.
// Invariant: every name is escaped, because names come from the chain.
import { truncated, withCharacterNames } from '@/lib/text/foreign-text';
import { edgeMarkers, edgeStyle, edgePath } from './edge-style';
import type { FlowGraph, GraphVertex } from './flow-graph';
import type { Layout } from './layout';
import type { Box, Heading } from '@/lib/dag/placement/request';
import { card as sizes, defaultChip, vertexSize } from './vertex-size';
import { edgeKindWord, outputName, vertexKindWord } from './wording';

function escapeXml(text: string): string {
  // XML allows no control characters.
  const sound = withCharacterNames(text).replaceAll(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g,
    '\ufffd',
  );
  return sound.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** The overlay of an exported image: a run's state, or a structure diff. Colours in SVG syntax. */
export interface ImagePaint {
  /** By vertex name. */
  vertices: ReadonlyMap<string, { colour: string; word: string }>;
  /** By edge key; `count` follows the kind on the label. */
  edges: ReadonlyMap<string, { colour: string; count: string | null }>;
}

/** A vertex's colour as border and bar, its word as a chip on the upper edge. */
function overlay(paint: ImagePaint | null, { name }: GraphVertex, { x, y, width, height }: Box): string {
  const vertexPaint = paint?.vertices.get(name);
  if (!vertexPaint) return '';
  const word = escapeXml(vertexPaint.word);
  const chip = [...vertexPaint.word].length * 6.2 + 14;
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="none" stroke="${vertexPaint.colour}"/>` +
    `<rect x="${x}" y="${y}" width="4" height="${height}" rx="2" fill="${vertexPaint.colour}"/>` +
    `<rect x="${x + width - chip - 8}" y="${y - 8}" width="${chip}" height="16" rx="8" class="static-chip" stroke="${vertexPaint.colour}"/>` +
    `<text x="${x + width - 8 - chip / 2}" y="${y + 4}" text-anchor="middle" class="static-word" fill="${vertexPaint.colour}">${word}</text>`
  );
}

/** `above`: space for a row of ports over the name. */
function card(vertex: GraphVertex, { x, y, width, height }: Box, above: number): string {
  const name = escapeXml(truncated(vertex.name, Math.floor((width - 40) / 8)));
  const under = escapeXml(truncated(vertex.tool_fqn ?? vertexKindWord(vertex), Math.floor((width - 28) / 7)));
  const dash = vertex.ghost ? ' stroke-dasharray="5 4"' : '';
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="static-card"${dash}/>` +
    `<text x="${x + 12}" y="${y + above + 19}" class="static-name">${name}</text>` +
    `<text x="${x + 12}" y="${y + above + 37}" class="static-tool">${under}</text>`
  );
}

const NOWHERE = { x: 0, y: 0, room: 0 };
/** Characters of a port name that fit. */
const fitting = (room: number) => Math.floor((room - 10) / 6.65);

/** Ports as dots with their names: entry ports point inwards, outputs of the DAG are ringed. */
function ports(vertex: GraphVertex, { x, y }: Box, heading: Heading): string {
  const places = vertexSize(vertex, heading).ports;
  const down = heading === 'down';
  const inputs = vertex.inputs.map((input, index) => {
    const at = places[index] ?? NOWHERE;
    const [left, top] = [x + at.x, y + at.y];
    const dot =
      input.entry_groups.length > 0
        ? `<path d="${down ? `M${left - 4.5} ${top - 4}l4.5 8.5l4.5 -8.5z` : `M${left - 4} ${top - 4.5}l8.5 4.5l-8.5 4.5z`}" class="static-dot"/>`
        : `<circle cx="${left}" cy="${top}" r="3" class="static-dot"/>`;
    const value = input.default_value === null ? '' : ` ${defaultChip(input.default_value)}`;
    const text = escapeXml(truncated(input.port + value, fitting(at.room)));
    return down
      ? `${dot}<text x="${left}" y="${top + 17}" text-anchor="middle" class="static-port">${text}</text>`
      : `${dot}<text x="${left + 12}" y="${top + 3.5}" class="static-port">${text}</text>`;
  });
  const outputs = vertex.outputs.map((output, index) => {
    const at = places[vertex.inputs.length + index] ?? NOWHERE;
    const [left, top] = [x + at.x, y + at.y];
    const ring = output.declared ? `<circle cx="${left}" cy="${top}" r="5.2" class="static-ring"/>` : '';
    const text = escapeXml(truncated(outputName(output), fitting(at.room)));
    const name = down
      ? `<text x="${left}" y="${top - 9}" text-anchor="middle" class="static-port">${text}</text>`
      : `<text x="${left - 12}" y="${top + 3.5}" text-anchor="end" class="static-port">${text}</text>`;
    return `<circle cx="${left}" cy="${top}" r="3" class="static-dot static-out"/>${ring}${name}`;
  });
  return [...inputs, ...outputs].join('');
}

/** The content of an SVG element and its view box. `full`: with ports and edge labels. */
export function staticImage(
  graph: FlowGraph,
  layout: Layout,
  { full = false, paint = null }: { full?: boolean; paint?: ImagePaint | null } = {},
): { box: Box; inside: string } {
  const lines = graph.edges.map((edge) => {
    const route = layout.edges.get(edge.key);
    if (!route) return '';
    const style = edgeStyle(edge.kind);
    const dash = style.dash ? ` stroke-dasharray="${style.dash}"` : '';
    const edgePaint = paint?.edges.get(edge.key);
    const stroke = edgePaint ? ` stroke="${edgePaint.colour}"` : '';
    const line = `<path d="${edgePath(route.points)}" stroke-width="${style.width}"${dash}${stroke}/>`;
    const ends = edgeMarkers(style, route.points, layout.heading);
    return ends === '' ? line : `${line}<path d="${ends}" stroke-width="1.6"${stroke}/>`;
  });
  const labels = graph.edges.map(({ key, kind }) => {
    const label = layout.edges.get(key)?.label;
    if (!label) return '';
    const { x, y, width, height } = label;
    const room = `<rect x="${x + 4}" y="${y}" width="${width - 8}" height="${height}" rx="9" class="static-label"/>`;
    if (!full) return room;
    return `${room}<text x="${x + width / 2}" y="${y + 12.5}" text-anchor="middle" class="static-port">${escapeXml([edgeKindWord(kind), paint?.edges.get(key)?.count].filter(Boolean).join(' '))}</text>`;
  });
  const above = layout.heading === 'down' ? sizes.line : 0;
  const cards = graph.vertices.map((vertex) => {
    const box = layout.vertices.get(vertex.name);
    if (!box) return '';
    if (!full) return card(vertex, box, above);
    return card(vertex, box, above) + overlay(paint, vertex, box) + ports(vertex, box, layout.heading);
  });
  const inside = `<g class="static-lines">${lines.join('')}</g>${labels.join('')}${cards.join('')}`;
  return { box: layout.box, inside };
}

/** The colours and fonts of an exported image. */
export interface ImageTheme {
  ground: string;
  card: string;
  line: string;
  edge: string;
  text: string;
  quiet: string;
  /** `@font-face` rules with embedded fonts. */
  fonts: string;
  sans: string;
  mono: string;
}

const CAPTION = {
  line: 16,
  above: 12,
  /** Width of a character at the caption's size. */
  character: 6.8,
};

/** A complete SVG file with a caption below the graph. Width and height in pixels. */
export function svgFile(
  graph: FlowGraph,
  layout: Layout,
  theme: ImageTheme,
  caption: readonly string[],
  paint: ImagePaint | null = null,
): { svg: string; width: number; height: number } {
  const { box, inside } = staticImage(graph, layout, { full: true, paint });
  const edge = 20;
  const longest = Math.max(...caption.map((line) => [...line].length));
  const width = Math.ceil(Math.max(box.width, longest * CAPTION.character) + 2 * edge);
  const foot = CAPTION.above + caption.length * CAPTION.line;
  const height = Math.ceil(box.height + 2 * edge + foot);
  const [left, top] = [box.x - edge, box.y - edge];
  const style =
    `${theme.fonts}text{font-family:${theme.sans}}.static-lines{fill:none;stroke:${theme.edge};stroke-linecap:round}` +
    `.static-card{fill:${theme.card};stroke:${theme.line}}.static-label{fill:${theme.ground};stroke:${theme.edge}}` +
    `.static-name{fill:${theme.text};font-weight:600;font-size:13px}` +
    `.static-tool,.static-port{fill:${theme.quiet};font-family:${theme.mono};font-size:11px}` +
    `.static-dot{fill:${theme.ground};stroke:${theme.edge}}.static-out{fill:${theme.edge}}.static-ring{fill:none;stroke:${theme.edge}}` +
    `.static-chip{fill:${theme.ground}}.static-word{font-size:10px;font-weight:600}` +
    `.caption{fill:${theme.quiet};font-size:12px}`;
  const words = caption
    .map(
      (line, index) =>
        `<text x="${left + edge}" y="${top + height - edge - (caption.length - 1 - index) * CAPTION.line}" class="caption">${escapeXml(line)}</text>`,
    )
    .join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${escapeStyle(style)}</style><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${theme.ground}"/>${inside}${words}</svg>`;
  return { svg, width, height };
}

/** In XML, `<` and `&` would end a style element's text. */
function escapeStyle(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
