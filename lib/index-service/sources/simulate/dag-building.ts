// The transactions that build a DAG on chain (spec 11.2), from creation to seal.
// Invariant: the events follow the design and its order exactly; the structure endpoint returns it.
import type { DagDesign } from './dag-designs/dag-design';
import { edgeKinds } from './dag-designs/dag-design';
import type { World } from './ids';
import { toolOf } from './tools/catalogue';
import { event, type Happening, type Transaction } from './transaction';

const named = (name: string) => ({ name });

/** Everything between creation and seal, in order. */
export function buildingEvents(dag: string, design: DagDesign): Happening[] {
  return [
    ...Object.entries(design.vertices).map(([vertex, tool_fqn]) =>
      event('DAGVertexAdded', {
        dag,
        vertex: named(vertex),
        kind: { variant: toolOf(tool_fqn).kind === 'chain' ? 'OnChain' : 'OffChain', tool_fqn },
      }),
    ),
    ...Object.entries(design.entry).flatMap(([group, places]) =>
      places.map(({ vertex, port }) =>
        event('DAGEntryVertexInputPortAdded', {
          dag,
          vertex: named(vertex),
          entry_port: named(port),
          entry_group: named(group),
        }),
      ),
    ),
    ...design.edges.map(({ from, to, kind }) =>
      event('DAGEdgeAdded', {
        dag,
        from_vertex: named(from.vertex),
        edge: {
          from: { variant: named(from.variant), port: named(from.port) },
          to: { vertex: named(to.vertex), port: named(to.port) },
          kind: { variant: edgeKinds[kind] },
        },
      }),
    ),
    ...design.defaults.map(({ vertex, port, value }) =>
      event('DAGDefaultValueAdded', { dag, vertex: named(vertex), port: named(port), value }),
    ),
    ...design.outputs.map(({ vertex, variant, port }) =>
      event('DAGOutputAdded', {
        dag,
        vertex: named(vertex),
        output: { variant: named(variant), port: named(port) },
      }),
    ),
  ];
}

export interface Building {
  world: World;
  design: DagDesign;
  /** The name that id and digests derive from. */
  name: string;
  creator: string;
  at: number;
  /** Into how many transactions the work is cut, and how long it rests between them. */
  sittings?: number;
  rest_ms?: number;
}

/** One transaction as a rule; a DAG built by hand takes several, and is sealed in the last. */
export function buildDag({
  world,
  design,
  name,
  creator,
  at,
  sittings = 1,
  rest_ms = 0,
}: Building): Transaction[] {
  const dag = world.id(name);
  const all = [event('DAGCreated', { dag }), ...buildingEvents(dag, design), event('DAGFinalized', { dag })];
  const share = Math.ceil(all.length / sittings);
  return Array.from({ length: sittings }, (_, index) => ({
    at: at + index * rest_ms,
    sender: creator,
    digest: world.digest(`${name}/build/${index}`),
    contents: all.slice(index * share, (index + 1) * share),
  })).filter(({ contents }) => contents.length > 0);
}
