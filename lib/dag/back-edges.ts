// Which edges close loops: the do_while edges on a cycle first, then those found by a depth-first search.
// Invariant: without the returned edges the graph has no cycle. Iterative, so long chains cannot overflow the stack.

interface Link {
  from: { vertex: string };
  to: { vertex: string };
  kind: string;
}

/** Vertices and edges by index; every edge's ends are among the vertices. */
interface Numbered {
  numberOf: ReadonlyMap<string, number>;
  /** The vertex at either end of each edge. */
  from: readonly number[];
  to: readonly number[];
}

function numbered(vertices: readonly string[], edges: readonly Link[]): Numbered {
  const numberOf = new Map(vertices.map((name, index) => [name, index]));
  const number = ({ vertex }: { vertex: string }) => numberOf.get(vertex) ?? 0;
  return { numberOf, from: edges.map(({ from }) => number(from)), to: edges.map(({ to }) => number(to)) };
}

/** The edges at each vertex, in order; `ends` is the vertex of each edge. */
function edgesAt(ends: readonly number[], count: number): number[][] {
  const lists = Array.from({ length: count }, (): number[] => []);
  for (const [edge, vertex] of ends.entries()) lists[vertex]?.push(edge);
  return lists;
}

const ON_PATH = 1;
const DONE = 2;

/** `visit` sees every edge once and whether it leads back into the current path. Returns vertices in postorder. */
function depthFirst(
  roots: Iterable<number>,
  out: readonly (readonly number[])[],
  to: readonly number[],
  visit?: (edge: number, onPath: boolean) => void,
): number[] {
  const state = new Uint8Array(out.length);
  const next = new Uint32Array(out.length);
  const path: number[] = [];
  const postorder: number[] = [];
  const enter = (vertex: number) => {
    if (state[vertex] !== 0) return;
    state[vertex] = ON_PATH;
    path.push(vertex);
  };
  for (const root of roots) {
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const place = next[top] ?? 0;
      const edge = out[top]?.[place];
      if (edge === undefined) {
        state[top] = DONE;
        postorder.push(top);
        path.pop();
        continue;
      }
      next[top] = place + 1;
      const target = to[edge] ?? 0;
      visit?.(edge, state[target] === ON_PATH);
      enter(target);
    }
  }
  return postorder;
}

/** The number of the strongly connected component of every vertex (Kosaraju). */
function components({ numberOf, from, to }: Numbered): Int32Array {
  const count = numberOf.size;
  const finished = depthFirst(numberOf.values(), edgesAt(from, count), to).reverse();
  const into = edgesAt(to, count);
  const component = new Int32Array(count).fill(-1);
  for (const [index, root] of finished.entries()) {
    const waiting = [root];
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
      if (component[vertex] !== -1) continue;
      component[vertex] = index;
      for (const edge of into[vertex] ?? []) waiting.push(from[edge] ?? 0);
    }
  }
  return component;
}

/** The vertices on a cycle. */
export function onLoops(vertices: readonly string[], edges: readonly Link[]): Set<string> {
  const graph = numbered(vertices, edges);
  const { from, to } = graph;
  const component = components(graph);
  const looped = new Set<number>();
  for (const [index, source] of from.entries())
    if (component[source] === component[to[index] ?? 0]) looped.add(source);
  return new Set(vertices.filter((_, index) => looped.has(index)));
}

/** The edges to cut so that no cycle remains. The search starts at `entries`, where a run would start. */
export function backEdges<Edge extends Link>(
  vertices: readonly string[],
  edges: readonly Edge[],
  entries: readonly string[],
): Set<Edge> {
  const graph = numbered(vertices, edges);
  const { numberOf, from, to } = graph;
  const cut = new Set<Edge>();
  if (edges.some(({ kind }) => kind === 'do_while')) {
    const component = components(graph);
    for (const [index, edge] of edges.entries())
      if (edge.kind === 'do_while' && component[from[index] ?? 0] === component[to[index] ?? 0])
        cut.add(edge);
  }
  const isForward = edges.map((edge) => !cut.has(edge));
  const forwardAt = (ends: readonly number[]) =>
    edgesAt(ends, vertices.length).map((list) => list.filter((edge) => isForward[edge]));
  const into = forwardAt(to);
  const all = [...numberOf.values()];
  const roots = [
    ...entries.flatMap((name) => numberOf.get(name) ?? []),
    ...all.filter((vertex) => into[vertex]?.length === 0),
    ...all,
  ];
  depthFirst(roots, forwardAt(from), to, (index, onPath) => {
    const edge = edges[index];
    if (onPath && edge !== undefined) cut.add(edge);
  });
  return cut;
}

/** The longest path from a start to each vertex, in edges; `edges` must be acyclic. */
export function depths(vertices: readonly string[], edges: readonly Link[]): Map<string, number> {
  const { numberOf, from, to } = numbered(vertices, edges);
  const out = edgesAt(from, vertices.length);
  const depth = new Int32Array(vertices.length);
  for (const vertex of depthFirst(numberOf.values(), out, to).reverse())
    for (const edge of out[vertex] ?? []) {
      const target = to[edge] ?? 0;
      depth[target] = Math.max(depth[target] ?? 0, (depth[vertex] ?? 0) + 1);
    }
  return new Map(vertices.map((name, index) => [name, depth[index] ?? 0]));
}
