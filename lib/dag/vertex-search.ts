// Finds vertices by part of a name, tool or port, ignoring case; best matches first.
import type { FlowGraph, GraphVertex } from './flow-graph';

function rank(vertex: GraphVertex, text: string): number | null {
  const name = vertex.name.toLowerCase();
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  if (name.includes(text)) return 2;
  if (vertex.tool_fqn?.toLowerCase().includes(text)) return 3;
  const ports = [...vertex.inputs, ...vertex.outputs];
  return ports.some(({ port }) => port.toLowerCase().includes(text)) ? 4 : null;
}

/** Vertices matching `text`, best first; all vertices when the text is empty. */
export function findVertices({ vertices }: FlowGraph, text: string): GraphVertex[] {
  const query = text.trim().toLowerCase();
  if (query === '') return vertices;
  const found = vertices.flatMap((vertex) => {
    const position = rank(vertex, query);
    return position === null ? [] : [{ vertex, position }];
  });
  return found.sort((a, b) => a.position - b.position).map(({ vertex }) => vertex);
}
