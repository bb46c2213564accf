// A first picture of a graph as SVG text: cards with their names, edges in the form of their kinds, rooms of labels. It is what a page can carry before
// any script has run; the live drawing takes its place. Colours are the console's tokens. Names are escaped: they come from the chain.
import { edgeEnds, edgeForm } from './edge-form';
import { edgePath } from './edge-path';
import type { FlowGraph, GraphVertex } from './flow-graph';
import { drawnBox, type Box, type Layout } from './layout';
import { vertexKindWord } from './wording';

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

function cut(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, Math.max(1, most - 1)).join('')}…`;
}

function card(vertex: GraphVertex, { x, y, width, height }: Box): string {
  const name = escapeXml(cut(vertex.name, Math.floor((width - 40) / 8)));
  const under = escapeXml(cut(vertex.tool_fqn ?? vertexKindWord(vertex), Math.floor((width - 28) / 7)));
  const dash = vertex.ghost ? ' stroke-dasharray="5 4"' : '';
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="still-card"${dash}/>` +
    `<text x="${x + 12}" y="${y + 19}" class="still-name">${name}</text>` +
    `<text x="${x + 12}" y="${y + 37}" class="still-tool">${under}</text>`
  );
}

/** The inside of an SVG element and the part of the drawing it shows. */
export function stillPicture(graph: FlowGraph, layout: Layout): { box: Box; inside: string } {
  const lines = graph.edges.map((edge) => {
    const way = layout.edges.get(edge.key);
    if (!way) return '';
    const form = edgeForm(edge.kind);
    const dash = form.dash ? ` stroke-dasharray="${form.dash}"` : '';
    const line = `<path d="${edgePath(way.points)}" stroke-width="${form.width}"${dash}/>`;
    const ends = edgeEnds(form, way.points);
    return ends === '' ? line : `${line}<path d="${ends}" stroke-width="1.6"/>`;
  });
  const labels = graph.edges.map(({ key }) => {
    const label = layout.edges.get(key)?.label;
    if (!label) return '';
    const { x, y, width, height } = label;
    return `<rect x="${x + 4}" y="${y}" width="${width - 8}" height="${height}" rx="9" class="still-label"/>`;
  });
  const cards = graph.vertices.map((vertex) => {
    const box = layout.vertices.get(vertex.name);
    return box ? card(vertex, box) : '';
  });
  const inside = `<g class="still-lines">${lines.join('')}</g>${labels.join('')}${cards.join('')}`;
  return { box: drawnBox(layout), inside };
}
