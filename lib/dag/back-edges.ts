// Which edges close loops: the do_while edges on a cycle first, then whatever a depth-first search finds.
// Invariant: without the returned edges the graph has no cycle. Iterative, so long chains cannot overflow the stack.

interface Link {
  from: { vertex: string };
  to: { vertex: string };
  kind: string;
}

/** Vertices and edges by index; a name that only an edge mentions comes after the vertices. */
interface Numbered {
  count: number;
  from: Int32Array;
  to: Int32Array;
  numberOf: ReadonlyMap<string, number>;
}

function numbered(vertices: readonly string[], edges: readonly Link[]): Numbered {
  const numberOf = new Map<string, number>();
  const number = (name: string): number => {
    const before = numberOf.get(name);
    if (before !== undefined) return before;
    numberOf.set(name, numberOf.size);
    return numberOf.size - 1;
  };
  vertices.forEach(number);
  const from = Int32Array.from(edges, (edge) => number(edge.from.vertex));
  const to = Int32Array.from(edges, (edge) => number(edge.to.vertex));
  return { count: numberOf.size, from, to, numberOf };
}

const at = (list: Int32Array, index: number): number => list[index] ?? 0;

/** The edges at each vertex v, in order: `edges[start[v]]` up to `edges[start[v + 1]]`. */
interface Sides {
  start: Int32Array;
  edges: Int32Array;
}

/** `end`: the vertex of each edge. Edges for which `wanted` is 0 are skipped. */
function bySide(end: Int32Array, count: number, wanted?: Uint8Array): Sides {
  const start = new Int32Array(count + 1);
  const isWanted = (edge: number) => wanted?.[edge] !== 0;
  end.forEach((vertex, edge) => {
    if (isWanted(edge)) start[vertex + 1] = at(start, vertex + 1) + 1;
  });
  for (let vertex = 0; vertex < count; vertex += 1)
    start[vertex + 1] = at(start, vertex + 1) + at(start, vertex);
  const next = start.slice();
  const edges = new Int32Array(at(start, count));
  end.forEach((vertex, edge) => {
    if (!isWanted(edge)) return;
    edges[at(next, vertex)] = edge;
    next[vertex] = at(next, vertex) + 1;
  });
  return { start, edges };
}

const ON_PATH = 1;
const DONE = 2;

/** `visit` sees every edge once and whether it leads back into the current path. Returns vertices in postorder. */
function depthFirst(
  roots: Iterable<number>,
  { start, edges }: Sides,
  to: Int32Array,
  visit?: (edge: number, onPath: boolean) => void,
): number[] {
  const count = start.length - 1;
  const state = new Uint8Array(count);
  const next = start.slice();
  const path: number[] = [];
  const postorder: number[] = [];
  const enter = (vertex: number) => {
    state[vertex] = ON_PATH;
    path.push(vertex);
  };
  for (const root of roots) {
    if (state[root] === 0) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const place = at(next, top);
      if (place === at(start, top + 1)) {
        state[top] = DONE;
        postorder.push(top);
        path.pop();
        continue;
      }
      next[top] = place + 1;
      const edge = at(edges, place);
      const target = at(to, edge);
      visit?.(edge, state[target] === ON_PATH);
      if (state[target] === 0) enter(target);
    }
  }
  return postorder;
}

/** The number of the strongly connected component of every vertex (Kosaraju). */
function components({ count, from, to }: Numbered): Int32Array {
  const finished = depthFirst(new Int32Array(count).keys(), bySide(from, count), to).reverse();
  const into = bySide(to, count);
  const component = new Int32Array(count).fill(-1);
  for (const [index, root] of finished.entries()) {
    const waiting = [root];
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
      if (component[vertex] !== -1) continue;
      component[vertex] = index;
      for (let place = at(into.start, vertex); place < at(into.start, vertex + 1); place += 1)
        waiting.push(at(from, at(into.edges, place)));
    }
  }
  return component;
}

/** The edges to cut so that no cycle is left. The search starts at `entries`, where a run would start. */
export function backEdges<Edge extends Link>(
  vertices: readonly string[],
  edges: readonly Edge[],
  entries: readonly string[],
): Set<Edge> {
  const graph = numbered(vertices, edges);
  const { count, from, to, numberOf } = graph;
  const cut = new Set<Edge>();
  const kept = new Uint8Array(edges.length).fill(1);
  const component = edges.some(({ kind }) => kind === 'do_while') ? components(graph) : null;
  const entered = new Uint8Array(count);
  for (const [index, edge] of edges.entries()) {
    const isLoop =
      component !== null &&
      edge.kind === 'do_while' &&
      at(component, at(from, index)) === at(component, at(to, index));
    if (isLoop) {
      cut.add(edge);
      kept[index] = 0;
    } else entered[at(to, index)] = 1;
  }
  const all = vertices.map((name) => numberOf.get(name) ?? 0);
  const roots = [
    ...entries.flatMap((name) => numberOf.get(name) ?? []),
    ...all.filter((vertex) => entered[vertex] === 0),
    ...all,
  ];
  depthFirst(roots, bySide(from, count, kept), to, (index, onPath) => {
    const edge = edges[index];
    if (onPath && edge !== undefined) cut.add(edge);
  });
  return cut;
}

/** The longest path from a start to each vertex, in edges; `edges` must be acyclic. */
export function depths<Edge extends Link>(
  vertices: readonly string[],
  edges: readonly Edge[],
): Map<string, number> {
  const { count, from, to, numberOf } = numbered(vertices, edges);
  const out = bySide(from, count);
  const depth = new Int32Array(count);
  const order = depthFirst(
    vertices.map((name) => numberOf.get(name) ?? 0),
    out,
    to,
  ).reverse();
  for (const vertex of order)
    for (let place = at(out.start, vertex); place < at(out.start, vertex + 1); place += 1) {
      const target = at(to, at(out.edges, place));
      depth[target] = Math.max(at(depth, target), at(depth, vertex) + 1);
    }
  return new Map([...numberOf].map(([name, vertex]) => [name, at(depth, vertex)]));
}
