// What of a graph can be folded into one vertex: what a for_each fans out over, the body of a loop, all vertices of one tool.
// A region is known by a key that is stable for a structure, so that a link can name it. To find one takes a walk through the graph, so only so many are
// looked for, and none before somebody asks.
import type { FlowGraph, GraphEdge } from './flow-graph';

export interface Region {
  key: string;
  what: 'for_each' | 'loop' | 'tool';
  /** Told to the reader: `for each of split`, `loop of adjuster`, the tool's name. */
  title: string;
  members: ReadonlySet<string>;
}

/** Fan-outs and loops beyond these are not offered: nobody reads a longer list. */
const MOST = 40;

type Links = ReadonlyMap<string, readonly GraphEdge[]>;

function linksOf(edges: readonly GraphEdge[], side: 'from' | 'to'): Links {
  const links = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const list = links.get(edge[side].vertex);
    if (list) list.push(edge);
    else links.set(edge[side].vertex, [edge]);
  }
  return links;
}

/** Vertices reached from `starts` along `links`; what is not to be passed is left out by the caller. */
function reach(starts: readonly string[], links: Links, far: 'from' | 'to'): Set<string> {
  const found = new Set(starts);
  const waiting = [...starts];
  for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop())
    for (const edge of links.get(vertex) ?? []) {
      const next = edge[far].vertex;
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(next);
    }
  return found;
}

const both = (one: ReadonlySet<string>, two: ReadonlySet<string>) =>
  new Set([...one].filter((name) => two.has(name)));

function bySource(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const list = groups.get(edge.from.vertex);
    if (list) list.push(edge);
    else groups.set(edge.from.vertex, [edge]);
  }
  return groups;
}

/** From where a for_each arrives to where a collect leaves. */
function fanOuts(graph: FlowGraph): Region[] {
  const inner = graph.edges.filter(
    (edge) => !edge.back && edge.kind !== 'collect' && edge.kind !== 'for_each',
  );
  const out = linksOf(inner, 'from');
  const ends = graph.edges.filter(({ kind }) => kind === 'collect').map(({ from }) => from.vertex);
  const leads = reach(ends, linksOf(inner, 'to'), 'from');
  return [...bySource(graph.edges.filter(({ kind }) => kind === 'for_each'))]
    .slice(0, MOST)
    .map(([source, edges]) => {
      const starts = [...new Set(edges.map(({ to }) => to.vertex))];
      const found = both(reach(starts, out, 'to'), leads);
      return {
        key: `each:${source}`,
        what: 'for_each' as const,
        title: `for each of ${source}`,
        members: found.size > 0 ? found : new Set(starts),
      };
    });
}

/** Everything between where a loop begins again and where it turns back. */
function loops(graph: FlowGraph): Region[] {
  const forward = graph.edges.filter((edge) => !edge.back);
  const out = linksOf(forward, 'from');
  const into = linksOf(forward, 'to');
  return [...bySource(graph.edges.filter((edge) => edge.back))].slice(0, MOST).map(([source, edges]) => {
    const starts = [...new Set(edges.map(({ to }) => to.vertex))];
    const members = both(reach(starts, out, 'to'), reach([source], into, 'from'));
    return {
      key: `loop:${source}`,
      what: 'loop' as const,
      title: `loop of ${source}`,
      members: new Set([...members, source, ...starts]),
    };
  });
}

function tools(graph: FlowGraph): Region[] {
  const byTool = new Map<string, Set<string>>();
  for (const { name, tool_fqn } of graph.vertices) {
    if (tool_fqn === null) continue;
    const members = byTool.get(tool_fqn) ?? new Set<string>();
    byTool.set(tool_fqn, members.add(name));
  }
  return [...byTool].map(([fqn, members]) => ({
    key: `tool:${fqn}`,
    what: 'tool' as const,
    title: fqn,
    members,
  }));
}

/** All regions of two vertices and more: fan-outs, loops, then tools, the most used first. */
export function regionsOf(graph: FlowGraph): Region[] {
  const all = [
    ...fanOuts(graph),
    ...loops(graph),
    ...tools(graph).sort((a, b) => b.members.size - a.members.size),
  ];
  return all.filter(({ members }) => members.size > 1);
}
