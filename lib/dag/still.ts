// A picture of a graph as SVG text: cards with their names, edges in the form of their kinds, labels. Without ports it is what a page can carry before
// any script has run; with them it is what is exported. Looks come from classes, which a page's style sheet or the file's own defines.
// Names are escaped: they come from the chain.
import { edgeEnds, edgeForm } from './edge-style';
import { edgePath } from './edge-path';
import type { FlowGraph, GraphVertex } from './flow-graph';
import type { Box, Layout } from './layout';
import type { Heading } from './placement/question';
import { card as sizes, defaultChip, vertexSize } from './vertex-size';
import { edgeKindWord, outputName, vertexKindWord } from './wording';

function escapeXml(text: string): string {
  // Control characters have no place in XML at all.
  const sound = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
  return sound.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

function cut(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, Math.max(1, most - 1)).join('')}…`;
}

/** What is laid over an exported picture: the state of a run, or the difference of two structures. Colours as SVG takes them. */
export interface PicturePaint {
  /** By name; a vertex that is not in it looks as ever. */
  vertices: ReadonlyMap<string, { colour: string; word: string }>;
  /** By key; `count` stands behind the kind of the edge. */
  edges: ReadonlyMap<string, { colour: string; count: string | null }>;
}

/** The colour of a vertex as border and bar, its word as a chip on the upper edge. */
function painted(paint: PicturePaint | null, { name }: GraphVertex, { x, y, width, height }: Box): string {
  const own = paint?.vertices.get(name);
  if (!own) return '';
  const word = escapeXml(own.word);
  const chip = [...own.word].length * 6.2 + 14;
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="none" stroke="${own.colour}"/>` +
    `<rect x="${x}" y="${y}" width="4" height="${height}" rx="2" fill="${own.colour}"/>` +
    `<rect x="${x + width - chip - 8}" y="${y - 8}" width="${chip}" height="16" rx="8" class="still-chip" stroke="${own.colour}"/>` +
    `<text x="${x + width - 8 - chip / 2}" y="${y + 4}" text-anchor="middle" class="still-word" fill="${own.colour}">${word}</text>`
  );
}

