// Which edges close loops. The network's graphs are cyclic on purpose (do_while), and a build in progress may be cyclic by mistake:
// both must lay out. Invariant: without the edges returned here the graph has no cycle.
// do_while edges that lie on a cycle are cut first, because they are meant as the way back; a depth-first search finds what is left.
// Iterative throughout: a chain of ten thousand vertices is not a stack overflow.

interface Link {
  from: { vertex: string };
  to: { vertex: string };
  kind: string;
}

type Visit<Edge> = (edge: Edge, onPath: boolean) => void;

/** Depth-first over all vertices, roots first; `visit` sees every edge once and whether it leads back into the current path. */
function depthFirst<Edge extends Link>(
  roots: readonly string[],
  out: ReadonlyMap<string, readonly Edge[]>,
  visit: Visit<Edge>,
): string[] {
  const done = new Set<string>();
  const onPath = new Set<string>();
  const left: string[] = [];
  for (const root of roots) {
    if (done.has(root)) continue;
    const path: { vertex: string; next: number }[] = [{ vertex: root, next: 0 }];
    onPath.add(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = (out.get(top.vertex) ?? [])[top.next];
      if (!edge) {
        path.pop();
        onPath.delete(top.vertex);
        done.add(top.vertex);
        left.push(top.vertex);
        continue;
      }
      top.next += 1;
      const target = edge.to.vertex;
      visit(edge, onPath.has(target));
      if (done.has(target) || onPath.has(target)) continue;
      onPath.add(target);
      path.push({ vertex: target, next: 0 });
    }
  }
  return left;
}

function bySide<Edge extends Link>(edges: readonly Edge[], side: 'from' | 'to'): Map<string, Edge[]> {
  const found = new Map<string, Edge[]>();
  for (const edge of edges) {
    const list = found.get(edge[side].vertex);
    if (list) list.push(edge);
    else found.set(edge[side].vertex, [edge]);
  }
  return found;
}

/** The number of the strongly connected component of every vertex (Kosaraju). */
function components<Edge extends Link>(vertices: readonly string[], edges: readonly Edge[]) {
  const finished = depthFirst(vertices, bySide(edges, 'from'), () => undefined).reverse();
  const into = bySide(edges, 'to');
  const number = new Map<string, number>();
  for (const [index, root] of finished.entries()) {
    const waiting = [root];
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
      if (number.has(vertex)) continue;
      number.set(vertex, index);
      for (const edge of into.get(vertex) ?? []) waiting.push(edge.from.vertex);
    }
  }
  return number;
}

/** The edges to cut so that no cycle is left. The search starts at `entries`, where a run would start. */
export function backEdges<Edge extends Link>(
  vertices: readonly string[],
  edges: readonly Edge[],
  entries: readonly string[],
): Set<Edge> {
  const component = components(vertices, edges);
  const inCycle = (edge: Edge) => component.get(edge.from.vertex) === component.get(edge.to.vertex);
  const cut = new Set(edges.filter((edge) => edge.kind === 'do_while' && inCycle(edge)));
  const rest = edges.filter((edge) => !cut.has(edge));
  const entered = new Set(rest.map((edge) => edge.to.vertex));
  const heads = vertices.filter((vertex) => !entered.has(vertex));
  depthFirst([...entries, ...heads, ...vertices], bySide(rest, 'from'), (edge, onPath) => {
    if (onPath) cut.add(edge);
  });
  return cut;
}

/** The longest way from a start to each vertex, in edges, once `edges` holds no cycle. */
export function depths<Edge extends Link>(
  vertices: readonly string[],
  edges: readonly Edge[],
): Map<string, number> {
  const out = bySide(edges, 'from');
  const depth = new Map(vertices.map((vertex) => [vertex, 0]));
  const order = depthFirst(vertices, out, () => undefined).reverse();
  for (const vertex of order)
    for (const edge of out.get(vertex) ?? []) {
      const reached = (depth.get(vertex) ?? 0) + 1;
      if (reached > (depth.get(edge.to.vertex) ?? 0)) depth.set(edge.to.vertex, reached);
    }
  return depth;
}
