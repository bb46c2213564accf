// Finding vertices by what one remembers of them: a part of the name, of the tool, of a port. Names that begin with the text come first, then names
// that hold it, then tools, then ports. Case does not count.
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

/** Vertices that fit `text`, the best first; all of them, in the graph's order, when the text is empty. */
export function findVertices({ vertices }: FlowGraph, text: string): GraphVertex[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return vertices;
  const found = vertices.flatMap((vertex) => {
    const place = rank(vertex, wanted);
    return place === null ? [] : [{ vertex, place }];
  });
  return found.sort((a, b) => a.place - b.place).map(({ vertex }) => vertex);
}
