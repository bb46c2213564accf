// A graph as Mermaid and DOT text. Invariant: vertices get numbered ids and labels are escaped, so no name breaks the syntax.
import { isolated, withCharacterNames } from '@/lib/text/foreign-text';
import type { FlowGraph } from './flow-graph';
import type { Heading } from '@/lib/dag/placement/request';
import { edgeKindWord, outputName } from './wording';

const ids = ({ vertices }: FlowGraph) => new Map(vertices.map(({ name }, index) => [name, `v${index}`]));

/** Mermaid reads quotes, markup, Markdown and `%%` comments even inside labels, so these become `#code;` entities. */
function mermaidLabel(...texts: string[]): string {
  const escaped = texts
    .map(isolated)
    .join('')
    .replaceAll(/[#"<>&`%]/g, (character) => `#${character.codePointAt(0)};`);
  return `"${escaped.replaceAll(/[\r\n]+/g, ' ')}"`;
}

/** How each kind of edge is drawn; others are plain arrows. */
const STYLES: ReadonlyMap<string, { mermaid: string; dot: string }> = new Map(
  Object.entries<{ mermaid: string; dot: string }>({
    for_each: { mermaid: '==>', dot: ', penwidth=3' },
    collect: { mermaid: '==>', dot: ', penwidth=3' },
    do_while: { mermaid: '-.->', dot: ', style=dashed, constraint=false' },
    break: { mermaid: '-.->', dot: ', style=dotted' },
    static: { mermaid: '-.->', dot: ', style=dotted' },
  }),
);

export function mermaid(graph: FlowGraph, heading: Heading): string {
  const id = ids(graph);
  const vertices = graph.vertices.map(
    ({ name, tool_fqn, ghost }) =>
      `  ${id.get(name)}[${tool_fqn === null ? mermaidLabel(name) : mermaidLabel(name, ' (', tool_fqn, ')')}]${ghost ? ':::ghost' : ''}`,
  );
  if (graph.vertices.some(({ ghost }) => ghost)) vertices.push('  classDef ghost stroke-dasharray:5 4');
  const edges = graph.edges.map(({ from, to, kind }) => {
    const words = kind === 'normal' ? [] : [', ', edgeKindWord(kind)];
    const label = mermaidLabel(outputName(from), ' to ', to.port, ...words);
    return `  ${id.get(from.vertex)} ${STYLES.get(kind)?.mermaid ?? '-->'}|${label}| ${id.get(to.vertex)}`;
  });
  return `${[`flowchart ${heading === 'down' ? 'TB' : 'LR'}`, ...vertices, ...edges].join('\n')}\n`;
}

/** A label with one line for each text. */
function dotText(...lines: string[]): string {
  const escaped = lines.map((text) =>
    withCharacterNames(text)
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\"')
      .replaceAll(/[\r\n]+/g, ' '),
  );
  return `"${escaped.join('\\n')}"`;
}

export function dot(graph: FlowGraph, heading: Heading): string {
  const id = ids(graph);
  const vertices = graph.vertices.map(
    ({ name, tool_fqn, ghost }) =>
      `  ${id.get(name)} [label=${dotText(name, ...(tool_fqn === null ? [] : [tool_fqn]))}${ghost ? ', style=dashed' : ''}];`,
  );
  const edges = graph.edges.map(({ from, to, kind }) => {
    const ends = `taillabel=${dotText(outputName(from))}, headlabel=${dotText(to.port)}`;
    const label = kind === 'normal' ? '' : `, label=${dotText(edgeKindWord(kind))}`;
    return `  ${id.get(from.vertex)} -> ${id.get(to.vertex)} [${ends}${label}${STYLES.get(kind)?.dot ?? ''}];`;
  });
  return `${['digraph dag {', `  rankdir=${heading === 'down' ? 'TB' : 'LR'};`, '  node [shape=box];', ...vertices, ...edges, '}'].join('\n')}\n`;
}