/** `above`: room for a line of ports over the name. */
function card(vertex: GraphVertex, { x, y, width, height }: Box, above: number): string {
  const name = escapeXml(cut(vertex.name, Math.floor((width - 40) / 8)));
  const under = escapeXml(cut(vertex.tool_fqn ?? vertexKindWord(vertex), Math.floor((width - 28) / 7)));
  const dash = vertex.ghost ? ' stroke-dasharray="5 4"' : '';
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="still-card"${dash}/>` +
    `<text x="${x + 12}" y="${y + above + 19}" class="still-name">${name}</text>` +
    `<text x="${x + 12}" y="${y + above + 37}" class="still-tool">${under}</text>`
  );
}

const NOWHERE = { x: 0, y: 0, room: 0 };
/** How many signs of a port's name have room. */
const signsIn = (room: number) => Math.floor((room - 10) / 6.65);

/** Ports as dots on the card's edges with their names beside them: entry ports point inwards, outputs of the DAG are ringed. */
function ports(vertex: GraphVertex, { x, y }: Box, heading: Heading): string {
  const places = vertexSize(vertex, heading).ports;
  const down = heading === 'down';
  const inputs = vertex.inputs.map((input, index) => {
    const at = places[index] ?? NOWHERE;
    const [left, top] = [x + at.x, y + at.y];
    const dot =
      input.entry_groups.length > 0
        ? `<path d="${down ? `M${left - 4.5} ${top - 4}l4.5 8.5l4.5 -8.5z` : `M${left - 4} ${top - 4.5}l8.5 4.5l-8.5 4.5z`}" class="still-dot"/>`
        : `<circle cx="${left}" cy="${top}" r="3" class="still-dot"/>`;
    const value = input.default_value === null ? '' : ` ${defaultChip(input.default_value)}`;
    const text = escapeXml(cut(input.port + value, signsIn(at.room)));
    return down
      ? `${dot}<text x="${left}" y="${top + 17}" text-anchor="middle" class="still-port">${text}</text>`
      : `${dot}<text x="${left + 12}" y="${top + 3.5}" class="still-port">${text}</text>`;
  });
  const outputs = vertex.outputs.map((output, index) => {
    const at = places[vertex.inputs.length + index] ?? NOWHERE;
    const [left, top] = [x + at.x, y + at.y];
    const ring = output.declared ? `<circle cx="${left}" cy="${top}" r="5.2" class="still-ring"/>` : '';
    const text = escapeXml(cut(outputName(output), signsIn(at.room)));
    const name = down
      ? `<text x="${left}" y="${top - 9}" text-anchor="middle" class="still-port">${text}</text>`
      : `<text x="${left - 12}" y="${top + 3.5}" text-anchor="end" class="still-port">${text}</text>`;
    return `<circle cx="${left}" cy="${top}" r="3" class="still-dot still-out"/>${ring}${name}`;
  });
  return [...inputs, ...outputs].join('');
}

/** The inside of an SVG element and the part of the drawing it shows. `full`: with ports and the words of edges. */
export function stillPicture(
  graph: FlowGraph,
  layout: Layout,
  { full = false, paint = null }: { full?: boolean; paint?: PicturePaint | null } = {},
): { box: Box; inside: string } {
  const lines = graph.edges.map((edge) => {
    const way = layout.edges.get(edge.key);
    if (!way) return '';
    const form = edgeForm(edge.kind);
    const dash = form.dash ? ` stroke-dasharray="${form.dash}"` : '';
    const own = paint?.edges.get(edge.key);
    const stroke = own ? ` stroke="${own.colour}"` : '';
    const line = `<path d="${edgePath(way.points)}" stroke-width="${form.width}"${dash}${stroke}/>`;
    const ends = edgeEnds(form, way.points, layout.heading);
    return ends === '' ? line : `${line}<path d="${ends}" stroke-width="1.6"${stroke}/>`;
  });
  const labels = graph.edges.map(({ key, kind }) => {
    const label = layout.edges.get(key)?.label;
    if (!label) return '';
    const { x, y, width, height } = label;
    const room = `<rect x="${x + 4}" y="${y}" width="${width - 8}" height="${height}" rx="9" class="still-label"/>`;
    if (!full) return room;
    return `${room}<text x="${x + width / 2}" y="${y + 12.5}" text-anchor="middle" class="still-port">${escapeXml([edgeKindWord(kind), paint?.edges.get(key)?.count].filter(Boolean).join(' '))}</text>`;
  });
  const above = layout.heading === 'down' ? sizes.line : 0;
  const cards = graph.vertices.map((vertex) => {
    const box = layout.vertices.get(vertex.name);
    if (!box) return '';
    if (!full) return card(vertex, box, above);
    return card(vertex, box, above) + painted(paint, vertex, box) + ports(vertex, box, layout.heading);
  });
  const inside = `<g class="still-lines">${lines.join('')}</g>${labels.join('')}${cards.join('')}`;
  return { box: layout.box, inside };
}

/** The colours and fonts of an exported picture. */
export interface PictureLooks {
  ground: string;
  card: string;
  line: string;
  edge: string;
  text: string;
  quiet: string;
  /** `@font-face` rules with the fonts inside, so that the file looks alike everywhere. */
  fonts: string;
  sans: string;
  mono: string;
}

const CAPTION = {
  line: 16,
  above: 12,
  /** Of a sign at the caption's size, so that no line is cut. */ sign: 6.8,
};

/** A whole SVG file: the picture with ports and words, and a caption under it, line by line. Width and height in pixels. */
export function svgFile(
  graph: FlowGraph,
  layout: Layout,
  looks: PictureLooks,
  caption: readonly string[],
  paint: PicturePaint | null = null,
): { svg: string; width: number; height: number } {
  const { box, inside } = stillPicture(graph, layout, { full: true, paint });
  const edge = 20;
  const longest = Math.max(...caption.map((line) => [...line].length));
  const width = Math.ceil(Math.max(box.width, longest * CAPTION.sign) + 2 * edge);
  const foot = CAPTION.above + caption.length * CAPTION.line;
  const height = Math.ceil(box.height + 2 * edge + foot);
  const [left, top] = [box.x - edge, box.y - edge];
  const style =
    `${looks.fonts}text{font-family:${looks.sans}}.still-lines{fill:none;stroke:${looks.edge};stroke-linecap:round}` +
    `.still-card{fill:${looks.card};stroke:${looks.line}}.still-label{fill:${looks.ground};stroke:${looks.edge}}` +
    `.still-name{fill:${looks.text};font-weight:600;font-size:13px}` +
    `.still-tool,.still-port{fill:${looks.quiet};font-family:${looks.mono};font-size:11px}` +
    `.still-dot{fill:${looks.ground};stroke:${looks.edge}}.still-out{fill:${looks.edge}}.still-ring{fill:none;stroke:${looks.edge}}` +
    `.still-chip{fill:${looks.ground}}.still-word{font-size:10px;font-weight:600}` +
    `.caption{fill:${looks.quiet};font-size:12px}`;
  const words = caption
    .map(
      (line, index) =>
        `<text x="${left + edge}" y="${top + height - edge - (caption.length - 1 - index) * CAPTION.line}" class="caption">${escapeXml(line)}</text>`,
    )
    .join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${escapeStyle(style)}</style><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${looks.ground}"/>${inside}${words}</svg>`;
  return { svg, width, height };
}

/** In a style element of an XML file `<` and `&` would end the text. */
function escapeStyle(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
