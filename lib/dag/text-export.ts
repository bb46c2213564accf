// A graph as the text of other tools: Mermaid and DOT. Vertices get numbered ids, so that no name can break the syntax; names stand in the labels.
import type { FlowGraph } from './flow-graph';
import type { Heading } from './placement/question';
import { edgeKindWord, outputName } from './wording';

const ids = ({ vertices }: FlowGraph) => new Map(vertices.map(({ name }, index) => [name, `v${index}`]));

/** Within a quoted label Mermaid shows signs written as #number; it would take the others for its own quotes, for markup or for Markdown. */
function mermaidLabel(text: string): string {
  const sound = text.replaceAll(/[#"<>&`]/g, (sign) => `#${sign.codePointAt(0)};`);
  return `"${sound.replaceAll(/[\r\n]+/g, ' ')}"`;
}

const MERMAID_ARROWS: Record<string, string> = {
  for_each: '==>',
  collect: '==>',
  do_while: '-.->',
  break: '-.->',
  static: '-.->',
};

export function mermaid(graph: FlowGraph, heading: Heading): string {
  const id = ids(graph);
  const vertices = graph.vertices.map(
    ({ name, tool_fqn, ghost }) =>
      `  ${id.get(name)}[${mermaidLabel(tool_fqn === null ? name : `${name} (${tool_fqn})`)}]${ghost ? ':::ghost' : ''}`,
  );
  if (graph.vertices.some(({ ghost }) => ghost)) vertices.push('  classDef ghost stroke-dasharray:5 4');
  const edges = graph.edges.map(({ from, to, kind }) => {
    const words = kind === 'normal' ? '' : `, ${edgeKindWord(kind)}`;
    const label = mermaidLabel(`${outputName(from)} to ${to.port}${words}`);
    return `  ${id.get(from.vertex)} ${MERMAID_ARROWS[kind] ?? '-->'}|${label}| ${id.get(to.vertex)}`;
  });
  return `${[`flowchart ${heading === 'down' ? 'TB' : 'LR'}`, ...vertices, ...edges].join('\n')}\n`;
}

/** One line of a label for each text. */
function dotText(...lines: string[]): string {
  const sound = lines.map((text) =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\"')
      .replaceAll(/[\r\n]+/g, ' '),
  );
  return `"${sound.join('\\n')}"`;
}

const DOT_STYLES: Record<string, string> = {
  for_each: ', penwidth=3',
  collect: ', penwidth=3',
  do_while: ', style=dashed, constraint=false',
  break: ', style=dotted',
  static: ', style=dotted',
};

export function dot(graph: FlowGraph, heading: Heading): string {
  const id = ids(graph);
  const vertices = graph.vertices.map(
    ({ name, tool_fqn, ghost }) =>
      `  ${id.get(name)} [label=${dotText(name, ...(tool_fqn === null ? [] : [tool_fqn]))}${ghost ? ', style=dashed' : ''}];`,
  );
  const edges = graph.edges.map(({ from, to, kind }) => {
    const ends = `taillabel=${dotText(outputName(from))}, headlabel=${dotText(to.port)}`;
    const label = kind === 'normal' ? '' : `, label=${dotText(edgeKindWord(kind))}`;
    return `  ${id.get(from.vertex)} -> ${id.get(to.vertex)} [${ends}${label}${DOT_STYLES[kind] ?? ''}];`;
  });
  return `${['digraph dag {', `  rankdir=${heading === 'down' ? 'TB' : 'LR'};`, '  node [shape=box];', ...vertices, ...edges, '}'].join('\n')}\n`;
}
